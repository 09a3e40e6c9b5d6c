"""What is written on a map beside cities: areas out of play, which are plain land, and seas and lands about it."""

from collections.abc import Iterator
from functools import lru_cache
from html import escape
from textwrap import wrap
from typing import NamedTuple

from django.utils.translation import gettext as _

import rules
from games.board.geometry import NAME_HEIGHT, Point, facts, geometry
from games.board.picture import MapPicture
from games.board.room import (
    SPACED,
    Box,
    Window,
    boxes_in,
    calm_place,
    cost_boxes_in,
    first_free_place,
    widened,
    width_of,
)
from games.models.terms import area_name

MOST_LETTERS = 17
"""In a line of a title."""
LINE_HEIGHT = 1.2 * NAME_HEIGHT

STAGES = {"wide": 1.8, "tall": 0.95}
"""How many times as wide as high at least what a page shows of a map is, by its shape."""


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


def surroundings(picture: MapPicture) -> str:
    """The names of seas and lands about a map, as SVG: those that a page has room for."""
    return "".join(
        f'<g transform="translate({x:g} {y:g})">{_text([name], "about")}</g>' for name, (x, y) in names_about(picture)
    )


def names_about(picture: MapPicture) -> Iterator[tuple[str, Point]]:
    """Each name of a sea or land that has a free place within what is shown, and the middle of that place."""
    map, edition, shown = picture.map, picture.edition, (*picture.areas, *picture.open_areas)
    window = picture.frame if picture.is_slim else widened(picture.frame, STAGES[picture.shape])
    taken = tuple(_box(title) for title in titles(picture))
    for name in facts(map).around:
        written = _(name).upper()
        if at := _place_about(map, edition, shown, name, SPACED * width_of(written), window, taken):
            yield written, at


@lru_cache(maxsize=4096)
def _place_about(
    map: str, edition: str, areas: tuple[str, ...], name: str, width: float, window: Window, taken: tuple[Box, ...]
) -> Point | None:
    """Where a name lies within a window, on no city or cost of these areas, and on nothing else that is taken."""
    around = [*boxes_in(map, edition, areas), *cost_boxes_in(map, edition, areas), *taken]
    return first_free_place((width, LINE_HEIGHT), facts(map).around[name], around, window)


def _box(title: Title) -> Box:
    (x, y), (width, height) = title.at, title.reach
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


@lru_cache(maxsize=2048)
def _place(map: str, edition: str, areas: tuple[str, ...], area: str, size: Point) -> Point:
    """Where on an area a title of some width and height hides least of the areas in play."""
    drawn = geometry(map, edition).cities
    around = [*boxes_in(map, edition, areas), *cost_boxes_in(map, edition, areas)]
    return calm_place(size, [drawn[city].at for city in rules.board(map, edition).cities_in((area,))], around)


def _text(lines: list[str], look: str = "left-out") -> str:
    top = -LINE_HEIGHT * (len(lines) - 1) / 2
    spans = (
        f'<tspan x="0" y="{top + LINE_HEIGHT * number:g}" dy=".36em">{escape(line)}</tspan>'
        for number, line in enumerate(lines)
    )
    return f'<text class="{look}">{"".join(spans)}</text>'
