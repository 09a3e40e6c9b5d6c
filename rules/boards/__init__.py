"""The boards: cities, areas, connections and the tables printed on them.

Each is a file of data in this folder, found by looking there; docs/boards.md says how to add one. What a board does
in a way of its own that no data can say is in a module beside its file: see :mod:`rules.hooks`.
"""

from collections.abc import Mapping
from functools import cache, cached_property
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from rules.errors import RuleError
from rules.fuel import KINDS, Fuel, FuelKind
from rules.versions import VERSION, in_force

if TYPE_CHECKING:
    from rules.hooks import Hooks


class Area(Struct, frozen=True):
    """A group of cities. ``colour`` is the printed one, for display only."""

    id: str
    colour: str
    name: str


class City(Struct, frozen=True):
    """A city with its place in degrees north and east.

    ``slots`` has the prices of its slots in the order in which they fill. ``node_cost`` is paid to enter it
    (MAP-HB-2).
    """

    id: str
    name: str
    area: str
    lat: float
    lon: float
    slots: tuple[int, ...] = (10, 15, 20)
    node_cost: int = 0


class Thresholds(Struct, frozen=True):
    """Settings for a number of players (table 3.3): areas in play, plants each, cities for Step 2 and for the end."""

    areas: int
    plants: int
    step2: int
    end: int


class MapRules(Struct, frozen=True, forbid_unknown_fields=True):
    """What a board changes in the rules of an edition; a field with its default changes nothing.

    :param missing_plants: plants that are not in the game (MAP-FR-3, MAP-FR-4).
    :param early_plant: takes the place of plant 13 on the classic deck, and always opens the Recharged market.
    :param area_drawn_first: in play wherever the areas are drawn at random (MAP-FR-7).
    :param start_market: spaces full at the start instead of the board's, unless the table keeps those (MAP-FR-2).
    :param coal_storage_price: what coal costs from the storage once the market has none (MAP-USA-3).
    :param phase_out_plant: its purchase ends the refill of uranium (MAP-DE-2, MAP-IT-3).
    :param nuclear_areas: a nuclear plant needs a city in one of these (MAP-CE-3).
    :param garbage_discount_city: a player there pays 1 Elektro less for each garbage token (MAP-CE-7).
    :param offers_ecological_plant: an ecological plant that leads the future market is for sale (MAP-BNL-3).
    :param removes_lowest_plant: the market update of Steps 1 and 2 removes the lowest plant, too (MAP-BNL-5).
    """

    missing_plants: tuple[int, ...] = ()
    early_plant: int = 0
    area_drawn_first: str = ""
    start_market: dict[FuelKind, tuple[int, ...]] = {}
    coal_storage_price: int = 0
    phase_out_plant: int = 0
    nuclear_areas: tuple[str, ...] = ()
    garbage_discount_city: str = ""
    offers_ecological_plant: bool = False
    removes_lowest_plant: bool = False


class _File(Struct, frozen=True):
    map: str
    name: str
    place: int
    editions: tuple[str, ...]
    areas: tuple[Area, ...]
    cities: tuple[City, ...]
    connections: tuple[tuple[str, str, int], ...]
    start_market: dict[FuelKind, tuple[int, ...]] = {}
    resupply: dict[FuelKind, dict[str, tuple[int, int, int]]] = {}
    settings: dict[int, Thresholds] = {}
    rules: dict[str, dict[str, Any]] = {}
    since: int = 1

    def rules_in(self, edition: str) -> MapRules:
        """What the board changes in both editions, and what in this one."""
        return msgspec.convert(self.rules.get("both", {}) | self.rules.get(edition, {}), MapRules)


class Board:
    """One board in one edition. Boards are compared by identity: there is one object each."""

    def __init__(self, source: _File, edition: str) -> None:
        self.map = source.map
        self.edition = edition
        self.name = source.name
        self.areas = source.areas
        self.cities: Mapping[str, City] = MappingProxyType({city.id: city for city in source.cities})
        self.connections = source.connections
        self.start_prices: Mapping[FuelKind, tuple[int, ...]] = MappingProxyType(source.start_market)
        """The spaces of the resource market that are full at the start (SET-9)."""
        self.settings: Mapping[int, Thresholds] = MappingProxyType(source.settings)
        """By number of players, where they are not those of the edition (SET-14): the board is small."""
        self.rules = source.rules_in(edition)
        self.since = source.since
        """The version of the rules in which this became the board of its map."""
        self._resupply = source.resupply

    def __repr__(self) -> str:
        return f"Board({self.map}, {self.edition})"

    @cached_property
    def hooks(self) -> "Hooks":
        """What the board does in its own way: the ``BoardHooks`` of the module beside its file, if there is one.

        They are loaded when first asked for, as they are written with the parts of the engine that ask them.
        """
        name = f"{__name__}.{self.map.replace('-', '_')}"
        return import_module(name if find_spec(name) else "rules.hooks").BoardHooks()  # type: ignore[no-any-return]

    @cached_property
    def links(self) -> Mapping[str, Mapping[str, int]]:
        """What each city is linked to, with the cost of the link."""
        links: dict[str, dict[str, int]] = {city: {} for city in self.cities}
        for one, other, cost in self.connections:
            links[one][other] = cost
            links[other][one] = cost
        return MappingProxyType({city: MappingProxyType(others) for city, others in links.items()})

    @cached_property
    def neighbours(self) -> Mapping[str, frozenset[str]]:
        """The areas that each area touches: those it shares a link with (SET-3)."""
        touching: dict[str, set[str]] = {area.id: set() for area in self.areas}
        for one, other, _ in self.connections:
            first, second = self.cities[one].area, self.cities[other].area
            if first != second:
                touching[first].add(second)
                touching[second].add(first)
        return MappingProxyType({area: frozenset(others) for area, others in touching.items()})

    def are_connected(self, areas: tuple[str, ...]) -> bool:
        """Whether from any of these areas every other is reached through them (SET-3)."""
        return not areas or len(self.reached(areas[0], areas)) == len(set(areas))

    def largest_part(self, areas: tuple[str, ...]) -> frozenset[str]:
        """The largest group of connected cities in these areas."""
        inside, largest = set(self.cities_in(areas)), frozenset[str]()
        for city in self.cities_in(areas):
            frontier = [city] if city in inside else []
            part = set(frontier)
            while frontier:
                found = inside.intersection(self.links[frontier.pop()]) - part
                part |= found
                frontier += found
            inside -= part
            largest = max(largest, frozenset(part), key=len)
        return largest

    def largest_network(self, areas: tuple[str, ...]) -> int:
        """How many cities one network can have in these areas."""
        return len(self.largest_part(areas))

    def reached(self, start: str, areas: tuple[str, ...]) -> set[str]:
        """Those of some areas that can be reached from ``start`` through them."""
        reached, frontier = {start}, [start]
        while frontier:
            for area in self.neighbours[frontier.pop()]:
                if area in areas and area not in reached:
                    reached.add(area)
                    frontier.append(area)
        return reached

    def cities_in(self, areas: tuple[str, ...]) -> tuple[str, ...]:
        """The ids of the cities in these areas, in the order of the board."""
        return tuple(city.id for city in self.cities.values() if city.area in areas)

    def refill(self, players: int, step: int) -> Fuel:
        """Tokens due in the refill of one round (table 3.5)."""
        return self._refills[players, step]

    @cached_property
    def _refills(self) -> dict[tuple[int, int], Fuel]:
        return {
            (players, step): Fuel(*(self._resupply[kind][str(players)][step - 1] for kind in KINDS))
            for players in map(int, self._resupply["coal"])
            for step in (1, 2, 3)
        }


def _found() -> dict[tuple[str, str], list[Board]]:
    """Every board by map and edition: as it is, and as it was in older versions of the rules."""
    paths = (path for path in files(__package__).iterdir() if path.name.endswith(".json"))
    sources = [msgspec.json.decode(path.read_bytes(), type=_File) for path in paths]
    found: dict[tuple[str, str], list[Board]] = {}
    for source in sorted(sources, key=lambda source: (source.place, source.name)):
        for edition in source.editions:
            found.setdefault((source.map, edition), []).append(Board(source, edition))
    return found


_BOARDS = _found()


def board_names(edition: str = "classic", version: int = VERSION) -> tuple[str, ...]:
    """The maps that an edition is played on, in the order in which they are shown: by ``place``, then by name."""
    return tuple(
        map for map, played in _BOARDS if played == edition and in_force(_BOARDS[map, played], version) is not None
    )


MAPS = tuple(dict.fromkeys(map for edition in ("classic", "recharged") for map in board_names(edition)))
"""All maps of new games, in the order in which they are shown."""


def first_version(map: str, edition: str = "classic") -> int:
    """The first version of the rules with a board of this map; 1 where there is none at all."""
    return min((board.since for board in _BOARDS.get((map, edition), ())), default=1)


@cache
def board(map: str, edition: str = "classic", version: int = VERSION) -> Board:
    """The board of a map in an edition.

    :param version: of the rules; that of new games where it is not given.

    >>> board("germany").links["essen"]["duisburg"]
    0

    :raises RuleError: SET-1, no such board.
    """
    found = in_force(_BOARDS.get((map, edition), ()), version)
    if found is None:
        known = ", ".join(board_names(edition, version))
        raise RuleError("SET-1", "There is no board {map!r}. The boards are {boards}.", map=map, boards=known)
    return found
