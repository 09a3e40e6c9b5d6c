"""Studies are their owner's: games that somebody brought along as records, which go where they go."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.belongings import Row, Sheet
from accounts.models import User
from games.models import Game

FORGOTTEN = ("games.Game.studied_by",)
KEPT = ()


def rename(user: User) -> None:
    """Nothing to do: a study carries the names of its record."""


def pass_on(giver: User, receiver: User) -> None:
    """Give somebody's studies to somebody else."""
    Game.objects.filter(studied_by=giver).update(studied_by=receiver)


def export(user: User) -> Iterator[Sheet]:
    yield Sheet("studies", _("The records of games that you brought along to look at."), FORGOTTEN, _studies(user))


def erase(user: User, *, now: datetime) -> None:
    """Studies go as a whole: nobody else ever saw them."""
    Game.objects.filter(studied_by=user).delete()


def _studies(user: User) -> Iterator[Row]:
    for study in Game.objects.filter(studied_by=user).defer("setup").prefetch_related("seats").order_by("pk"):
        yield {
            "name": study.name,
            "map": study.map,
            "edition": study.edition,
            "brought_along_at": study.created_at,
            "players": [seat.name for seat in study.seats.all()],
            "actions": study.sequence,
        }
