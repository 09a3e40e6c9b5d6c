"""When a game has to go on by itself: a moment, kept in a column.

A scheduler finds the games that are due, and :mod:`games.turns.run_due` does what there is to do. A claim keeps other
workers off a game. It lapses by itself: a worker that is killed only delays a game.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Q

from announcements import maintenance
from games.models import Game, GameQuerySet, Seat

CLAIM = timedelta(seconds=30)
"""For how long a worker has a game to itself."""

LATE = timedelta(minutes=1)
"""What is done so much later than it was due was done late: nobody could know of it before."""


def moment(game: Game, seats: Sequence[Seat]) -> datetime | None:
    """When a locked game has to go on by itself. ``seats`` are all of it, as they are stored now."""
    moments = [each for seat in seats for each in moments_of(seat)]
    if game.resumes_at is not None:
        moments.append(game.resumes_at)
    return None if game.is_over else min(moments, default=None)


def moments_of(seat: Seat) -> list[datetime]:
    """When a seat goes on without its player; if it does not, when they are warned, and when their time is up.

    The former comes first by any calendar (see :func:`games.turns.decisions.in_a_while`), so nothing else counts.
    """
    if not seat.is_to_move:
        return []
    if seat.answers_at is not None:
        return [seat.answers_at]
    return [each for each in (seat.warns_at, seat.due_at) if each is not None]


def known_at(done_at: datetime, now: datetime) -> datetime:
    """When clocks start, and people are told, because of what counts as done at a moment.

    As a rule just then, as after an action by hand: any lag in between would tell that nobody was there. But now if a
    worker comes late.
    """
    return done_at if now - done_at <= LATE else now


def store(game: Game, seats: Sequence[Seat]) -> None:
    """Store when a locked game has to go on by itself, after a change of its seats or its pause."""
    due_at = moment(game, seats)
    if game.due_at != due_at:
        game.due_at = due_at
        game.save(update_fields=["due_at"])


def games(now: datetime) -> GameQuerySet:
    """Games that are due and that no worker has claimed. While the site is maintained, there are none."""
    is_free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    return Game.objects.filter(is_free, ~maintenance.going_on(), due_at__lte=now)


def claim(pk: int, now: datetime) -> bool:
    """Claim a game that is due; of several workers one succeeds."""
    return games(now).filter(pk=pk).update(claimed_until=now + CLAIM) == 1
