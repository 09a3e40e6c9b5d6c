"""What it costs to connect a city: cheapest paths through the play area (BLD-4 to BLD-8)."""

from collections.abc import Iterable
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from rules.boards import Board, City
from rules.decisions import CityOffer
from rules.editions import FIRST_GAME_CITIES
from rules.errors import RuleError
from rules.state import House, Player, Seat, State

SLOTS = (10, 15, 20)
"""The price of each house slot of a city; as many are open as the Step says (BLD-9)."""

HOUSES = 22
"""Houses of one player (SET-6, BLD-16)."""


Pair = frozenset[str]
"""The two cities of a connection."""


class Quote(Struct, frozen=True):
    """The price of a list of cities built in order. ``total`` in Elektro."""

    steps: tuple[CityOffer, ...]
    total: int


class Row(NamedTuple):
    """Ways to one city: from every reachable city the cost, and the next city on the way."""

    cost: dict[str, int]
    towards: dict[str, str]


class Routes:
    """All cheapest ways inside one play area, worked out city by city as they are asked for."""

    def __init__(self, on: Board, areas: tuple[str, ...]) -> None:
        self.cities = on.cities_in(areas)
        inside = set(self.cities)
        self._links = {
            city: {other: cost for other, cost in on.links[city].items() if other in inside} for city in inside
        }
        self._rows: dict[str, Row] = {}

    def to(self, city: str) -> Row:
        """The ways to a city of the play area."""
        row = self._rows.get(city)
        if row is None:
            row = self._rows[city] = self._search(city)
        return row

    def _search(self, target: str) -> Row:
        # Equal costs are settled by fewer links, then by name: the path shown is the same on every machine.
        cost: dict[str, int] = {}
        towards: dict[str, str] = {}
        queue = [(0, 0, target, target)]
        while queue:
            spent, links, city, came_from = heappop(queue)
            if city in cost:
                continue
            cost[city] = spent
            towards[city] = came_from
            for other, price in self._links[city].items():
                if other not in cost:
                    heappush(queue, (spent + price, links + 1, other, city))
        return Row(cost, towards)


@lru_cache(maxsize=512)
def _routes(on: Board, areas: tuple[str, ...]) -> Routes:
    return Routes(on, areas)


def routes(state: State) -> Routes:
    """All cheapest ways inside the play area of a game (SET-5)."""
    return _routes(state.board, state.areas)


def connection(state: State, player: Player, city: str) -> tuple[int, tuple[str, ...]] | None:
    """The cheapest way from a player's network to a city in play: its cost and its cities, both ends included.

    None where no way leads there inside the play area. The player must have a network.
    """
    return _way(routes(state), (house.city for house in player.cities), city)


def _way(by: Routes, network: Iterable[str], city: str) -> tuple[int, tuple[str, ...]] | None:
    cost, towards = by.to(city)
    start = min((own for own in network if own in cost), key=cost.__getitem__, default=None)
    if start is None:
        return None
    path = [start]
    while path[-1] != city:
        path.append(towards[path[-1]])
    return cost[start], tuple(path)


@lru_cache(maxsize=8192)
def paid_links(on: Board, areas: tuple[str, ...], cities: tuple[str, ...]) -> tuple[Pair, ...]:
    """The connections that a player has paid for (BLD-4), each once, in the order of building.

    :param areas: the play area.
    :param cities: those of the player, in building order: the same ones that were paid for, as the way is the
        cheapest at any time and equal ones are settled alike.
    """
    if len(cities) < 2:
        return ()
    paid = paid_links(on, areas, cities[:-1])
    way = _way(_routes(on, areas), cities[:-1], cities[-1])
    return tuple(dict.fromkeys((*paid, *map(frozenset, pairwise(way[1])))) if way else paid)


def open_slots(step: int) -> tuple[int, ...]:
    """The prices of the slots of a city that can be built in as long as a Step lasts (BLD-9, BLD-10)."""
    return SLOTS[:step]


def free_slot(state: State, city: str) -> int | None:
    """The price of the cheapest free slot that is open in this Step (BLD-9, BLD-10); None if there is none."""
    # Asked for every city of the board: that who stands in a slot is not looked at makes it twice as fast.
    taken = {house.slot for player in state.players for house in player.cities if house.city == city}
    if state.trust is not None:
        taken |= {house.slot for house in state.trust.houses if house.city == city}
    return next((slot for slot in open_slots(state.step) if slot not in taken), None)


def is_full(state: State) -> bool:
    """Whether every city of the play area has a house."""
    taken = {house.city for player in state.players for house in player.cities}
    taken |= {house.city for house in state.trust.houses} if state.trust else set()
    return taken.issuperset(routes(state).cities)


def most_cities_allowed(state: State) -> int:
    """How many cities one player can connect in this game (BLD-16, FIRST-2)."""
    return FIRST_GAME_CITIES if state.setup.options.first_game else HOUSES


def offer(state: State, seat: Seat, city: str) -> CityOffer:
    """What it would take to build in a city next. Money is not looked at.

    :raises RuleError: the city cannot be built in by this seat.
    """
    player = state.players[seat]
    name = city_in_play(state, city).name
    if any(house.city == city for house in player.cities):
        raise RuleError("BLD-11", "You already have a house in {city}.", city=name)
    _check_houses_left(state, player)
    slot = free_slot(state, city)
    if slot is None:
        raise _full(state, city, name)
    if not player.cities:
        _check_start(state, city, name, slot)
        return CityOffer(city, slot, 0, ())
    if state.step == 1 and state.is_marked(city):
        raise RuleError("EXP-5", "Until Step 2 {city} is kept for players who start there.", city=name)
    way = connection(state, player, city)
    if way is None:
        raise RuleError("SET-5", "You cannot reach {city} inside the areas in play.", city=name)
    cost, path = way
    return CityOffer(city, slot, cost, path)


def city_in_play(state: State, city: str) -> City:
    """A city of the play area by its id.

    :raises RuleError: SET-1 (no such city), SET-5 (outside the play area).
    """
    found = state.board.cities.get(city)
    if found is None:
        raise RuleError("SET-1", "There is no city {city!r} on this map.", city=city)
    if found.area not in state.areas:
        raise RuleError("SET-5", "{city} lies outside the areas in play.", city=found.name)
    return found


def quote(state: State, seat: Seat, cities: tuple[str, ...]) -> Quote:
    """The price of building cities in this order, each seen as built for the next (BLD-7). Money is not looked at.

    :raises RuleError: one of them cannot be built in.
    """
    steps = []
    for city in cities:
        step = offer(state, seat, city)
        steps.append(step)
        player = state.players[seat]
        state = state.with_player(seat, with_house(player, step))
    return Quote(tuple(steps), sum(step.cost for step in steps))


def with_house(player: Player, built: CityOffer) -> Player:
    """A company with one house more; nothing is paid here."""
    return Player(player.money, player.plants, player.fuel, (*player.cities, House(built.city, built.slot)))


def offers(state: State, seat: Seat) -> tuple[CityOffer, ...]:
    """Every city that this seat can build in next, cheapest first; money is not looked at."""
    found = []
    for city in routes(state).cities:
        try:
            found.append(offer(state, seat, city))
        except RuleError:
            continue
    return tuple(sorted(found, key=lambda entry: (entry.cost, entry.city)))


def _check_start(state: State, city: str, name: str, slot: int) -> None:
    """A network starts in a marked city (EXP-3), or else in an empty one (BLD-3, EXP-7)."""
    if state.marked:
        if not state.is_marked(city):
            marked = ", ".join(city_in_play(state, marker.city).name for marker in state.marked)
            raise RuleError("EXP-3", "Your network must start in one of the marked cities: {cities}.", cities=marked)
    elif slot != SLOTS[0] and not _may_start_beside_others(state):
        raise RuleError("BLD-3", "Your network must start in an empty city, but {city} has a house.", city=name)


def _check_houses_left(state: State, player: Player) -> None:
    if len(player.cities) < most_cities_allowed(state):
        return
    if state.setup.options.first_game:
        raise RuleError("FIRST-2", "In a first game you can connect at most {most} cities.", most=FIRST_GAME_CITIES)
    raise RuleError("BLD-16", "You have built all your {houses} houses.", houses=HOUSES)


def _full(state: State, city: str, name: str) -> RuleError:
    if state.step == len(SLOTS):
        return RuleError("BLD-9", "{city} has no free slot left.", city=name)
    if state.options.first_game:
        return RuleError("BLD-9", "{city} already has a house, and a first game allows no second one.", city=name)
    if len(state.houses(city)) == 1:
        return RuleError("BLD-9", "{city} already has a house. You can build a second one from Step 2 on.", city=name)
    return RuleError("BLD-9", "{city} already has two houses. You can build a third one in Step 3.", city=name)


def _may_start_beside_others(state: State) -> bool:
    if not state.setup.options.start_city_must_be_empty:
        return True
    return state.step > 1 and is_full(state)
