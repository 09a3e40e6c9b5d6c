"""The cheapest ways inside one play area, worked out network by network as they are asked for (BLD-4 to BLD-7)."""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from rules.boards import Board

Way = tuple[int, int, int, tuple[str, ...]]
"""A way from a network to a city: what the connection costs, the place of its first city in building order, how many
links it has, and its path, both ends included.

The least one counts: equal costs are settled by the house that was built first, then by fewer links, then by name, so
that the path shown is the same on every machine.
"""

_FAR: Way = (1_000_000, 0, 0, ())
"""Worse than any other."""


class Row(NamedTuple):
    """Ways to one city: from every city that it can be reached from the cost."""

    cost: dict[str, int]


class Routes:
    """All cheapest ways inside one play area."""

    def __init__(self, on: Board, areas: tuple[str, ...]) -> None:
        self.cities = on.cities_in(areas)
        self.places = tuple([on.cities[city] for city in self.cities])
        self._slots: dict[int, dict[str, tuple[int, ...]]] = {}
        self._networks = on.rules.networks
        self._onward: dict[str, list[tuple[str, int]]] = {city: [] for city in self.cities}
        """Where each city leads, and what it costs to pass through it and enter the other one."""
        through = {place.id: place.node_cost + self._networks.transit_cost for place in self.places}
        for one, other, cost in on.connections:
            if one in through and other in through:
                self._onward[one].append((other, cost + through[other]))
                self._onward[other].append((one, cost + through[one]))

    def slots(self, step: int) -> Mapping[str, tuple[int, ...]]:
        """The prices of the slots of each city that can be built in as long as a Step lasts."""
        if step not in self._slots:
            self._slots[step] = {place.id: place.slots_in(step) for place in self.places}
        return self._slots[step]

    @cached_property
    def connected(self) -> Mapping[str, int]:
        """How many cities are connected to each by any way, itself among them."""
        found: dict[str, int] = {}
        for city in self.cities:
            if city not in found:
                part = _ways(self, (city,))
                found.update(dict.fromkeys(part, len(part)))
        return found

    def ways(self, network: tuple[str, ...]) -> Mapping[str, Way]:
        """The cheapest way from a network to every city that it can be connected to.

        Where a flat cost is cheaper than any way, there is no path (MAP-AUS-3).

        :param network: its cities in building order; what there is for themselves has no meaning.
        """
        ways, flat_cost = _ways(self, network), self._networks.flat_cost
        if not flat_cost:
            return ways
        flat: Way = flat_cost, 0, 0, ()
        return {city: min(ways.get(city, flat), flat, key=lambda way: way[0]) for city in self.cities}

    def to(self, city: str) -> Row:
        """The ways to a city of the play area: those from it, but what is entered is the other end."""
        entering = {place.id: place.node_cost for place in self.places}
        ways = _ways(self, (city,)).items()
        return Row({start: cost - entering[start] + entering[city] for start, (cost, *_) in ways} | {city: 0})

    def grown(self, ways: Mapping[str, Way], place: int, city: str) -> dict[str, Way]:
        """The cheapest ways when a city has come to a network as one more place to start at.

        :param ways: those from the others.
        """
        start: Way = -self._networks.transit_cost, place, 0, (city,)
        found, queue = dict(ways), [start]
        found[city] = min(start, found.get(city, _FAR))
        while queue:
            way = heappop(queue)
            cost, _, links, path = way
            if found[path[-1]] is not way:
                continue
            for other, price in self._onward[path[-1]]:
                known = found.get(other, _FAR)
                if cost + price <= known[0]:
                    further = (cost + price, place, links + 1, (*path, other))
                    if further < known:
                        found[other] = further
                        heappush(queue, further)
        return found


@lru_cache(maxsize=512)
def routes_in(on: Board, areas: tuple[str, ...]) -> Routes:
    return Routes(on, areas)


@lru_cache(maxsize=4096)
def _ways(inside: Routes, network: tuple[str, ...]) -> dict[str, Way]:
    if not network:
        return {}
    return inside.grown(_ways(inside, network[:-1]), len(network), network[-1])
