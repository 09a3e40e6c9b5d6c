"""The line to the mail service, which stays open while many mails are sent."""

import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.core.mail import EmailMessage, get_connection

TOO_MANY = 421
"""With this code a mail service hangs up, as on a line that had as many mails as it allows."""


class NoLine(OSError):
    """The mail service cannot be spoken to; ``fault`` says why."""

    def __init__(self, fault: OSError) -> None:
        super().__init__(str(fault))
        self.fault = fault


class _Line:
    """One connection; opened by the first mail, and anew after a fault."""

    def __init__(self) -> None:
        self.backend = get_connection()
        self.is_open = False
        self.fault: NoLine | None = None

    def send(self, mail: EmailMessage) -> None:
        """Send a mail, over a new connection where the other side has hung up since the last one."""
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
        """Open the connection. What cannot be reached is not tried for every mail, as each try may take long."""
        if self.fault is not None:
            raise self.fault
        try:
            self.backend.open()
        except OSError as fault:
            self.fault = NoLine(fault)
            raise self.fault from fault
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
    """Send a mail.

    :raises NoLine: the mail service could not be reached.
    :raises OSError: it did not take the mail.
    """
    line = _kept.get()
    if line is None:
        mail.send()
    else:
        line.send(mail)


def _has_hung_up(fault: OSError) -> bool:
    if isinstance(fault, smtplib.SMTPResponseException):
        return fault.smtp_code == TOO_MANY
    return isinstance(fault, smtplib.SMTPServerDisconnected | ConnectionError)
