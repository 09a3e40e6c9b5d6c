"""Whether the database lets us in: asked over a connection of its own, whatever a program has kept of others."""

import re
from contextlib import closing

from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

PATIENCE = 2  # seconds to wait for an answer

_REFUSAL = re.compile(
    r"FATAL: +(?P<words>.*(?:authentication failed|no pg_hba\.conf entry|role .* does not exist"
    r"|database .* does not exist|permission denied for database).*)"
)
"""What PostgreSQL says to whom it knows and will not have. A refusal to log in brings no code that could be asked."""


class Away(Exception):
    """The database does not answer."""


class LoginRefused(Exception):
    """It answers, and does not let us in; its own words, which name the user and no password."""


def knock() -> None:
    """Open a connection, and close it; raises :class:`LoginRefused` and :class:`Away`."""
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
    """The last of its words: with several addresses or ways in, each is tried and each refusal told."""
    found = [match["words"] for match in _REFUSAL.finditer(str(error))]
    if found:
        return found[-1]
    attempt = getattr(error.__cause__, "pgconn", None)
    return "it asks for a password, and DATABASE_URL has none" if attempt and attempt.needs_password else None
