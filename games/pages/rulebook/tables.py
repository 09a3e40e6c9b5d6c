"""Numbers, positions and pieces of the rules page, read from what the rules play by."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

import rules
from games.pages.panels.fuel_market import FuelTrack, fuel_market, refills_due
from games.pages.panels.pieces import PlantCard

SEED = "watt"
"""Deals the games from which numbers and examples are taken. Any other would do."""
Example = Mapping[str, Any]
"""What a template fills in, by the names that it uses."""
PLAYER_NUMBERS = range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1)


def start(options: rules.Options, players: int = 3) -> rules.State:
    return rules.start(rules.new_setup(options, players=players, seed=SEED))


def cards(state: rules.State, numbers: Iterable[int]) -> tuple[PlantCard, ...]:
    return tuple(map(PlantCard, state.plants.of(numbers)))


def tracks(state: rules.State) -> tuple[FuelTrack, ...]:
    """The resource market as it is drawn, with the next refill."""
    return fuel_market(rules.view(state), refills_due(state), rules.refill_of(state))


@dataclass(frozen=True, slots=True)
class PlantRows:
    """A plant market as it is drawn."""

    actual: tuple[PlantCard, ...]
    future: tuple[PlantCard, ...]

    @classmethod
    def of(cls, state: rules.State) -> Self:
        market = rules.view(state).market
        return cls(cards(state, market.actual), cards(state, market.future))


@dataclass(frozen=True, slots=True)
class Settings:
    """What depends on the number of players. ``deck`` counts the cards of the deck, the Step 3 card included.

    ``removed`` plants are taken out before the game, ``plugs_removed`` and ``sockets_removed`` of them by halves.
    """

    players: int
    thresholds: rules.Thresholds
    removed: int
    plugs_removed: int
    sockets_removed: int
    deck: int


def settings(options: rules.Options, players: int) -> Settings:
    missing = rules.board(options.map, options.edition).rules.missing_plants
    setup = rules.new_setup(options, players=players, seed=SEED)
    removed = [rules.PLANTS[plant].half for plant in rules.PLANTS.keys() - {*setup.market, *setup.deck, *missing}]
    return Settings(
        players=players,
        thresholds=rules.thresholds(options, players),
        removed=len(removed),
        plugs_removed=removed.count("plug"),
        sockets_removed=removed.count("socket"),
        deck=len(setup.deck),
    )


def joined(board: rules.Board) -> tuple[tuple[str, ...], ...]:
    """The groups of cities that connections of cost 0 join, in the order of the board."""
    groups: list[tuple[str, ...]] = []
    for city in board.cities:
        free = [other for other, cost in board.links[city].items() if cost == 0]
        if free and not any(city in group for group in groups):
            groups.append(tuple(other for other in board.cities if other == city or other in free))
    return tuple(groups)
