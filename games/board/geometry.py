"""The finished geometry of each board: made by ``tools.cartography``, read here, changed by nobody."""

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

Point = tuple[float, float]


class Name(Struct, frozen=True):
    """A city's name as written: ``at`` is the anchor of its first line."""

    lines: tuple[str, ...]
    anchor: Literal["start", "middle", "end"]
    at: Point


class City(Struct, frozen=True):
    """``at`` is the middle of the capsule; ``home`` the true place, given where the capsule does not cover it."""

    at: Point
    name: Name
    home: Point | None = None


class Geometry(Struct, frozen=True):
    """Everything about a board that stays where it is. Paths are SVG path data; ``costs`` say where a cost stands."""

    map: str
    editions: tuple[str, ...]
    width: int
    height: int
    land: str
    country: str
    lakes: str
    areas: dict[str, str]
    cities: dict[str, City]
    costs: tuple[tuple[str, str, float, float], ...]


@cache
def _all() -> dict[tuple[str, str], Geometry]:
    found = {}
    for path in sorted((files("games.board") / "maps").iterdir(), key=lambda path: path.name):
        drawn = msgspec.json.decode(path.read_bytes(), type=Geometry)
        for edition in drawn.editions:
            found[drawn.map, edition] = drawn
    return found


def geometry(map: str, edition: str) -> Geometry:
    """How a map is drawn in an edition.

    :raises KeyError: nobody has drawn that map yet.
    """
    return _all()[map, edition]
