"""Games that stand still: they run, but ask no player anything. Each is a bug. To find them we read all games."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db.models import Exists, OuterRef

from games.models import Game, Seat

MOST = 20  # how many are named
_KEY = "monitoring.stuck_games"
_KEPT = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class StuckGames:
    games: tuple[int, ...]
    looked_at: datetime


def look(now: datetime) -> None:
    asked = Seat.objects.filter(game=OuterRef("pk"), is_to_move=True)
    every = Game.objects.filter(is_public__in=[True, False])  # to use the index of lists
    standing = every.filter(finished_at=None, paused_at=None).exclude(Exists(asked)).values_list("pk", flat=True)
    cache.set(_KEY, StuckGames(tuple(sorted(standing[:MOST])), now), _KEPT.total_seconds())


def last_seen() -> StuckGames | None:
    """What was found last; None if that is long ago."""
    found: StuckGames | None = cache.get(_KEY)
    return found
