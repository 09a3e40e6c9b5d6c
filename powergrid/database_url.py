"""What DATABASE_URL can lead to, and how Django connects to it."""

from pathlib import Path
from typing import Any

from environs import EnvError

from powergrid.environment import folder

SQLITE_OPTIONS = {
    # Lock for writing at once: a read that later writes would fail instead of waiting (SQLite has no row locks).
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA mmap_size=134217728;"
        " PRAGMA journal_size_limit=27103364; PRAGMA cache_size=2000"
    ),
}

POOL_OPTIONS = {
    "min_size": 0,  # opened when needed and closed when idle: a process that only schedules has none
    "timeout": 5,  # seconds to wait for a connection, as while the database is restarted; then the page says so
    # It tries ever more seldom, and would come back minutes after the database. Having given up, it tries when asked.
    "reconnect_timeout": 2,
}


def connected(database: dict[str, Any], *, pool: int) -> dict[str, Any]:
    """The setting for a database, with so many connections to PostgreSQL in a process; 0: one for each thread."""
    # Other engines have never been tried, and a database in memory is one of its own in every process.
    match database["ENGINE"].rpartition(".")[2], database["NAME"]:
        case "sqlite3", str(path) if path not in {"", ":memory:"}:
            folder("DATABASE_URL or VAR_DIR", Path(path).parent)
            return {**database, "OPTIONS": SQLITE_OPTIONS}
        case "postgresql", str(name) if name and pool:
            # Whoever takes a connection gives it back after each request or task, and gets none that is broken.
            options = {**database.get("OPTIONS", {}), "pool": {**POOL_OPTIONS, "max_size": pool}}
            return {**database, "CONN_MAX_AGE": 0, "OPTIONS": options}
        case "postgresql", str(name) if name:
            return database
    raise EnvError("DATABASE_URL must look like sqlite:////path/to/file or postgres://user:password@host:5432/name.")
