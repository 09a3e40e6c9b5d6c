"""What browsers get of our style sheets and scripts: each in one piece with all that it imports."""

import hashlib
import shutil
import subprocess
from collections.abc import Iterator
from datetime import datetime
from functools import cached_property
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder, get_finders
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from django.core.management import CommandError
from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS = ("css/", "js/")
FONTS = "*.woff2"
OF_PACKAGES = ("../account/*", "../mfa/*")


def bundle(source: Path, *external: str) -> bytes:
    """A style sheet or script with all that it imports, by esbuild.

    :param external: which scripts of it browsers get by themselves, besides all fonts.
    :raises subprocess.CalledProcessError: it imports something that is not there; the output says what.
    """
    options = ("--bundle", "--format=esm", "--log-level=warning")
    command = ["esbuild", source.name, *options, *(f"--external:{path}" for path in (FONTS, *external))]
    return subprocess.run(command, cwd=source.parent, check=True, stdout=subprocess.PIPE).stdout  # noqa: S603  (all ours)


class BundledStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Bundles what ``collectstatic`` has gathered.

    A bundle takes the place of its source only under the name with a digest. Each release has a list of its own of
    what it has collected, for one that is gone back to.
    """

    @cached_property
    def manifest_name(self) -> str:
        """It tells sources apart: so a program never takes the list of other files than it has for its own."""
        sources: dict[str, Any] = {}
        for finder in get_finders():
            for name, storage in finder.list(()):
                sources.setdefault(name, storage)
        digest = hashlib.sha256()
        for name, storage in sorted(sources.items()):
            with storage.open(name) as file:
                digest.update(f"{name}\0".encode() + hashlib.file_digest(file, "sha256").digest())
        return f"staticfiles-{settings.BASE_DIR.name}-{digest.hexdigest()[:12]}.json"

    def get_modified_time(self, name: str) -> datetime:
        """Have ``collectstatic`` copy every file: of two releases, either may have been made and collected first.

        Django takes this error for a storage that knows no times, and then compares none.
        """
        raise NotImplementedError

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str | None, Any]]:
        if dry_run:
            return
        if not shutil.which("esbuild"):
            raise CommandError("Install esbuild: style sheets and scripts are bundled by it.")
        bundles, ours = InMemoryStorage(), [*filter(_is_ours, paths)]
        for name in ours:
            bundles.save(name, ContentFile(bundle(Path(self.path(name)))))
        yield from super().post_process(paths | {name: (bundles, name) for name in ours}, **options)


class BundleFinder(FileSystemFinder):
    """Bundles files as a site in development is asked for them, where esbuild is installed.

    Where it is not, browsers follow the imports themselves.
    """

    def find(self, path: str, find_all: bool = False, **options: Any) -> Any:
        found: Any = super().find(path, find_all, **options)  # type: ignore[call-overload]  # it is one or the other
        if not found or find_all or not _is_ours(path) or not shutil.which("esbuild"):
            return found
        kept = settings.VAR_DIR / "bundles" / path
        text = bundle(Path(found), *OF_PACKAGES)  # they are not beside it
        if not kept.exists() or kept.read_bytes() != text:
            kept.parent.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=kept.parent, delete=False) as new:
                new.write(text)
            Path(new.name).replace(kept)  # others may be reading it
        return str(kept)


def _is_ours(name: str) -> bool:
    return name.startswith(OURS)
