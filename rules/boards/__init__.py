"""The boards: cities, areas, connections and the tables printed on them.

Each is a file of data in this folder, found by looking there; docs/boards.md says how to add one. What a board does
in a way of its own that no data can say is in a module beside its file: see :mod:`rules.hooks`.
"""

from collections.abc import Iterable, Mapping
from functools import cache, cached_property, lru_cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from rules.errors import RuleError
from rules.fuel import Fuel, FuelKind
from rules.fuel_tracks import FuelMarket, PrintedMarket, Spaces, total
from rules.map_rules import MapRules
from rules.plants import PLANTS, Plant, Plants
from rules.versions import VERSION, in_force

if TYPE_CHECKING:
    from rules.hooks import BoardHooks


SLOTS = (10, 15, 20)
"""The price of each house slot of a city, where it has none of its own; as many are open as the Step says (BLD-9)."""


class Area(Struct, frozen=True):
    """A group of cities. ``colour`` is the printed one, for display only."""

    id: str
    colour: str
    name: str


class City(Struct, frozen=True):
    """A city with its place in degrees north and east.

    ``slots`` has the prices of its slots in the order in which they fill, ``open_slots`` how many of them are open in
    Steps 1, 2 and 3. ``node_cost`` is paid to enter it (MAP-HB-2). No connection joins one ``island`` to another.
    ``start``: a network can begin there (MAP-ZA-4).
    """

    id: str
    name: str
    area: str
    lat: float
    lon: float
    slots: tuple[int, ...] = SLOTS
    open_slots: tuple[int, int, int] = (1, 2, 3)
    node_cost: int = 0
    island: str = ""
    start: bool = True

    def slots_in(self, step: int) -> tuple[int, ...]:
        """The prices of the slots that can be built in as long as a Step lasts (BLD-9, BLD-10)."""
        return self.slots[: self.open_slots[step - 1]]

    def free_slots(self, step: int, taken: Iterable[int]) -> tuple[int, ...]:
        """The prices of the slots that are open in a Step and free, the next one first.

        :param taken: the prices of those in which houses stand: the same one twice where two slots cost as much.
        """
        return free_slots(self.slots_in(step), tuple(taken))


@lru_cache(maxsize=1024)
def free_slots(slots: tuple[int, ...], taken: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some slots that are free; see :meth:`City.free_slots`."""
    free = list(slots)
    for slot in taken:
        if slot in free:
            free.remove(slot)
    return tuple(free)


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
    settings: dict[int, dict[str, int]] = {}
    plants: dict[str, tuple[Plant, ...]] = {}
    spaces: dict[FuelKind, Spaces] = {}
    tokens: dict[FuelKind, int] = {}
    markets: tuple[PrintedMarket, ...] = ()
    rules: dict[str, dict[str, Any]] = {}
    since: int = 1

    def rules_in(self, edition: str) -> MapRules:
        """What the board changes in both editions, and what in this one."""
        changes = self.rules.get("both", {}) | self.rules.get(edition, {})
        return msgspec.convert(changes, MapRules, str_keys=True)

    @property
    def printed_markets(self) -> tuple[PrintedMarket, ...]:
        """The resource markets; a board with only one has its parts beside all else."""
        return self.markets or (PrintedMarket(self.start_market, self.resupply, self.spaces),)


class Board:
    """One board in one edition. Boards are compared by identity: there is one object each."""

    def __init__(self, source: _File, edition: str) -> None:
        self.map = source.map
        self.edition = edition
        self.name = source.name
        self.areas = source.areas
        self.cities: Mapping[str, City] = MappingProxyType({city.id: city for city in source.cities})
        self.connections = source.connections
        self.settings: Mapping[int, Mapping[str, int]] = MappingProxyType(source.settings)
        """By number of players, those that are not as in the edition (SET-14, MAP-HB-12)."""
        self.rules = source.rules_in(edition)
        self.markets = tuple(
            FuelMarket(printed, source.tokens, self.rules.fuel_sales) for printed in source.printed_markets
        )
        """The resource markets, in the order in which they are refilled; most boards have one."""
        self.tokens = total(tuple(market.room for market in self.markets))
        """All tokens there are; the markets have room for just as many (GEN-4)."""
        self.since = source.since
        """The version of the rules in which this became the board of its map."""
        self._plants = source.plants
        self._plants_in: dict[tuple[str, ...], Plants] = {}

    def __repr__(self) -> str:
        return f"Board({self.map}, {self.edition})"

    @cached_property
    def hooks(self) -> "BoardHooks":
        """What the board does in its own way: the ``BoardHooks`` of the module beside its file, if there is one.

        They are loaded when first asked for, as they are written with the parts of the engine that ask them.
        """
        name = f"{__name__}.{self.map.replace('-', '_')}"
        return import_module(name if find_spec(name) else "rules.hooks").BoardHooks()  # type: ignore[no-any-return]

    def plants(self, areas: tuple[str, ...]) -> Plants:
        """The plant cards of a game with these areas in play (MAP-NE-4, MAP-IN-6, MAP-AUS-5).

        Those that are not the ordinary ones stand in the file under ``all``, or under the area that brings them.
        """
        if not self._plants:
            return PLANTS
        found = self._plants_in.get(areas)
        if found is None:
            own = (plant for area in ("all", *areas) for plant in self._plants.get(area, ()))
            found = self._plants_in[areas] = PLANTS.exchanged(own)
        return found

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
        """The areas that each area touches: those it shares a link with (SET-3), or all of them (MAP-AUS-2)."""
        touching: dict[str, set[str]] = {area.id: set() for area in self.areas}
        if self.rules.networks.flat_cost:
            return MappingProxyType({area: frozenset(touching.keys() - {area}) for area in touching})
        for one, other, _ in self.connections:
            first, second = self.cities[one].area, self.cities[other].area
            if first != second:
                touching[first].add(second)
                touching[second].add(first)
        return MappingProxyType({area: frozenset(others) for area, others in touching.items()})

    @cached_property
    def islands(self) -> Mapping[str, str]:
        """The island of each area (MAP-UKI-1); all are on the same one where the board has no islands."""
        return MappingProxyType({city.area: city.island for city in self.cities.values()})

    def by_island(self, areas: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """The same areas, those of each island together."""
        islands = dict.fromkeys(self.islands[area] for area in areas)
        return tuple(tuple(area for area in areas if self.islands[area] == island) for island in islands)

    def are_connected(self, areas: tuple[str, ...]) -> bool:
        """Whether from any of these areas every other of its island is reached through them (SET-3, MAP-UKI-2)."""
        return all(len(self.reached(group[0], group)) == len(set(group)) for group in self.by_island(areas))

    def largest_part(self, areas: tuple[str, ...]) -> frozenset[str]:
        """The cities that one player can come to have in these areas, at most: the largest group on each island."""
        if self.rules.networks.flat_cost:
            return frozenset(self.cities_in(areas))
        return frozenset(city for group in self.by_island(areas) for city in self._largest_group(group))

    def _largest_group(self, areas: tuple[str, ...]) -> frozenset[str]:
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
        """How many cities one player can have in these areas."""
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

    @property
    def start_prices(self) -> Mapping[FuelKind, tuple[int, ...]]:
        """The spaces of the (first) resource market that are full at the start (SET-9)."""
        return self.markets[0].start_prices

    def refill(self, players: int, step: int) -> Fuel:
        """Tokens due in the refill of one round, in all markets together (table 3.5)."""
        return total(tuple(market.refill(players, step) for market in self.markets))


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
