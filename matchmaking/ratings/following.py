"""Ratings are their person's: who takes their data along has them, and no leaderboard shows somebody who has left."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.belongings import Row, Sheet
from accounts.models import User
from matchmaking.ratings.figures import WITHIN
from matchmaking.ratings.models import Figures, Rating, RatingChange
from matchmaking.ratings.rating import lock

FORGOTTEN = ("matchmaking.Figures.user",)
KEPT = ("matchmaking.Rating.user", "matchmaking.RatingChange.user")
"""Those of the others follow from them."""


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
    for rating in Rating.objects.filter(user=user).order_by("pk"):
        yield {
            "edition": rating.edition or _("all"),
            "map": rating.map or _("all"),
            "points": rating.points,
            "games": rating.games,
            "wins": rating.wins,
            "is_on_the_leaderboard": rating.is_listed,
            "last_game_ended_at": rating.rated_at,
        }


def _changes(user: User) -> Iterator[Row]:
    changes = RatingChange.objects.filter(user=user).select_related("game").defer("game__setup").order_by("pk")
    for change in changes.iterator():
        yield {
            "game": change.game.name,
            "edition": change.edition or _("all"),
            "map": change.map or _("all"),
            "place": change.rank,
            "of": change.people,
            "points_before": change.before,
            "points_after": change.after,
            "at": change.at,
        }


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
