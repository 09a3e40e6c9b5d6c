"""The latest state of each game, kept so that a turn needs no replay. A cache: any row can be dropped at any time."""

import logging

import msgspec

import rules
from games import history
from games.deeds import TakenBack
from games.models import Action, Game, Snapshot

logger = logging.getLogger(__name__)


def load(game: Game) -> rules.State:
    """The present position of a game: its snapshot and the actions since, or all actions where that is of no use."""
    snapshot = Snapshot.objects.filter(game=game).first()
    state = _read(game, snapshot) if snapshot else None
    if snapshot is None or state is None:
        return history.position(game, game.sequence).state
    for move in history.moves(game, after=snapshot.sequence):
        if isinstance(move.action, TakenBack):  # which may lead to before the snapshot
            return history.position(game, game.sequence).state
        state = history.after(game, state, move.seat, move.action)
    return state


def store(game: Game, state: rules.State) -> None:
    """Keep the present position of a game."""
    snapshot = Snapshot(game=game, sequence=game.sequence, state=msgspec.json.encode(state).decode())
    Snapshot.objects.bulk_create(
        [snapshot], update_conflicts=True, unique_fields=["game"], update_fields=["sequence", "state"]
    )


def _read(game: Game, snapshot: Snapshot) -> rules.State | None:
    """What a snapshot holds, or None where it is not the state that the action of its sequence led to."""
    try:
        state = msgspec.json.decode(snapshot.state, type=rules.State)
    except msgspec.DecodeError:
        logger.warning("snapshot of game %s cannot be read; replaying", game.pk)
        return None
    row = Action.objects.filter(game=game, sequence=snapshot.sequence, digest=rules.digest(state))
    if snapshot.sequence > game.sequence or not row.exists():
        logger.warning("snapshot of game %s is not its position %s; replaying", game.pk, snapshot.sequence)
        return None
    return state
