"""A PostgreSQL for one command, gone afterwards: ``python -m tests.services.postgresql pytest tests/games``."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.services import parts

OPTIONS = (
    # Nothing here has to outlive a crash,
    "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"
    # nothing listens but a socket in the folder,
    " -c listen_addresses= "
    # and tests provoke enough refusals.
    " -c log_min_messages=fatal"
)


@contextmanager
def server() -> Iterator[str]:
    """Start a server of our own, and return the address of its database."""
    programs = parts.postgresql()
    if programs is None:
        sys.exit("There is no PostgreSQL: python -m tests.services.parts says how to get it.")
    folder = Path(tempfile.mkdtemp(prefix="powergrid-postgresql-"))
    prefix = _as_another_user(folder)

    def control(*arguments: str) -> None:
        command = [*prefix, str(programs / "pg_ctl"), "--silent", "--pgdata", f"{folder}/data", *arguments]
        subprocess.run(command, check=True, cwd=folder)

    try:
        control("initdb", "--options", "--no-sync --auth trust --username powergrid --encoding UTF8 --locale C")
        control("start", "--wait", "--options", f"-k {folder} {OPTIONS}")
        try:
            yield f"postgres://powergrid@/postgres?host={folder}"
        finally:
            control("stop", "--wait", "--mode", "fast")
    finally:
        shutil.rmtree(folder)


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
