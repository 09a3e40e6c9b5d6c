"""Feeds by an address that only their owner knows: alerts for feed readers, deadlines for calendars."""

import secrets
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from notifications.models import Alert, Channel, Destination, State

LATEST = 50  # how many alerts are in the feed
HEADERS = {"Cache-Control": "private, no-cache", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}
"""With what is at a secret address."""


def of(user: User) -> Destination | None:
    return _feeds().filter(user=user).first()


def with_secret(secret: str) -> Destination | None:
    """The feeds at a secret address, with their owner; None where nobody has it, or not any more."""
    return _feeds().filter(secret=secret, user__is_active=True).select_related("user").first()


def make(user: User, *, now: datetime | None = None) -> None:
    """Let somebody have feeds. Who has them keeps the address."""
    Destination.objects.get_or_create(
        user=user,
        channel=Channel.FEED,
        address="",
        defaults={"secret": _new_secret(), "created_at": now or timezone.now()},
    )


def renew(user: User) -> None:
    _feeds().filter(user=user).update(secret=_new_secret())


def remove(user: User) -> None:
    _feeds().filter(user=user).delete()


def latest(feed: Destination) -> QuerySet[Alert]:
    return feed.alerts.filter(state=State.SENT).order_by("-sent_at", "-pk")[:LATEST]


def _feeds() -> QuerySet[Destination]:
    return Destination.objects.filter(channel=Channel.FEED)


def _new_secret() -> str:
    return secrets.token_urlsafe(32)
