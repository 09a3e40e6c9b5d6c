"""The best players, as leaderboards list them: overall, of an edition, of a board, or of a board in an edition."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, Self, cast
from urllib.parse import urlencode

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.models import User, favourites_of
from accounts.parts import draw_part
from accounts.requests import VisitorRequest
from accounts.statements import written_once
from games.models.terms import TERMS
from games.pages.map_choice import MapMenu, map_choices
from matchmaking.ratings.models import Rating
from matchmaking.ratings.rating import FEWEST_GAMES

PAGE_SIZE = 50

_COLUMNS = ("user", "points", "games", "wins")


class Filters(forms.Form):
    edition = forms.ChoiceField(label=_("Edition"), required=False)
    map = forms.ChoiceField(label=_("Map"), required=False, widget=MapMenu)

    def __init__(self, *args: Any, favourites: Iterable[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices: dict[str, list[tuple[str, Any]]] = {
            "edition": [("", _("All editions")), *((name, term.word) for name, term in TERMS["edition"].items())],
            "map": [("", _("All maps")), *map_choices(favourites=favourites)],
        }
        for name, known in choices.items():
            cast(forms.ChoiceField, self.fields[name]).choices = known

    @cached_property
    def scope(self) -> tuple[str, str]:
        self.full_clean()
        return self.cleaned_data.get("edition", ""), self.cleaned_data.get("map", "")


@dataclass(frozen=True, slots=True)
class Line:
    """A person on a leaderboard; people with as many points have the same place."""

    place: int
    user: User
    points: int
    games: int
    wins: int
    is_own: bool


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """One page of it.

    ``own`` is the viewer's line where that is elsewhere, ``missing`` what they lack to be listed.
    """

    lines: list[Line]
    page: Page[tuple[int, int, int, int]]
    own: Line | None
    missing: int | None

    @classmethod
    def of(cls, scope: tuple[str, str], viewer: User | AnonymousUser, *, page: str) -> Self:
        """Six queries at most, whatever the number of players. Those for places and lines read an index alone."""
        listed = listed_in(scope)
        best_first = listed.order_by("-points", "user").values_list(*_COLUMNS)
        part = Paginator(best_first, PAGE_SIZE).get_page(page)
        lines = _lines(listed, list(part), part.start_index(), viewer)
        own, missing = None, None
        if viewer.is_authenticated and not viewer.is_guest and not any(line.is_own for line in lines):
            rating = Rating.objects.filter(edition=scope[0], map=scope[1], user=viewer).first()
            if rating is not None and rating.is_listed:
                place = place_of(listed, rating.points)
                own = Line(place, viewer, rating.points, rating.games, rating.wins, is_own=True)
            else:
                missing = max(1, FEWEST_GAMES - (rating.games if rating else 0))
        return cls(lines, part, own, missing)


def listed_in(scope: tuple[str, str]) -> QuerySet[Rating]:
    """The ratings listed there. As a value among others, or SQLite would not find it in the index."""
    return Rating.objects.filter(edition=scope[0], map=scope[1], is_listed__in=[True])


def place_of(listed: QuerySet[Rating], points: int) -> int:
    return 1 + listed.filter(points__gt=points).count()


def _lines(
    listed: QuerySet[Rating], rows: list[tuple[int, int, int, int]], first: int, viewer: User | AnonymousUser
) -> list[Line]:
    if not rows:
        return []
    people = User.objects.in_bulk(user for user, *_rest in rows)
    place = place_of(listed, rows[0][1])
    lines: list[Line] = []
    for number, (user, points, games, wins) in enumerate(rows, start=first):
        if lines and points < lines[-1].points:
            place = number
        lines.append(Line(place, people[user], points, games, wins, is_own=user == viewer.pk))
    return lines


def points_of(users: Iterable[User | None]) -> dict[int, int]:
    """The points of many people by their number, for lists; of those who have been rated. One query."""
    people = {user.pk for user in users if user is not None}
    if not people:
        return {}
    return dict(_points(people))


@written_once
def _points(people: Collection[int]) -> QuerySet[Rating, tuple[int, int]]:
    # Not above "", which is "": asked for what is equal to it, SQLite goes through the whole leaderboard.
    overall = Rating.objects.filter(user__in=people, edition__lte="", map__lte="")
    return overall.values_list("user", "points")


@require_safe
@vary_on_headers("HX-Request", "HX-Target")
def leaderboards(request: VisitorRequest) -> HttpResponse:
    filters = Filters(request.GET, favourites=favourites_of(request.user), auto_id="filter-%s")
    edition, board = filters.scope
    context = {
        "filters": filters,
        "filtered": urlencode({name: value for name, value in (("edition", edition), ("map", board)) if value}),
        "leaderboard": Leaderboard.of(filters.scope, request.user, page=request.GET.get("page", "")),
        "fewest": FEWEST_GAMES,
    }
    if request.htmx.target == "leaderboard":
        return HttpResponse(draw_part(request, "matchmaking/leaderboards.html", "leaderboard", context))
    return render(request, "matchmaking/leaderboards.html", context)


urls = [path("", leaderboards, name="leaderboards")], "ratings"
