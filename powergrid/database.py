"""Whether the database lets us in, tried with a new connection, whatever others a program has kept."""

import re
from contextlib import closing

from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

PATIENCE = 2  # seconds to wait for an answer

_REFUSAL = re.compile(
    r"FATAL: {1,9}(?P<words>.{0,80}(?:authentication failed|no pg_hba\.conf entry"
    r"|(?:role|database) .{1,100} does not exist|permission denied for database).*)"
)
"""What PostgreSQL says when it refuses a log-in. It gives no error code that could be read instead."""


class Away(Exception):
    """The database does not answer."""


class LoginRefused(Exception):
    """It answers and refuses us, in its own words, which name the user but no password."""


def knock() -> None:
    """Open a connection and close it. Raises :class:`LoginRefused` or :class:`Away`."""
    try:
        with closing(_new_connection()) as own:
            own.ensure_connection()
    except DatabaseError as error:
        if words := _refusal(error):
            raise LoginRefused(words) from error
        raise Away("The database cannot be reached.") from error


def _new_connection() -> BaseDatabaseWrapper:
    own = connection.copy()
    if own.vendor == "postgresql":
        options = {key: value for key, value in own.settings_dict["OPTIONS"].items() if key != "pool"}
        own.settings_dict["OPTIONS"] = {**options, "connect_timeout": PATIENCE}
    return own


def _refusal(error: DatabaseError) -> str | None:
    """The last refusal it gave: it gives one for each address and each way in that was tried."""
    found = [match["words"] for match in _REFUSAL.finditer(str(error))]
    if found:
        return found[-1]
    attempt = getattr(error.__cause__, "pgconn", None)
    return "it wants a password, and DATABASE_URL has none" if attempt and attempt.needs_password else None
