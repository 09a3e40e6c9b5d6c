"""What the tests of this room do with mails, and read in them."""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.utils import timezone

from accounts import mails
from notifications import outbox, outgoing


def send_out() -> None:
    """Do what workers do about mails to addresses."""
    while outgoing.send_next(timezone.now()):
        pass


def send_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have mails about accounts sent as soon as they are asked for, whether the transaction ends or not."""

    def post(*args: Any, **options: Any) -> None:
        outbox.post(*args, **options)
        send_out()

    monkeypatch.setattr(mails, "_posts", [post])


def link_in(mail: EmailMessage) -> str:
    """The path of the only link in a mail, but for the one by which strangers stop such mails."""
    (link,) = [link for link in re.findall(r"https?://\S+/\S+", str(mail.body)) if "/alerts/never/" not in link]
    return str(urlsplit(link).path)


def html_of(mail: EmailMessage) -> str:
    """The same mail as HTML."""
    assert isinstance(mail, EmailMultiAlternatives)
    ((html, kind),) = mail.alternatives
    assert kind == "text/html"
    return str(html)
