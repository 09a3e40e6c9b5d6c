"""Mails in tests, as their recipients read them."""

from django.utils import timezone

from notifications.channels.mail import Letter
from notifications.kinds import Builder
from notifications.models import Alert


def letter(build: Builder, alert: Alert) -> Letter:
    """The mail that an alert becomes, which has to be needed."""
    notice = build(alert)
    assert notice is not None
    return Letter.of(notice, alert.recipient, alert.key, now=timezone.now())
