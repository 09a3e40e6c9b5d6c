"""Sending what is in the outbox: at least once, and twice only where a worker dies between sending and noting it."""

import logging
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction

from notifications import destinations, digest, kinds, send_context, timing
from notifications.channels import senders
from notifications.channels.faults import NoAddress, OutOfReach, Passing, Undelivered, Unreachable
from notifications.kinds import Notice, Urgency
from notifications.models import LONGEST_SENTENCE, LONGEST_TITLE, Alert, Destination, Reason, State

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=2 * settings.CELERY_TASK_TIME_LIMIT)
"""How long a claim lasts: longer than a task may run, so that no alert is taken from a worker that is still at it.

Only workers with processes hold tasks to their time; one with threads may repeat a mail that takes this long.
"""

MAX_ATTEMPTS = 7  # with the pauses between them, these fill most of a day
Written = tuple[Alert, Notice | Reason]  # an alert with what it says, or why it says nothing


def deliver(pk: int, *, now: datetime) -> None:
    for alert in send_context.load(Alert.objects.filter(pk=pk)):
        attempt(alert, now=now)


def attempt(alert: Alert, *, now: datetime) -> None:
    """Send an alert, unless another worker has it in hand, it is not due, or nobody needs it.

    What may pass puts it back for later. Anything else is a bug and raised; it comes up again when its claim has run
    out.
    """
    if not claim(alert, now=now):
        return
    destination = alert.destination
    if alert.attempts > MAX_ATTEMPTS:  # its workers kept dying, else the last of them would have given it up
        _end(alert, State.FAILED, Reason.TROUBLE, "never finished")
    elif destination is None or destination.off_at is not None or not alert.recipient.is_active:
        _end(alert, State.DROPPED, Reason.GONE)
    elif (rest := _rest(destination, alert, now)) is not None:
        _hold(alert, now, rest, Reason.TROUBLE)
    else:
        _send(destination, alert, now)
        destination.servers.let_others_try(destination.server, now)


def claim(alert: Alert, *, now: datetime) -> bool:
    """Take an alert in hand; one conditional UPDATE decides between workers that try at the same moment."""
    as_loaded = Alert.objects.due(now).filter(pk=alert.pk, due_at=alert.due_at, attempts=alert.attempts)
    claimed = {
        "state": State.CLAIMED,
        "token": secrets.token_hex(16),
        "due_at": now + LEASE,
        "attempts": alert.attempts + 1,
    }
    is_ours = as_loaded.update(**claimed) == 1
    if is_ours:
        for column, value in claimed.items():
            setattr(alert, column, value)
    return is_ours


def pause_after(attempts: int) -> timedelta:
    """How long to wait after so many failed attempts: a minute at first, then four times longer each time."""
    return timedelta(minutes=4 ** (attempts - 1))


def _rest(destination: Destination, alert: Alert, now: datetime) -> datetime | None:
    """Until when nothing is tried at a way that failed, or at its server; None where it may be, as in a test."""
    if _is_test(alert):
        return None
    if destination.rests_until is not None and destination.rests_until > now:
        return destination.rests_until
    return destination.servers.rests_until(destination.server, now)


def _watched(destination: Destination, alert: Alert, now: datetime) -> AbstractContextManager[None]:
    """Note how the server fares; not in a test, or else a person could have a server left alone for all."""
    return nullcontext() if _is_test(alert) else destination.servers.watched(destination.server, now)


def _is_test(alert: Alert) -> bool:
    return kinds.known[alert.kind].urgency is Urgency.NOW


def _send(destination: Destination, alert: Alert, now: datetime) -> None:
    is_first = alert.attempts == 1 and not alert.note  # which is there where it was in vain
    written = [_write(alert)] if is_first else [_write(alert), *_write_along(digest.members(alert), now)]
    if needed := _needed(written):
        if _has_to_wait(alert, needed, now):
            return
        if is_first:
            written += _write_along(digest.gather(alert, now), now)
        notice = digest.combine(_needed(written))
        try:
            with _watched(destination, alert, now):
                senders[destination.channel](destination, notice, alert.key, now=now)
        except Undelivered as fault:
            _cope(destination, alert, fault, now)
            return
        destinations.arrived(destination)
    _note(alert, written, now)


def _write(alert: Alert) -> Written:
    if not send_context.is_wanted(alert):
        return alert, Reason.OFF
    return alert, kinds.known[alert.kind].build(alert) or Reason.ANSWERED


def _write_along(members: Iterable[Alert], now: datetime) -> Iterator[Written]:
    """What alerts say that go along with another one. One that runs into a bug keeps none of them from being told."""
    for member in members:
        try:
            yield _write(member)
        except Exception:  # whatever it is comes up again, and is raised, where the alert is tried by itself
            logger.exception("Alert %s goes by itself.", member.pk)
            digest.let_go(member, now)


def _needed(written: Iterable[Written]) -> list[Notice]:
    return [notice for _alert, notice in written if isinstance(notice, Notice)]


def _has_to_wait(alert: Alert, needed: Iterable[Notice], now: datetime) -> bool:
    deadline = min((notice.due_at for notice in needed if notice.due_at is not None), default=None)
    hold = timing.decide(send_context.of(alert, deadline, now))
    if hold is None:
        return False
    _hold(alert, now, hold.until, hold.reason)
    return True


def _hold(alert: Alert, now: datetime, until: datetime, reason: Reason) -> None:
    """Put an alert back that is not to be sent yet; that was no attempt to send it."""
    alert.hold(now, until, reason)
    _settle(alert, state=State.NEW, due_at=until, held=alert.held, attempts=alert.attempts - 1)


def _note(alert: Alert, written: Sequence[Written], now: datetime) -> None:
    (_leader, notice), *others = written
    if not others:
        _settle(alert, **_outcome(notice, now))
        return
    with transaction.atomic():
        if _settle(alert, **_outcome(notice, now)):
            for other, notice in others:
                Alert.objects.gathered_by(alert).filter(pk=other.pk).update(**_outcome(notice, now))


def _outcome(notice: Notice | Reason, now: datetime) -> dict[str, Any]:
    if isinstance(notice, Reason):
        return {"state": State.DROPPED, "reason": notice}
    said = {"title": notice.title[:LONGEST_TITLE], "sentence": notice.sentence[:LONGEST_SENTENCE]}
    return {"state": State.SENT, "sent_at": now, "reason": "", "note": "", **said}


def _cope(destination: Destination, alert: Alert, fault: Undelivered, now: datetime) -> None:
    match fault:
        case NoAddress(reason=reason):
            _end(alert, State.DROPPED, reason, fault.note)
        case Unreachable():
            destinations.give_up(destination, now)
            _end(alert, State.FAILED, Reason.GONE, fault.note)
        case OutOfReach():
            _put_off(alert, fault, now, destinations.failed(destination, now), attempts=alert.attempts - 1)
        case Passing(pause=pause):
            rests_until = destinations.failed(destination, now, pause)
            if alert.attempts >= MAX_ATTEMPTS:
                logger.error("Gave up alert %s after %s attempts: %s", alert.pk, alert.attempts, fault.note)
                _end(alert, State.FAILED, Reason.TROUBLE, fault.note)
            else:
                _put_off(alert, fault, now, max(now + pause_after(alert.attempts), rests_until))
        case _:
            logger.error("Gave up alert %s: %s", alert.pk, fault.note)
            _end(alert, State.FAILED, destinations.refused(destination), fault.note)


def _put_off(alert: Alert, fault: Passing, now: datetime, until: datetime, **values: Any) -> None:
    logger.warning("Put off alert %s after attempt %s: %s", alert.pk, alert.attempts, fault.note)
    alert.hold(now, until, Reason.TROUBLE)
    _settle(alert, state=State.NEW, due_at=until, held=alert.held, note=fault.note, **values)


def _end(alert: Alert, state: State, reason: Reason, note: str = "") -> None:
    """Note that nothing will come of an alert, nor of those that were to go along with it."""
    values = {"state": state, "reason": reason, "note": note}
    with transaction.atomic():
        if _settle(alert, **values):
            Alert.objects.gathered_by(alert).update(**values)


def _settle(alert: Alert, **values: Any) -> bool:
    """Note what became of a claimed alert, unless the claim ran out and another worker has it now."""
    is_ours = Alert.objects.held_by(alert).update(token="", **values) == 1
    if not is_ours:
        logger.warning("The claim on alert %s ran out before it was settled.", alert.pk)
    return is_ours
