"""Build the image of ``deploy/Dockerfile`` and run its programs: ``python -m tests.image``.

It needs root on Debian with podman, catatonit, debootstrap, PostgreSQL and Redis. Where no base can be pulled, one is
made of Debian's packages, which takes a minute and is kept in ``var/image`` with all the rest.
"""

import os
import subprocess
import sys
from pathlib import Path

from tests.image.building import build
from tests.image.engine import STORE, podman
from tests.services.sites import ROOT

HALF_A_CGROUP = Path("/sys/fs/cgroup/unified")


def main() -> None:
    if os.geteuid() != 0:
        sys.exit("Only root can build an image in this way.")
    if "own" not in sys.argv:
        # Mounts of its own, so that what it takes away for a while nobody else misses.
        os.execvp("unshare", ["unshare", "--mount", sys.executable, "-m", "tests.image", "own"])
    if HALF_A_CGROUP.is_mount():  # the runtime takes the old kind of control groups, or the new, but not both
        subprocess.run(["umount", str(HALF_A_CGROUP)], check=True)
    STORE.mkdir(parents=True, exist_ok=True)
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    )
    tag = f"localhost/powergrid:{commit.stdout.strip()}"
    build(tag)
    print(f"{tag}: {int(podman('image', 'inspect', '--format={{.Size}}', tag)) >> 20} MB", flush=True)
    sys.exit(subprocess.run(["unshare", "--net", sys.executable, "-m", "tests.image.running", tag]).returncode)


if __name__ == "__main__":
    main()
