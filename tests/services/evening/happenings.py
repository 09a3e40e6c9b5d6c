"""What people did in the course of a game, and what came of it there: all that is known to who foretells alerts."""

from dataclasses import dataclass
from datetime import datetime

from games.models import Vote
from games.replay.history import Move


@dataclass(frozen=True)
class Happening:
    at: datetime


@dataclass(frozen=True)
class Moved(Happening):
    """The game moved on; by somebody who was at the page, or by itself."""

    by: int | None
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Looked(Happening):
    """Somebody was seen at the page of the game."""

    by: int


@dataclass(frozen=True)
class PlannedToPass(Happening):
    """Somebody had the site pass all auctions of this round for them."""

    by: int


@dataclass(frozen=True)
class AskedBack(Happening):
    """Somebody asked the others to let them take back all that came after ``to``."""

    by: int
    to: int


@dataclass(frozen=True)
class Agreed(Happening):
    """Somebody agreed to that; what the last one who does brings about is told as a move."""

    by: int


@dataclass(frozen=True)
class Voted(Happening):
    by: int
    motion: Vote.Motion
