"""Sending what is in the outbox: at least once, and twice only where a worker dies between sending and noting it."""

import logging
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F

from notifications import circumstances, destinations, digest, kinds, timing
from notifications.channels import senders
from notifications.channels.sending import NoAddress, Passing, Undelivered, Unreachable
from notifications.kinds import Notice
from notifications.models import Alert, Destination, Reason, State, Wish

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=2 * settings.CELERY_TASK_TIME_LIMIT)
"""How long a claim lasts: longer than a task may run, so that no alert is taken from a worker that is still at it.

Only workers with processes hold tasks to their time; one with threads may repeat a mail that takes this long.
"""

MAX_ATTEMPTS = 7
"""With the pauses between them, these fill most of a day."""


def deliver(pk: int, *, now: datetime) -> None:
    """Send one alert, unless somebody else has it in hand, it is not due, or nobody needs it any more.

    What may pass, such as a mail service that does not answer, puts the alert back for later. Anything else is a bug
    and raised; the alert then comes up again when its claim has run out.
    """
    alert = claim(pk, now=now)
    if alert is None:
        return
    if alert.attempts > MAX_ATTEMPTS:  # its workers kept dying, else the last of them would have given it up
        _settle(alert, state=State.FAILED, reason=Reason.TROUBLE, note="never finished")
    elif alert.destination is None or alert.destination.off_at is not None:
        _settle(alert, state=State.DROPPED, reason=Reason.GONE)
    else:
        _deliver_to(alert.destination, alert, now)


def claim(pk: int, *, now: datetime) -> Alert | None:
    """Take an alert in hand; None where it is not due or somebody else has it.

    One conditional UPDATE decides between workers that try at the same moment.
    """
    token = secrets.token_hex(16)
    taken = (
        Alert.objects.due(now)
        .filter(pk=pk)
        .update(state=State.CLAIMED, token=token, due_at=now + LEASE, attempts=F("attempts") + 1)
    )
    related = ("recipient__alert_times", "recipient__presence", "destination__user")
    return Alert.objects.select_related(*related).filter(pk=pk, token=token).first() if taken else None


def pause_after(attempts: int) -> timedelta:
    """How long to wait after so many failed attempts: a minute at first, then four times longer each time."""
    return timedelta(minutes=4 ** (attempts - 1))


def _deliver_to(destination: Destination, alert: Alert, now: datetime) -> None:
    followers = list(alert.members.filter(state=State.GATHERED)) if alert.attempts > 1 else []
    notice = kinds.known[alert.kind].build(alert)
    if not followers:
        if notice is None:
            _settle(alert, state=State.DROPPED, reason=Reason.ANSWERED)
            return
        wish = circumstances.wish_for(alert)
        if not _is_time(alert, wish, notice, now):
            return
        followers = digest.gather(alert, wish, now)
    written = [(alert, notice), *((follower, kinds.known[follower.kind].build(follower)) for follower in followers)]
    needed = [notice for _alert, notice in written if notice is not None]
    try:
        if needed:
            senders[destination.channel](destination, digest.combine(needed), alert.key, now=now)
    except Undelivered as fault:
        _cope(destination, alert, fault, now)
    else:
        _note_sent(alert, written, now)
        if needed:
            destinations.arrived(destination)


def _is_time(alert: Alert, wish: Wish, notice: Notice, now: datetime) -> bool:
    """Whether an alert is to be sent now; otherwise what becomes of it is noted."""
    match timing.decide(circumstances.of(alert, wish, notice.due_at, now)):
        case timing.Hold(until=until, reason=reason):
            _hold(alert, now, until, reason)
        case timing.Drop(reason=reason):
            _settle(alert, state=State.DROPPED, reason=reason)
        case None:
            return True
    return False


def _hold(alert: Alert, now: datetime, until: datetime, reason: Reason) -> None:
    """Put an alert back that is not to be sent yet; that was no attempt to send it."""
    alert.hold(now, until, reason)
    _settle(alert, state=State.NEW, due_at=until, held=alert.held, attempts=alert.attempts - 1)


def _note_sent(alert: Alert, written: Sequence[tuple[Alert, Notice | None]], now: datetime) -> None:
    """Note what became of an alert and of those that went along with it."""
    with transaction.atomic():
        for part, notice in written:
            values = _sent(notice, now) if notice else {"state": State.DROPPED, "reason": Reason.ANSWERED}
            if part is not alert:
                Alert.objects.filter(pk=part.pk, leader=alert, state=State.GATHERED).update(**values)
            elif not _settle(alert, **values):
                return


def _sent(notice: Notice, now: datetime) -> dict[str, Any]:
    said = {"title": notice.title[:200], "sentence": notice.sentence[:500]}
    return {"state": State.SENT, "sent_at": now, "reason": "", "note": "", **said}


def _cope(destination: Destination, alert: Alert, fault: Undelivered, now: datetime) -> None:
    """Put alerts off or give them up, and with them maybe the way they should have gone."""
    match fault:
        case NoAddress(reason=reason):
            _give_up(alert, State.DROPPED, reason, fault)
        case Unreachable():
            destinations.give_up(destination, now)
            _give_up(alert, State.FAILED, Reason.GONE, fault)
        case Passing() if alert.attempts < MAX_ATTEMPTS:
            destinations.failed(destination, now)
            logger.warning("Put off alert %s after attempt %s: %s", alert.pk, alert.attempts, fault.note)
            until = now + pause_after(alert.attempts)
            alert.hold(now, until, Reason.TROUBLE)
            _settle(alert, state=State.NEW, due_at=until, held=alert.held, note=fault.note)
        case _:
            logger.error("Gave up alert %s after %s attempts: %s", alert.pk, alert.attempts, fault.note)
            _give_up(alert, State.FAILED, Reason.TROUBLE, fault)


def _give_up(alert: Alert, state: State, reason: Reason, fault: Undelivered) -> None:
    values = {"state": state, "reason": reason, "note": fault.note}
    with transaction.atomic():
        if _settle(alert, **values):
            Alert.objects.filter(leader=alert, state=State.GATHERED).update(**values)


def _settle(alert: Alert, **values: Any) -> bool:
    """Note what became of a claimed alert, unless the claim ran out and somebody else has it now."""
    is_ours = Alert.objects.held_by(alert).update(token="", **values) == 1
    if not is_ours:
        logger.warning("The claim on alert %s ran out before it was settled.", alert.pk)
    return is_ours
