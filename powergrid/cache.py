"""Django's cache in the database, which also says when it cannot write, and does not say whose an entry is."""

from datetime import datetime
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.db import DatabaseCache
from django.db import OperationalError, connections, router
from django.utils.crypto import salted_hmac

TRIES = 3  # one fails when another process writes the same entry at the same moment


def key(words: str, prefix: str, version: int) -> str:
    """The name of an entry in the database: a checksum by the secret key of the site.

    Limits count by network and mail addresses. Who has a copy of the database, but no key, cannot find out which.
    """
    return salted_hmac("powergrid.cache", f"{prefix}:{version}:{words}", algorithm="sha256").hexdigest()


class Cache(DatabaseCache):
    """Raises an error when it cannot write, such as when the disk is full.

    Django takes that for an entry that another process has just made. A person who waits for a lock of
    django-allauth would then read that they have tried too often.
    """

    def set(self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        made = self.make_and_validate_key(key, version=version)
        if not any(self._base_set("set", made, value, timeout) for _try in range(TRIES)):  # type: ignore[attr-defined]
            raise _unwritten()

    def add(self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        for _try in range(TRIES):
            if super().add(key, value, timeout, version):
                return True
            if self._holds(self.make_and_validate_key(key, version=version)):
                return False
        raise _unwritten()

    def forget(self, *, now: datetime) -> int:
        """Delete what has expired, and say how many. Django does so only where there is too much."""
        connection = connections[router.db_for_write(self.cache_model_class)]
        table = connection.ops.quote_name(self._table)  # type: ignore[attr-defined]
        with connection.cursor() as cursor:
            expired = [connection.ops.adapt_datetimefield_value(now)]
            cursor.execute(f"DELETE FROM {table} WHERE expires < %s", expired)  # noqa: S608  (the name is ours)
            return int(cursor.rowcount)

    def _holds(self, made: str) -> bool:
        """Whether there is a row, even one that expires this second."""
        connection = connections[router.db_for_write(self.cache_model_class)]
        table = connection.ops.quote_name(self._table)  # type: ignore[attr-defined]
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT 1 FROM {table} WHERE cache_key = %s", [made])  # noqa: S608  (the name is ours)
            return cursor.fetchone() is not None


def _unwritten() -> OperationalError:
    return OperationalError("The cache cannot be written to.")
