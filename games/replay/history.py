"""The past of a game: its actions, and the position after each of them, by replay.

Where actions were taken back, their rows stay, and one more says which position the game went back to. So there are
two ways to look at a past: all that happened, in its order, and what of it still counts (:func:`in_force`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from django.db.models import Q
from msgspec.structs import replace
from prometheus_client import Histogram

import rules
from games.models import Action, Game, Origin
from games.replay import action_rows
from games.replay.action_rows import StoredAction, TakenBack
from rules import events

DECIDED = (Origin.PLAYER, Origin.PLAN)
"""Where actions come from that a player wanted."""


Purchases = Mapping[int, tuple[rules.Fuel, int]]
"""By seat, fuel and what was paid for it."""

NO_PURCHASES: Purchases = {}

REPLAY = Histogram(
    "powergrid_replay_seconds",
    "How long it took to replay a game from its start",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)

TELLS_WHAT_WAS_POWERED = (rules.Phase.BUREAUCRACY, rules.Phase.FINISHED)
"""The phases whose positions tell what was powered."""


class NoSuchPosition(LookupError):
    """A game has positions from 0 (the start) to the number of actions taken, and none beyond."""


class Unplayable(RuntimeError):
    """The stored actions of a game cannot be replayed: a bug or damage, and nothing a player did."""


@dataclass(frozen=True, slots=True)
class Move:
    """One stored action, decoded."""

    sequence: int
    seat: rules.Seat
    action: StoredAction
    origin: Origin
    made_at: datetime

    @property
    def undo(self) -> TakenBack | None:
        """What it took back, if it did."""
        return self.action if isinstance(self.action, TakenBack) else None


@dataclass(frozen=True, slots=True)
class Position:
    """A state and the move that led to it; the start has none. ``state`` is secret: show ``rules.view`` of it."""

    sequence: int
    state: rules.State
    move: Move | None

    @property
    def round(self) -> int:
        return self.state.round

    @property
    def phase(self) -> rules.Phase:
        return self.state.phase


class Row(NamedTuple):
    """What a :class:`Move` is made of, as it is stored."""

    sequence: int
    seat: int
    body: str
    origin: str
    created_at: datetime


def moves(game: Game, *, after: int = 0, until: int | None = None) -> list[Move]:
    """The actions ``after + 1`` to ``until`` (by default the last one) of a game, in one query."""
    rows = game.actions.filter(sequence__gt=after, sequence__lte=game.sequence if until is None else until)
    return read(game.pk, [Row(*row) for row in rows.order_by("sequence").values_list(*Row._fields)])


def rows(since: Mapping[Game, int]) -> dict[int, list[Row]]:
    """By game, its rows after the action of this number, in one query for all of them."""
    found: dict[int, list[Row]] = {game.pk: [] for game in since}
    spans = (Q(game=game, sequence__gt=after, sequence__lte=game.sequence) for game, after in since.items())
    stored = Action.objects.filter(reduce(or_, spans)) if since else Action.objects.none()
    for pk, *row in stored.order_by("game", "sequence").values_list("game", *Row._fields):
        found[pk].append(Row(*row))
    return found


def read(pk: int, stored: Sequence[Row]) -> list[Move]:
    """Decode rows of a game.

    :raises Unplayable: one of them holds no action.
    """
    try:
        done = action_rows.read_all([body for _, _, body, _, _ in stored])
    except rules.ActionSyntaxError as error:
        raise Unplayable(f"Game {pk} holds a row that is no action.") from error
    return [
        Move(sequence, rules.Seat(seat), action, Origin(origin), made_at)
        for (sequence, seat, _, origin, made_at), action in zip(stored, done, strict=True)
    ]


def positions(game: Game, *, until: int | None = None) -> list[Position]:
    """All positions of a game from the start to the one after action ``until``, by default the present one.

    :raises NoSuchPosition: ``until`` is out of bounds.
    :raises Unplayable: the rules refuse an action, or the game went back to a position that did not exist yet.
    """
    return list(_replayed(game.pk, game.read_setup(), tuple(moves(game, until=checked(game, until)))))


@lru_cache(maxsize=8)
@REPLAY.time()
def _replayed(pk: int, setup: rules.Setup, moves: tuple[Move, ...]) -> tuple[Position, ...]:
    """The positions of a game. Those of a few games are cached, as all mails about a turn are written at once."""
    known = [Position(0, rules.start(setup), None)]
    for move in moves:
        match move.action:
            case TakenBack(to=to):
                state = _gone_back(pk, known, to)
            case action:
                state = _after(pk, known[-1].state, move.seat, action)
        known.append(Position(move.sequence, state, move))
    return tuple(known)


def _gone_back(pk: int, known: Sequence[Position], to: int) -> rules.State:
    """The position ``to`` once more; what had brought it about is nothing new."""
    if to >= len(known):
        raise Unplayable(f"Game {pk} goes back to position {to} before there is one.")
    return replace(known[to].state, happened=())


def position(game: Game, sequence: int) -> Position:
    """The position after action ``sequence``; 0 is the start.

    :raises NoSuchPosition: it is out of bounds.
    """
    return positions(game, until=sequence)[-1]


def in_force(known: Sequence[Position]) -> list[Position]:
    """The positions that led to the last one: without what was taken back, and without the taking back.

    :param known: from the start on.
    """
    return [*back(known)][::-1]


def back(known: Sequence[Position]) -> Iterator[Position]:
    """The same from the last one on."""
    index = len(known) - 1
    while index >= 0:
        position = known[index]
        if position.move and (undo := position.move.undo):
            index = undo.to
        else:
            yield position
            index -= 1


def last_turn(known: Sequence[Position], seat: int) -> int | None:
    """The sequence of the last action in force that a seat's person decided, be it by a plan; None without any."""
    turns = (position.move for position in back(known) if position.move)
    return next((turn.sequence for turn in turns if turn.seat == seat and turn.origin in DECIDED), None)


def was_counted(known: Sequence[Position], move: Move) -> bool:
    """Whether an action counts as a decision in time: a person wanted it, or was asked though they had no choice."""
    before = known[move.sequence - 1].move
    was_waited_for = before is not None and move.made_at > before.made_at
    return move.origin in DECIDED or (move.origin is Origin.FORCED and was_waited_for)


def powered(known: Sequence[Position]) -> dict[int, events.CitiesPowered]:
    """By seat, what was powered in the phase of the last position: nothing but in bureaucracy, and after the end."""
    return powered_in(_of_phase(known)) if known[-1].phase in TELLS_WHAT_WAS_POWERED else {}


def _of_phase(known: Sequence[Position]) -> Iterator[Position]:
    """The positions in force from the beginning of the phase on."""
    since: list[Position] = []
    for position in back(known):
        since.append(position)
        if any(isinstance(event, events.PhaseBegan) for event in position.state.happened):
            break
    return reversed(since)


def powered_in(leading: Iterable[Position]) -> dict[int, events.CitiesPowered]:
    """The same, where the positions that led to the last one are at hand, from the beginning of its phase on."""
    found: dict[int, events.CitiesPowered] = {}
    for position in leading:
        for event in position.state.happened:
            if isinstance(event, events.PhaseBegan):
                found = {}
            elif isinstance(event, events.CitiesPowered):
                found[event.seat] = event
    return found


def purchases(known: Sequence[Position]) -> Purchases:
    """By seat, the fuel bought in the phase of the last position and its price, where turns go round (MAP-IN-7)."""
    go_round = known[-1].phase is rules.Phase.RESOURCES and known[-1].state.board.rules.fuel_sales.token_by_token
    return purchases_in(_of_phase(known)) if go_round else {}


def purchases_in(leading: Iterable[Position]) -> Purchases:
    """The same, where the positions that led to the last one are at hand, from the beginning of its phase on."""
    found: dict[int, tuple[rules.Fuel, int]] = {}
    for position in leading:
        for event in position.state.happened:
            if isinstance(event, events.PhaseBegan):
                found = {}
            elif isinstance(event, events.ResourcesBought):
                fuel, price = found.get(event.seat, (rules.NO_FUEL, 0))
                found[event.seat] = fuel + event.fuel, price + event.price
    return found


def after(game: Game, state: rules.State, seat: rules.Seat, action: rules.Action) -> rules.State:
    """The state after a stored action.

    :raises Unplayable: the rules refuse it; as it was accepted once, that is not for a player to hear.
    """
    return _after(game.pk, state, seat, action)


def _after(pk: int, state: rules.State, seat: rules.Seat, action: rules.Action) -> rules.State:
    try:
        return rules.apply(state, seat, action)
    except rules.RuleError as error:
        raise Unplayable(f"Game {pk} cannot be replayed: {error}") from error


def checked(game: Game, sequence: int | None) -> int:
    """A sequence that a game has a position of; the last one where none is given.

    :raises NoSuchPosition: it is out of bounds.
    """
    if sequence is None:
        return game.sequence
    if not 0 <= sequence <= game.sequence:
        raise NoSuchPosition(f"Game {game.pk} has positions 0 to {game.sequence}, not {sequence}.")
    return sequence
