"""What a map has outside the rules: a folder of ``maps``, found by looking there (docs/boards.md).

Lengths are in units of the drawing, about a pixel each on a laptop.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

import rules
from games.board.cutting import path_of, rings_of, room_round, within

MAPS = Path(__file__).parent / "maps"
FONTS = Path(__file__).parent / "fonts"

CAPSULE_WIDTH, CAPSULE_HEIGHT = 58.0, 23.5
"""A city: the capsule that holds its slots, three of them."""
SLOT_PITCH = 18.0
"""From the middle of one slot to the middle of the next."""
COST_RADIUS = 10.0
"""The disc with the cost of a connection."""
NAME_SIZE, NAME_HEIGHT = 13.0, 14.0
"""Letters of a city's name, and from one line of it to the next."""
BADGE_RADIUS = 10.0
"""The disc that says that an area or a city has a rule of its own."""

STAGE = 0.5
"""How far grounds and reliefs go on beyond their map, in shares of its longer side: frames have any shape."""

AIR_OF_BORDERS = 20
"""How far the shapes of areas go on beyond a country, so that nobody sees where they are cut off."""

Point = tuple[float, float]


def board_of(map: str, edition: str) -> rules.Board:
    """The board of a map that has a folder here, if need be before new games are played on it."""
    return rules.board(map, edition, rules.NEWEST)


class Name(Struct, frozen=True):
    """A city's name as written: ``at`` is the anchor of its first line."""

    lines: tuple[str, ...]
    anchor: Literal["start", "middle", "end"]
    at: Point


def plate_width(slots: int) -> float:
    """How wide the capsule is that holds so many slots."""
    return CAPSULE_WIDTH + (slots - 3) * SLOT_PITCH


class City(Struct, frozen=True):
    """``at`` is the middle of the capsule; ``home`` the true place, given where the capsule does not cover it."""

    at: Point
    name: Name
    home: Point | None = None
    slots: int = 3

    @property
    def width(self) -> float:
        return plate_width(self.slots)


class Geometry(Struct, frozen=True):
    """Everything about a board that stays where it is. Paths are SVG path data.

    ``countries`` are the outlines of the lands that the board covers, and of a spot round each city abroad.
    ``islands`` are those of theirs that belong to no area, ``land`` is what lies round them. ``areas`` are the shapes
    of the areas by country, to be clipped to its outline: an area can reach into two of them. ``badges`` say where
    areas and cities with a rule or a cost of their own are marked, ``costs`` where the cost of a connection stands.
    There are none of these if no connection of the board costs anything. Lands, rivers and the ``graticule`` of
    degrees go on beyond the map, which a page shows in frames of any shape.
    """

    width: int
    height: int
    land: str
    countries: dict[str, str]
    islands: str
    lakes: str
    rivers: str
    graticule: str
    areas: dict[str, dict[str, str]]
    cities: dict[str, City]
    badges: dict[str, Point]
    costs: tuple[tuple[str, str, float, float], ...]


@cache
def geometry(map: str, edition: str) -> Geometry:
    """How a map is drawn in an edition. ``tools.cartography`` makes it, nobody changes it by hand."""
    drawn = msgspec.json.decode((MAPS / map / "geometry.json").read_bytes())
    layout = next(layout for layout in drawn["layouts"] if edition in layout["editions"])
    countries = drawn["countries"] | layout.get("spots", {})
    found = msgspec.convert(drawn | layout | {"countries": countries}, Geometry)
    areas = {country: dict(_areas_near(outline, found.areas[country])) for country, outline in countries.items()}
    return replace(found, areas=areas)


def _areas_near(country: str, areas: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Of the areas what a country can show. A drawing takes long to clip what goes on far beyond."""
    room = room_round(rings_of(country), air=AIR_OF_BORDERS)
    for area, shape in areas.items():
        if rings := within(rings_of(shape), room):
            yield area, path_of(rings)


class Corner(Struct, frozen=True):
    """A corner of a map, for the example of building on the rules page. Ana is in ``own``, Bob in ``others``.

    ``empty`` cities are: next door for nothing, a little farther, and past a city of Bob's, in this order.
    """

    own: tuple[str, str]
    others: tuple[str, str]
    empty: tuple[str, str, str]


class Facts(Struct, frozen=True):
    """What people wrote down about a map. ``rounds`` a game usually has, for two to six players.

    ``around`` has the seas and lands about it: the places where the name of each may stand, the best first.
    ``own_rules`` says how many rules a player has to learn for it, ``special`` in a line what sets it apart.
    """

    rounds: tuple[float, float, float, float, float]
    example: Corner
    around: dict[str, tuple[Point, ...]]
    own_rules: Literal["none", "few", "many"] = "none"
    special: str = ""


@cache
def facts(map: str) -> Facts:
    return msgspec.json.decode((MAPS / map / "map.json").read_bytes(), type=Facts)
