"""The database in one file, and back, while the site is at work, by PostgreSQL's programs as new as the server."""

import os
import re
import sqlite3
import subprocess
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.db import connection
from psycopg.conninfo import make_conninfo

from powergrid.models import BackUp

FOR_PYTHON = ("cursor_factory", "context", "prepare_threshold")
"""What Django tells psycopg, and nobody else would understand."""


NAME = "%Y-%m-%dT%H%M%SZ"  # what a back-up is called by the moment it was begun
OURS = re.compile(r"\d{4}-\d\d-\d\dT\d{6}Z(\.part)?")
"""Names of that form, those of half a back-up included: all else in the folder is left alone."""
NOTED = timedelta(days=90)  # how long it is known that a back-up was made


class BackupRefused(Exception):
    """Says why nothing was done."""


def back_up(path: Path) -> None:
    """Write all rows as they are at one moment into a new file that only its owner can read."""
    if path.exists():
        raise BackupRefused(f"{path} is there already: back-ups are never overwritten.")
    draft = path.with_name(path.name + ".part")  # half of a back-up is not to be taken for a whole one
    try:
        draft.touch(mode=0o600)
        if connection.vendor == "postgresql":
            _call_postgresql("pg_dump", "--format", "custom", "--file", str(draft))
        else:
            connection.ensure_connection()
            with closing(sqlite3.connect(draft)) as copy:
                connection.connection.backup(copy)
        draft.rename(path)
    except OSError as error:
        raise BackupRefused(f"{path} cannot be written: {error.strerror}.") from error
    finally:
        draft.unlink(missing_ok=True)


def note(path: Path, now: datetime) -> None:
    """Store that a back-up was made; a database from before these notes is backed up, too, before it is migrated."""
    if BackUp._meta.db_table in connection.introspection.table_names():
        BackUp.objects.filter(at__lt=now - NOTED).delete()
        BackUp.objects.create(at=now, size=path.stat().st_size)


def prune(folder: Path, older_than: datetime) -> int:
    """Delete the back-ups of a folder that were begun before some moment; return how many."""
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
        raise BackupRefused("The database is not empty. Make a new one, and have DATABASE_URL lead to it.")
    if connection.vendor == "postgresql":
        whole = ("--single-transaction", "--exit-on-error")
        _call_postgresql("pg_restore", "--no-owner", "--no-privileges", *whole, str(path))
    else:
        _copy_from(path)


def _call_postgresql(program: str, *arguments: str) -> None:
    server = {name: value for name, value in connection.get_connection_params().items() if name not in FOR_PYTHON}
    # The password is no argument, which others on the machine could see.
    environment = {**os.environ, "PGPASSWORD": server.pop("password", "")}
    command = [program, "--dbname", make_conninfo(**server), *arguments]
    try:
        subprocess.run(command, env=environment, check=True, capture_output=True, text=True)  # noqa: S603
    except FileNotFoundError as error:
        raise BackupRefused(f"There is no {program}: install PostgreSQL's client.") from error
    except subprocess.CalledProcessError as error:
        raise BackupRefused(error.stderr.strip()) from error


def _copy_from(path: Path) -> None:
    connection.ensure_connection()
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as copy:
            copy.execute("PRAGMA schema_version")  # reads the file, and finds that it is none of SQLite's
            copy.backup(connection.connection)
    except sqlite3.DatabaseError as error:
        raise BackupRefused(f"{path} is no back-up of an SQLite database.") from error
