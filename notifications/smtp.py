"""Mails by SMTP: as Django sends them, but for a search in which the standard library takes its time."""

import smtplib

from django.core.mail.backends import smtp

GO_AHEAD = 354


class Backend(smtp.EmailBackend):
    """Sends mails as Django does, over lines of our own."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return SecureLine if self.use_ssl else Line


class Line(smtplib.SMTP):
    """A line to a mail service."""

    def data(self, msg: bytes) -> tuple[int, bytes]:  # type: ignore[override]  # nobody else calls it
        """Send a mail, the lines of which end as SMTP has it.

        The standard library looks for lines that begin with a dot by a pattern, which takes 0.3 ms for a picture.
        """
        code, answer = self.docmd("DATA")
        if code != GO_AHEAD:
            raise smtplib.SMTPDataError(code, answer)
        self.send(_quoted(msg))
        return self.getreply()


class SecureLine(Line, smtplib.SMTP_SSL):
    """The same, encrypted from the beginning."""


def _quoted(mail: bytes) -> bytes:
    """A mail with its end, which is a line of one dot; a line that begins with one gets another."""
    quoted = (b"\n" + mail).replace(b"\n.", b"\n..")[1:]
    return quoted.removesuffix(b"\r\n") + b"\r\n.\r\n"
