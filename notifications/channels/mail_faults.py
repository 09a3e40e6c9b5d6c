"""Why a mail did not go out, told apart: whether it may later, or the address is to blame."""

import re
import smtplib
from collections.abc import Iterator
from contextlib import contextmanager

from anymail.exceptions import AnymailAPIError, AnymailInvalidAddress, AnymailRecipientsRefused

from notifications.channels.connection import NoLine
from notifications.channels.sending import DeliveryRefused, OutOfReach, Passing, Undelivered

_NO_MAILBOX = frozenset({550, 551, 553})
"""With these codes a server says that there is no such mailbox. 552 is for a full one, 554 for anything."""

_STATUS = re.compile(rb"\s*\d\.\d{1,3}\.\d{1,3}\b")
"""How an answer begins that says more than its code (RFC 3463)."""

_OF_THE_MAILBOX = re.compile(rb"\s*5\.(1\.([0-6]|10)|2\.[01])\b")
"""How it begins where there is no such mailbox, or it is shut.

Others say that it is full, or are about us: we may not send there, or look like spam.
"""


@contextmanager
def told_apart() -> Iterator[None]:
    """Raise what mail services raise as one of our own, without mail addresses, which its text may hold.

    :raises OutOfReach: the mail service could not be reached.
    :raises DeliveryRefused: there is no such mailbox, or it takes no mails at all.
    :raises Passing: anything else that a mail service has to say: time or those who run the site set it right.
    """
    try:
        yield
    # SMTP raises faults of the operating system; services that are called by HTTP have their own.
    except (OSError, AnymailAPIError, AnymailInvalidAddress, AnymailRecipientsRefused) as fault:
        raise _told(fault) from fault


def _told(fault: Exception) -> Undelivered:
    match fault:
        case NoLine():
            return OutOfReach(_told(fault.fault).note)
        case smtplib.SMTPRecipientsRefused():
            codes = sorted({code for code, _answer in fault.recipients.values()})
            kind = DeliveryRefused if all(map(_is_final, fault.recipients.values())) else Passing
            return kind(f"recipient refused: {', '.join(map(str, codes))}")
        case smtplib.SMTPResponseException():
            return Passing(f"{type(fault).__name__}: {fault.smtp_code}")
        case AnymailAPIError(status_code=int() as status):
            return Passing(f"{type(fault).__name__}: {status}")
        case AnymailInvalidAddress() | AnymailRecipientsRefused():
            return DeliveryRefused(type(fault).__name__)
        case _:
            return Passing(type(fault).__name__)


def _is_final(answer: tuple[int, bytes]) -> bool:
    code, words = answer
    if _STATUS.match(words):
        return code >= 500 and _OF_THE_MAILBOX.match(words) is not None
    return code in _NO_MAILBOX
