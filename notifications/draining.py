"""Sending all that is due: one after the other, by as many workers at once as there are.

A worker takes a way to reach somebody, and sends what is due there. No other one sends there meanwhile: so alerts
arrive in their order, and what is told together is gathered by one worker alone. Calls over the net can be slow, and
no mail is to wait for them: both have a lane of their own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Self

from django.db.models import Q
from django.utils import timezone

from notifications import circumstances, delivery
from notifications.channels import connection
from notifications.models import Alert, AlertQuerySet, Channel, Destination

Clock = Callable[[], datetime]

LASTS = timedelta(seconds=5)
"""How long a drain takes, but for the alert that it has in hand then: workers have other things to do, too."""

BATCH = 100
"""How many alerts are looked up at once."""

LEASE = timedelta(seconds=30)
"""After how long others may send by a way whose worker has died. What it had in hand waits longer."""


class Lane(StrEnum):
    """What is sent by one worker after the other, and waits for nothing in the other lane."""

    MAIL = "mail"
    CALLS = "calls"

    @classmethod
    def of(cls, channel: str) -> Self:
        """The lane by which a channel is served."""
        return cls.MAIL if channel in (Channel.MAIL, Channel.FEED) else cls.CALLS

    @property
    def channels(self) -> list[Channel]:
        return [channel for channel in Channel if Lane.of(channel) is self]


def due(lane: Lane, now: datetime) -> AlertQuerySet:
    """The alerts of a lane that a worker may take, but for those by ways that another one has taken."""
    is_free = Q(destination__taken_until=None) | Q(destination__taken_until__lte=now)
    return Alert.objects.due(now).filter(is_free, channel__in=lane.channels)


def drain(lane: Lane, *, clock: Clock = timezone.now) -> None:
    """Send what is due in a lane, the longest due first, until nothing is or the time is up.

    :raises ExceptionGroup: bugs that alerts ran into; they kept no other alert from being sent.
    """
    ends_at = clock() + LASTS
    batches = iter(lambda: _by_way(due(lane, clock())) if clock() < ends_at else {}, {})
    _work_off(batches, ends_at, clock)


def send(pks: Iterable[int], *, clock: Clock = timezone.now) -> None:
    """Send these alerts, as far as they are due and nobody else sends by the same way.

    :raises ExceptionGroup: bugs that alerts ran into; they kept no other alert from being sent.
    """
    batch = _by_way(Alert.objects.due(clock()).filter(pk__in=pks))
    _work_off([batch], clock() + LASTS, clock)


def _by_way(alerts: AlertQuerySet) -> dict[int | None, list[Alert]]:
    """Some alerts by the id of the way they go; both in the order in which they are due."""
    found: dict[int | None, list[Alert]] = {}
    for alert in circumstances.load(alerts.order_by("due_at", "pk")[:BATCH]):
        found.setdefault(alert.destination_id, []).append(alert)
    return found


def _work_off(batches: Iterable[Mapping[int | None, list[Alert]]], ends_at: datetime, clock: Clock) -> None:
    bugs: list[Exception] = []
    with connection.kept():
        for batch in batches:
            for destination, alerts in batch.items():
                with _taking(destination, clock()) as is_ours:
                    bugs += _deliver(alerts, ends_at, clock) if is_ours else []
    if bugs:
        raise ExceptionGroup("Some alerts were not sent.", bugs)


def _deliver(alerts: Iterable[Alert], ends_at: datetime, clock: Clock) -> list[Exception]:
    """Send alerts as long as there is time, and answer the bugs that they ran into."""
    bugs = []
    for alert in alerts:
        now = clock()
        if now >= ends_at:
            break
        try:
            delivery.attempt(alert, now=now)
        except Exception as bug:  # noqa: BLE001  # raised in the end, so that it keeps no other alert
            bug.add_note(f"Alert {alert.pk} was not sent.")
            bugs.append(bug)
    return bugs


@contextmanager
def _taking(destination: int | None, now: datetime) -> Iterator[bool]:
    """Take a way to reach somebody, and let go of it afterwards; whether no other worker has it."""
    if destination is None:
        yield True  # such alerts only have to be dropped
        return
    ways = Destination.objects.filter(pk=destination)
    is_free = Q(taken_until=None) | Q(taken_until__lte=now)
    is_ours = ways.filter(is_free).update(taken_until=now + LEASE) == 1
    try:
        yield is_ours
    finally:
        if is_ours:
            ways.filter(taken_until=now + LEASE).update(taken_until=None)
