"""Notices and ways to send them, for tests of what is posted to others."""

from datetime import UTC, datetime

from notifications.channels import senders, webhook
from notifications.kinds import Notice
from notifications.models import Channel, Destination
from tests.factories import UserFactory

NOW = datetime(2026, 3, 1, 18, tzinfo=UTC)
KEY = "alert.7.20260301180000"

HOSTILE = 'Ana @everyone <!channel> **bold** [win](https://evil.example) `x` <@1> \u202e"\n# <b>'


def notice(**values):
    given = {
        "template": "your_turn",
        "title": "Friday round: your turn",
        "sentence": "Bid for plant 13, or pass.",
        "url": "https://games.example/games/12/",
        "button": "Take your turn",
        "subject_id": 12,
        "due_at": datetime(2026, 3, 2, 6, tzinfo=UTC),
    }
    return Notice(**(given | values))


def digest(*notices):
    return notice(
        template="digest", title="Your games: 2 alerts", subject_id=None, due_at=None, context={"notices": notices}
    )


def hook(channel, address, **values):
    secret = webhook.new_secret() if channel == Channel.WEBHOOK else ""
    user = values.pop("user", None) or UserFactory(name="Ana")
    return Destination.objects.create(user=user, channel=channel, address=address, secret=secret, **values)


def send(destination, told, *, now=NOW):
    senders[destination.channel](destination, told, KEY, now=now)
