"""The end of games, above all of those that nobody has won: given up by all, or by the last whom they wait for."""

from collections.abc import Sequence
from datetime import datetime

from games.clock import clocks
from games.models import Game, Seat, UndoRequest, Vote
from games.turns import decisions
from notifications import outbox

_GAME = ("finished_at", "ended_early", "paused_at", "resumes_at", "due_at", "news")


def end_early(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """End a game that is locked where it stands: nobody wins, and nobody is asked any more.

    Its people are told, but for somebody who has played against bots alone.
    """
    game.finished_at, game.ended_early = now, True
    game.due_at = None
    game.news += 1
    close(game)
    game.save(update_fields=_GAME)
    for seat in seats:
        clocks.forget(seat)
        decisions.be_asked_no_more(seat)
        seat.may_plan_since = None
    decisions.store(seats)
    UndoRequest.objects.filter(game=game).delete()
    people = [seat.user for seat in seats if seat.user is not None]
    if len(people) > 1:
        outbox.tell(people, "game_over", game.pk, game.sequence, now=now)


def close(game: Game) -> None:
    """Forget what the players of a game that is over have agreed on or vote about; the caller stores the game."""
    game.paused_at = game.resumes_at = None
    Vote.objects.filter(game=game).delete()


def is_deserted(seats: Sequence[Seat]) -> bool:
    """Whether bots alone would play on, so that there is nobody left whom the game could wait for."""
    return all(seat.plays_itself for seat in seats)
