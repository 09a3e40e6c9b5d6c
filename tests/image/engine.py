"""Podman with a store of its own, so that whatever else is built on this machine stays as it is."""

import subprocess
import sys

from tests.services.sites import ROOT

STORE = ROOT / "var" / "image"

LIMITS = ("--ulimit=nofile=4096:4096", "--ulimit=nproc=4096:4096")
"""Of both, podman asks for more than a sandbox may have."""


def podman(*words: str, checked: bool = True) -> str:
    """Run a command of podman, and return what it says; what it complains about is shown."""
    folders = [f"--{name}={STORE / name}" for name in ("root", "runroot", "tmpdir")]
    done = subprocess.run(["podman", *folders, *words], stdout=subprocess.PIPE, text=True, check=False)
    if checked and done.returncode != 0:
        sys.exit(f"{done.stdout}podman {' '.join(words[:2])} … failed.")
    return done.stdout.strip()
