"""Decisions for which somebody's time ran out."""

from collections.abc import Sequence
from datetime import datetime

from games.models import Absence, Game, Seat
from games.turns import ending
from games.turns.absence import standing_in
from notifications import outbox


def miss(game: Game, seats: Sequence[Seat], seat: Seat, *, sequence: int, now: datetime) -> None:
    """Note that the time of a seat's person ran out; with too many times in a row, a bot stands in from now on.

    They are told. It changes the seat in memory: the caller holds the lock of the game, and then goes on, for the
    bot as well, which stores it. Where nobody is left whom the game could wait for, it has to be ended instead.

    :param seats: all of the game, ``seat`` among them.
    :param sequence: that of the action which is taken for them, so that it can be told about.
    """
    seat.misses += 1
    seat.misses_in_a_row += 1
    if seat.misses_in_a_row < Absence.MOST_MISSES:
        _tell("missed_turn", game, seat, sequence, now)
        return
    standing_in.begin(game, seat, Absence.Reason.MISSED, sequence=sequence, now=now)
    if not ending.is_deserted(seats):
        _tell("stand_in", game, seat, sequence, now)


def _tell(kind: str, game: Game, seat: Seat, sequence: int, now: datetime) -> None:
    if seat.user is not None:
        outbox.tell([seat.user], kind, game.pk, sequence, now=now)
