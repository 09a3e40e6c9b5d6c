"""Games that are over, without having been played: what matters of them is who came to which place, and when."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from games.models import Absence, Game, Seat
from matchmaking.ratings import rating
from matchmaking.ratings.models import Rating
from tests.factories import GameFactory, person_called

DAYS_AGO = 30


def ended(*names: str, bots: int = 0, at: datetime | None = None, **terms: Any) -> Game:
    """A game of these people, who came to their places in this order; bots after them."""
    fields = {name: terms.pop(name) for name in ("studied_by", "ended_early") if name in terms}
    game = GameFactory.create(players=max(2, len(names) + bots), bots=bots, **terms)
    seats = list(game.seats.order_by("number"))
    Seat.objects.filter(game=game).update(
        user=None, is_bot=True, is_to_move=False, asked_at=None, asked_sequence=None, question=""
    )
    for place, (seat, name) in enumerate(zip(seats, names, strict=False), start=1):
        person = person_called(name)
        Seat.objects.filter(pk=seat.pk).update(user=person, name=name, is_bot=False, rank=place, powered=10)
    Seat.objects.filter(game=game, is_bot=True).update(rank=len(names) + 1)
    Game.objects.filter(pk=game.pk).update(
        finished_at=at or timezone.now() - timedelta(days=DAYS_AGO), phase="finished", sequence=100, **fields
    )
    game.refresh_from_db()
    return game


def handed_over(game: Game, giver: str, receiver: str, *, at: int) -> None:
    """Let somebody have taken over a seat after so many actions."""
    seat = game.seats.get(name=giver)
    taker = person_called(receiver)
    Absence.objects.create(
        seat=seat, user=person_called(giver), reason=Absence.Reason.LEFT, sequence=at, ended_sequence=at,
        ended_at=timezone.now(), substitute=taker,
    )  # fmt: skip
    Seat.objects.filter(pk=seat.pk).update(user=taker, name=receiver)
    Game.objects.filter(pk=game.pk).update(absences=1)


def left(game: Game, name: str, *, at: int = 50) -> None:
    """Let somebody be away when the game ends."""
    seat = game.seats.get(name=name)
    Absence.objects.create(seat=seat, user=person_called(name), reason=Absence.Reason.LEFT, sequence=at)
    Seat.objects.filter(pk=seat.pk).update(absent_since=timezone.now())
    Game.objects.filter(pk=game.pk).update(absences=1)


def rate() -> int:
    return rating.rate_finished(now=timezone.now())


def rating_of(name: str, edition: str = "", board: str = "") -> Rating | None:
    return Rating.objects.filter(user__name=name, edition=edition, map=board).first()
