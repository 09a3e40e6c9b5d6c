"""Sending all that is due: one after the other, by as many workers at once as there are.

A worker takes some ways to reach people, and no other one sends there meanwhile: so alerts arrive in their order, and
what is told together is gathered by one worker. Mails and calls have a lane each, with a queue and programs that do
nothing else: whatever they wait for, nothing else waits with them.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Self

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from notifications import delivery, outgoing, send_context
from notifications.channels import mail_connection
from notifications.models import Alert, AlertQuerySet, Channel, Destination

Clock = Callable[[], datetime]
LASTS = timedelta(seconds=5)
"""How long a drain takes, but for the alert that it has in hand then: workers have other things to do, too."""
BATCH = 50  # how many alerts a worker takes at once
FRESH = timedelta(seconds=2)
"""How long what was looked up about alerts counts: a player may have answered meanwhile what they ask."""
LEASE = timedelta(seconds=30)
"""After how long others may send by the ways of a worker that has died. What it had in hand waits longer."""


class Lane(StrEnum):
    """What is sent by one worker after the other, and waits for nothing in the other lane: the name of its queue."""

    MAIL = "mail"
    CALLS = "calls"

    @classmethod
    def of(cls, channel: str) -> Self:
        return cls.MAIL if channel in (Channel.MAIL, Channel.FEED) else cls.CALLS

    @property
    def channels(self) -> list[Channel]:
        return [channel for channel in Channel if Lane.of(channel) is self]


def due(lane: Lane, now: datetime) -> AlertQuerySet:
    """The alerts of a lane that a worker may take, but for those by ways that another one has taken."""
    return _free(Alert.objects.due(now).filter(channel__in=lane.channels), now)


def drain(lane: Lane, *, clock: Clock = timezone.now) -> None:
    """Send what is due in a lane until nothing is or the time is up; raises the bugs of alerts and mails as a group.

    Mails to addresses come first: somebody sits at a page and waits for most of them.
    """
    _work_off(lambda now: due(lane, now), clock, outgoing.send_next if lane is Lane.MAIL else _none)


def send(pks: Collection[int], *, clock: Clock = timezone.now) -> None:
    """Send these alerts, as far as they are due and nobody else sends by the same way; raises as :func:`drain`."""
    _work_off(lambda now: _free(Alert.objects.due(now).filter(pk__in=pks), now), clock)


def _free(alerts: AlertQuerySet, now: datetime) -> AlertQuerySet:
    return alerts.filter(Q(destination__taken_until=None) | Q(destination__taken_until__lte=now))


def _none(now: datetime) -> bool:
    return False


def _work_off(
    find: Callable[[datetime], AlertQuerySet], clock: Clock, send_first: Callable[[datetime], bool] = _none
) -> None:
    """Send alerts that ``find`` finds, after all that ``send_first`` sends, which answers False once that is done."""
    ends_at = clock() + LASTS
    bugs: list[Exception] = []
    with mail_connection.kept():
        with _noting(bugs):  # after which the next sweep sends the others
            while (now := clock()) < ends_at and send_first(now):
                pass
        while (now := clock()) < ends_at:
            batch = dict(find(now).order_by("due_at", "pk").values_list("pk", "destination")[:BATCH])
            if not batch:
                break
            with _taking(set(batch.values()), now) as ours:
                bugs += _deliver(_fresh([pk for pk, way in batch.items() if way in ours], clock), ends_at, clock)
    if bugs:
        raise ExceptionGroup("Some alerts were not sent.", bugs)


def _fresh(pks: Collection[int], clock: Clock) -> Iterator[Alert]:
    """The alerts with these ids, the longest due first, looked up together, and again :data:`FRESH` later."""
    while pks:
        alerts = send_context.load(Alert.objects.filter(pk__in=pks).order_by("due_at", "pk"))
        looked_up_at, pks = clock(), []
        for place, alert in enumerate(alerts):
            if place and clock() - looked_up_at > FRESH:
                pks = [later.pk for later in alerts[place:]]
                break
            yield alert


def _deliver(alerts: Iterable[Alert], ends_at: datetime, clock: Clock) -> list[Exception]:
    bugs: list[Exception] = []
    for alert in alerts:
        now = clock()
        if now >= ends_at:
            break
        with _noting(bugs, f"Alert {alert.pk} was not sent."):
            delivery.attempt(alert, now=now)
    return bugs


@contextmanager
def _noting(bugs: list[Exception], words: str = "A mail was not sent.") -> Iterator[None]:
    """Keep a bug to be raised in the end, so that it holds up nothing else."""
    try:
        yield
    except Exception as bug:  # noqa: BLE001
        bug.add_note(words)
        bugs.append(bug)


@contextmanager
def _taking(pks: Iterable[int | None], now: datetime) -> Iterator[set[int | None]]:
    """Take ways to reach people, and let go of them afterwards; answer which of them no other worker has.

    Those that are gone are always ours, and None with them: such alerts only have to be dropped.
    """
    until = now + LEASE
    ways = Destination.objects.filter(pk__in=[pk for pk in pks if pk is not None])
    gone = {None, *pks} - set(ways.values_list("pk", flat=True))
    with transaction.atomic():
        free = ways.filter(Q(taken_until=None) | Q(taken_until__lte=now))
        ours = set(free.select_for_update(skip_locked=True, no_key=True).values_list("pk", flat=True))
        Destination.objects.filter(pk__in=ours).update(taken_until=until)
    try:
        yield {*ours, *gone}
    finally:
        Destination.objects.filter(pk__in=ours, taken_until=until).update(taken_until=None)
