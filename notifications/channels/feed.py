"""Feeds are fetched, not sent: an alert is in them as soon as it counts as sent."""

from datetime import datetime

from notifications.kinds import Notice
from notifications.models import Destination


def send(destination: Destination, notice: Notice, key: str, *, now: datetime) -> None:
    """Do nothing: what the feed shows is stored with the alert."""
