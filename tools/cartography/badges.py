"""Where the badges of a board go: one in each area, and at each city, that has a rule of its own."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import copysign, cos, dist, hypot, inf, pi, sin

import rules
from games.board.geometry import BADGE_RADIUS, CAPSULE_HEIGHT
from tools.cartography.areas import AreaShapes
from tools.cartography.marks import Layout, Mark, mark_of
from tools.cartography.plane import Line, Point, bounds, depth_in, distance_to_segment, grown
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
        grounds = [[terrain.countries[country], areas[area]] for country, areas in shapes.items() if area in areas]
        _welcome, places[area] = max(_in_area(ground, marks, layout.size) for ground in grounds)
    for city in board.cities.values():
        if city.node_cost or city.id == board.rules.garbage_discount_city:
            others = [mark for mark in marks if (mark.kind, mark.ends) != ("city", (city.id,))]
            places[city.id] = max(_round_capsule(layout, city.id), key=lambda place: _clearance(place, others))
            marks.append(Mark("badge", (city.id,), grown((*places[city.id], *places[city.id]), BADGE_RADIUS)))
    return places


def _in_area(ground: Sequence[Sequence[Line]], marks: list[Mark], size: Point) -> tuple[float, Point]:
    """The best place in a part of an area, and how good it is. Only what may be better than the best yet is tried."""
    left, top, right, bottom = bounds(ground[0])
    middle = (left + right) / 2, (top + bottom) / 2
    across, down = (
        range(int(max(left, 0)), int(min(right, size[0])), GRID),
        range(int(max(top, 0)), int(min(bottom, size[1])), GRID),
    )
    farther = {place: 0.01 * dist(place, middle) for place in product(across, down)}
    rooms = {place: min(_clearance(place, marks), ROOM) for place in farther}
    best: tuple[float, Point] = (-inf, middle)
    for place in sorted(rooms, key=lambda place: farther[place] - rooms[place]):
        if rooms[place] - farther[place] <= best[0]:
            break
        depth = min(depth_in(rings, place) for rings in ground)
        best = max(best, (min(rooms[place], depth) - farther[place], place))
    return best


def _round_capsule(layout: Layout, city: str) -> Iterator[Point]:
    (x, y), (left, _top, right, _bottom) = layout.cities[city], layout.plates[city]
    end = (right - left - CAPSULE_HEIGHT) / 2
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
