"""Sessions in the database: Django's own, but for what they make of a database that cannot write."""

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import OperationalError


class SessionStore(db.SessionStore):
    """Says so where a session cannot be written, as when the disk is full.

    Django takes that for a session that was deleted meanwhile, and tells people that they have asked for nonsense.
    """

    def save(self, *arguments: Any, **more: Any) -> None:
        try:
            super().save(*arguments, **more)
        except UpdateError as error:
            if isinstance(error.__context__, OperationalError):
                raise error.__context__ from None
            raise
