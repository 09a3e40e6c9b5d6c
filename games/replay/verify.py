"""Checks stored games by the rules of today: each action is replayed, and its digest compared."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

import msgspec
from django.db import transaction

import rules
from games.models import Action, Game, Origin, Seat
from games.models.past import checksum
from games.replay import action_rows
from games.replay.action_rows import TakenBack

Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing that is wrong with a stored game, and the sequence of the action if one is."""

    game: int
    sequence: int | None
    sentence: str

    def __str__(self) -> str:
        where = f"Game {self.game}" if self.sequence is None else f"Game {self.game}, action {self.sequence}"
        return f"{where}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class Finding:
    """How many games and actions were checked, and what is wrong with them."""

    games: int
    actions: int
    faults: tuple[Fault, ...]


class Wrong(Exception):
    """What is stored cannot be right; ``sequence`` says in which row."""

    def __init__(self, sentence: str, sequence: int | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.sequence = sequence


class Row(NamedTuple):
    """The row of an action."""

    game: int
    sequence: int
    seat: int
    body: str
    origin: str
    digest: str
    created_at: datetime
    clock: dict[str, Any] | None
    checksum: str


def audit(pks: Sequence[int]) -> Finding:
    """Check some games, in three queries. One that seems wrong may just have moved on, and is looked at once more."""
    games = Game.objects.filter(pk__in=pks).order_by("pk")
    found, actions = [], 0
    for game, seats, rows in _with_rows(list(games), pks):
        actions += len(rows)
        fault = _fault(game, seats, rows)
        if fault and (fault := _second_look(game)):
            found.append(fault)
    return Finding(len(games), actions, tuple(found))


def _with_rows(games: Iterable[Game], pks: Sequence[int]) -> Iterator[tuple[Game, list[Seat], list[Row]]]:
    seats = _by_game(Seat.objects.filter(game__in=pks).order_by("game", "number"), "game_id")
    stored = Action.objects.filter(game__in=pks).order_by("game", "sequence").values_list(*Row._fields)
    rows = _by_game((Row(*row) for row in stored.iterator()), "game")
    for game in games:
        yield game, seats.get(game.pk, []), rows.get(game.pk, [])


def _by_game(sorted_things: Iterable[Thing], game: str) -> dict[int, list[Thing]]:
    return {pk: list(things) for pk, things in groupby(sorted_things, key=attrgetter(game))}


def _second_look(game: Game) -> Fault | None:
    """Check one game while nobody can change it."""
    with transaction.atomic():
        locked = Game.objects.lock(game.pk)
        ((_game, seats, rows),) = _with_rows([locked], [game.pk])
    return _fault(locked, seats, rows)


def _fault(game: Game, seats: Sequence[Seat], rows: Sequence[Row]) -> Fault | None:
    try:
        state = _replayed(_setup_of(game, seats), rows)
        _compare(game, seats, state, len(rows))
    except Wrong as wrong:
        return Fault(game.pk, wrong.sequence, wrong.sentence)
    return None


def _setup_of(game: Game, seats: Sequence[Seat]) -> rules.Setup:
    try:
        setup = game.read_setup()
    except (msgspec.ValidationError, rules.RuleError) as error:
        raise Wrong(f"its setup cannot be read: {error}") from None
    if (game.edition, game.map) != (setup.options.edition, setup.options.map):
        raise Wrong("its edition and map are not those of its setup.")
    if len(seats) != setup.players or any(seat.number != number for number, seat in enumerate(seats)):
        raise Wrong("it has other seats than its setup.")
    promised = rules.commitment(rules.secret_of(setup.seed)) if setup.seed else ""  # a study may have no seed
    if game.seed_hash != promised:
        raise Wrong("its seed is not the one that was promised.")
    return setup


def _replayed(setup: rules.Setup, rows: Sequence[Row]) -> rules.State:
    """The position after all rows, each of which has to be as it was stored and lead to where it led."""
    try:
        states = [rules.start(setup)]
    except rules.RuleError as error:
        raise Wrong(f"it cannot start from its setup ({error.rule}): {error}") from None
    for sequence, row in enumerate(rows, 1):
        if row.sequence != sequence:
            raise Wrong("it is missing.", sequence)
        states.append(_after(states, row))
    return states[-1]


def _after(states: Sequence[rules.State], row: Row) -> rules.State:
    """The position after a row.

    :param states: all that were before it.
    """
    sequence = row.sequence
    if row.checksum and row.checksum != checksum(*row[:-1]):
        raise Wrong("its row is not as it was stored: the checksum differs.", sequence)
    if row.origin not in Origin.values:
        raise Wrong(f"it has the unknown origin {row.origin!r}.", sequence)
    action = _action(row)
    if isinstance(action, TakenBack):
        if action.to >= len(states):
            raise Wrong(f"it goes back to position {action.to}, which did not exist yet.", sequence)
        state = states[action.to]
    else:
        try:
            state = rules.apply(states[-1], rules.Seat(row.seat), action)
        except rules.RuleError as error:
            raise Wrong(f"the rules refuse it ({error.rule}): {error}", sequence) from None
    if rules.digest(state) != row.digest:
        raise Wrong("it leads to another position than before: the digest differs.", sequence)
    return state


def _action(row: Row) -> action_rows.StoredAction:
    """What a row says was done. It has to be written as actions are."""
    try:
        (action,) = action_rows.read_all([row.body])
    except rules.ActionSyntaxError as error:
        raise Wrong(f"it cannot be read: {error}", row.sequence) from None
    if action_rows.write(action) != row.body:
        raise Wrong("it is not written like an action.", row.sequence)
    return action


def _compare(game: Game, seats: Sequence[Seat], state: rules.State, actions: int) -> None:
    """Compare a state with the columns that repeat it."""
    if game.sequence != actions:
        raise Wrong(f"it counts {game.sequence} actions and has {actions}.")
    if (game.phase, game.round, game.step) != (state.phase, state.round, state.step):
        raise Wrong(
            f"it says round {game.round}, {game.phase}; its actions lead to round {state.round}, {state.phase}."
        )
    is_over = state.is_over or game.ended_early or game.studied_by_id is not None
    if (game.finished_at is not None) != is_over:
        raise Wrong("it and its actions disagree on whether it is over.")
    ranks = {entry.seat: (entry.rank, entry.powered) for entry in state.standing}
    if any((seat.rank, seat.powered) != ranks.get(rules.Seat(seat.number), (None, None)) for seat in seats):
        raise Wrong("its result is not the one that its actions lead to.")
