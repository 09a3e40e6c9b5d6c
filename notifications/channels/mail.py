"""Mails in text and HTML, from the templates of each kind."""

import re
import smtplib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template import Context, Engine
from django.utils import timezone

from accounts.calendars import zone_of
from accounts.models import User
from notifications.channels.sending import NoAddress, Passing, Refused
from notifications.kinds import Notice, message_id
from notifications.models import Destination, Reason


@dataclass(frozen=True, slots=True)
class Letter:
    """The words of a mail."""

    subject: str
    text: str
    html: str

    @classmethod
    def of(cls, notice: Notice, reader: User) -> Self:
        """Render ``body.txt`` and ``body.html`` of the notice's template, with times as the reader has them.

        They get ``notice``, what is in its context, and ``site_url``, which links have to begin with. What a ``.txt``
        template shows is not escaped, for it is no HTML. A subject is brought onto one line; gaps that tags leave in
        a text are closed.
        """
        context = {"site_url": settings.SITE_URL, "notice": notice, **notice.context}
        with timezone.override(zone_of(reader)):
            text = _render(f"{notice.template}/body.txt", context, autoescape=False)
            html = _render(f"{notice.template}/body.html", context, autoescape=True)
        subject = " ".join(notice.title.split())
        return cls(subject, re.sub(r"\n{3,}", "\n\n", text).strip() + "\n", html)


def send(destination: Destination, notice: Notice, key: str, *, now: datetime) -> None:
    """Send a mail to the main address of somebody, once it is confirmed to be theirs."""
    address = confirmed_address(destination.user)
    if address is None:
        raise NoAddress(Reason.UNCONFIRMED)
    letter = Letter.of(notice, destination.user)
    mail = EmailMultiAlternatives(letter.subject, letter.text, to=[address], headers=_headers(notice, key))
    mail.attach_alternative(letter.html, "text/html")
    try:
        mail.send()
    except OSError as fault:  # among them everything that smtplib raises
        raise (Refused if _is_final(fault) else Passing)(_describe(fault)) from fault


def confirmed_address(user: User) -> str | None:
    """Where a user may be written to: the main address, once confirmed to be theirs."""
    addresses = EmailAddress.objects.filter(user=user, user__is_active=True, primary=True, verified=True)
    address: str | None = addresses.values_list("email", flat=True).first()
    return address


def _render(name: str, context: Mapping[str, Any], *, autoescape: bool) -> str:
    template = Engine.get_default().get_template(f"notifications/{name}")
    return template.render(Context(context, autoescape=autoescape))


def _headers(notice: Notice, key: str) -> dict[str, str]:
    headers = {
        # The same at every attempt, so that a mail program shows a repeated mail once.
        "Message-ID": message_id(key),
        "Auto-Submitted": "auto-generated",
    }
    if notice.thread:
        headers |= {"In-Reply-To": message_id(notice.thread), "References": message_id(notice.thread)}
    return headers


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
