"""The parts of a map that are the same in every picture of it, ready to be put together."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import escape

import rules
from games.board.geometry import (
    BADGE_RADIUS,
    CAPSULE_HEIGHT,
    COST_RADIUS,
    NAME_HEIGHT,
    Geometry,
    Name,
    Point,
    board_of,
    geometry,
    plate_width,
)
from games.board.glyphs import ICONS
from games.board.room import calmest_corner, width_of

HALO = 2.0
"""How far what sets letters apart from the ground reaches beyond them."""

EDGE = 3.0
"""How much of a plate is its lower edge."""


def _plate(slots: int) -> str:
    """What holds the slots of a city in play: its shadow, its edge, its face."""
    width = plate_width(slots)
    left, top, height = -width / 2, -CAPSULE_HEIGHT / 2, CAPSULE_HEIGHT - EDGE
    kind = "plate" if slots == 3 else f"plate slots-{slots}"
    box = f'x="{left:g}" width="{width:g}" height="{height:g}" rx="6"'
    return (
        f'<rect class="plate-shadow" y="{top + EDGE + 1.5:g}" {box}/>'
        f'<rect class="plate-edge" y="{top + EDGE:g}" {box}/><rect class="{kind}" y="{top:g}" {box}/>'
    )


SMALL_PLATE = '<rect class="plate" x="-18" y="-5.5" width="36" height="11" rx="5.5"/>'
"""A city that may still come into play."""


@dataclass(frozen=True, slots=True)
class CityShape:
    """A city: text to read aloud, and pieces of SVG round its middle, which lies ``at`` the ``place`` of it.

    ``home`` shows its true place on the map where that lies aside. ``badge`` marks a city with a rule of its own,
    ``toll`` is what it costs to enter it, which may be nothing; both lie beside the ``plate``.
    ``reach`` is how far the name reaches from the middle, at most; ``tag`` is where a price hides least of what lies
    around.
    """

    id: str
    area: str
    called: str
    at: Point
    place: str
    name: str
    reach: Point
    home: str
    plate: str
    badge: str
    toll: str
    tag: Point


@dataclass(frozen=True, slots=True)
class LinkShape:
    """A connection between the ``pair`` of cities. ``is_free``: it costs nothing, so the cities look like one.

    ``track`` is the path of its line, and ``ends`` are where it begins and ends.
    ``cost`` is its disc, round its middle, which lies ``at`` the ``place`` of it: there is none on a board on which
    no connection costs anything.
    """

    pair: frozenset[str]
    is_free: bool
    track: str
    ends: tuple[Point, Point]
    at: Point
    place: str
    cost: str


@cache
def city_shapes(map: str, edition: str) -> tuple[CityShape, ...]:
    """In the order of the board."""
    drawn, board = geometry(map, edition), board_of(map, edition)
    return tuple(_city(city, drawn, board) for city in board.cities.values())


@cache
def link_shapes(map: str, edition: str, version: int = rules.VERSION) -> tuple[LinkShape, ...]:
    """In the order of the board, with the costs that a version of the rules has."""
    return tuple(_links(rules.board(map, edition, version), geometry(map, edition)))


def place(at: Point) -> str:
    """The attribute that puts a piece where it belongs."""
    x, y = at
    return f'transform="translate({x:g} {y:g})"'


def badge(kind: str) -> str:
    """The disc that says that an area or a city has a rule of its own: about ``uranium``, or ``garbage``."""
    return f'<circle r="{BADGE_RADIUS:g}"/><path class="of-{kind}" transform="scale(.9)" d="{ICONS[kind]}"/>'


def disc(cost: int) -> str:
    """What a connection or a city on the way costs."""
    return (
        f'<circle class="cost-shadow" cy="1.5" r="{COST_RADIUS:g}"/><circle r="{COST_RADIUS:g}"/>'
        f'<text dy=".36em">{cost}</text>'
    )


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
        plate=_plate(drawn.slots),
        toll=_toll(geometry.badges[city.id], city.node_cost) if city.node_cost else "",
        badge=_city_badge(city, geometry) if city.id == board.rules.garbage_discount_city else "",
        tag=calmest_corner(city.id, geometry),
    )


def _city_badge(city: rules.City, geometry: Geometry) -> str:
    at = _from(geometry.cities[city.id].at, geometry.badges[city.id])
    return f'<g class="badge" {place(at)}>{badge("garbage")}</g>'


def _toll(at: Point, cost: int) -> str:
    return f'<g class="toll" {place(at)} aria-hidden="true">{disc(cost)}</g>'


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
    return abs(x) + max(map(width_of, name.lines)) + HALO, abs(y) + NAME_HEIGHT * len(name.lines) + HALO


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
        at = places.get(pair, ((x0 + x1) / 2, (y0 + y1) / 2))
        yield LinkShape(
            pair=pair,
            is_free=cost == 0 and bool(places),
            track=f"M{x0:g} {y0:g}L{x1:g} {y1:g}",
            ends=(drawn.cities[one].at, drawn.cities[other].at),
            at=at,
            place=place(at),
            cost=disc(cost) if places else "",
        )
