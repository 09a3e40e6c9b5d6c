"""The ways to reach people: how they fare, and when the site gives one up."""

from datetime import datetime, timedelta

from notifications.models import Destination

GIVEN_UP_AFTER = timedelta(days=1)
"""For how long nothing may arrive at a webhook or a browser before nothing is sent there any more."""


def arrived(destination: Destination) -> None:
    """Note that something has arrived."""
    if destination.failing_since is not None:
        Destination.objects.filter(pk=destination.pk).update(failing_since=None, rests_until=None)


def failed(destination: Destination, now: datetime) -> None:
    """Note that something has not arrived, though it may later."""
    Destination.objects.filter(pk=destination.pk, failing_since=None).update(failing_since=now)


def give_up(destination: Destination, now: datetime) -> None:
    """Send nothing there any more, until its owner turns it on again."""
    Destination.objects.filter(pk=destination.pk, off_at=None).update(off_at=now)
