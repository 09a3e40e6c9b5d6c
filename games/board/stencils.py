"""The parts of a map that are the same in every picture of it, ready to be put together."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from django.utils.html import escape

import rules
from games.board.geometry import City, Geometry, Name, Point, geometry
from games.board.sizes import CAPSULE_HEIGHT, CAPSULE_WIDTH, COST_RADIUS, NAME_HEIGHT


@dataclass(frozen=True, slots=True)
class CityStencil:
    """A city: text to read aloud, and pieces of SVG. ``home`` shows its true place where that lies aside."""

    id: str
    area: str
    called: str
    at: Point
    capsule: str
    small_capsule: str
    name: str
    home: str


@dataclass(frozen=True, slots=True)
class LinkStencil:
    """A connection: ``ends`` are the cities it joins, ``line`` the attributes of its line, ``cost`` its disc."""

    ends: tuple[str, str]
    pair: frozenset[str]
    line: str
    cost: str


@cache
def city_stencils(map: str, edition: str) -> tuple[CityStencil, ...]:
    """In the order of the board."""
    cities = geometry(map, edition).cities
    return tuple(_city(city, cities[city.id]) for city in rules.board(map, edition).cities.values())


@cache
def link_stencils(map: str, edition: str) -> tuple[LinkStencil, ...]:
    """In the order of the board."""
    return tuple(_links(rules.board(map, edition), geometry(map, edition)))


@lru_cache(maxsize=256)
def ground(map: str, edition: str, areas: tuple[str, ...], open_areas: tuple[str, ...]) -> str:
    """The country with its areas, the land around it and the lakes."""
    drawn = geometry(map, edition)
    outline = f"outline-{escape(map)}-{escape(edition)}"
    shapes = "".join(
        f'<path class="area {_area_class(area, areas, open_areas)}" d="{drawn.areas[area.id]}"/>'
        for area in rules.board(map, edition).areas
    )
    return (
        f'<clipPath id="{outline}"><path d="{drawn.country}"/></clipPath>'
        f'<path class="land" d="{drawn.land}"/><path class="coast" d="{drawn.country}"/>'
        f'<g clip-path="url(#{outline})">{shapes}</g>'
        f'<path class="border" d="{drawn.country}"/><path class="lakes" d="{drawn.lakes}"/>'
    )


def _area_class(area: rules.Area, areas: tuple[str, ...], open_areas: tuple[str, ...]) -> str:
    if area.id in areas:
        return f"of-{escape(area.colour)}"
    return f"of-{escape(area.colour)} open" if area.id in open_areas else "out"


def _city(city: rules.City, drawn: City) -> CityStencil:
    return CityStencil(
        id=city.id,
        area=city.area,
        called=city.name,
        at=drawn.at,
        capsule=_capsule(drawn.at, CAPSULE_WIDTH, CAPSULE_HEIGHT),
        small_capsule=_capsule(drawn.at, CAPSULE_WIDTH * 0.7, CAPSULE_HEIGHT * 0.55),
        name=_name(drawn.name),
        home=_home(drawn.at, drawn.home) if drawn.home else "",
    )


def _capsule(at: Point, width: float, height: float) -> str:
    left, top = at[0] - width / 2, at[1] - height / 2
    return (
        f'<rect class="capsule" x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="{height / 2:g}"/>'
    )


def _name(name: Name) -> str:
    x, y = name.at
    lines = (
        f'<tspan x="{x:g}" y="{y + NAME_HEIGHT * line:g}">{escape(text)}</tspan>'
        for line, text in enumerate(name.lines)
    )
    return f'<text class="name {name.anchor}">{"".join(lines)}</text>'


def _home(at: Point, home: Point) -> str:
    return (
        f'<line class="leader" x1="{at[0]:g}" y1="{at[1]:g}" x2="{home[0]:g}" y2="{home[1]:g}"/>'
        f'<circle class="home" cx="{home[0]:g}" cy="{home[1]:g}" r="2"/>'
    )


def _links(board: rules.Board, drawn: Geometry) -> Iterator[LinkStencil]:
    places = {frozenset((one, other)): (x, y) for one, other, x, y in drawn.costs}
    for one, other, cost in board.connections:
        (x0, y0), (x1, y1) = drawn.cities[one].at, drawn.cities[other].at
        x, y = places[frozenset((one, other))]
        yield LinkStencil(
            ends=(one, other),
            pair=frozenset((one, other)),
            line=f'x1="{x0:g}" y1="{y0:g}" x2="{x1:g}" y2="{y1:g}"',
            cost=(
                f'<circle cx="{x:g}" cy="{y:g}" r="{COST_RADIUS:g}"/>'
                f'<text x="{x:g}" y="{y:g}" dy=".36em">{cost}</text>'
            ),
        )
