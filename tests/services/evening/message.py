"""What arrives, as far as it can be foretold."""

from dataclasses import dataclass
from datetime import datetime

from notifications.models import Channel


@dataclass(frozen=True)
class Message:
    """``said`` is what it shows, part by part, in the words of its channel."""

    at: datetime
    to: str
    by: Channel
    said: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.at:%d %H:%M:%S} {self.to} {self.by}: {' | '.join(self.said)}"
