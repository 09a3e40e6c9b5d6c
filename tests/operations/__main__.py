"""An operator's day, by the commands of ``docs/operations.md``: ``python -m tests.operations``.

The site is installed as it was 100 commits ago, on PostgreSQL and Redis behind Caddy, on a machine of its own, of
which nothing is left afterwards. People sign up and play all the while. Redis, PostgreSQL, room on the disks and
the worker go away and come back, the web servers are restarted in turn, the site is upgraded to this commit, not to
two that are broken, back and in again, backed up, dropped and restored. Then each action that was answered with
success has to be there, and nobody may have met a fault where nothing should show; or else the exit status is 1. It
takes some twenty minutes, and leaves what the shell and the programs said in ``var/operations``.

With ``--start c081de5``, or any commit from before releases had folders, a site in one folder moves to releases, back
and in again instead.

It needs root on Debian with postgresql, redis-server, caddy, esbuild and python3-venv, whose services need not run.
systemd need not either, as in a container: a small stand-in does what the unit files say
(:mod:`tests.operations.units`).
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from email.message import EmailMessage
from pathlib import Path

from tests.operations import commits
from tests.operations.day import Day
from tests.operations.machine import HOST, Machine, set_apart
from tests.services import smtp
from tests.services.sites import ROOT

LOGS = ROOT / "var" / "operations"

SECRET = "not as secret as yours, and used for a day: 0123456789 abcdef"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--start", default="HEAD~100", help="the commit that is installed first")
    parser.add_argument("--within", type=Path, help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("Only root can install a site.")
    if wanted.within:
        sys.exit(_day(wanted.within, wanted.start))
    with tempfile.TemporaryDirectory(prefix="powergrid-operations-") as folder:
        start = commits.named(wanted.start)
        if commits.git("status", "--porcelain"):
            print("What is not committed is not tried, but for docs/operations.md.", flush=True)
        commits.git("clone", "--quiet", "--no-hardlinks", str(ROOT), f"{folder}/source")
        for commit in [start, *commits.stops(start), "HEAD"]:
            _fetch_packages(commit, Path(folder))
        apart = ["unshare", "--mount", "--net", sys.executable, "-m", "tests.operations"]
        sys.exit(subprocess.run([*apart, "--start", start, "--within", folder], check=False).returncode)


def _fetch_packages(commit: str, folder: Path) -> None:
    """Fetch the packages of a release while there is a network."""
    asked = folder / "base.txt"
    asked.write_text(commits.git("show", f"{commit}:requirements/base.txt") + "\n")
    pip = [str(getattr(sys, "_base_executable", sys.executable)), "-m", "pip"]
    command = [*pip, "--quiet", "--quiet", "download", "--no-deps", "--require-hashes", "--requirement", str(asked)]
    subprocess.run([*command, "--dest", str(folder / "wheels")], check=True)


def _day(folder: Path, start: str) -> int:
    LOGS.mkdir(parents=True, exist_ok=True)
    # Caddy, the database and the site have to get through to what is theirs in it.
    folder.chmod(0o755)
    set_apart(folder)
    mails: list[EmailMessage] = []
    with smtp.server(lambda mail, _: mails.append(mail)) as (port, _):
        answers = {
            "SECRET_KEY": SECRET,
            "ALLOWED_HOSTS": HOST,
            "SITE_URL": f"https://{HOST}",
            "DATABASE_URL": "postgres://powergrid@/powergrid?host=/run/postgresql",
            "BROKER_URL": "redis://localhost:6379/0",
            "EMAIL_URL": f"smtp://127.0.0.1:{port}",
            "DEFAULT_FROM_EMAIL": f"Power Grid <games@{HOST}>",
        }
        machine = Machine(folder, answers, folder / "wheels")
        signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))
        try:
            return 0 if Day(machine, folder / "source", mails).run(start) else 1
        finally:
            machine.manager.close()
            for log in folder.glob("*.log"):
                shutil.copy(log, LOGS)


if __name__ == "__main__":
    main()
