"""The line to the mail service, which stays open while many mails are sent."""

import re
import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from http import HTTPStatus

from django.core.mail import EmailMessage, get_connection

from notifications.channels.faults import DeliveryRefused, OutOfReach, Passing, ServerTrouble, Undelivered

TOO_MANY = 421  # with this code a mail service hangs up, as on a line that had as many mails as it allows


class NoLine(OSError):
    def __init__(self, fault: OSError) -> None:
        super().__init__(str(fault))
        self.fault = fault


class _Line:
    def __init__(self) -> None:
        self.backend = get_connection()
        self.is_open = False

    def send(self, mail: EmailMessage) -> None:
        was_open = self.is_open
        try:
            self._try(mail)
        except OSError as fault:
            self.close()
            if not (was_open and _has_hung_up(fault)):
                raise
            self._try(mail)

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self.backend.close()

    def _try(self, mail: EmailMessage) -> None:
        if not self.is_open:
            self._open()
        mail.connection = self.backend
        mail.send()

    def _open(self) -> None:
        try:
            self.backend.open()
        except OSError as fault:
            raise NoLine(fault) from fault
        self.is_open = True


_kept: ContextVar[_Line | None] = ContextVar("kept", default=None)


@contextmanager
def kept() -> Iterator[None]:
    """Send all mails over one connection until the block ends."""
    line = _Line()
    token = _kept.set(line)
    try:
        yield
    finally:
        _kept.reset(token)
        line.close()


def send(mail: EmailMessage) -> None:
    """Raise :class:`NoLine` where the mail service cannot be reached, and another OSError where it takes no mail."""
    line = _kept.get()
    if line is None:
        mail.send()
    else:
        line.send(mail)


def _has_hung_up(fault: OSError) -> bool:
    if isinstance(fault, smtplib.SMTPResponseException):
        return fault.smtp_code == TOO_MANY
    return isinstance(fault, smtplib.SMTPServerDisconnected | ConnectionError)


_NO_MAILBOX = frozenset({550, 551, 553})
"""With these codes a server says that there is no such mailbox. 552 is for a full one, 554 for anything."""
_STATUS = re.compile(rb"\s*\d\.\d{1,3}\.\d{1,3}\b")  # how an answer begins that says more than its code (RFC 3463)
_OF_THE_MAILBOX = re.compile(rb"\s*5\.(1\.([0-6]|10)|2\.[01])\b")
"""How it begins where there is no such mailbox, or it is shut.

Others say that it is full, or are about us: we may not send there, or look like spam.
"""


@contextmanager
def told_apart() -> Iterator[None]:
    """Raise what mail services raise as one of our own, without mail addresses, which its text may hold.

    :raises OutOfReach: the mail service could not be reached.
    :raises DeliveryRefused: there is no such mailbox, or it takes no mails at all.
    :raises ServerTrouble: it broke off, or did not answer in time.
    :raises Passing: anything else that a mail service has to say: time or those who run the site set it right.
    """
    # Not above: it loads requests, which takes a fifth of the start of each program.
    from anymail.exceptions import AnymailAPIError, AnymailInvalidAddress, AnymailRecipientsRefused

    try:
        yield
    # SMTP raises faults of the operating system; services that are called by HTTP have their own.
    except (OSError, AnymailAPIError, AnymailInvalidAddress, AnymailRecipientsRefused) as fault:
        raise _told(fault) from fault


def _told(fault: Exception) -> Undelivered:
    from anymail.exceptions import AnymailAPIError, AnymailInvalidAddress, AnymailRecipientsRefused

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
            kind = ServerTrouble if status >= HTTPStatus.INTERNAL_SERVER_ERROR else Passing
            return kind(f"{type(fault).__name__}: {status}")
        case AnymailInvalidAddress() | AnymailRecipientsRefused():
            was_asked = isinstance(fault, AnymailRecipientsRefused)
            return DeliveryRefused(type(fault).__name__, was_asked=was_asked)
        case _:
            return ServerTrouble(type(fault).__name__)


def _is_final(answer: tuple[int, bytes]) -> bool:
    code, words = answer
    if _STATUS.match(words):
        return code >= 500 and _OF_THE_MAILBOX.match(words) is not None
    return code in _NO_MAILBOX
