"""What the workers do for this app."""

import logging
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from celery import shared_task
from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounts.retention import note
from notifications import breakers, outgoing, strangers, worker
from notifications.models import Alert, AlertQuerySet, State
from notifications.worker import Lane

logger = logging.getLogger(__name__)

MOST = 4  # how many workers one sweep has drain a lane at most
KEPT = timedelta(days=60)  # how long it can be seen what became of an alert
WAITING = (State.NEW, State.CLAIMED, State.GATHERED)
BATCH = 1000  # how many are deleted by one statement, so that nobody waits for a lock for long


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def deliver(pks: Sequence[int]) -> None:
    worker.send(pks)


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def drain(lane: str) -> None:
    """Send what is due in a lane: put off earlier, or lost with a worker or the broker."""
    worker.drain(Lane(lane))


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def sweep() -> None:
    """Have the lanes drained in which something is due, by more workers where much is."""
    now = timezone.now()
    for lane in Lane:
        waiting = worker.due(lane, now)[: MOST * worker.BATCH].count()
        if lane is Lane.MAIL and outgoing.due(now).exists():
            waiting = max(waiting, 1)
        for _ in range(-(-waiting // worker.BATCH)):
            _ask(lane, drain, lane.value)


@shared_task  # type: ignore[untyped-decorator]  # Celery has no types
def forget() -> None:
    now = timezone.now()
    breakers.forget(now)
    outgoing.forget(now)
    strangers.forget(now)
    note(forget.name, delete_settled(now=now), now=now)


def hand_out(alerts: AlertQuerySet) -> None:
    by_lane = defaultdict(list)
    for pk, channel in alerts.values_list("pk", "channel"):
        by_lane[Lane.of(channel)].append(pk)
    for lane, pks in by_lane.items():
        _ask(lane, deliver, pks)


def hand_out_mails() -> None:
    _ask(Lane.MAIL, drain, Lane.MAIL.value)


def _ask(lane: Lane, task: Any, argument: Any) -> None:
    """Ask the senders of a lane to do a task. Without a broker, or if none takes it in time, a sweep asks again."""
    how = {"queue": lane.value, "expires": settings.SWEEP_SECONDS, "retry_policy": {"max_retries": 1}}
    try:
        task.apply_async((argument,), **how)
    # The file system as a broker raises its own faults.
    except (OperationalError, OSError) as fault:
        logger.warning("What is to be sent waits for a sweep; the broker is out of reach: %s", fault)


def delete_settled(*, now: datetime) -> int:
    """Delete alerts of which it has been known for long what became of them, and say how many."""
    # Not by what is settled, or SQLite would look for the oldest among all of these.
    old = Alert.objects.exclude(state__in=WAITING).filter(created_at__lt=now - KEPT).order_by("created_at")
    forgotten = 0
    while pks := list(old.values_list("pk", flat=True)[:BATCH]):
        deleted, _by_model = Alert.objects.filter(pk__in=pks).delete()
        forgotten += deleted
    return forgotten
