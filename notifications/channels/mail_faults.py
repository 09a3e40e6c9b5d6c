"""Why a mail did not go out, told apart: whether it may later, or the address is to blame."""

import re
import smtplib
from collections.abc import Iterator
from contextlib import contextmanager

from anymail.exceptions import AnymailAPIError, AnymailInvalidAddress, AnymailRecipientsRefused

from notifications.channels.sending import Passing, Refused, Undelivered

_POLICY = re.compile(rb"\s*5\.7\.")
"""How a refusal begins that is not about the mailbox: such as that we may not send there, or look like spam."""


@contextmanager
def told_apart() -> Iterator[None]:
    """Raise what mail services raise as one of our own, without mail addresses, which its text may hold.

    :raises Refused: there is no such mailbox, or it takes no mails at all.
    :raises Passing: anything else that a mail service has to say: time or those who run the site set it right.
    """
    try:
        yield
    # SMTP raises faults of the operating system; services that are called by HTTP have their own.
    except (OSError, AnymailAPIError, AnymailInvalidAddress, AnymailRecipientsRefused) as fault:
        raise _told(fault) from fault


def _told(fault: Exception) -> Undelivered:
    match fault:
        case smtplib.SMTPRecipientsRefused():
            codes = sorted({code for code, _answer in fault.recipients.values()})
            kind = Refused if all(map(_is_final, fault.recipients.values())) else Passing
            return kind(f"recipient refused: {', '.join(map(str, codes))}")
        case smtplib.SMTPResponseException():
            return Passing(f"{type(fault).__name__}: {fault.smtp_code}")
        case AnymailAPIError(status_code=int() as status):
            return Passing(f"{type(fault).__name__}: {status}")
        case AnymailInvalidAddress() | AnymailRecipientsRefused():
            return Refused(type(fault).__name__)
        case _:
            return Passing(type(fault).__name__)


def _is_final(answer: tuple[int, bytes]) -> bool:
    code, words = answer
    return code >= 500 and not _POLICY.match(words)
