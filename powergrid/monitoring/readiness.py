"""What a site has to have before it can serve anybody, and whether it has it."""

import logging
import tempfile
from collections.abc import Callable
from functools import cache as remember

from django.conf import settings
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from powergrid.monitoring import queue

logger = logging.getLogger(__name__)


class Missing(Exception):
    """Something is not there; what, is said in words that hold no secret."""


def missing() -> list[str]:
    """A sentence for each thing that is missing. Why it is, the log says."""
    return [sentence for check in CHECKS if (sentence := _failure(check))]


def _failure(check: Callable[[], None]) -> str | None:
    try:
        check()
    except Missing as fault:
        logger.warning("Not ready: %s", fault, exc_info=fault.__cause__)
        return str(fault)
    return None


def _database() -> None:
    """Whether it answers, was migrated, and has the table of the cache. The first fault would cause the others."""
    try:
        applied = MigrationRecorder(connection).applied_migrations()
    except DatabaseError as error:
        raise Missing("The database cannot be reached.") from error
    if lacking := _newest_migrations() - applied.keys():
        apps = ", ".join(sorted({app for app, _ in lacking}))
        raise Missing(f"The database has not been migrated ({apps}): run manage.py migrate.")
    try:
        cache.get("ready")
    except DatabaseError as error:
        raise Missing("The table of the cache is missing: run manage.py createcachetable.") from error


@remember
def _newest_migrations() -> frozenset[tuple[str, str]]:
    """Those that all others lead to; read once, as they are part of the program."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


def _broker() -> None:
    try:
        queue.length()
    except queue.OutOfReach as error:
        raise Missing("The broker cannot be reached: turns are stored, and told later.") from error


def _static_files() -> None:
    storage: object = staticfiles_storage
    if isinstance(storage, ManifestFilesMixin) and not storage.hashed_files:
        raise Missing("The static files have not been collected: run manage.py collectstatic.")


def _disk() -> None:
    """Whether there is room for what a program writes. In earnest that is metrics alone: the rest of VAR_DIR is made
    before programs start, and containers can only read it.
    """
    folder = settings.VAR_DIR if settings.DEVELOPMENT else settings.METRICS_DIR
    if folder is None:
        return
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"ready")
            file.flush()
    except OSError as error:
        raise Missing("Nothing can be written to VAR_DIR.") from error


CHECKS = (_database, _broker, _static_files, _disk)
