"""What the tests of this app share: a kind of alert of their own."""

import pytest

from notifications import kinds
from notifications.channels import senders
from notifications.kinds import Kind, Notice
from notifications.models import Alert, Channel
from tests.notifications.messages import Sink
from tests.services.redis import free_port


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


@pytest.fixture
def sink(monkeypatch):
    """Takes what goes out by all channels."""
    taken = Sink()
    for channel in Channel:
        monkeypatch.setitem(senders, channel, taken.send)
    return taken


@pytest.fixture
def outage(settings):
    """Nobody answers where the mail service should be."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
