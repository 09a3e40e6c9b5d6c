"""Clocks rest while the site is maintained: the time is given back when maintenance ends.

Until then nothing is due (:func:`games.clock.due.games`). So the beginning costs nothing, and the end a few queries
for some hundred games.
"""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Q, prefetch_related_objects

from games.clock import clocks, due
from games.models import Game, Seat
from games.models.damaged import stepping_over
from games.models.people import seats_with_people

BATCH = 200
"""How many games are in memory at once."""


def give_back(began_at: datetime, now: datetime) -> None:
    """Let all clocks go on with what they had when it began, within the transaction that ends it.

    Plans wait as long as before: an answer at once would tell that it was planned.
    """
    for games in _waiting():
        seats: list[Seat] = []
        whole: list[Game] = []
        for game in games:
            # A game that fails stays as it was, and does not hold up the others.
            with stepping_over(Game, game.pk):
                given_back = list(_given_back(game, began_at, now))
                game.due_at = due.moment(game, list(game.seats.all()))
                # Open pages show what is left. Where no clock ticks, only a plan waits, which is secret.
                game.news += any(seat.ticks_from is not None for seat in game.seats.all())
                seats += given_back
                whole.append(game)
        Seat.objects.bulk_update(seats, [*clocks.COLUMNS, "answers_at"])
        Game.objects.bulk_update(whole, ["due_at", "news"])


def _waiting() -> Iterator[list[Game]]:
    """The games in which a clock ticks or a plan is to answer, locked, with their seats and people."""
    goes_on = Q(ticks_from__isnull=False) | Q(answers_at__isnull=False)
    waiting = Seat.objects.filter(goes_on, is_to_move=True, game__finished_at=None).values("game")
    last = 0
    while games := list(Game.objects.filter(pk__in=waiting, pk__gt=last).defer("setup").lock_each()[:BATCH]):
        prefetch_related_objects(games, seats_with_people())
        yield games
        last = games[-1].pk


def _given_back(game: Game, began_at: datetime, now: datetime) -> Iterator[Seat]:
    for seat in game.seats.all():
        if not seat.is_to_move or seat.asked_at is None:
            continue
        # An action on its way when maintenance began may have asked the seat later.
        since = max(began_at, seat.asked_at)
        clocks.give_back(game, seat, since, now)
        if seat.answers_at is not None:
            seat.answers_at = max(seat.answers_at, since) + (now - since)
        yield seat
