"""The finished geometry of each map: made by ``tools.cartography``, read here, changed by nobody."""

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


class _Terrain(Struct, frozen=True):
    map: str
    width: int
    height: int
    land: str
    countries: dict[str, str]
    islands: str
    lakes: str


class _Layout(Struct, frozen=True):
    editions: tuple[str, ...]
    areas: dict[str, dict[str, str]]
    cities: dict[str, City]
    badges: dict[str, Point]
    costs: tuple[tuple[str, str, float, float], ...]


class _File(_Terrain, frozen=True):
    layouts: tuple[_Layout, ...]


class Geometry(_Terrain, frozen=True):
    """Everything about a board that stays where it is. Paths are SVG path data.

    ``countries`` are the outlines of the lands that the board covers, ``islands`` those of theirs that belong to no
    area, ``land`` is what lies round them. ``areas`` are the shapes of the areas by country, to be clipped to its
    outline: an area can reach into two of them. ``badges`` say where areas and cities with a rule of their own are
    marked, ``costs`` where the cost of a connection stands.
    """

    areas: dict[str, dict[str, str]]
    cities: dict[str, City]
    badges: dict[str, Point]
    costs: tuple[tuple[str, str, float, float], ...]


@cache
def _all() -> dict[tuple[str, str], Geometry]:
    found = {}
    for path in sorted((files("games.board") / "maps").iterdir(), key=lambda path: path.name):
        drawn = msgspec.json.decode(path.read_bytes(), type=_File)
        for layout in drawn.layouts:
            for edition in layout.editions:
                found[drawn.map, edition] = _put_together(drawn, layout)
    return found


def _put_together(terrain: _Terrain, layout: _Layout) -> Geometry:
    return Geometry(
        map=terrain.map,
        width=terrain.width,
        height=terrain.height,
        land=terrain.land,
        countries=terrain.countries,
        islands=terrain.islands,
        lakes=terrain.lakes,
        areas=layout.areas,
        cities=layout.cities,
        badges=layout.badges,
        costs=layout.costs,
    )


def geometry(map: str, edition: str) -> Geometry:
    """How a map is drawn in an edition.

    :raises KeyError: nobody has drawn that map yet.
    """
    return _all()[map, edition]


def known() -> list[tuple[str, str]]:
    """Every map that somebody has drawn, with each edition."""
    return list(_all())
