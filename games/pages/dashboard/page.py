"""What a person sees of their games at a glance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from django.contrib.auth.decorators import login_required
from django.db.models import Count, Max, Q, QuerySet, Sum
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.parts import draw_part
from accounts.requests import PlayerRequest
from accounts.statements import written_once
from games.models import Game, Seat
from games.pages.dashboard import listing
from games.pages.dashboard.listing import Row, Running
from games.pages.dashboard.waiting import SOONEST
from notifications import presence
from notifications.presence import LIST_OF_GAMES

MOST_AT_FIRST = 10
"""How many games of each list but the first are shown until the player asks for all."""

MOST_TURNS_AT_FIRST = 20
MOST_FINISHED = 10


@dataclass(frozen=True, slots=True)
class Games:
    """One list: its first rows, and how many games there are in all."""

    rows: list[Row]
    count: int

    @classmethod
    def of(cls, seats: Sequence[int], rows: Mapping[int, Row], *, count: int) -> Self:
        """The rows of the first seats of ``count``, as far as there are any."""
        shown = [rows[seat] for seat in seats if seat in rows]
        return cls(shown, count - (len(seats) - len(shown)))

    @property
    def more(self) -> int:
        """How many are not shown."""
        return self.count - len(self.rows)


@dataclass(frozen=True, slots=True)
class Dashboard:
    """The games of one person.

    ``your_turn`` has those in which they are to move, the one first in which time runs out first, or else the longest
    asked; ``to_plan`` those in which they can decide ahead, ``waiting`` the others that run, and ``finished`` the
    last few that are over, the latest first in all three. ``seen`` tells this moment from later ones, ``left_out``
    how many games cannot be shown.
    """

    your_turn: Games
    to_plan: Games
    waiting: Games
    finished: Games
    seen: str
    left_out: int

    @classmethod
    def of(cls, user: User, *, whole: bool = False) -> Self:
        """Eight queries, whatever the number of games.

        :param whole: whether all games that run are shown, however many there are.
        """
        running = [Running(*row) for row in _running(user.pk)]
        finished = _finished(user.pk)
        turns = [seat.pk for seat in running if listing.is_turn(seat)]
        to_plan = [seat.pk for seat in running if listing.may_plan(seat)]
        waiting = [seat.pk for seat in running if not (listing.is_turn(seat) or listing.may_plan(seat))]
        most, most_turns = (None, None) if whole else (MOST_AT_FIRST, MOST_TURNS_AT_FIRST)
        over = [seat for seat, _ended in finished]
        first = [turns[:most_turns], to_plan[:most], waiting[:most], over]
        listed = [seat for seats in first for seat in seats]
        rows = listing.rows(listed, timezone.now())
        lists = zip(first, (turns, to_plan, waiting, over), strict=True)
        games = [Games.of(shown, rows, count=len(seats)) for shown, seats in lists]
        return cls(
            your_turn=games[0],
            to_plan=games[1],
            waiting=games[2],
            finished=games[3],
            seen=_moment(len(running), sum(seat.news for seat in running), finished[0][1] if finished else None),
            left_out=len(listed) - len(rows),
        )

    @property
    def _rows(self) -> list[Row]:
        return [row for games in (self.your_turn, self.to_plan, self.waiting, self.finished) for row in games.rows]

    @property
    def outlines(self) -> SafeString:
        return listing.map_outlines(self._rows)


@written_once
def _running(user: int) -> QuerySet[Seat, tuple[int, bool, datetime | None, datetime | None, int]]:
    seats = Seat.objects.filter(user=user, game__finished_at=None).order_by(*SOONEST, "-game__moved_at")
    return seats.values_list("pk", "is_to_move", "answers_at", "may_plan_since", "game__news")


@written_once
def _finished(user: int) -> QuerySet[Seat, tuple[int, datetime | None]]:
    seats = Seat.objects.filter(user=user, game__finished_at__isnull=False).order_by("-game__finished_at")
    return seats.values_list("pk", "game__finished_at")[:MOST_FINISHED]


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


@require_safe
@login_required
def dashboard(request: PlayerRequest) -> HttpResponse:
    """Games that wait for the player, games that wait for others, and those that are over."""
    return render(request, "games/dashboard.html", _lists(request))


@require_safe
@login_required
def dashboard_updates(request: PlayerRequest) -> HttpResponse:
    """Answer a page that waits: nothing while all games are as they were ``seen``, else the lists."""
    if request.GET.get("seen") == now(request.user):
        return HttpResponse(status=204)
    return HttpResponse(draw_part(request, "games/dashboard.html", "news", _lists(request)))


def _lists(request: PlayerRequest) -> dict[str, Any]:
    whole = "all" in request.GET
    return {"dashboard": Dashboard.of(request.user, whole=whole), "whole": whole}


@require_POST
@login_required
def here(request: PlayerRequest, pk: int = LIST_OF_GAMES) -> HttpResponse:
    """Note that a player looks at a game of theirs, or at the list of their games."""
    if pk != LIST_OF_GAMES and not Game.objects.filter(pk=pk, seats__user=request.user).exists():
        raise Http404
    presence.see(request.user, pk, now=timezone.now())
    return HttpResponse(status=204)
