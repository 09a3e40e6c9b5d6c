"""Mails in text and HTML, from the templates of each kind."""

import base64
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from email.generator import BytesGenerator
from email.mime.base import MIMEBase
from email.mime.nonmultipart import MIMENonMultipart
from email.policy import Compat32
from io import BytesIO
from typing import Any, Self
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.core.mail.message import RFC5322_EMAIL_LINE_LENGTH_LIMIT, SafeMIMEMultipart
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.text import Truncator

from accounts.calendars import zone_of
from accounts.models import User
from notifications import unsubscribe
from notifications.channels import mail_connection
from notifications.channels.faults import NoAddress
from notifications.kinds import Notice, message_id
from notifications.models import Destination, Reason

LONGEST_SUBJECT = 150
NONE_OF_THESE = {"game": None, "terms": "", "recap": ()}
"""What the templates of all mails look for, and only some notices have."""
_TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Characters that turn the direction of text around: in a name, they would turn what we say as well."""


@dataclass(frozen=True, slots=True)
class Letter:
    subject: str
    text: str
    html: str
    stop_url: str  # where its reader gets fewer of them
    picture: bytes = b""
    picture_id: str = ""

    @classmethod
    def of(cls, notice: Notice, reader: User, key: str, *, now: datetime) -> Self:
        """Render the templates of a notice, with times as the reader has them. ``.txt`` is not escaped."""
        picture = notice.picture.draw() if notice.picture else b""
        picture_id = f"picture.{key}@{_host()}" if picture else ""
        stop_url = unsubscribe.address(reader, notice.subject_id)
        zone = zone_of(reader)
        context = {
            "site_url": settings.SITE_URL,
            "notice": notice,
            "now": now,
            "zone": zone,
            "stop_url": stop_url,
            "picture": picture_id and f"cid:{picture_id}",
            **NONE_OF_THESE,
            **notice.context,
        }
        with timezone.override(zone):
            text = _render(f"{notice.template}/body.txt", context)
            html = _render(f"{notice.template}/body.html", context)
        subject = Truncator(" ".join(_TURNING.sub("", notice.title).split())).chars(LONGEST_SUBJECT)
        without_gaps = re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"
        return cls(subject, without_gaps, html, stop_url, picture, picture_id)


def send(destination: Destination, notice: Notice, key: str, *, now: datetime) -> None:
    """Send a mail to the confirmed main address of a player; where mails came back, only a test."""
    address = confirmed_address(destination.user)
    if address is None:
        raise NoAddress(Reason.UNCONFIRMED)
    if destination.user.is_unreached and not notice.is_trial:
        raise NoAddress(Reason.UNREACHED)
    mail = write(Letter.of(notice, destination.user, key, now=now), address, notice, key)
    with mail_connection.told_apart():
        mail_connection.send(mail)


def confirmed_address(user: User) -> str | None:
    """Where a user may be written to: the main address, once confirmed to be theirs. Uses those that are at hand."""
    addresses: Iterable[EmailAddress] = user.emailaddress_set.all()  # type: ignore[attr-defined]  # allauth has no types
    if not user.is_active:
        return None
    return next((address.email for address in addresses if address.primary and address.verified), None)


def write(letter: Letter, address: str, notice: Notice, key: str) -> EmailMultiAlternatives:
    mail = _Mail(letter.subject, letter.text, to=[address], headers=_headers(letter, notice, key))
    mail.attach_alternative(letter.html, "text/html")
    if letter.picture:
        mail.attach(_inline(letter))
    return mail


class _Policy(Compat32):
    """Folds headers only where a line must end, as some programs want it, and half a millisecond faster."""

    def fold_binary(self, name: str, value: Any) -> bytes:
        line = f"{name}: {value}"
        if len(line) <= RFC5322_EMAIL_LINE_LENGTH_LIMIT and line.isascii() and line.isprintable():
            return f"{line}{self.linesep}".encode("ascii")
        return super().fold_binary(name, value)


_POLICY = _Policy(max_line_length=RFC5322_EMAIL_LINE_LENGTH_LIMIT)


class _Mail(EmailMultiAlternatives):
    """A mail whose pictures belong into its text, and are no attachments to be listed."""

    mixed_subtype = "related"

    def message(self, **options: Any) -> Any:
        message: Any = super().message(**options)
        message.policy = _POLICY
        for part in message.walk():
            if part.is_multipart():
                part.set_boundary(f"=_{secrets.token_hex(16)}")  # or else one is sought that is not in the picture
        if message.is_multipart():
            message.__class__ = _Message
        return message


class _Message(SafeMIMEMultipart):
    def as_bytes(self, unixfrom: bool = False, linesep: str = "\n") -> bytes:  # type: ignore[override]  # as Django does
        written = BytesIO()
        _Generator(written, mangle_from_=False).flatten(self, unixfrom=unixfrom, linesep=linesep)
        return written.getvalue()


class _Generator(BytesGenerator):
    """Writes what a part of a mail holds at once: line by line, it would take as long as to send the mail."""

    def _write_lines(self, lines: str) -> None:
        line_end: str = self._NL  # type: ignore[attr-defined]  # of the class that this is made from
        self.write(lines.replace("\r\n", "\n").replace("\r", "\n").replace("\n", line_end))


def _inline(letter: Letter) -> MIMEBase:
    image = MIMENonMultipart("image", "png")
    image["Content-Transfer-Encoding"] = "base64"
    image.set_payload(base64.encodebytes(letter.picture).decode("ascii"))
    image["Content-ID"] = f"<{letter.picture_id}>"
    image["Content-Disposition"] = 'inline; filename="board.png"'
    return image


def _render(name: str, context: dict[str, Any]) -> str:
    return _TURNING.sub("", render_to_string(f"notifications/{name}", context))


def _headers(letter: Letter, notice: Notice, key: str) -> dict[str, str]:
    headers = {
        # The same at every attempt, so that a mail program shows a repeated mail once.
        "Message-ID": message_id(key),
        "Auto-Submitted": "auto-generated",
        "List-Id": f"<alerts.{_host()}>",
        "List-Unsubscribe": f"<{letter.stop_url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    if notice.thread:
        headers |= {"In-Reply-To": message_id(notice.thread), "References": message_id(notice.thread)}
    return headers


def _host() -> str:
    return str(urlsplit(settings.SITE_URL).hostname)
