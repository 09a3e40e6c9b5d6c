"""The image, built as ``deploy/Dockerfile`` says, also on a machine that can pull no base for it."""

import ast
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.image.engine import podman
from tests.services.sites import ROOT

DOCKERFILE = ROOT / "deploy" / "Dockerfile"
PACKAGES = "python3,python3-venv,python-is-python3,ca-certificates"

Mount = tuple[Path, str]


def build(tag: str) -> None:
    for base in sorted(set(re.findall(r"^FROM (\S+)", DOCKERFILE.read_text(), re.M))):
        if not podman("images", "--quiet", base):
            _get(base)
    with _settings_of_pip() as mounts:
        podman(
            *("build", f"--file={DOCKERFILE}", f"--ignorefile={DOCKERFILE}.dockerignore", f"--tag={tag}"),
            # No other format knows of health checks.
            *("--format=docker", "--pull=never", "--isolation=chroot", "--network=host"),
            *(f"--volume={source}:{target}:ro" for source, target in mounts),
            str(ROOT),
        )
        _look_for_what_was_lent(tag, mounts)


def _get(base: str) -> None:
    """Pull a base, or make one of that name of Debian's packages, from where this machine has its own."""
    if podman("pull", f"docker.io/library/{base}", checked=False):
        return
    named = re.fullmatch(r"python:([\d.]+)-slim-(\w+)", base)
    if named is None:
        sys.exit(f"{base} can be pulled from nowhere.")
    version, release = named.groups()
    print(f"Instead, {base} is made of the packages of {release}.", flush=True)
    with tempfile.TemporaryDirectory(prefix="powergrid-base-") as folder:
        root, archive = Path(folder) / "root", Path(folder) / "archive"
        _run("debootstrap", "--variant=minbase", f"--include={PACKAGES}", release, str(root), _mirror(release))
        if not (found := _run("chroot", str(root), "python", "--version")).startswith(f"Python {version}."):
            sys.exit(f"{release} has {found.strip()}.")
        _run("tar", "--create", f"--file={archive}", f"--directory={root}", ".")
        podman("import", str(archive), f"localhost/{base}")


def _mirror(release: str) -> str:
    known = _run("apt-get", "indextargets", "--format", "$(CODENAME) $(REPO_URI)", "Created-By: Packages")
    mirrors = [line.split()[1] for line in known.splitlines() if line.split()[0] == release]
    if not mirrors:
        sys.exit(f"This machine gets no packages of {release} from anywhere.")
    return mirrors[0]


@contextmanager
def _settings_of_pip() -> Iterator[list[Mount]]:
    """What pip is told on this machine, and the files that this is about: lent to the build, and not in the image."""
    pip = [str(getattr(sys, "_base_executable", sys.executable)), "-m", "pip"]  # that of .venv has none
    options = {"quiet": "2"}
    for line in _run(*pip, "config", "list").splitlines():
        name, _, value = line.partition("=")
        options[name.rpartition(".")[2]] = " ".join(str(ast.literal_eval(value)).split())
    with tempfile.NamedTemporaryFile("w", prefix="powergrid-pip-") as file:
        file.write("[global]\n" + "".join(f"{name} = {value}\n" for name, value in options.items()))
        file.flush()
        yield [(Path(file.name), "/etc/pip.conf"), *((path, str(path)) for path in _files_of(options))]


def _files_of(options: dict[str, str]) -> list[Path]:
    """Files and folders that are named; of an index, the folder around it, as files lie beside it."""
    named = set()
    for name, value in options.items():
        for word in value.split():
            path = Path(word.removeprefix("file://"))
            named.add(path.parent if name.endswith("index-url") else path)
    return sorted(path for path in named if path.is_absolute() and path.exists())


def _look_for_what_was_lent(tag: str, mounts: list[Mount]) -> None:
    image = Path(podman("image", "mount", tag))
    try:
        for source, target in mounts:
            kept = image / target.removeprefix("/")
            is_empty = not kept.exists() or not (os.listdir(kept) if kept.is_dir() else kept.stat().st_size)
            # What the base has there by itself, such as certificates, is not that of this machine.
            if not is_empty and (kept.is_dir() or kept.read_bytes() == source.read_bytes()):
                sys.exit(f"{target} of this machine is in the image.")
    finally:
        podman("image", "unmount", tag)


def _run(*command: str) -> str:
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{done.stdout[-2000:]}{command[0]} failed.")
    return done.stdout
