"""A PostgreSQL for one command, gone afterwards: ``python -m tests.services.postgresql pytest tests/games``."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.services import parts

OPTIONS = (
    # Nothing here has to outlive a crash of the machine,
    "-c fsync=off"
    # nothing listens but a socket in the folder,
    " -c listen_addresses= "
    # and tests provoke enough refusals.
    " -c log_min_messages=fatal"
)

FORGETFUL = " -c synchronous_commit=off -c full_page_writes=off"
"""What is quicker, where nothing has to outlive the death of the server, either."""

DEADLINE = 60
"""Seconds until a server that does not start is not going to."""


class Database:
    """A PostgreSQL in a folder, which can be killed and started again with all that was committed."""

    def __init__(self, programs: Path, folder: Path, options: str) -> None:
        self.folder = folder
        control = [str(programs / "pg_ctl"), "--silent", "--pgdata", f"{folder}/data"]
        self._program = [*_as_another_user(folder), *control]
        self._start = ("start", "--wait", "--log", f"{folder}/log", "--options", f"-k {folder} {options}")
        self._control("initdb", "--options", "--no-sync --auth trust --username powergrid --encoding UTF8 --locale C")
        self.start()

    @property
    def address(self) -> str:
        return f"postgres://powergrid@/postgres?host={self.folder}"

    def start(self) -> None:
        """Start it; after a death as soon as the last of its processes has noticed."""
        deadline = time.monotonic() + DEADLINE
        while self._tried(*self._start) != 0:
            assert time.monotonic() < deadline, (self.folder / "log").read_text()
            time.sleep(0.1)

    def kill(self) -> None:
        """End it as the system does when memory runs out: at once, and nothing is tidied up."""
        os.kill(int((self.folder / "data" / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)

    def stop(self, mode: str = "fast") -> None:
        self._control("stop", "--wait", "--mode", mode)

    def _control(self, *arguments: str) -> None:
        subprocess.run([*self._program, *arguments], check=True, cwd=self.folder)

    def _tried(self, *arguments: str) -> int:
        command = [*self._program, *arguments]
        return subprocess.run(command, cwd=self.folder, stderr=subprocess.DEVNULL, check=False).returncode


@contextmanager
def database(options: str = OPTIONS) -> Iterator[Database]:
    """Start a server of our own that keeps what was committed when it is killed."""
    programs = parts.postgresql()
    if programs is None:
        sys.exit("There is no PostgreSQL: python -m tests.services.parts says how to get it.")
    folder = Path(tempfile.mkdtemp(prefix="powergrid-postgresql-"))
    try:
        started = Database(programs, folder, options)
        try:
            yield started
        finally:
            started.stop()
    finally:
        shutil.rmtree(folder)


@contextmanager
def server() -> Iterator[str]:
    """Start a server of our own, and return the address of its database."""
    with database(OPTIONS + FORGETFUL) as started:
        yield started.address


def _as_another_user(folder: Path) -> list[str]:
    """Hand the folder to somebody else where we are root: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return []
    user = "nobody"
    shutil.chown(folder, user)
    return ["setpriv", f"--reuid={user}", "--clear-groups", "--"]


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))  # or else the server would stay behind
    with server() as address:
        result = subprocess.run(sys.argv[1:], env={**os.environ, "DATABASE_URL": address}, check=False)
    sys.exit(result.returncode)


if __name__ == "__main__":
    main()
