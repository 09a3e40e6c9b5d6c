"""What the tests of this app share: a kind of alert of their own."""

import pytest

from notifications import kinds
from notifications.kinds import Message
from notifications.models import Alert


def write_knock(alert: Alert) -> Message:
    return Message(
        subject=f"Knock {alert.sequence}",
        text="Somebody is at the door.",
        html="<p>Somebody is at the door.</p>",
        headers={"References": kinds.message_id(f"door.{alert.subject_id}")},
    )


@pytest.fixture(autouse=True)
def knock(monkeypatch):
    """Alerts of the kind "knock" can be sent."""
    monkeypatch.setitem(kinds.builders, "knock", write_knock)
