"""The course of a player's rating, for their page: what it is now, and which games changed it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Self
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, F, IntegerField, OuterRef, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from accounts.models import User
from games.models import Game
from games.models.terms import TERMS, map_name
from games.pages.charts import Chart, Series
from matchmaking.ratings.models import Rating, RatingChange
from matchmaking.ratings.rating import FEWEST_GAMES

MOST_SCOPES = 6  # how many ratings beside the overall one are shown: those of most games
MOST_CHANGES = 60  # how many of the last games the curve has
MOST_TOLD = 12  # how many of these are told of

DOT = "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0"


@dataclass(frozen=True, slots=True)
class Standing:
    name: str
    query: str
    points: int
    games: int
    wins: int
    place: int | None


@dataclass(frozen=True, slots=True)
class RatedGame:
    game: Game | None
    at: datetime | None
    rank: int
    people: int
    points: int
    gain: int


@dataclass(frozen=True, slots=True)
class Progress:
    """A player's ratings. ``overall`` is None without any; ``steps`` are its last ones, the latest first."""

    overall: Standing | None
    others: list[Standing]
    steps: list[RatedGame]
    curve: Chart | None
    missing: int

    @classmethod
    def of(cls, person: User, viewer: User | AnonymousUser) -> Self:
        """Two queries, whatever the number of games."""
        standings = [_standing(rating) for rating in _ratings(person)]
        overall = next((standing for standing in standings if not standing.query), None)
        changes = _changes(person, viewer) if overall else []
        return cls(
            overall=overall,
            others=[standing for standing in standings if standing.query],
            steps=[_step(change) for change in changes[:MOST_TOLD]],
            curve=_curve(changes, overall.games) if overall else None,
            missing=max(0, FEWEST_GAMES - overall.games) if overall else FEWEST_GAMES,
        )


def _ratings(person: User) -> list[Rating]:
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
    name = _name(rating.edition, rating.map)
    listed = place if rating.is_listed else None
    return Standing(name, urlencode(kept), rating.points, rating.games, rating.wins, listed)


def _name(edition: str, board: str) -> str:
    words = [map_name(rules.board(board))] if board else []
    if edition:
        words.append(str(TERMS["edition"][edition]))
    return " · ".join(words) or _("All games")


def _changes(person: User, viewer: User | AnonymousUser) -> list[RatingChange]:
    visible = Exists(Game.objects.visible_to(viewer).filter(pk=OuterRef("game")))
    changes = RatingChange.objects.filter(user=person, edition="", map="").annotate(is_visible=visible)
    return list(changes.select_related("game").defer("game__setup").order_by("-at", "-pk")[:MOST_CHANGES])


def _step(change: RatingChange) -> RatedGame:
    game, at = (change.game, change.at) if getattr(change, "is_visible", False) else (None, None)
    return RatedGame(game, at, change.rank, change.people, change.after, change.after - change.before)


def _curve(changes: Sequence[RatingChange], games: int) -> Chart | None:
    """The course of a rating over its last changes, of so many games in all; the latest is given first."""
    if not changes:
        return None
    values = (changes[-1].before, *(change.after for change in reversed(changes)))
    series = Series(_("Rating"), "of-rating", DOT, "", values)
    title = ngettext("Over the last rated game", "Over the last {count} rated games", len(changes))
    title, first = title.format(count=len(changes)), games - len(changes)
    return Chart("rating-course", title, "", first, (series,), (), unit=_("game"), is_from_zero=False)
