"""Write the database to one file while the site runs, and read it back, with PostgreSQL's own programs.

What limits have counted is not in it: nobody who was here should stay in back-ups for that.
"""

import os
import re
import sqlite3
import subprocess
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from psycopg.conninfo import make_conninfo

from powergrid.models import BackUp

CACHE = str(settings.CACHES["default"]["LOCATION"])
FOR_PYTHON = ("cursor_factory", "context", "prepare_threshold")  # what Django tells psycopg alone
NAME = "%Y-%m-%dT%H%M%SZ"  # by the moment the back-up was begun
OURS = re.compile(r"\d{4}-\d\d-\d\dT\d{6}Z(\.part)?")  # also half a back-up; other files in the folder are left alone
NOTED = timedelta(days=90)  # how long the note is kept that a back-up was made


class BackupRefused(Exception):
    """Its words say why nothing was done."""


def back_up(path: Path) -> None:
    """Write all rows but those of the cache, as of one moment, into a new file that only its owner can read."""
    if path.exists():
        raise BackupRefused(f"{path} exists already. Back-ups are never overwritten. Choose another name.")
    draft = path.with_name(path.name + ".part")  # so that nobody takes half a back-up for a whole one
    try:
        draft.touch(mode=0o600)
        if connection.vendor == "postgresql":
            without = f"--exclude-table-data={CACHE}"
            _call_postgresql("pg_dump", "--format", "custom", without, "--file", str(draft))
        else:
            connection.ensure_connection()
            with closing(sqlite3.connect(draft)) as copy:
                connection.connection.backup(copy)
                _leave_out_cache(copy)
        draft.rename(path)
    except OSError as error:
        raise BackupRefused(f"{path} cannot be written: {error.strerror}.") from error
    finally:
        draft.unlink(missing_ok=True)


def _leave_out_cache(copy: sqlite3.Connection) -> None:
    if CACHE in {name for (name,) in copy.execute("SELECT name FROM sqlite_master")}:
        copy.execute(f'DELETE FROM "{CACHE}"')  # noqa: S608  (the name is ours)
        copy.commit()
    copy.execute("VACUUM")  # else what was deleted, there and elsewhere, is still in the file


def note(path: Path, now: datetime) -> None:
    """Store that a back-up was made, unless the database is too old to have the table for it."""
    if BackUp._meta.db_table in connection.introspection.table_names():
        BackUp.objects.filter(at__lt=now - NOTED).delete()
        BackUp.objects.create(at=now, size=path.stat().st_size)


def prune(folder: Path, older_than: datetime) -> int:
    """Delete the back-ups in a folder that were begun before a moment. Return how many."""
    old = [
        file
        for file in folder.iterdir()
        if OURS.fullmatch(file.name)
        and datetime.strptime(file.name.removesuffix(".part"), NAME).replace(tzinfo=UTC) < older_than
    ]
    for file in old:
        file.unlink()
    return len(old)


def restore(path: Path) -> None:
    """Fill an empty database from a file that :func:`back_up` wrote. All of it is restored, or nothing."""
    if not path.is_file():
        raise BackupRefused(f"There is no file {path}.")
    if connection.introspection.table_names():
        raise BackupRefused("The database is not empty. Make a new one, and set DATABASE_URL to it.")
    if connection.vendor == "postgresql":
        whole = ("--single-transaction", "--exit-on-error")
        _call_postgresql("pg_restore", "--no-owner", "--no-privileges", *whole, str(path))
    else:
        _copy_from(path)


def _call_postgresql(program: str, *arguments: str) -> None:
    server = {name: value for name, value in connection.get_connection_params().items() if name not in FOR_PYTHON}
    # Not as an argument, which others on the machine could see.
    environment = {**os.environ, "PGPASSWORD": server.pop("password", "")}
    command = [program, "--dbname", make_conninfo(**server), *arguments]
    try:
        subprocess.run(command, env=environment, check=True, capture_output=True, text=True)  # noqa: S603
    except FileNotFoundError as error:
        raise BackupRefused(f"There is no {program}. Install PostgreSQL's client.") from error
    except subprocess.CalledProcessError as error:
        raise BackupRefused(error.stderr.strip()) from error


def _copy_from(path: Path) -> None:
    connection.ensure_connection()
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as copy:
            copy.execute("PRAGMA schema_version")  # reads the file, and so fails if it is not SQLite's
            copy.backup(connection.connection)
    except sqlite3.DatabaseError as error:
        raise BackupRefused(f"{path} is not a back-up of an SQLite database.") from error
