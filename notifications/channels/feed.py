"""Feeds are fetched, not sent: an alert is in them as soon as it counts as sent."""

from notifications.kinds import Notice
from notifications.models import Destination


def send(destination: Destination, notice: Notice, key: str) -> None:
    """Do nothing: what the feed shows is stored with the alert."""
