"""What browsers get of our style sheets and scripts: each in one piece with all that it imports."""

import subprocess
from collections.abc import Iterator
from tempfile import TemporaryDirectory
from typing import Any

from django.core.files.storage import FileSystemStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS = ("css/", "js/")


class BundledStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Bundles by esbuild what ``collectstatic`` has gathered.

    A bundle takes the place of its source only under the name with a digest: next time, ``collectstatic`` goes by the
    age of the sources.
    """

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str | None, Any]]:
        if dry_run:
            return
        ours = [name for name in paths if name.startswith(OURS)]
        with TemporaryDirectory() as folder:
            self._bundle(ours, folder)
            bundles = FileSystemStorage(folder)
            yield from super().post_process(paths | {name: (bundles, name) for name in ours}, **options)

    def _bundle(self, names: list[str], folder: str) -> None:
        options = ("--bundle", "--format=esm", "--external:*.woff2", "--log-level=warning")
        command = ("esbuild", *names, *options, "--outbase=.", f"--outdir={folder}")
        subprocess.run(command, cwd=self.location, check=True)  # noqa: S603  (all ours)
