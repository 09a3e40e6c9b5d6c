"""The tables of the rules page, read from what the rules play by."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

import rules
from games.models.terms import TERMS, Term, area_name
from games.pages.panels import FUEL_NAMES, PlantCard
from games.pages.rulebook.scenes import SEED, cards

PLAYER_NUMBERS = range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1)
STEPS = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Area:
    """An area of the board in its colour, with the names of its cities."""

    name: str
    colour: str
    cities: tuple[str, ...]


def areas(board: rules.Board) -> tuple[Area, ...]:
    return tuple(
        Area(area_name(area), area.colour, tuple(board.cities[city].name for city in board.cities_in((area.id,))))
        for area in board.areas
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """What depends on the number of players. ``deck`` counts the cards of the deck, the Step 3 card included.

    ``removed`` plants are taken out before the game, ``plugs_removed`` and ``sockets_removed`` of them by halves.
    """

    players: int
    areas: int
    plants: int
    removed: int
    plugs_removed: int
    sockets_removed: int
    deck: int
    step2: int
    end: int


def settings(options: rules.Options) -> tuple[Settings, ...]:
    """One row for each number of players, ascending."""
    return tuple(_settings(options, players) for players in PLAYER_NUMBERS)


def _settings(options: rules.Options, players: int) -> Settings:
    thresholds = rules.thresholds(options, players)
    missing = rules.board(options.map, options.edition).rules.missing_plants
    setup = rules.new_setup(options, players=players, seed=SEED)
    removed = rules.PLANTS.keys() - {*setup.market, *setup.deck, *missing}
    return Settings(
        players=players,
        areas=thresholds.areas,
        plants=thresholds.plants,
        removed=len(removed),
        plugs_removed=_count(removed, "plug"),
        sockets_removed=_count(removed, "socket"),
        deck=len(setup.deck),
        step2=thresholds.step2,
        end=thresholds.end,
    )


def _count(plants: Iterable[int], half: str) -> int:
    return sum(rules.PLANTS[plant].half == half for plant in plants)


@dataclass(frozen=True, slots=True)
class PlantRows:
    """A plant market as it is drawn."""

    actual: tuple[PlantCard, ...]
    future: tuple[PlantCard, ...]

    @classmethod
    def of(cls, state: rules.State) -> Self:
        market = rules.view(state).market
        return cls(cards(market.actual), cards(market.future))


@dataclass(frozen=True, slots=True)
class Payment:
    """What is paid for a number of cities supplied."""

    cities: int
    elektro: int


def payments() -> tuple[Payment, ...]:
    """From no city on; the last one holds for all numbers above."""
    return tuple(Payment(cities, elektro) for cities, elektro in enumerate(rules.PAYMENTS))


@dataclass(frozen=True, slots=True)
class RefillRow:
    """What comes into the market of one kind of fuel: for each number of players in Steps 1, 2 and 3."""

    kind: rules.FuelKind
    name: str
    tokens: tuple[tuple[int, ...], ...]


def refills(board: rules.Board) -> tuple[RefillRow, ...]:
    """One row for each kind of fuel."""
    return tuple(RefillRow(kind, str(FUEL_NAMES[kind]), _tokens(board, kind)) for kind in rules.KINDS)


def _tokens(board: rules.Board, kind: rules.FuelKind) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(board.refill(players, step)[kind] for step in STEPS) for players in PLAYER_NUMBERS)


def joined(board: rules.Board) -> tuple[tuple[str, ...], ...]:
    """The groups of cities that connections of cost 0 join, in the order of the board."""
    groups: list[tuple[str, ...]] = []
    for city in board.cities:
        free = [other for other, cost in board.links[city].items() if cost == 0]
        if free and not any(city in group for group in groups):
            groups.append(tuple(other for other in board.cities if other == city or other in free))
    return tuple(groups)


def choices(options: rules.Options) -> tuple[tuple[Term, ...], ...]:
    """What a table can agree on in an edition on a board, the default first."""
    return tuple(
        tuple(terms.values())
        for name, terms in TERMS.items()
        if name != "edition" and any(rules.applies(name, options, players) for players in PLAYER_NUMBERS)
    )
