"""States of a game on its way, kept so that whoever looks back a little needs no replay from its start."""

from collections.abc import Iterable

import msgspec

import rules
from games import history
from games.deeds import TakenBack
from games.history import Move, Position
from games.models import Action, Checkpoint, Game, Origin

EVERY = 16
"""From one checkpoint to the next, in actions."""

REACH = 64
"""How many actions back the checkpoints of a game go: further than a round takes."""


def keep(done: Iterable[tuple[Action, rules.State]]) -> None:
    """Keep some of the states that new actions of a game led to, and let go of those of long ago."""
    kept = [
        Checkpoint(action=action, state=msgspec.json.encode(state).decode())
        for action, state in done
        if action.sequence % EVERY == 0
    ]
    if kept:
        Checkpoint.objects.bulk_create(kept)
        latest = kept[-1].action
        past = Checkpoint.objects.filter(action__game=latest.game_id)
        past.filter(action__sequence__lte=latest.sequence - REACH).delete()


def since_turn(game: Game, seat: int) -> list[Position]:
    """The positions of a game from the last turn of a seat on, maybe with some before it; else all of them.

    Where something was taken back they are all, for it may be something of before.
    """
    known = Checkpoint.objects.filter(action__game=game, action__sequence__lt=game.sequence)
    stored = list(known.order_by("action__sequence").values_list("action__sequence", "action__digest", "state"))
    later = history.moves(game, after=stored[0][0]) if stored else []
    turn = max((move.sequence for move in later if move.seat == seat and move.origin is Origin.PLAYER), default=0)
    for sequence, digest, body in reversed(stored):
        if sequence < turn and (state := _read(body, digest)):
            return _played_on(game, state, later[sequence - stored[0][0] :]) or history.positions(game)
    return history.positions(game)


def _played_on(game: Game, state: rules.State, moves: Iterable[Move]) -> list[Position]:
    """The positions that moves lead to; none where one of them takes something back."""
    positions = []
    for move in moves:
        if isinstance(move.action, TakenBack):
            return []
        state = history.after(game, state, move.seat, move.action)
        positions.append(Position(move.sequence, state, move))
    return positions


def _read(body: str, digest: str) -> rules.State | None:
    """The state of a checkpoint; None where it is damaged, or other rules led to it."""
    try:
        state = msgspec.json.decode(body, type=rules.State)
    except msgspec.DecodeError:
        return None
    return state if rules.digest(state) == digest else None
