"""Rows that cannot be read, by a bug or damage: lists and sweeps step over them, and the operators are told."""

import logging
import time
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.apps import apps
from django.core.cache import cache
from django.db import Error, models
from django.urls import reverse
from django.utils import timezone

logger = logging.getLogger(__name__)

KEPT = timedelta(hours=1)
"""How long a row is named after it was last met."""

AGAIN = 600
"""After so many seconds a process tells of the same row again: the front page may meet it several times a second."""

MOST = 20
"""How many are named."""

_KEY = "games.damaged"

_told: dict[tuple[str, int], float] = {}
"""When this process last told of a row."""


@dataclass(frozen=True, slots=True)
class Damaged:
    """A row that could not be shown: its model, as ``games.game``, and when it was last met."""

    model: str
    pk: int
    at: datetime

    @property
    def name(self) -> str:
        return f"{apps.get_model(self.model)._meta.verbose_name} {self.pk}"

    @property
    def href(self) -> str:
        """Where the admin has it."""
        return reverse(f"admin:{self.model.replace('.', '_')}_change", args=[self.pk])


@dataclass(frozen=True, slots=True)
class stepping_over(AbstractContextManager[None, bool]):  # noqa: N801  (like contextlib.suppress, a class for its speed)
    """Leave out what is made of a row if that fails, and log it. A fault of the database is raised: all have it."""

    model: type[models.Model]
    pk: int

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        if not isinstance(error, Exception) or isinstance(error, Error):
            return False
        _tell(self.model._meta.label_lower, self.pk, error)
        return True


def last_met() -> list[Damaged]:
    """The rows that were met lately, the last one first."""
    since = timezone.now() - KEPT
    met = [Damaged(model, pk, at) for (model, pk), at in _kept().items() if at > since]
    return sorted(met, key=lambda damaged: damaged.at, reverse=True)[:MOST]


def _tell(model: str, pk: int, error: Exception) -> None:
    now = time.monotonic()
    if now - _told.get((model, pk), -AGAIN) < AGAIN:
        return
    _told[model, pk] = now
    logger.error("%s %s is damaged, and is stepped over.", model, pk, exc_info=error)
    # Two processes that do this at once may forget a row of the other; it is told again.
    cache.set(_KEY, {**_kept(), (model, pk): timezone.now()}, KEPT.total_seconds())


def _kept() -> dict[tuple[str, int], datetime]:
    return cache.get(_KEY) or {}
