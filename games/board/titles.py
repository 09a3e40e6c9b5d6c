"""The titles of areas out of play, which are plain land on a map."""

from collections.abc import Iterator
from functools import lru_cache
from html import escape
from textwrap import wrap
from typing import NamedTuple

from django.utils.translation import gettext as _

import rules
from games.board.geometry import NAME_HEIGHT, Point, geometry
from games.board.picture import MapPicture
from games.board.room import SPACED, boxes_in, calm_place, cost_boxes_in, width_of
from games.models.terms import area_name

MOST_LETTERS = 17
"""In a line of a title."""
LINE_HEIGHT = 1.2 * NAME_HEIGHT


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


@lru_cache(maxsize=2048)
def _place(map: str, edition: str, areas: tuple[str, ...], area: str, size: Point) -> Point:
    """Where on an area a title of some width and height hides least of the areas in play."""
    drawn = geometry(map, edition).cities
    around = [*boxes_in(map, edition, areas), *cost_boxes_in(map, edition, areas)]
    return calm_place(size, [drawn[city].at for city in rules.board(map, edition).cities_in((area,))], around)


def _text(lines: list[str]) -> str:
    top = -LINE_HEIGHT * (len(lines) - 1) / 2
    spans = (
        f'<tspan x="0" y="{top + LINE_HEIGHT * number:g}" dy=".36em">{escape(line)}</tspan>'
        for number, line in enumerate(lines)
    )
    return f'<text class="left-out">{"".join(spans)}</text>'
