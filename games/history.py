"""The past of a game: its actions, and the position after each of them, by replay."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

import rules
from games.models import Game, Origin
from rules import events


class NoSuchPosition(LookupError):
    """A game has positions from 0 (the start) to the number of actions taken, and none beyond."""


class Unplayable(RuntimeError):
    """The stored actions of a game cannot be replayed: a bug or damage, and nothing a player did."""


@dataclass(frozen=True, slots=True)
class Move:
    """One stored action, decoded."""

    sequence: int
    seat: rules.Seat
    action: rules.Action
    origin: Origin
    made_at: datetime


@dataclass(frozen=True, slots=True)
class Position:
    """A state and the move that led to it; the start has none. ``state`` is secret: show ``rules.view`` of it."""

    sequence: int
    state: rules.State
    move: Move | None


def moves(game: Game, *, after: int = 0, until: int | None = None) -> list[Move]:
    """The actions ``after + 1`` to ``until`` (by default the last one) of a game, in one query."""
    rows = game.actions.filter(sequence__gt=after, sequence__lte=game.sequence if until is None else until)
    columns = list(rows.order_by("sequence").values_list("sequence", "seat", "body", "origin", "created_at"))
    try:
        actions = rules.actions_from_json([body for _, _, body, _, _ in columns])
    except rules.ActionSyntaxError as error:
        raise Unplayable(f"Game {game.pk} holds a row that is no action.") from error
    return [
        Move(sequence, rules.Seat(seat), action, Origin(origin), made_at)
        for (sequence, seat, _, origin, made_at), action in zip(columns, actions, strict=True)
    ]


def positions(game: Game, *, until: int | None = None) -> list[Position]:
    """All positions of a game from the start to the one after action ``until``, by default the present one.

    :raises NoSuchPosition: ``until`` is out of bounds.
    """
    made = moves(game, until=checked(game, until))
    start = rules.start(game.read_setup())
    found = [Position(0, start, None)]
    found += [
        Position(move.sequence, state, move) for move, state in zip(made, follow(game, start, made), strict=True)
    ]
    return found


def position(game: Game, sequence: int) -> Position:
    """The position after action ``sequence``; 0 is the start.

    :raises NoSuchPosition: it is out of bounds.
    """
    return positions(game, until=sequence)[-1]


def round_starts(known: Iterable[Position]) -> dict[int, int]:
    """For each round the sequence of the position with which it began."""
    starts: dict[int, int] = {}
    for position in known:
        starts.setdefault(position.state.round, position.sequence)
    return starts


def last_turn(known: Sequence[Position], seat: int) -> int | None:
    """The sequence of the last action that a seat took in person; None where it has taken none."""
    turns = (position for position in reversed(known) if position.move and position.move.seat == seat)
    return next((turn.sequence for turn in turns if turn.move and turn.move.origin is Origin.PLAYER), None)


def powered(known: Iterable[Position]) -> dict[int, events.CitiesPowered]:
    """By seat, what was powered in the phase of the last position: nothing but in bureaucracy, and after the end."""
    found: dict[int, events.CitiesPowered] = {}
    for position in known:
        for event in position.state.happened:
            if isinstance(event, events.PhaseBegan):
                found = {}
            elif isinstance(event, events.CitiesPowered):
                found[event.seat] = event
    return found


def follow(game: Game, state: rules.State, made: Iterable[Move]) -> Iterator[rules.State]:
    """The state after each of some stored actions, which begin at ``state``.

    :raises Unplayable: the rules refuse one; as it was accepted once, that is not for a player to hear.
    """
    try:
        for move in made:
            state = rules.apply(state, move.seat, move.action)
            yield state
    except rules.RuleError as error:
        raise Unplayable(f"Game {game.pk} cannot be replayed: {error}") from error


def checked(game: Game, sequence: int | None) -> int:
    """A sequence that a game has a position of; the last one where none is given.

    :raises NoSuchPosition: it is out of bounds.
    """
    if sequence is None:
        return game.sequence
    if not 0 <= sequence <= game.sequence:
        raise NoSuchPosition(f"Game {game.pk} has positions 0 to {game.sequence}, not {sequence}.")
    return sequence
