"""How much room the pieces of a map take, and what of the map a page has to show."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from math import dist
from statistics import mean

from PIL import ImageFont

from games.board.geometry import (
    CAPSULE_HEIGHT,
    COST_RADIUS,
    FONTS,
    NAME_HEIGHT,
    NAME_SIZE,
    City,
    Geometry,
    Name,
    Point,
    board_of,
    geometry,
)

Box = tuple[float, float, float, float]
"""From which x and y on, and to which."""

Window = tuple[float, float, float, float]
"""What of a map is to be seen: from which x and y on, how wide and how high."""

AIR = 14.0
"""Between the cities in play and the edge of what is shown of a map."""

SLACK = 1.04
"""Browsers place letters a little farther apart, by whole pixels."""

SPACED = 1.45
"""How much wider spaced capitals are than a name."""

TAG_WIDTH, TAG_HEIGHT = 26.0, 16.0
"""The tag at a corner of a city, with what the next house costs."""


@cache
def width_of(text: str) -> float:
    """The width of a line in bold letters, in units of the drawing."""
    font = _font()
    return SLACK * NAME_SIZE * font.getlength(text) / font.size


@cache
def _font() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONTS / "powergrid-sans-semibold.ttf"), 200)


@lru_cache(maxsize=512)
def frame(map: str, edition: str, areas: tuple[str, ...]) -> Window:
    """What a page shows of a map: the cities of these areas with their names, and some air. Without areas, all."""
    lefts, tops, rights, bottoms = zip(*boxes_in(map, edition, areas), strict=True)
    left, top = min(lefts) - AIR, min(tops) - AIR
    return left, top, max(rights) + AIR - left, max(bottoms) + AIR - top


def widened(window: Window, aspect: float) -> Window:
    """A window with as much more on both sides that it is at least so many times as wide as high."""
    left, top, width, height = window
    full = max(width, aspect * height)
    return left - (full - width) / 2, top, full, height


def boxes_in(map: str, edition: str, areas: tuple[str, ...]) -> list[Box]:
    """The cities of these areas and their names. Without areas, those of all."""
    drawn, cities = geometry(map, edition).cities, board_of(map, edition).cities.values()
    shown = [drawn[city.id] for city in cities if not areas or city.area in areas]
    return [box for city in shown for box in (plate_box(city), name_box(city.name))]


def cost_boxes_in(map: str, edition: str, areas: tuple[str, ...]) -> list[Box]:
    """The costs of the connections between cities of these areas."""
    cities = board_of(map, edition).cities
    return [
        box_round((x, y), 2 * COST_RADIUS, 2 * COST_RADIUS)
        for one, other, x, y in geometry(map, edition).costs
        if {cities[one].area, cities[other].area}.issubset(areas)
    ]


def plate_box(city: City) -> Box:
    """A city, without its name."""
    return box_round(city.at, city.width, CAPSULE_HEIGHT)


def name_box(name: Name) -> Box:
    """The lines of a name."""
    (x, y), width = name.at, max(map(width_of, name.lines))
    left = {"start": x, "middle": x - width / 2, "end": x - width}[name.anchor]
    top = y - 0.8 * NAME_HEIGHT
    return left, top, left + width, top + NAME_HEIGHT * len(name.lines)


def calmest_corner(city: str, drawn: Geometry) -> Point:
    """Where beside a city a tag hides least, seen from its middle: at a corner if that is free."""
    x, y = drawn.cities[city].at
    around = list(_all_around(city, drawn))
    right, down = drawn.cities[city].width / 2 - 1, CAPSULE_HEIGHT / 2 + 4
    corners = [(across, up) for up in (down, -down) for across in (right, -right)]
    sides = [(0.0, down + 2), (0.0, -down - 2), (right + 8, 0.0), (-right - 8, 0.0)]
    between = [(across, up) for up in (down, -down) for across in (right / 2, -right / 2)]
    return min(
        corners + sides + between, key=lambda at: _hidden((x + at[0], y + at[1]), TAG_WIDTH, TAG_HEIGHT, around)
    )


def calm_place(size: Point, cities: Sequence[Point], around: Sequence[Box]) -> Point:
    """At which of some cities a title hides least of what lies around: the one nearest to their middle if it is free.

    Between cities there may be the sea.
    """
    middle = (mean(x for x, _y in cities), mean(y for _x, y in cities))
    return min(sorted(cities, key=lambda at: dist(at, middle)), key=lambda at: _hidden(at, *size, around))


def first_free_place(size: Point, places: Iterable[Point], around: Sequence[Box], window: Window) -> Point | None:
    """The first of some places where a title lies within a window, and on nothing."""
    return next(
        (at for at in places if is_within(box_round(at, *size), window) and not _hidden(at, *size, around)), None
    )


def is_within(box: Box, window: Window) -> bool:
    left, top, width, height = window
    return box[0] >= left and box[1] >= top and box[2] <= left + width and box[3] <= top + height


def _hidden(at: Point, width: float, height: float, around: Iterable[Box]) -> float:
    return sum(_shared(box_round(at, width, height), box) for box in around)


def _all_around(city: str, drawn: Geometry) -> Iterable[Box]:
    """All names, costs and badges, and all cities but one."""
    for other, each in drawn.cities.items():
        yield name_box(each.name)
        if other != city:
            yield plate_box(each)
    for at in (*((x, y) for _one, _other, x, y in drawn.costs), *drawn.badges.values()):
        yield box_round(at, 1.8 * COST_RADIUS, 1.8 * COST_RADIUS)  # The corners round a disc are free.


def box_round(middle: Point, width: float, height: float) -> Box:
    return middle[0] - width / 2, middle[1] - height / 2, middle[0] + width / 2, middle[1] + height / 2


def _shared(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    return max(across, 0.0) * max(min(one[3], other[3]) - max(one[1], other[1]), 0.0)
