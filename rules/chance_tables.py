"""What chance draws from, as plain data: for programs that draw the cards of a game anew from its seed."""

from functools import cache
from itertools import combinations
from typing import Any

from rules.boards import Board, board, board_names
from rules.editions import edition, edition_names, thresholds
from rules.options import MAX_PLAYERS, MIN_PLAYERS, options_from_data
from rules.plants import PLANTS
from rules.play_area import cuts_off
from rules.versions import NEWEST


@cache
def chance_tables() -> dict[int, dict[str, Any]]:
    """The tables of each version of the rules, by edition: docs/fair-deck.md says what is done with them."""
    versions = range(1, NEWEST + 1)
    return {version: {name: _of_edition(name, version) for name in edition_names(version)} for version in versions}


def _of_edition(name: str, version: int) -> dict[str, Any]:
    played = edition(name, version)
    return {
        "plugs": [number for number, plant in PLANTS.items() if plant.half == "plug"],
        "sockets": [number for number, plant in PLANTS.items() if plant.half == "socket"],
        "boards": {map: _of_board(board(map, name, version), version) for map in board_names(name, version)},
        **played.dealing,
    }


def _of_board(on: Board, version: int) -> dict[str, Any]:
    """``cutsOff`` are choices of connected areas in which not all cities are connected (MAP-IT-5)."""
    options, areas = options_from_data({"edition": on.edition, "map": on.map}), sorted(on.neighbours)
    choices = (chosen for count in range(2, len(areas)) for chosen in combinations(areas, count))
    return {
        "areas": {
            players: thresholds(options, players, version).areas for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)
        },
        "touching": {area: sorted(others) for area, others in on.neighbours.items()},
        "islands": dict(on.islands),
        "first": on.rules.area_drawn_first,
        "missing": on.rules.missing_plants,
        "early": on.rules.early_plant,
        "cutsOff": [" ".join(chosen) for chosen in choices if on.are_connected(chosen) and cuts_off(on, chosen)],
    }
