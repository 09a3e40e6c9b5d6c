"""The cheapest ways inside one play area, worked out network by network as they are asked for (BLD-4 to BLD-7)."""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from rules.boards import Board

Way = tuple[int, tuple[str, ...]]
"""What a connection costs, and its cities from the network to the new one, both included."""

_Label = tuple[int, int, int, tuple[str, ...]]
"""A way that is known to lead to a city: what it costs to come there and go on, the place of its first city in
building order, how many links it has, and its cities. The least one counts: equal costs are settled by the house that
was built first, then by fewer links, then by name, so that the path shown is the same on every machine."""


class Row(NamedTuple):
    """Ways to one city: from every city that it can be reached from the cost."""

    cost: dict[str, int]


class Routes:
    """All cheapest ways inside one play area."""

    def __init__(self, on: Board, areas: tuple[str, ...]) -> None:
        self.cities = on.cities_in(areas)
        self.places = tuple([on.cities[city] for city in self.cities])
        self._networks = on.rules.networks
        self._onward: dict[str, list[tuple[str, int]]] = {city: [] for city in self.cities}
        """Where each city leads, and what it costs to enter the other one and pass through it."""
        passing = {place.id: place.node_cost + self._networks.transit_cost for place in self.places}
        for one, other, cost in on.connections:
            if one in passing and other in passing:
                self._onward[one].append((other, cost + passing[other]))
                self._onward[other].append((one, cost + passing[one]))

    @cached_property
    def connected(self) -> Mapping[str, int]:
        """How many cities are connected to each by any way, itself among them."""
        found: dict[str, int] = {}
        for city in self.cities:
            if city not in found:
                part = _labels(self, (city,))
                found.update(dict.fromkeys(part, len(part)))
        return found

    def ways(self, network: tuple[str, ...]) -> dict[str, Way]:
        """The cheapest way from a network to every city that it can be connected to.

        Where a flat cost is cheaper than any way, there is no path (MAP-AUS-3).

        :param network: its cities in building order; what there is for themselves has no meaning.
        """
        transit, flat_cost = self._networks.transit_cost, self._networks.flat_cost
        ways = {city: (cost - transit, path) for city, (cost, _, _, path) in _labels(self, network).items()}
        if not flat_cost:
            return ways
        flat: Way = flat_cost, ()
        return {city: min(ways.get(city, flat), flat, key=lambda way: way[0]) for city in self.cities}

    def to(self, city: str) -> Row:
        """The ways to a city of the play area. They are those from it, but what is entered is the other end."""
        entering = {place.id: place.node_cost for place in self.places}
        beyond = self._networks.transit_cost - entering[city]
        cost = {start: label[0] - entering[start] - beyond for start, label in _labels(self, (city,)).items()}
        return Row(cost | {city: 0})

    def improve(self, labels: dict[str, _Label], start: _Label) -> None:
        """Note every way that goes on from one, where it is the best so far."""
        queue = [start]
        while queue:
            label = heappop(queue)
            cost, first, links, path = label
            city = path[-1]
            if city in labels and labels[city] <= label:
                continue
            labels[city] = label
            for other, price in self._onward[city]:
                further = (cost + price, first, links + 1, (*path, other))
                if other not in labels or further < labels[other]:
                    heappush(queue, further)


@lru_cache(maxsize=512)
def routes_in(on: Board, areas: tuple[str, ...]) -> Routes:
    return Routes(on, areas)


@lru_cache(maxsize=4096)
def _labels(inside: Routes, network: tuple[str, ...]) -> dict[str, _Label]:
    """The best way to each city: that from all of the network but its last city, or a better one from there."""
    if not network:
        return {}
    labels = _labels(inside, network[:-1]).copy()
    inside.improve(labels, (0, len(network), 0, network[-1:]))
    return labels
