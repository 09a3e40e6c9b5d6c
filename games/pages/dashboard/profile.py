"""A player's page: how long they are here, what they play, and how it went."""

from collections import Counter
from dataclasses import dataclass
from typing import Self

from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

import rules
from accounts import names
from accounts.models import User, account_of
from accounts.requests import VisitorRequest
from games.models import Seat, visible_to
from games.models.people import is_address
from games.models.terms import TERMS, map_name
from games.pages.dashboard import listing
from games.pages.dashboard.listing import Row
from games.story import reliability
from games.story.reliability import Reliability

MOST_RUNNING = 10
MOST_FAVOURITES = 3
PAGE_SIZE = 20
"""How many finished games are shown at once."""


@dataclass(frozen=True, slots=True)
class Favourite:
    """A map or an edition, and how many of the finished games were played on it."""

    name: str
    games: int


@dataclass(frozen=True, slots=True)
class Record:
    """How games that were played to their end went. ``average_place`` is None without any; favourites come first."""

    games: int
    wins: int
    average_place: float | None
    maps: tuple[Favourite, ...]
    editions: tuple[Favourite, ...]

    @property
    def percent_won(self) -> int:
        return round(100 * self.wins / max(1, self.games))


@dataclass(frozen=True, slots=True)
class Profile:
    """A player as one viewer may know them: by the games that the viewer may see.

    Games against bots alone are left out: they are practice. ``running`` has the games that moved last, and perhaps
    there ``are_more``; ``finished`` is one ``page`` of those that are over, the latest first.
    """

    person: User
    is_own: bool
    reliability: Reliability
    record: Record
    running: list[Row]
    are_more: bool
    finished: list[Row]
    page: Page[int]

    @classmethod
    def of(cls, person: User, viewer: User | AnonymousUser, *, page: str) -> Self:
        """Eight queries, whatever the number of games.

        :param page: which part of the finished games to show; the nearest one where there is no such part.
        """
        seats = _seats(person, viewer)
        over = seats.exclude(game__finished_at=None)
        latest = list(_numbers(seats.filter(game__finished_at=None), "-game__moved_at")[: MOST_RUNNING + 1])
        running = latest[:MOST_RUNNING]
        part = Paginator(_numbers(over, "-game__finished_at"), PAGE_SIZE).get_page(page)
        rows = listing.rows([*running, *part], timezone.now())
        return cls(
            person=person,
            is_own=person == viewer,
            reliability=reliability.of(person),
            record=_record(over.filter(game__ended_early=False)),
            running=[rows[seat] for seat in running if seat in rows],
            are_more=len(latest) > MOST_RUNNING,
            finished=[rows[seat] for seat in part if seat in rows],
            page=part,
        )

    @property
    def outlines(self) -> SafeString:
        return listing.map_outlines((*self.running, *self.finished))


def _seats(person: User, viewer: User | AnonymousUser) -> QuerySet[Seat]:
    """The person's seats in games with other people that the viewer may see."""
    others = Seat.objects.filter(game=OuterRef("game"), is_bot=False).exclude(user=person)
    return Seat.objects.filter(visible_to(account_of(viewer), "game__"), Exists(others), user=person)


def _numbers(seats: QuerySet[Seat], order: str) -> QuerySet[Seat, int]:
    return seats.order_by(order, "-pk").values_list("pk", flat=True)


def _record(seats: QuerySet[Seat]) -> Record:
    """What finished games come to. Their number by map and edition tells all of it, in one query.

    What cannot be shown of them is left out; the list of games tells those who run the site.
    """
    known = seats.filter(rank__isnull=False, game__edition__in=TERMS["edition"], game__map__in=rules.board_names())
    kinds = list(
        known.order_by()
        .values_list("game__map", "game__edition")
        .annotate(games=Count("pk"), wins=Count("pk", filter=Q(rank=1)), places=Sum("rank"))
    )
    maps, editions = Counter[str](), Counter[str]()
    for map, edition, games, _wins, _places in kinds:
        maps[map_name(rules.board(map, edition))] += games
        editions[str(TERMS["edition"][edition])] += games
    games = maps.total()
    return Record(
        games=games,
        wins=sum(wins for _map, _edition, _games, wins, _places in kinds),
        average_place=sum(places for *_rest, places in kinds) / games if games else None,
        maps=_favourites(maps),
        editions=_favourites(editions),
    )


def _favourites(games: Counter[str]) -> tuple[Favourite, ...]:
    return tuple(Favourite(name, count) for name, count in games.most_common(MOST_FAVOURITES))


@require_safe
def profile(request: VisitorRequest, name: str) -> HttpResponse:
    """Show a player; a name in other letters of the same kind leads to the one they have."""
    if not is_address(name):
        raise Http404
    known = {"is_guest": False, "left_at": None}
    person = get_object_or_404(names.called(name), **known)
    if person.name != name:
        return redirect("games:profile", person.name)
    page = Profile.of(person, request.user, page=request.GET.get("page", ""))
    return render(request, "games/profile.html", {"profile": page})
