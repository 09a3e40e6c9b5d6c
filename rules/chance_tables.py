"""What chance draws from, as plain data: for programs that draw the cards of a game anew from its seed."""

from functools import cache
from itertools import combinations
from typing import Any

from msgspec import to_builtins

from rules import blocking
from rules.boards import Board, board, board_names
from rules.editions import edition_names, edition_on, thresholds
from rules.options import MAX_PLAYERS, MIN_PLAYERS, options_from_data
from rules.play_area import cuts_off
from rules.versions import NEWEST


@cache
def chance_tables() -> dict[int, dict[str, Any]]:
    """The tables of each version of the rules, by edition and map: docs/fair-deck.md says what is done with them.

    ``blocked`` has how many cities of each price are blocked, and ``prices`` those of the cities. ``shuffles`` has
    the names of the shuffles during the game, ``deal`` the steps of the deal (:mod:`rules.dealing`). What depends on
    the number of players is by that number.
    """
    versions = range(1, NEWEST + 1)
    return {version: {name: _of_edition(name, version) for name in edition_names(version)} for version in versions}


def _of_edition(name: str, version: int) -> dict[str, Any]:
    return {map: _of_board(board(map, name, version), version) for map in board_names(name, version)}


def _of_board(on: Board, version: int) -> dict[str, Any]:
    """``cutsOff`` are choices of connected areas in which not all cities are connected (MAP-IT-5)."""
    players = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    options, areas = options_from_data({"edition": on.edition, "map": on.map}), sorted(on.neighbours)
    choices = (chosen for count in range(2, len(areas)) for chosen in combinations(areas, count))
    return {
        "areas": {count: thresholds(options, count, version).areas for count in players},
        "touching": {area: sorted(others) for area, others in on.neighbours.items()},
        "islands": dict(on.islands),
        "first": on.rules.area_drawn_first,
        "shuffles": on.hooks.shuffles,
        "blocked": {count: blocking.due(on, count) for count in players},
        "prices": {city.id: city.slots[0] for city in on.cities.values()} if on.rules.blocking.each else {},
        "deal": {count: to_builtins(on.hooks.recipe(edition_on(on, version), on, count)) for count in players},
        "cutsOff": [" ".join(chosen) for chosen in choices if on.are_connected(chosen) and cuts_off(on, chosen)],
    }
