"""Alerts that are due, and what came out by which way."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from notifications import worker
from notifications.kinds import Notice
from notifications.models import Alert, Channel, Destination
from notifications.worker import Lane
from tests.factories import UserFactory

NOW = timezone.now()


@dataclass(frozen=True)
class Message:
    """What one call of a channel sent."""

    way: int
    titles: Sequence[str]
    key: str
    at: datetime


@dataclass
class Sink:
    """Stands for all channels. What ``fail`` raises after a message keeps the site from noting that it was sent."""

    messages: list[Message] = field(default_factory=list)
    fail: Callable[[Message], None] = lambda message: None

    def send(self, destination: Destination, notice: Notice, key: str, *, now: datetime) -> None:
        titles = [part.title for part in notice.context.get("notices", [notice])]
        message = Message(destination.pk, titles, key, now)
        self.messages.append(message)
        self.fail(message)

    @property
    def titles(self) -> list[Sequence[str]]:
        """What each message told."""
        return [message.titles for message in self.messages]


def way(user: User | None = None, channel: Channel = Channel.MAIL, **values: Any) -> Destination:
    """A way to reach somebody."""
    return Destination.objects.create(user=user or UserFactory.create(), channel=channel, **values)


def owe(
    destination: Destination, number: int = 1, *, game: int = 12, at: datetime = NOW, kind: str = "knock"
) -> Alert:
    """An alert that comes up at a moment. Those of the kind "knock" say ``Knock`` and their number."""
    return Alert.objects.create(
        recipient=destination.user,
        destination=destination,
        channel=destination.channel,
        kind=kind,
        subject_id=game,
        sequence=number,
        created_at=at,
        due_at=at,
    )


def work(*, at: datetime = NOW) -> None:
    """Do what workers do at a moment."""
    for lane in Lane:
        worker.drain(lane, clock=lambda: at)


def work_on(since: datetime, until: datetime) -> None:
    """Do what workers do whenever something is due."""
    moment = since
    while moment <= until:
        work(at=moment)
        following = Alert.objects.due(until).order_by("due_at").values_list("due_at", flat=True).first()
        moment = max(following, moment + timedelta(seconds=1)) if following else until + timedelta(seconds=1)


def became(alert: Alert) -> tuple[str, str]:
    """The state of an alert, and why it is so."""
    alert.refresh_from_db()
    return alert.state, alert.reason
