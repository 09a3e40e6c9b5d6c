"""The time during which a bot decides for somebody: its beginning and its end, in a game that is locked."""

from datetime import datetime

from accounts.models import User
from games.models import Absence, Game, Seat, UndoRequest, Vote


def begin(game: Game, seat: Seat, reason: Absence.Reason, *, sequence: int, now: datetime) -> None:
    """Let a bot stand in for a seat's person; the caller goes on or ends the game, which stores that.

    Nothing waits for their consent or counts their vote any more.

    :param sequence: after which action of the game it begins.
    """
    if seat.user is None or seat.plays_itself:
        raise ValueError(f"Nobody plays seat {seat.pk} who could be absent.")
    seat.absent_since = now
    seat.absences.create(user=seat.user, reason=reason, sequence=sequence, began_at=now)
    game.absences += 1
    game.save(update_fields=["absences"])
    UndoRequest.objects.filter(game=game).delete()
    Vote.objects.filter(game=game, seat=seat.number).delete()


def end(game: Game, seat: Seat, now: datetime, *, substitute: User | None = None) -> None:
    """Let a person play a seat again: its own, or one who takes it over. The next decision is theirs.

    The caller goes on, which stores the columns that follow the game.
    """
    succession = {"substitute": substitute, "turns": seat.turns, "misses": seat.misses} if substitute else {}
    seat.absences.filter(ended_at=None).update(ended_at=now, ended_sequence=game.sequence, **succession)
    seat.absent_since, seat.misses_in_a_row = None, 0
    if substitute is not None:
        _hand_over(seat, substitute)
    UndoRequest.objects.filter(game=game).delete()


def _hand_over(seat: Seat, substitute: User) -> None:
    """Let a seat be somebody else's, with a full bank; what its former person had planned is nothing to them."""
    seat.user, seat.name, seat.powers_itself = substitute, substitute.name, True
    seat.save(update_fields=["user", "name", "powers_itself"])
    seat.turns = seat.misses = 0
    seat.bank = None
    seat.plans.all().delete()
