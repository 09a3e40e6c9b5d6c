"""Mails to addresses rather than to players: about accounts, or invitations to people who have none.

A row says what is to be sent, and goes once it is. Whoever asks for a mail waits for no mail server.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import QuerySet

from notifications import bounces, strangers
from notifications.breakers import Servers
from notifications.channels import mail_connection
from notifications.channels.faults import DeliveryRefused, OutOfReach, Passing
from notifications.kinds import message_id
from notifications.models import MAIL_SERVER, OutgoingMail

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=2 * settings.CELERY_TASK_TIME_LIMIT)
"""For how long a worker has a mail in hand. One that dies leaves it to a later sweep."""
GIVEN_UP_AFTER = timedelta(days=3)  # people no longer wait for it, and have asked again
LONGEST_PAUSE = timedelta(hours=1)  # between two attempts
KEPT = timedelta(days=1)  # how long those are counted that were given up

Writer = Callable[[str, str, Mapping[str, Any], str], EmailMultiAlternatives | None]
"""Writes a mail of a kind, to an address, from the facts in its row; None if it is no longer needed.

The last is the link by which a stranger stops such mails; empty for others.
"""

_writers: dict[str, Writer] = {}
_to_strangers: set[str] = set()


def register(kinds: Iterable[str], write: Writer, *, to_strangers: bool) -> None:
    """Make kinds of mails known, when the site starts.

    :param to_strangers: whether anybody can have them sent to any address.
    """
    for kind in kinds:
        _writers[kind] = write
        if to_strangers:
            _to_strangers.add(kind)


def due(now: datetime) -> QuerySet[OutgoingMail]:
    return OutgoingMail.objects.filter(given_up_at=None, due_at__lte=now)


def send_next(now: datetime) -> bool:
    """Send the mail that has waited for longest; False where none is due. Raises the bugs of its writer."""
    mail = due(now).order_by("due_at", "pk").first()
    if mail is None:
        return False
    servers = Servers.load()
    if (rest := servers.rests_until(MAIL_SERVER, now)) is not None:
        due(now).update(due_at=rest)
        return False
    if _claim(mail, now):
        _send(mail, servers, now)
    servers.let_others_try(MAIL_SERVER, now)
    return True


def forget(now: datetime) -> None:
    OutgoingMail.objects.filter(given_up_at__lt=now - KEPT).delete()


def _claim(mail: OutgoingMail, now: datetime) -> bool:
    """Take a mail in hand; one conditional UPDATE decides between workers that try at the same moment."""
    until, attempts = now + LEASE, mail.attempts + 1
    is_ours = due(now).filter(pk=mail.pk, due_at=mail.due_at).update(due_at=until, attempts=attempts) == 1
    mail.due_at, mail.attempts = until, attempts
    return is_ours


def _send(mail: OutgoingMail, servers: Servers, now: datetime) -> None:
    if now - mail.created_at >= GIVEN_UP_AFTER:
        logger.error("Gave up mail %s (%s): %s", mail.pk, mail.kind, mail.note or "never finished")
        _settle(mail, given_up_at=now, address="", facts={})
    elif (message := _message(mail)) is None:
        mail.delete()
    else:
        _try(mail, message, servers, now)


def _message(mail: OutgoingMail) -> EmailMultiAlternatives | None:
    """The mail in full; None if it is no longer needed, or goes to a stranger who is to get none."""
    is_to_stranger = mail.kind in _to_strangers and not strangers.is_known(mail.address)
    if is_to_stranger and not (mail.is_in_budget and strangers.may_be_written_to(mail.address)):
        return None
    stop_url = strangers.stop_url(mail.address) if is_to_stranger else ""
    message = _writers[mail.kind](mail.kind, mail.address, mail.facts, stop_url)
    if message is not None:
        # The same at every attempt, so that a mail program shows a repeated mail once.
        message.extra_headers |= {"Message-ID": message_id(mail.key), "Auto-Submitted": "auto-generated"}
        message.extra_headers |= strangers.headers(stop_url) if stop_url else {}
    return message


def _try(mail: OutgoingMail, message: EmailMultiAlternatives, servers: Servers, now: datetime) -> None:
    try:
        with servers.watched(MAIL_SERVER, now), mail_connection.told_apart():
            mail_connection.send(message)
    except DeliveryRefused:
        bounces.came_back(mail.address)
        mail.delete()
    except Passing as fault:
        logger.warning("Put off mail %s (%s): %s", mail.pk, mail.kind, fault.note)
        pause = max(_pause(mail, fault), fault.pause or timedelta(0))
        _settle(mail, due_at=now + pause, note=fault.note)
    else:
        mail.delete()


def _settle(mail: OutgoingMail, **values: Any) -> None:
    """Note what became of a claimed mail, unless the claim ran out and another worker has it now."""
    OutgoingMail.objects.filter(pk=mail.pk, due_at=mail.due_at).update(**values)


def _pause(mail: OutgoingMail, fault: Passing) -> timedelta:
    """How long to wait: while nobody answers at all, no longer each time, as that is about no single mail."""
    longer = 1 if isinstance(fault, OutOfReach) else 2 ** min(mail.attempts - 1, 10)
    return min(timedelta(minutes=1) * longer, LONGEST_PAUSE)
