"""Whether this program has all it needs to serve people."""

import logging
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache as remember
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage, staticfiles_storage
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from powergrid import database
from powergrid.celery import app

logger = logging.getLogger(__name__)


class Missing(Exception):
    """This program can serve nobody. Its words say why, and hold no secret."""


class Degraded(Exception):
    """Something is wrong, but people can still be served, or no other program could serve them better."""


@dataclass(frozen=True, slots=True)
class Readiness:
    """A sentence for each thing that is wrong. The log says why."""

    missing: tuple[str, ...]
    degraded: tuple[str, ...]

    @classmethod
    def of_now(cls) -> "Readiness":
        faults = [fault for check in CHECKS if (fault := _failure(check))]
        return cls(
            missing=tuple(str(fault) for fault in faults if isinstance(fault, Missing)),
            degraded=tuple(str(fault) for fault in faults if isinstance(fault, Degraded)),
        )


def _failure(check: Callable[[], None]) -> Missing | Degraded | None:
    try:
        check()
    except (Missing, Degraded) as fault:
        logger.warning("%s: %s", type(fault).__name__, fault, exc_info=fault.__cause__)
        return fault
    return None


def _database() -> None:
    """Whether it answers, is migrated, and has the table of the cache. Only the first fault counts."""
    try:
        database.knock()
    except database.Away as error:
        raise Degraded("The database cannot be reached.") from error
    except database.LoginRefused as error:
        raise Missing("The database refuses this program. Check DATABASE_URL.") from error
    try:
        applied = MigrationRecorder(connection).applied_migrations()
    except DatabaseError as error:
        raise Missing("The database answers, but this program gets no connection for its requests.") from error
    if lacking := _newest_migrations() - applied.keys():
        apps = ", ".join(sorted({app for app, _ in lacking}))
        raise Missing(f"The database is not migrated ({apps}). Run manage.py migrate.")
    try:
        cache.get("ready")
    except DatabaseError as error:
        raise Missing("The table of the cache is missing. Run manage.py createcachetable.") from error


@remember
def _newest_migrations() -> frozenset[tuple[str, str]]:
    """The last one of each app, read once."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


def _broker() -> None:
    try:
        queue_length()
    except OutOfReach as error:
        raise Degraded("The broker cannot be reached. Turns are stored, and alerts go out later.") from error


def _static_files() -> None:
    """Whether each file that a page may link is there, under the name that this program read when it started."""
    storage: object = staticfiles_storage
    if not isinstance(storage, ManifestStaticFilesStorage):
        return
    if _has_all(storage):
        return
    if _has_all(storage.__class__(storage.location)):  # its type is that of a proxy
        raise Missing("The static files were collected after this program had started. Restart it.")
    raise Missing("The static files are not collected. Run manage.py collectstatic, then restart this program.")


def _has_all(storage: ManifestStaticFilesStorage) -> bool:
    known = storage.hashed_files
    return all(name in known and storage.exists(known[name]) for name in _static_names())


@remember
def _static_names() -> frozenset[str]:
    found = (file for finder in get_finders() for file in finder.list(()))
    return frozenset("/".join(filter(None, [getattr(storage, "prefix", ""), name])) for name, storage in found)


def _disk() -> None:
    """Whether there is room for what a program writes. On a public site that is metrics alone."""
    folder = settings.VAR_DIR if settings.DEVELOPMENT else settings.METRICS_DIR
    if folder is None:
        return
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"ready")
            file.flush()
    except OSError as error:
        raise Degraded("VAR_DIR cannot be written to.") from error


CHECKS = (_database, _broker, _static_files, _disk)
BROKER_PATIENCE = 1.0  # seconds to wait for an answer


class OutOfReach(Exception):
    """The broker does not answer."""


def queue_length() -> int:
    """How many tasks wait for a worker; raises :class:`OutOfReach`."""
    patience = dict.fromkeys(("socket_connect_timeout", "socket_timeout"), BROKER_PATIENCE)
    options = {**app.conf.broker_transport_options, **patience}
    with app.connection_for_write(connect_timeout=BROKER_PATIENCE, transport_options=options) as broker:
        try:
            return _waiting(broker)
        except Exception as error:  # each kind of broker raises errors of its own
            raise OutOfReach("The broker does not answer.") from error


def _waiting(broker: Any) -> int:
    broker.ensure_connection(max_retries=1, interval_start=0, timeout=BROKER_PATIENCE)
    try:
        with broker.channel() as channel:
            found = channel.queue_declare(queue=app.conf.task_default_queue, passive=True)
    except broker.channel_errors:  # no task has been handed out yet
        return 0
    return int(found.message_count)
