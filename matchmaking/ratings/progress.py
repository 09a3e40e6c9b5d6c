"""How somebody's rating came about, for the page of a player: what it is now, and which games changed it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Self
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, F, IntegerField, OuterRef, Subquery
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

import rules
from accounts.models import User
from games.models import Game
from games.terms import TERMS, map_name
from matchmaking.ratings.models import Rating, RatingChange
from matchmaking.ratings.rating import FEWEST_GAMES

MOST_SCOPES = 6
"""How many ratings beside the overall one are shown: those of most games."""

MOST_CHANGES = 60
"""How many of the last games the curve has."""

MOST_TOLD = 12
"""How many of these are told of."""

WIDTH, HEIGHT = 600, 100
"""The picture of the curve, which takes whatever room there is."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating as it is now: of what, and where it leads. ``place`` is None for who is not listed."""

    name: str
    query: str
    points: int
    games: int
    wins: int
    place: int | None


@dataclass(frozen=True, slots=True)
class Step:
    """What one game brought. ``game`` and ``at`` are None where the viewer may not know it."""

    game: Game | None
    at: datetime | None
    rank: int
    people: int
    points: int
    gain: int


@dataclass(frozen=True, slots=True)
class Progress:
    """A player's ratings. ``overall`` is None without any; ``steps`` are its last ones, the latest first.

    ``lowest`` and ``highest`` are what the curve lies between, over ``shown`` games.
    """

    overall: Standing | None
    others: list[Standing]
    steps: list[Step]
    curve: SafeString
    lowest: int
    highest: int
    shown: int
    missing: int

    @classmethod
    def of(cls, person: User, viewer: User | AnonymousUser) -> Self:
        """Two queries, whatever the number of games."""
        standings = [_standing(rating) for rating in _ratings(person)]
        overall = next((standing for standing in standings if not standing.query), None)
        changes = _changes(person, viewer) if overall else []
        values = [change.before for change in changes[-1:]] + [change.after for change in reversed(changes)]
        return cls(
            overall=overall,
            others=[standing for standing in standings if standing.query],
            steps=[_step(change) for change in changes[:MOST_TOLD]],
            curve=_draw(values),
            lowest=min(values, default=0),
            highest=max(values, default=0),
            shown=len(changes),
            missing=max(0, FEWEST_GAMES - overall.games) if overall else FEWEST_GAMES,
        )


def _ratings(person: User) -> list[Rating]:
    """The overall rating, and those of editions and boards of most games, each with how many are ahead."""
    ahead = (
        Rating.objects.filter(
            edition=OuterRef("edition"), map=OuterRef("map"), is_listed__in=[True], points__gt=OuterRef("points")
        )
        .order_by()
        .values("is_listed")
        .annotate(count=Count("pk"))
        .values("count")
    )
    rated = Rating.objects.filter(user=person).annotate(ahead=Subquery(ahead, output_field=IntegerField()))
    # The overall rating has the most games of all; where others have as many, its empty names come first.
    return list(rated.order_by(F("games").desc(), "edition", "map")[: MOST_SCOPES + 1])


def _standing(rating: Rating) -> Standing:
    kept = {name: value for name, value in (("edition", rating.edition), ("map", rating.map)) if value}
    place = (getattr(rating, "ahead", 0) or 0) + 1
    return Standing(
        _name(rating.edition, rating.map),
        urlencode(kept),
        rating.points,
        rating.games,
        rating.wins,
        place if rating.is_listed else None,
    )


def _name(edition: str, board: str) -> str:
    words = [map_name(rules.board(board))] if board else []
    if edition:
        words.append(str(TERMS["edition"][edition]))
    return " · ".join(words) or _("All games")


def _changes(person: User, viewer: User | AnonymousUser) -> list[RatingChange]:
    """The last changes of the overall rating, the latest first."""
    visible = Exists(Game.objects.visible_to(viewer).filter(pk=OuterRef("game")))
    changes = RatingChange.objects.filter(user=person, edition="", map="").annotate(is_visible=visible)
    return list(changes.select_related("game").defer("game__setup").order_by("-at", "-pk")[:MOST_CHANGES])


def _step(change: RatingChange) -> Step:
    is_visible = getattr(change, "is_visible", False)
    return Step(
        change.game if is_visible else None,
        change.at if is_visible else None,
        change.rank,
        change.people,
        change.after,
        change.after - change.before,
    )


def _draw(values: list[int]) -> SafeString:
    """The curve from left to right, the lowest value at the bottom and the highest at the top."""
    if len(values) < 2:
        return SafeString("")
    low, span = min(values), max(1, max(values) - min(values))
    points = [
        f"{WIDTH * number / (len(values) - 1):.1f} {HEIGHT - HEIGHT * (value - low) / span:.1f}"
        for number, value in enumerate(values)
    ]
    return format_html(
        '<svg class="rating-curve" viewBox="0 0 {width} {height}" preserveAspectRatio="none" aria-hidden="true">'
        '<path class="edge" d="M0 0H{width}M0 {height}H{width}"/><path class="area" d="M{line}V{height}H0Z"/>'
        '<path class="line" d="M{line}"/><path class="last" d="M{last}h0"/></svg>',
        width=WIDTH,
        height=HEIGHT,
        line=SafeString("L".join(points)),
        last=points[-1],
    )
