"""States on the way of a game, kept so that looking back needs no replay from its start."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import msgspec
from django.db.models import OuterRef, Subquery

import rules
from games.models import Action, Checkpoint, Game, Origin, Seat
from games.replay import history
from games.replay.action_rows import TakenBack
from games.replay.history import Position, Row

EVERY = 16
"""From one checkpoint to the next, in actions."""

REACH = 64
"""How many actions back a player's last turn is looked for: further than a round takes."""


@dataclass(frozen=True, slots=True)
class Trail:
    """The way of a game since the last turn of a seat: a checkpoint from before it, and the actions after that."""

    checkpoint: Checkpoint
    rows: Sequence[Row]
    until: int
    """How many actions of the game there were when they were looked up."""


def keep(done: Iterable[tuple[Action, rules.State]]) -> None:
    """Keep some of the states that new actions of a game led to."""
    kept = [_made(action, state) for action, state in done if action.sequence % EVERY == 0]
    if kept:
        Checkpoint.objects.bulk_create(kept)


def restore(game: Game, known: Sequence[Position]) -> None:
    """Keep the states of a game once more that were dropped, or are damaged.

    :param known: its positions from the start on. Those that differ from their digest are left out: nobody could use
        them.
    """
    actions = game.actions.filter(sequence__in=range(EVERY, len(known), EVERY)).only("sequence", "digest")
    # In the order of their numbers, as they are locked where they are dropped.
    states = ((action, known[action.sequence].state) for action in actions.order_by("pk"))
    kept = [_made(action, state) for action, state in states if rules.digest(state) == action.digest]
    Checkpoint.objects.bulk_create(kept, update_conflicts=True, unique_fields=["action"], update_fields=["state"])


def _made(action: Action, state: rules.State) -> Checkpoint:
    return Checkpoint(action=action, state=msgspec.json.encode(state).decode())


def look_up(seats: Collection[Seat]) -> None:
    """Have at hand what it takes to look back to the last turns of these seats, in three queries for all of them."""
    found = _trails(seats)
    for seat in seats:
        seat.trail = found.get(seat)


def since_turn(seat: Seat) -> list[Position]:
    """The positions of a game from the last turn of a seat on, or more; all of them if something was taken back."""
    trail = seat.trail if hasattr(seat, "trail") else _trails([seat]).get(seat)
    recent = _played_on(seat.game, trail) if trail and trail.until == seat.game.sequence else None
    return recent or history.positions(seat.game)


def _trails(seats: Collection[Seat]) -> dict[Seat, Trail]:
    """The trails of these seats, as far as their last turns are not too long ago."""
    before = _before_turns(seats)
    since: dict[Game, int] = {}
    for seat, checkpoint in before.items():
        since[seat.game] = min(checkpoint.action.sequence, since.get(seat.game, seat.game.sequence))
    rows = history.rows(since)
    trails = {}
    for seat, checkpoint in before.items():
        later = [row for row in rows[seat.game_id] if row.sequence > checkpoint.action.sequence]
        has_turn = any(row.seat == seat.number and row.origin == Origin.PLAYER for row in later)
        if has_turn:  # or else it was taken just now, after the game was loaded
            trails[seat] = Trail(checkpoint, later, seat.game.sequence)
    return trails


def _before_turns(seats: Collection[Seat]) -> dict[Seat, Checkpoint]:
    """The last checkpoint before the last turn of each seat, as far as they are not too long ago."""
    turns = Action.objects.filter(game=OuterRef("game"), seat=OuterRef("number"), origin=Origin.PLAYER)
    recent = turns.filter(sequence__lte=OuterRef("game__sequence"), sequence__gt=OuterRef("game__sequence") - REACH)
    past = Checkpoint.objects.filter(action__game=OuterRef("game"), action__sequence__lt=OuterRef("turn"))
    turn = Subquery(recent.order_by("-sequence").values("sequence")[:1])
    last = Subquery(past.order_by("-action__sequence").values("pk")[:1])
    found = Seat.objects.filter(pk__in=[seat.pk for seat in seats]).annotate(turn=turn).annotate(last=last)
    pks = dict(found.exclude(last=None).order_by().values_list("pk", "last"))
    stored = Checkpoint.objects.select_related("action").in_bulk(pks.values())
    return {seat: stored[pks[seat.pk]] for seat in seats if pks.get(seat.pk) in stored}


def _played_on(game: Game, trail: Trail) -> list[Position] | None:
    """The positions that a trail leads to; None where it is damaged, or something was taken back on it."""
    state = _read(trail.checkpoint)
    if state is None:
        return None
    positions = []
    for move in history.read(game.pk, trail.rows):
        if isinstance(move.action, TakenBack):
            return None
        state = history.after(game, state, move.seat, move.action)
        positions.append(Position(move.sequence, state, move))
    return positions


def _read(checkpoint: Checkpoint) -> rules.State | None:
    return read(checkpoint.state, checkpoint.action.digest)


def read(body: str | None, digest: str) -> rules.State | None:
    """The state that a checkpoint holds; None where there is none, it is damaged, or other rules led to it.

    :param digest: that of its action. It is one of the position alone: setup and story may be anything.
    """
    if body is None:
        return None
    try:
        state = msgspec.json.decode(body, type=rules.State)
    except msgspec.DecodeError:
        return None
    return state if rules.digest(state) == digest else None
