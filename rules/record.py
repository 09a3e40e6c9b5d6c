"""The game record ``powergrid-game/1``: one JSON file for export, import, fixtures and bug reports."""

import json
from collections.abc import Iterator
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from rules import plant_market
from rules.actions import Action, OpenAuction, PassBid, action_from_data
from rules.boards import board, first_version
from rules.editions import thresholds
from rules.engine import apply, start
from rules.errors import ActionSyntaxError, RecordError
from rules.options import Options, options_from_data
from rules.plants import PLANTS, Card
from rules.setup import SHUFFLES, new_setup
from rules.state import Phase, Seat, Setup, State
from rules.versions import NEWEST

LARGEST_RECORD = 2_000_000
"""How many bytes of text are read as a record: a hundred times what a game takes."""

_SHUFFLES = tuple(f"{name}_deck" for name in SHUFFLES)


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended. ``order`` are the seats from first to last; the others follow it."""

    order: tuple[Seat, ...]
    powered: tuple[int, ...]
    money: tuple[int, ...]


class Record(Struct, frozen=True):
    """A game as it was played: the names by seat, the setup, every action with its seat, the result if it is over."""

    players: tuple[str, ...]
    setup: Setup
    moves: tuple[tuple[Seat, Action], ...]
    result: Result | None = None


class _StatedSetup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    seed: str | UnsetType = UNSET
    areas: tuple[str, ...] | UnsetType = UNSET
    order: tuple[Seat, ...] | UnsetType = UNSET
    market: tuple[int, ...] | UnsetType = UNSET
    deck: tuple[Card, ...] | UnsetType = UNSET
    step3_deck: tuple[int, ...] | UnsetType = UNSET
    step2_deck: tuple[int, ...] | UnsetType = UNSET
    second_deck: tuple[int, ...] | UnsetType = UNSET
    blocked: tuple[str, ...] | UnsetType = UNSET


class _File(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    format: Literal["powergrid-game/1"]
    edition: str
    map: str
    players: tuple[str, ...]
    setup: _StatedSetup
    actions: tuple[dict[str, Any], ...]
    options: dict[str, Any] = {}
    result: Result | UnsetType = UNSET
    rules: int | UnsetType = UNSET


def read_record(text: str | bytes) -> Record:
    """Read a game record. Actions are read, but not yet held against the rules. A byte order mark is stepped over.

    :raises RecordError: it is no such record, or too large to be one.
    :raises RuleError: its options or its setup are against the rules.
    """
    if len(text) > LARGEST_RECORD:
        raise RecordError(f"This is not a game record: it is larger than {LARGEST_RECORD:,} bytes.")
    try:
        text = _written(text)
        source = msgspec.json.decode(text, type=_File)
        json.loads(text, object_pairs_hook=_refuse_doubled)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise RecordError(f"This is not a game record: {error}") from None
    setup = _setup(source)
    start(setup)
    moves = tuple(_move(number, data) for number, data in enumerate(source.actions, start=1))
    result = source.result if isinstance(source.result, Result) else None
    return Record(source.players, setup, moves, result)


def _written(text: str | bytes) -> str:
    """What stands in a file, without the mark that some programs put before it."""
    if isinstance(text, bytes):
        if text.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in text[:2]:
            raise ValueError("it is written in UTF-16. Save it in UTF-8.")
        text = text.decode()
    return text.removeprefix("\ufeff")


def _refuse_doubled(pairs: list[tuple[str, Any]]) -> None:
    """Refuse an object with the same key twice: programs differ in which of the two they read."""
    seen: set[str] = set()
    for key, _value in pairs:
        if key in seen:
            raise ValueError(f"the key {key!r} is there twice.")
        seen.add(key)


def recorded_positions(record: Record) -> Iterator[State]:
    """Every position of a recorded game: the start, and the one after each action.

    Some sites ask every seat about every plant, and so write down a pass of seats that MAP-CE-4 does not ask. It
    changes nothing.

    :raises RuleError: at the first action that is refused.
    """
    state, opened = start(record.setup), 0
    yield state
    for seat, action in record.moves:
        if isinstance(action, OpenAuction):
            opened = action.plant
        if not (isinstance(action, PassBid) and _is_barred(state, seat, opened)):
            state = apply(state, seat, action)
        yield state


def _is_barred(state: State, seat: Seat, plant: int) -> bool:
    """Whether a seat has no part in the auction of a plant, which may just have ended."""
    known = seat in range(state.setup.players) and plant in PLANTS and state.phase is Phase.AUCTION
    return known and not plant_market.may_acquire(state, seat, plant)


def write_record(record: Record) -> str:
    """Write a game record, one action a line; the inverse of :func:`read_record`.

    A setup with an empty seed has none: then all of it is stated.
    """
    setup = record.setup
    options = msgspec.to_builtins(setup.options)
    stated = _StatedSetup(
        seed=setup.seed or UNSET,
        areas=UNSET if setup.seed and not setup.areas else setup.areas,
        order=setup.order,
        market=setup.market,
        deck=setup.deck,
        **{key: order for key in _SHUFFLES if (order := getattr(setup, key)) is not None},
        blocked=setup.blocked if setup.board.rules.blocking.each else UNSET,
    )
    head = {
        "format": "powergrid-game/1",
        **({} if setup.version == 1 else {"rules": setup.version}),
        "edition": options.pop("edition", setup.options.edition),
        "map": options.pop("map", setup.options.map),
        "options": options,
        "players": record.players,
        "setup": stated,
    }
    moves = ",\n  ".join(_line({"seat": seat, **msgspec.to_builtins(action)}) for seat, action in record.moves)
    parts = [f" {_line(key)}: {_line(value)}" for key, value in head.items()]
    parts.append(f' "actions": [\n  {moves}\n ]' if moves else ' "actions": []')
    if record.result is not None:
        parts.append(f' "result": {_line(record.result)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def result_of(state: State) -> Result | None:
    """The result of a game that is over."""
    if not state.is_over:
        return None
    standing = state.standing
    return Result(
        tuple(entry.seat for entry in standing),
        tuple(entry.powered for entry in standing),
        tuple(entry.money for entry in standing),
    )


def _line(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _setup(source: _File) -> Setup:
    if not source.options.keys().isdisjoint({"edition", "map"}):
        raise RecordError("A record has edition and map beside its options, not among them.")
    version = first_version(source.map, source.edition) if isinstance(source.rules, UnsetType) else source.rules
    if not 1 <= version <= NEWEST:
        raise RecordError(
            f"This record needs version {version} of the rules. The versions known here are 1 to {NEWEST}."
        )
    options = options_from_data({**source.options, "edition": source.edition, "map": source.map})
    stated = source.setup
    if stated.seed is UNSET and UNSET in (stated.areas, stated.order, stated.market, stated.deck):
        raise RecordError("A record without a seed must state areas, order, market and deck.")
    blocks = bool(board(options.map, options.edition, version).rules.blocking.each)
    if stated.blocked is not UNSET and not blocks:
        raise RecordError(f"On the map {options.map} no cities are blocked.")
    if stated.seed is UNSET and stated.blocked is UNSET and blocks:
        raise RecordError("A record of this map without a seed must state the blocked cities.")
    players = len(source.players)
    thresholds(options, players, version)
    drawn = _drawn(options, players, stated, version)
    given = {
        name: getattr(stated, name)
        for name in ("areas", "order", "market", "deck", *_SHUFFLES, "blocked")
        if getattr(stated, name) is not UNSET
    }
    return replace(drawn, **given)


def _drawn(options: Options, players: int, stated: _StatedSetup, version: int) -> Setup:
    """What follows from the seed; a host picked the areas that are stated."""
    seed = "" if isinstance(stated.seed, UnsetType) else stated.seed
    picked = () if isinstance(stated.areas, UnsetType) or options.areas != "host" else stated.areas
    return new_setup(options, players, seed, picked, version=version)


def _move(number: int, data: dict[str, Any]) -> tuple[Seat, Action]:
    seat = data.pop("seat", None)
    if not isinstance(seat, int) or isinstance(seat, bool):
        raise RecordError(f"Action {number} names no seat.")
    try:
        return Seat(seat), action_from_data(data)
    except ActionSyntaxError as error:
        raise RecordError(f"Action {number}: {error}") from None
