"""The parts of a map that are the same in every picture of it, ready to be put together."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape

import rules
from games.board.geometry import (
    BADGE_RADIUS,
    CAPSULE_HEIGHT,
    CAPSULE_WIDTH,
    COST_RADIUS,
    NAME_HEIGHT,
    NAME_SIZE,
    Geometry,
    Name,
    Point,
    geometry,
)
from games.board.glyphs import ICONS


def _capsule(width: float, height: float) -> str:
    return (
        f'<rect class="capsule" x="{-width / 2:g}" y="{-height / 2:g}" width="{width:g}" height="{height:g}" '
        f'rx="{height / 2:g}"/>'
    )


CAPSULE = _capsule(CAPSULE_WIDTH, CAPSULE_HEIGHT)
"""What holds the slots of a city in play."""
SMALL_CAPSULE = _capsule(CAPSULE_WIDTH * 0.7, CAPSULE_HEIGHT * 0.55)
"""A city that is not in play."""


@dataclass(frozen=True, slots=True)
class CityShape:
    """A city: text to read aloud, and pieces of SVG round its middle, which lies ``at`` the ``place`` of it.

    ``home`` shows its true place on the map where that lies aside. ``badge`` marks a city with a rule of its own.
    ``reach`` is how far the name reaches from the middle, at most.
    """

    id: str
    area: str
    called: str
    at: Point
    place: str
    name: str
    reach: Point
    home: str
    badge: str


@dataclass(frozen=True, slots=True)
class LinkShape:
    """A connection between the ``pair`` of cities. ``is_free``: it costs nothing, so the cities look like one.

    ``line`` has the attributes of its line, ``track`` the same as a path, and ``ends`` are where it begins and ends.
    ``cost`` is its disc, round its middle, which lies ``at`` the ``place`` of it.
    """

    pair: frozenset[str]
    is_free: bool
    line: str
    track: str
    ends: tuple[Point, Point]
    at: Point
    place: str
    cost: str


@cache
def city_shapes(map: str, edition: str) -> tuple[CityShape, ...]:
    """In the order of the board."""
    drawn, board = geometry(map, edition), rules.board(map, edition)
    return tuple(_city(city, drawn, board) for city in board.cities.values())


@cache
def link_shapes(map: str, edition: str, version: int = rules.VERSION) -> tuple[LinkShape, ...]:
    """In the order of the board, with the costs that a version of the rules has."""
    return tuple(_links(rules.board(map, edition, version), geometry(map, edition)))


@lru_cache(maxsize=256)
def ground(map: str, edition: str, areas: tuple[str, ...], open_areas: tuple[str, ...], prefix: str) -> str:
    """The countries with their areas, the land around them and the lakes. For ``prefix`` see :func:`countries`."""
    drawn = geometry(map, edition)
    kinds = {area.id: _area_class(area, areas, open_areas) for area in rules.board(map, edition).areas}
    return (
        f'<path class="land" d="{drawn.land}"/>'
        f'{countries(drawn, escape(f"{prefix}-{map}-{edition}"), kinds)}<path class="lakes" d="{drawn.lakes}"/>'
    )


FADES = 28
"""How far from its edges a map fades."""
BEYOND = 60
"""How far the land round a map reaches beyond them, at most."""


def edges(drawn: Geometry) -> str:
    """Lets a map fade into what lies round it, as its frame is hardly ever of the same shape."""
    width, height, across = drawn.width, drawn.height, FADES + BEYOND
    gone, along = f"{BEYOND / across:.2f}", 2 * BEYOND
    return (
        f'<linearGradient id="edge-left"><stop class="edge" offset="{gone}"/>'
        '<stop class="edge" offset="1" stop-opacity="0"/></linearGradient>'
        '<linearGradient id="edge-right" href="#edge-left" x1="1" x2="0"/>'
        '<linearGradient id="edge-top" href="#edge-left" x2="0" y2="1"/>'
        '<linearGradient id="edge-bottom" href="#edge-left" x2="0" y1="1"/>'
        f'<g transform="translate({-BEYOND} {-BEYOND})">'
        f'<rect fill="url(#edge-left)" width="{across}" height="{height + along}"/>'
        f'<rect fill="url(#edge-right)" x="{width + BEYOND - FADES}" width="{across}" height="{height + along}"/>'
        f'<rect fill="url(#edge-top)" width="{width + along}" height="{across}"/>'
        f'<rect fill="url(#edge-bottom)" y="{height + BEYOND - FADES}" width="{width + along}" height="{across}"/>'
        "</g>"
    )


def countries(drawn: Geometry, prefix: str, kinds: Mapping[str, str]) -> str:
    """The countries of a board with their areas.

    :param prefix: begins the ids of the outlines, which have to be unique on a page.
    :param kinds: the CSS classes of each area.
    """
    tinted = "".join(
        f'<clipPath id="{prefix}-{country}"><path id="{prefix}-{country}-line" d="{outline}"/></clipPath>'
        f'<use class="coast" href="#{prefix}-{country}-line"/>'
        f'<g clip-path="url(#{prefix}-{country})">{_areas(drawn.areas[country], kinds)}</g>'
        for country, outline in drawn.countries.items()
    )
    borders = "".join(f'<use class="border" href="#{prefix}-{country}-line"/>' for country in drawn.countries)
    return f'{tinted}{borders}<path class="islands" d="{drawn.islands}"/>'


def _areas(shapes: Mapping[str, str], kinds: Mapping[str, str]) -> str:
    return "".join(f'<path class="area {kinds[area]}" d="{shape}"/>' for area, shape in shapes.items())


def _area_class(area: rules.Area, areas: tuple[str, ...], open_areas: tuple[str, ...]) -> str:
    if area.id in areas:
        return f"of-{escape(area.colour)}"
    return f"of-{escape(area.colour)} open" if area.id in open_areas else "out"


def place(at: Point) -> str:
    """The attribute that puts a piece where it belongs."""
    x, y = at
    return f'transform="translate({x:g} {y:g})"'


def badge(kind: str) -> str:
    """The disc that says that an area or a city has a rule of its own: about ``uranium``, or ``garbage``."""
    return f'<circle r="{BADGE_RADIUS:g}"/><path class="of-{kind}" transform="scale(.9)" d="{ICONS[kind]}"/>'


def _city(city: rules.City, geometry: Geometry, board: rules.Board) -> CityShape:
    drawn = geometry.cities[city.id]
    return CityShape(
        id=city.id,
        area=city.area,
        called=city.name,
        at=drawn.at,
        place=place(drawn.at),
        name=_name(drawn.name, drawn.at),
        reach=_reach(drawn.name, drawn.at),
        home=_home(drawn.at, drawn.home) if drawn.home else "",
        badge=_city_badge(city, geometry) if city.id == board.rules.garbage_discount_city else "",
    )


def _city_badge(city: rules.City, geometry: Geometry) -> str:
    at = _from(geometry.cities[city.id].at, geometry.badges[city.id])
    return f'<g class="badge" {place(at)}>{badge("garbage")}</g>'


def _from(middle: Point, at: Point) -> Point:
    """A place as seen from another one."""
    return round(at[0] - middle[0], 1), round(at[1] - middle[1], 1)


def _name(name: Name, middle: Point) -> str:
    x, y = _from(middle, name.at)
    lines = (
        f'<tspan x="{x:g}" y="{y + NAME_HEIGHT * line:g}">{escape(text)}</tspan>'
        for line, text in enumerate(name.lines)
    )
    return f'<text class="name {name.anchor}">{"".join(lines)}</text>'


def _reach(name: Name, middle: Point) -> Point:
    x, y = _from(middle, name.at)
    widest = max(len(line) for line in name.lines) * NAME_SIZE * 0.8
    return abs(x) + widest, abs(y) + NAME_HEIGHT * len(name.lines)


def _home(at: Point, home: Point) -> str:
    return (
        f'<line class="leader" x1="{at[0]:g}" y1="{at[1]:g}" x2="{home[0]:g}" y2="{home[1]:g}"/>'
        f'<circle class="home" cx="{home[0]:g}" cy="{home[1]:g}" r="2"/>'
    )


def _links(board: rules.Board, drawn: Geometry) -> Iterator[LinkShape]:
    places = {frozenset((one, other)): (x, y) for one, other, x, y in drawn.costs}
    for one, other, cost in board.connections:
        (x0, y0), (x1, y1) = drawn.cities[one].at, drawn.cities[other].at
        pair = frozenset((one, other))
        yield LinkShape(
            pair=pair,
            is_free=cost == 0,
            line=f'x1="{x0:g}" y1="{y0:g}" x2="{x1:g}" y2="{y1:g}"',
            track=f"M{x0:g} {y0:g}L{x1:g} {y1:g}",
            ends=(drawn.cities[one].at, drawn.cities[other].at),
            at=places[pair],
            place=place(places[pair]),
            cost=f'<circle r="{COST_RADIUS:g}"/><text dy=".36em">{cost}</text>',
        )
