"""Servers that do not answer, the mail server among them, are left alone for a while: each try takes a worker's time.

What would go there stays in the outbox. After a while one worker tries; the others wait until it knows more.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Self

from django.db import transaction
from django.db.models import Q, QuerySet

from notifications.channels.faults import ServerTrouble, Undelivered
from notifications.models import FailingServer

logger = logging.getLogger(__name__)

PATIENCE = 3  # how often in a row a server may fail before it is left alone
SHORTEST_REST, LONGEST_REST = timedelta(seconds=30), timedelta(minutes=5)
"""For how long it is left alone: as long again as it has failed, within these."""
TRY = timedelta(seconds=30)
"""For how long one worker alone tries whether it is back: longer than that may take."""


def left_alone() -> QuerySet[FailingServer]:
    """The servers that do not answer, for those who run the site."""
    return FailingServer.objects.filter(rests_until__isnull=False).order_by("since", "pk")


def forget(now: datetime) -> None:
    """Forget servers to which nothing has been sent for a day: their webhooks may be gone."""
    before = now - timedelta(days=1)
    FailingServer.objects.filter(Q(rests_until=None) | Q(rests_until__lt=before), since__lt=before).delete()


@dataclass(frozen=True, slots=True)
class Servers:
    """How servers fare, looked up for several alerts together.

    ``tries`` are those that this worker alone is to try now.
    """

    failing: dict[str, FailingServer]
    tries: set[str] = field(default_factory=set)

    @classmethod
    def load(cls) -> Self:
        return cls({server.name: server for server in FailingServer.objects.all()})

    def rests_until(self, name: str, now: datetime) -> datetime | None:
        """Until when a server is left alone; None where the caller may try it, after a rest as the only one."""
        known = self.failing.get(name)
        if known is None or known.rests_until is None:
            return None
        if known.rests_until <= now:
            before, known.rests_until = known.rests_until, now + TRY
            if FailingServer.objects.filter(pk=known.pk, rests_until=before).update(rests_until=known.rests_until):
                self.tries.add(name)
                return None
        return known.rests_until

    def let_others_try(self, name: str, now: datetime) -> None:
        """Give back the try after a rest, where the caller had it and then had nothing to ask the server."""
        if name in self.tries:
            self.tries.remove(name)
            known = self.failing[name]
            FailingServer.objects.filter(pk=known.pk, rests_until=known.rests_until).update(rests_until=now)
            known.rests_until = now

    @contextmanager
    def watched(self, name: str, now: datetime) -> Iterator[None]:
        """Note whether a server answers, whatever it says; nothing where it was not asked."""
        try:
            yield
        except ServerTrouble:
            self.tries.discard(name)
            self.failing[name] = _note_failure(name, now)
            raise
        except Undelivered as fault:
            if fault.was_asked:
                self._note_answer(name)
            raise
        else:
            self._note_answer(name)

    def _note_answer(self, name: str) -> None:
        self.tries.discard(name)
        if name in self.failing:
            FailingServer.objects.filter(name=name).delete()
            del self.failing[name]


def _note_failure(name: str, now: datetime) -> FailingServer:
    with transaction.atomic():
        known = FailingServer.objects.select_for_update(no_key=True)
        server, _is_new = known.get_or_create(name=name, defaults={"since": now})
        server.failures += 1
        if server.failures >= PATIENCE:
            server.rests_until = now + min(max(now - server.since, SHORTEST_REST), LONGEST_REST)
            logger.warning("A server does not answer and is left alone until %s: %s", server.rests_until, name)
        server.save(update_fields=["failures", "rests_until"])
    return server
