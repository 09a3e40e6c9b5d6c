"""Where the badges of a board go: one in each area, and at each city, that has a rule of its own."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import copysign, cos, hypot, pi, sin

import rules
from games.board.geometry import BADGE_RADIUS, CAPSULE_HEIGHT, CAPSULE_WIDTH
from tools.cartography.areas import AreaShapes
from tools.cartography.marks import Layout, Mark, mark_of
from tools.cartography.plane import Line, Point, bounds, depth_in, distance_to_segment
from tools.cartography.terrain import Terrain

GRID = 6  # from one place to the next that is tried in an area
ROOM = 2 * BADGE_RADIUS
"""No badge needs more round it. Of places with as much the one nearest to the middle is taken."""
OVER_THE_EDGE = 3.0  # how far the badge of a city reaches into its capsule; its houses stay clear
COMPASS = [(cos(pi * step / 16), sin(pi * step / 16)) for step in range(32)]


def place_badges(
    board: rules.Board, layout: Layout, terrain: Terrain, shapes: Mapping[str, AreaShapes]
) -> dict[str, Point]:
    """Find the place for each badge, by the area or city that it belongs to."""
    marks = [mark_of(layout, part) for part in layout.parts()]
    places = {}
    for area in board.rules.nuclear.areas:
        [country] = [country for country, areas in shapes.items() if area in areas]
        places[area] = _in_area([terrain.countries[country], shapes[country][area]], marks)
    if city := board.rules.garbage_discount_city:
        others = [mark for mark in marks if (mark.kind, mark.ends) != ("city", (city,))]
        places[city] = max(_round_capsule(*layout.cities[city]), key=lambda place: _clearance(place, others))
    return places


def _in_area(ground: Sequence[Sequence[Line]], marks: list[Mark]) -> Point:
    left, top, right, bottom = bounds(ground[0])
    middle = (left + right) / 2, (top + bottom) / 2
    places = product(range(int(left), int(right), GRID), range(int(top), int(bottom), GRID))

    def welcome(place: Point) -> float:
        room = min(_clearance(place, marks), *(depth_in(rings, place) for rings in ground))
        return min(room, ROOM) - 0.01 * hypot(place[0] - middle[0], place[1] - middle[1])

    return max(places, key=welcome)


def _round_capsule(x: float, y: float) -> Iterator[Point]:
    end = (CAPSULE_WIDTH - CAPSULE_HEIGHT) / 2
    away = CAPSULE_HEIGHT / 2 + BADGE_RADIUS - OVER_THE_EDGE
    for across, down in COMPASS:
        yield x + copysign(end, across) + away * across, y + away * down


def _clearance(place: Point, marks: Iterable[Mark]) -> float:
    return min(_distance(place, mark) for mark in marks)


def _distance(place: Point, mark: Mark) -> float:
    if mark.kind == "line":
        return distance_to_segment(place, mark.start, mark.end)
    left, top, right, bottom = mark.box
    return hypot(max(left - place[0], 0, place[0] - right), max(top - place[1], 0, place[1] - bottom))
