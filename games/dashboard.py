"""What a person sees of their games at a glance."""

from dataclasses import dataclass
from datetime import datetime
from typing import Self

from django.db.models import Count, Max, Q, Sum
from django.utils import timezone
from django.utils.safestring import SafeString

from accounts.models import User
from games import listing, votes
from games.listing import Row
from games.models import Seat
from games.waiting import SOONEST

MOST_FINISHED = 10


@dataclass(frozen=True, slots=True)
class Dashboard:
    """The games of one person.

    ``your_turn`` has those in which they are to move, the one first in which time runs out first, or else the longest
    asked; ``to_plan`` those in which they can decide ahead, ``waiting`` the others that run, and ``finished`` the
    last few that are over, the latest first in all three. ``seen`` tells this moment from later ones.
    """

    your_turn: list[Row]
    to_plan: list[Row]
    waiting: list[Row]
    finished: list[Row]
    seen: str

    @classmethod
    def of(cls, user: User) -> Self:
        """Five queries, whatever the number of games."""
        seats = Seat.objects.filter(user=user).select_related("game__undo_request").defer("game__setup")
        running = list(votes.with_calls(seats).filter(game__finished_at=None).order_by(*SOONEST, "-game__moved_at"))
        finished = list(seats.exclude(game__finished_at=None).order_by("-game__finished_at")[:MOST_FINISHED])
        rows = listing.rows([*running, *finished], timezone.now())
        return cls(
            your_turn=[row for row in rows[: len(running)] if row.is_turn],
            to_plan=[row for row in rows[: len(running)] if row.may_plan],
            waiting=[row for row in rows[: len(running)] if not (row.is_turn or row.may_plan)],
            finished=rows[len(running) :],
            seen=_moment(
                len(running),
                sum(seat.game.news for seat in running),
                finished[0].game.finished_at if finished else None,
            ),
        )

    @property
    def outlines(self) -> SafeString:
        return listing.map_outlines((*self.your_turn, *self.to_plan, *self.waiting, *self.finished))


def now(user: User) -> str:
    """What :attr:`Dashboard.seen` would be now, in one query."""
    runs = Q(game__finished_at=None)
    counted = Seat.objects.filter(user=user).aggregate(
        games=Count("pk", filter=runs),
        news=Sum("game__news", filter=runs, default=0),
        ended=Max("game__finished_at"),
    )
    return _moment(counted["games"], counted["news"], counted["ended"])


def _moment(games: int, news: int, ended: datetime | None) -> str:
    """What running games and the last one that ended come to: all that is news makes a difference."""
    return f"{games}.{news}.{ended.timestamp() if ended else 0:.6f}"
