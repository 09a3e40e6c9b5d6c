"""The ways that networks pay for are the cheapest ones, on every board, whatever areas are in play."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random

import pytest

import rules
from rules.routes import routes_in
from rules.versions import NEWEST

BOARDS = [
    rules.board(map, edition, NEWEST)
    for edition in ("classic", "recharged")
    for map in rules.board_names(edition, NEWEST)
]

Path = tuple[str, ...]


def networks(board: rules.Board) -> Iterator[tuple[tuple[str, ...], Path]]:
    """Some areas, and a network that begins in any of their cities and grows anywhere."""
    dice = Random(f"{board.map} {board.edition}")
    for count in {len(board.areas), max(1, len(board.areas) - 2)}:
        areas = tuple(area.id for area in dice.sample(board.areas, count))
        cities = dice.sample(board.cities_in(areas), 6)
        yield from ((areas, tuple(cities[:size])) for size in (1, 2, 6))


def price(board: rules.Board, path: Path) -> int:
    """What a path costs: its links, the cities that it enters, and those that it passes through."""
    links = sum(board.links[one][other] for one, other in pairwise(path))
    entered = sum(board.cities[city].node_cost for city in path[1:])
    return links + entered + board.rules.networks.transit_cost * len(path[1:-1])


@cache
def best_paths(board: rules.Board, areas: tuple[str, ...], start: str) -> dict[str, Path]:
    """From one city the path to each other: the cheapest, then that with fewer links, then the first by name."""
    inside = set(board.cities_in(areas))
    links = [(one, other) for one in inside for other in board.links[one] if other in inside]
    best: dict[str, tuple[int, int, Path]] = {}
    found: dict[str, tuple[int, int, Path]] = {start: (0, 0, (start,))}
    while found != best:
        best = dict(found)
        for one, other in links:
            if one in found:
                path = (*found[one][-1], other)
                merit = price(board, path), len(path), path
                found[other] = min(found.get(other, merit), merit)
    return {city: path for city, (_, _, path) in best.items()}


def cheapest(board: rules.Board, areas: tuple[str, ...], network: Path) -> dict[str, tuple[int, Path]]:
    """To each city the best path from any of a network: of equal ones that from the house that was built first."""
    starts = [best_paths(board, areas, own) for own in network]
    flat_cost = board.rules.networks.flat_cost
    ways: dict[str, tuple[int, Path]] = {}
    for city in set(board.cities_in(areas)) - set(network):
        paths = [paths[city] for paths in starts if city in paths]
        best = min(paths, key=lambda path: price(board, path), default=None)
        if best is not None and not (flat_cost and price(board, best) > flat_cost):
            ways[city] = price(board, best), best
        elif flat_cost:
            ways[city] = flat_cost, ()
    return ways


@pytest.mark.rule("BLD-4", "BLD-5", "SET-5", "MAP-HB-2", "MAP-NYC-3", "MAP-AUS-3")
@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_way_is_the_cheapest_of_all(board):
    for areas, network in networks(board):
        ways = routes_in(board, areas).ways(network)
        others = {city: (cost, path) for city, (cost, *_, path) in ways.items() if city not in network}
        assert others == cheapest(board, areas, network), f"{network} in {areas}"


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_way_to_a_city_costs_what_the_best_path_there_costs(board):
    for areas, network in networks(board):
        routes, start = routes_in(board, areas), network[0]
        paths = best_paths(board, areas, start)
        costs = {city: routes.to(city).cost for city in routes.cities}
        assert {city: costs[city][start] for city in costs if start in costs[city]} == {
            city: price(board, path) for city, path in paths.items()
        }


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_as_many_cities_are_connected_to_a_city_as_paths_lead_to(board):
    for areas, network in networks(board):
        connected = routes_in(board, areas).connected
        assert connected.keys() == set(board.cities_in(areas))
        for city in network:
            assert connected[city] == len(best_paths(board, areas, city))
