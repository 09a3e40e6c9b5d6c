"""What the tests of this app share: a kind of alert of their own."""

import pytest

from notifications import kinds
from notifications.kinds import Kind, Notice
from notifications.models import Alert


def write_knock(alert: Alert) -> Notice:
    return Notice(
        template="notice",
        title=f"Knock {alert.sequence}",
        sentence="Somebody is at the door.",
        url=f"https://games.example/doors/{alert.subject_id}/",
        button="Open the door",
        thread=f"door.{alert.subject_id}",
    )


@pytest.fixture(autouse=True)
def knock(monkeypatch):
    """Alerts of the kind "knock" can be sent."""
    monkeypatch.setitem(kinds.known, "knock", Kind(write_knock, "Knock"))
