"""Ratings are their person's: who takes their data along has them, and no leaderboard shows somebody who has left."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import F
from django.utils.translation import gettext as _

from accounts.belongings import Row, Sheet
from accounts.models import User
from matchmaking.ratings.figures import WITHIN
from matchmaking.ratings.models import Figures, Rating, RatingChange
from matchmaking.ratings.rating import lock

SCOPE = ("edition", "map")

FORGOTTEN = ("matchmaking.Figures.user",)
KEPT = ("matchmaking.Rating.user", "matchmaking.RatingChange.user")  # those of the others follow from them


def rename(user: User) -> None:
    """Nothing to do: ratings know their people, and not what they were called."""


def pass_on(giver: User, receiver: User) -> None:
    """Nothing to do: guests are not rated."""


def export(user: User) -> Iterator[Sheet]:
    yield Sheet("ratings", _("How well you play, by edition and board."), KEPT[:1], _ratings(user))
    yield Sheet("rated_games", _("What each game did to your ratings."), KEPT[1:], _changes(user))
    yield Sheet("habits", _("How you played your rated games, in figures."), FORGOTTEN, _figures(user))


def erase(user: User, *, now: datetime) -> None:
    """Drop somebody from all leaderboards. Who rates games meanwhile waits, and then sees that they have left."""
    lock()
    Figures.objects.filter(user=user).delete()
    Rating.objects.filter(user=user).update(is_listed=False)


def _ratings(user: User) -> Iterator[Row]:
    told = {"is_on_the_leaderboard": F("is_listed"), "last_game_ended_at": F("rated_at")}
    for row in Rating.objects.filter(user=user).order_by("pk").values(*SCOPE, "points", "games", "wins", **told):
        yield _scope_in_words(row)


def _changes(user: User) -> Iterator[Row]:
    told = {"place": F("rank"), "of": F("people"), "points_before": F("before"), "points_after": F("after")}
    changes = RatingChange.objects.filter(user=user).order_by("pk")
    for row in changes.values("game__name", *SCOPE, "at", **told).iterator():
        yield {"game": row.pop("game__name"), **_scope_in_words(row)}


def _scope_in_words(row: Row) -> Row:
    return {**row, **{name: row[name] or _("all") for name in SCOPE}}


def _figures(user: User) -> Iterator[Row]:
    rows = Figures.objects.filter(user=user).select_related("game").defer("game__setup").order_by("pk")
    for row in rows.iterator():
        yield {
            "game": row.game.name,
            "decisions_by_hand": row.by_hand,
            "decisions_by_plans": row.planned,
            "answers_within_seconds": [
                {"within": within, "answers": count}
                for within, count in zip((*WITHIN, None), row.waits, strict=True)
                if count
            ],
            "plants_bought": row.plants,
        }
