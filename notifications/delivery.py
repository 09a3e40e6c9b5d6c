"""Sending what is in the outbox: at least once, and twice only where a worker dies between sending and noting it."""

import logging
import secrets
import smtplib
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import F

from accounts.models import User
from notifications import kinds
from notifications.models import Alert, State

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
        _settle(alert, state=State.FAILED, note="never finished")
        return
    address = confirmed_address(alert.recipient)
    if address is None:
        _settle(alert, state=State.DROPPED, note="no confirmed address")
        return
    message = kinds.builders[alert.kind](alert)
    if message is None:
        _settle(alert, state=State.DROPPED, note="no longer needed")
        return
    try:
        _send(alert, address, message)
    except OSError as fault:  # among them everything that smtplib raises
        _put_off(alert, fault, now=now)
    else:
        _settle(alert, state=State.SENT, sent_at=now, note="")


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
    return Alert.objects.select_related("recipient").filter(pk=pk, token=token).first() if taken else None


def confirmed_address(user: User) -> str | None:
    """Where a user may be written to: the main address, once confirmed to be theirs."""
    addresses = EmailAddress.objects.filter(user=user, user__is_active=True, primary=True, verified=True)
    address: str | None = addresses.values_list("email", flat=True).first()
    return address


def pause_after(attempts: int) -> timedelta:
    """How long to wait after so many failed attempts: a minute at first, then four times longer each time."""
    return timedelta(minutes=4 ** (attempts - 1))


def _send(alert: Alert, address: str, message: kinds.Message) -> None:
    mail = EmailMultiAlternatives(
        subject=message.subject,
        body=message.text,
        to=[address],
        headers={
            # The same at every attempt, so that a mail program shows a repeated mail once.
            "Message-ID": kinds.message_id(f"alert.{alert.pk}.{alert.created_at:%Y%m%d%H%M%S}"),
            "Auto-Submitted": "auto-generated",
            **message.headers,
        },
    )
    mail.attach_alternative(message.html, "text/html")
    mail.send()


def _put_off(alert: Alert, fault: OSError, *, now: datetime) -> None:
    note = _describe(fault)
    if alert.attempts >= MAX_ATTEMPTS or _is_final(fault):
        logger.error("Gave up alert %s after %s attempts: %s", alert.pk, alert.attempts, note)
        _settle(alert, state=State.FAILED, note=note)
    else:
        logger.warning("Put off alert %s after attempt %s: %s", alert.pk, alert.attempts, note)
        _settle(alert, state=State.NEW, note=note, due_at=now + pause_after(alert.attempts))


def _is_final(fault: OSError) -> bool:
    """Whether the mail service has refused the recipient for good; every other refusal may be set right by us."""
    return isinstance(fault, smtplib.SMTPRecipientsRefused) and all(
        code >= 500 for code, _answer in fault.recipients.values()
    )


def _describe(fault: OSError) -> str:
    """A fault in words without mail addresses, which its own text may hold."""
    match fault:
        case smtplib.SMTPRecipientsRefused():
            codes = sorted({code for code, _answer in fault.recipients.values()})
            return f"recipient refused: {', '.join(map(str, codes))}"
        case smtplib.SMTPResponseException():
            return f"{type(fault).__name__}: {fault.smtp_code}"
        case _:
            return type(fault).__name__


def _settle(alert: Alert, **values: Any) -> None:
    """Note what became of a claimed alert, unless the claim ran out and somebody else has it now."""
    if not Alert.objects.held_by(alert).update(token="", **values):
        logger.warning("The claim on alert %s ran out before it was settled.", alert.pk)
