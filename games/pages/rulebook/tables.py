"""Numbers, positions and pieces of the rules page, read from what the rules play by."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from msgspec.structs import replace

import rules
from games.pages.panels.fuel_market import FuelTrack, Supply
from games.pages.panels.fuel_market import tracks as tracks_of
from games.pages.panels.pieces import PlantCard

SEED = "watt"
"""Deals the games from which numbers and examples are taken. Any other would do."""
Example = Mapping[str, Any]
"""What a template fills in, by the names that it uses."""
PLAYER_NUMBERS = range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1)


def start(options: rules.Options, players: int = 3, *, version: int = rules.VERSION) -> rules.State:
    return rules.start(rules.new_setup(options, players=players, seed=SEED, version=version))


def cards(state: rules.State, numbers: Iterable[int]) -> tuple[PlantCard, ...]:
    return tuple(map(PlantCard, state.plants.of(numbers)))


def tracks(state: rules.State) -> tuple[FuelTrack, ...]:
    """The resource market as it is drawn, with the next refill."""
    return tracks_of(rules.view(state), Supply.of(state))


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

    ``out`` are the plants that are not in the game. Of the others ``removed`` are taken out unseen, ``plugs_removed``
    and ``sockets_removed`` of them by halves.
    """

    players: int
    thresholds: rules.Thresholds
    removed: int
    plugs_removed: int
    sockets_removed: int
    deck: int
    out: tuple[int, ...]


def settings(options: rules.Options, players: int, version: int) -> Settings:
    setup = rules.new_setup(options, players=players, seed=SEED, version=version)
    removed = [rules.PLANTS[plant].half for plant in setup.removed_unseen]
    dealt = {card for step in setup.recipe for card in getattr(step, "cards", ())}
    return Settings(
        players=players,
        thresholds=setup.thresholds,
        removed=len(removed),
        plugs_removed=removed.count("plug"),
        sockets_removed=removed.count("socket"),
        deck=len(setup.deck),
        out=tuple(sorted(rules.PLANTS.keys() - dealt - {*setup.board.rules.deal.set_aside})),
    )


def has_own_deal(setup: rules.Setup) -> bool:
    """Whether a board deals its plants otherwise than its edition, apart from numbers and places of single cards."""
    its = setup.board.rules
    usual = replace(its, deal=replace(its.deal, opening=(), top=(), never_removed=(), missing={}))
    return setup.recipe != setup.edition.recipe(setup.players, usual)


def joined(board: rules.Board) -> tuple[tuple[str, ...], ...]:
    """The groups of cities that connections of cost 0 join, in the order of the board."""
    groups: list[tuple[str, ...]] = []
    for city in board.cities:
        if not any(city in group for group in groups):
            found = _joined_to(board, city)
            groups.append(tuple(other for other in board.cities if other in found))
    return tuple(group for group in groups if len(group) > 1)


def _joined_to(board: rules.Board, city: str) -> set[str]:
    found, waiting = {city}, [city]
    while waiting:
        free = {other for other, cost in board.links[waiting.pop()].items() if cost == 0} - found
        found |= free
        waiting += free
    return found
