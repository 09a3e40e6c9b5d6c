"""The mails of a development site: kept as files instead of being sent, and shown on pages of the site."""

import re
import secrets
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Self

from django.conf import settings
from django.core.mail import EmailMessage as OutgoingMail
from django.core.mail.backends.base import BaseEmailBackend

KEPT = 1000  # how many mails stay; older ones are thrown away
_ID = re.compile(r"\d{8}-\d{12}-[0-9a-f]{8}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Mail:
    id: str  # Part of its address on the site. Ids sort by the time of sending.

    message: EmailMessage

    @classmethod
    def load(cls, path: Path) -> Self:
        message = message_from_bytes(path.read_bytes(), policy=policy.default)
        return cls(path.stem, message)

    @property
    def subject(self) -> str:
        return str(self.message["Subject"] or "")

    @property
    def sent_at(self) -> datetime:
        return datetime.strptime(self.id[:21], "%Y%m%d-%H%M%S%f").replace(tzinfo=UTC)

    @property
    def headers(self) -> list[tuple[str, str]]:
        return [(name, str(value)) for name, value in self.message.items()]

    @property
    def addresses(self) -> list[str]:
        header = self.message["To"]
        return [address.addr_spec.lower() for address in header.addresses] if header else []

    @property
    def text(self) -> str:
        return self._body("plain")

    @property
    def html(self) -> str:
        html = self._body("html")
        for part in self.message.walk():
            if part["Content-ID"] and part.get_content_maintype() == "image":
                picture = b64encode(part.get_content()).decode()
                name = str(part["Content-ID"]).strip("<>")
                html = html.replace(f"cid:{name}", f"data:{part.get_content_type()};base64,{picture}")
        return html

    def _body(self, subtype: str) -> str:
        part = self.message.get_body(preferencelist=(subtype,))
        return str(part.get_content()) if part else ""


class Backend(BaseEmailBackend):
    """A mail backend for Django that keeps every mail as a file in ``settings.MAIL_DIR``."""

    def send_messages(self, email_messages: Sequence[OutgoingMail]) -> int:
        settings.MAIL_DIR.mkdir(parents=True, exist_ok=True)
        for mail in email_messages:
            mail_id = f"{datetime.now(UTC):%Y%m%d-%H%M%S%f}-{secrets.token_hex(4)}"
            unfinished = settings.MAIL_DIR / f"{mail_id}.part"
            unfinished.write_bytes(mail.message().as_bytes())
            unfinished.rename(unfinished.with_suffix(".eml"))
        for path in sorted(_files())[:-KEPT]:
            path.unlink(missing_ok=True)
        return len(email_messages)


def mails(text: str = "", *, before: str = "") -> Iterator[Mail]:
    """The mails that are kept, newest first: to an address with this text in it, older than the one with this id."""
    for path in sorted(_files(), reverse=True):
        if before and path.stem >= before:
            continue
        mail = Mail.load(path)
        if not text or any(_matches(text.lower(), address) for address in mail.addresses):
            yield mail


def _matches(text: str, address: str) -> bool:
    """Whether a text is part of an address. With a name before the @ it has to be all of that: Ana is not Diana."""
    return address.startswith(text) if "@" in text[1:] else text in address


def find(mail_id: str) -> Mail | None:
    """The mail with an id; None where there is none, or where the text is no id at all."""
    if not _ID.fullmatch(mail_id):
        return None
    try:
        return Mail.load(settings.MAIL_DIR / f"{mail_id}.eml")
    except FileNotFoundError:
        return None


def _files() -> Iterable[Path]:
    folder: Path = settings.MAIL_DIR
    return (path for path in folder.glob("*.eml") if _ID.fullmatch(path.stem))
