"""What is written on a map beside cities: areas out of play, which are plain land, and seas and lands about it."""

from collections.abc import Iterator
from functools import lru_cache
from html import escape
from textwrap import wrap
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.board.geometry import NAME_HEIGHT, Point, board_of, facts, geometry
from games.board.picture import MapPicture
from games.board.room import (
    SPACED,
    Box,
    Window,
    box_round,
    boxes_in,
    calm_place,
    cost_boxes_in,
    first_free_place,
    is_within,
    widened,
    width_of,
)
from games.board.shapes import place
from games.models.terms import area_name

MOST_LETTERS = 17
"""In a line of a title."""
LINE_HEIGHT = 1.2 * NAME_HEIGHT

STAGES = {"wide": 1.8, "tall": 0.94}
"""By the shape of a map, how many times as wide as high its stage is on a laptop, or more."""

CORNER = (70.0, 230.0)
"""What the buttons of a map take, in one of its lower corners."""


class Title(NamedTuple):
    """What stands on an area, as SVG round a middle that lies ``at`` a place, and how far it reaches from there."""

    content: str
    at: Point
    reach: Point


def titles(picture: MapPicture) -> Iterator[Title]:
    """Of each area that has no part in the game its name, and why nothing is there."""
    for area in picture.left_out:
        # In capitals here, for the renderer of mails makes none.
        lines = [line.upper() for line in (*wrap(area_name(area), MOST_LETTERS), _("out of play"))]
        width, height = SPACED * max(map(width_of, lines)), LINE_HEIGHT * len(lines)
        at = _place(picture.map, picture.edition, picture.areas, area.id, (width, height))
        yield Title(_text(lines), at, (width, height))


class Name(NamedTuple):
    """A sea or land about a map, and the middle of its name, which is outside the frame where it ``is_beside``."""

    name: str
    at: Point
    is_beside: bool


def surroundings(picture: MapPicture) -> str:
    """The names of seas and lands about a map, as SVG: those that a page has room for."""
    return "".join(
        f"<g {place(name.at)}>{_text([name.name], 'about beside' if name.is_beside else 'about')}</g>"
        for name in names_about(picture)
    )


def names_about(picture: MapPicture) -> Iterator[Name]:
    """The seas and lands whose names find a free place within what a laptop shows."""
    map, edition, shown = picture.map, picture.edition, (*picture.areas, *picture.open_areas)
    window = picture.frame if picture.is_slim else widened(picture.frame, STAGES[picture.shape])
    taken = (*(box_round(title.at, *title.reach) for title in titles(picture)), *_corners(window))
    for name in facts(map).around:
        written = _(name).upper()
        size = (SPACED * width_of(written), LINE_HEIGHT)
        if at := _place_about(map, edition, shown, name, size, window, taken):
            yield Name(written, at, is_beside=not is_within(box_round(at, *size), picture.frame))


def _corners(window: Window) -> tuple[Box, Box]:
    """Where the buttons of a map can stand."""
    (left, top, width, height), (across, up) = window, CORNER
    right, bottom = left + width, top + height
    return (left, bottom - up, left + across, bottom), (right - across, bottom - up, right, bottom)


@lru_cache(maxsize=4096)
def _place_about(
    map: str, edition: str, areas: tuple[str, ...], name: str, size: Point, window: Window, taken: tuple[Box, ...]
) -> Point | None:
    """Where a name lies within a window, on no city or cost of these areas, and on nothing else that is taken."""
    around = [*boxes_in(map, edition, areas), *cost_boxes_in(map, edition, areas), *taken]
    return first_free_place(size, facts(map).around[name], around, window)


@lru_cache(maxsize=2048)
def _place(map: str, edition: str, areas: tuple[str, ...], area: str, size: Point) -> Point:
    """Where on an area a title of some width and height hides least of the areas in play."""
    drawn = geometry(map, edition).cities
    around = [*boxes_in(map, edition, areas), *cost_boxes_in(map, edition, areas)]
    return calm_place(size, [drawn[city].at for city in board_of(map, edition).cities_in((area,))], around)


def _text(lines: list[str], look: str = "left-out") -> str:
    top = -LINE_HEIGHT * (len(lines) - 1) / 2
    spans = (
        f'<tspan x="0" y="{top + LINE_HEIGHT * number:g}" dy=".36em">{escape(line)}</tspan>'
        for number, line in enumerate(lines)
    )
    return f'<text class="{look}">{"".join(spans)}</text>'
