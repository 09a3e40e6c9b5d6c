"""What every channel offers, and how it says that something did not arrive."""

from datetime import UTC, datetime, timedelta
from typing import Protocol

from django.utils.http import parse_http_date_safe

from notifications.kinds import Notice
from notifications.models import Destination, Reason

LONGEST_PAUSE = timedelta(days=1)  # for how long a service can have itself left alone at a time


class Undelivered(Exception):
    """It did not arrive. ``note`` says why, without addresses, secrets or what was to be told.

    ``was_asked`` is False where the server was not even called, so that nothing is known of it.
    """

    def __init__(self, note: str, *, was_asked: bool = True) -> None:
        super().__init__(note)
        self.note, self.was_asked = note, was_asked


class Passing(Undelivered):
    """It may arrive later. ``pause`` is how long the service wants to be left alone, where it said so."""

    def __init__(self, note: str, pause: timedelta | None = None, *, was_asked: bool = True) -> None:
        super().__init__(note, was_asked=was_asked)
        self.pause = pause


class ServerTrouble(Passing):
    """The server did not answer, or the mail service not as one that works: nothing else would arrive there."""


class OutOfReach(ServerTrouble):
    """The server could not even be spoken to: that is nothing that was tried, however long it lasts."""


class DeliveryRefused(Undelivered):
    """It never will; other alerts may."""


class Unreachable(Undelivered):
    """Nothing will ever arrive there: the destination is to be given up."""


class NoAddress(Undelivered):
    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value, was_asked=False)
        self.reason = reason


class Sender(Protocol):
    """Sends a notice to a destination, whose user was selected along.

    The key is that of the alert: with it, a receiver can tell a repetition of the same from something new.

    :raises Undelivered: it did not arrive; anything else that is raised is a bug.
    """

    def __call__(self, destination: Destination, notice: Notice, key: str, *, now: datetime) -> None: ...


def asked_pause(retry_after: str | None, now: datetime) -> timedelta | None:
    """For how long a service wants to be left alone, by a header ``Retry-After``; None where it does not say."""
    words = (retry_after or "").strip()
    if words.isascii() and words.isdigit():
        return timedelta(seconds=min(int(words[:9]), LONGEST_PAUSE.total_seconds()))
    moment = parse_http_date_safe(words)
    if moment is None:
        return None
    return min(max(datetime.fromtimestamp(moment, UTC) - now, timedelta(0)), LONGEST_PAUSE)
