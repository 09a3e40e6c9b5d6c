"""Small pictures of the maps, to choose by."""

import textwrap
from dataclasses import dataclass
from functools import cache, lru_cache
from statistics import mean

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

import rules
from games.board.geometry import Geometry, geometry
from games.board.stencils import countries

MOST_LETTERS = 17
"""In a line of an area's name."""
LINE_HEIGHT = 40
"""From one line of a name to the next, in units of the drawing."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A map to choose, with its picture."""

    name: str
    drawing: SafeString


@cache
def draw_map(board: rules.Board) -> Picture:
    """A map with its areas, to recognise it by."""
    return Picture(board.name, _draw(board, f"map-of-{board.map}", _all(board), ""))


@lru_cache(maxsize=64)
def draw_areas(board: rules.Board, areas: tuple[str, ...] = ()) -> SafeString:
    """A map with the names of its areas. Where ``areas`` are given, the others go without colour."""
    drawn = geometry(board.map, board.edition)
    names = "".join(_name(board, area, drawn) for area in board.areas)
    return _draw(board, f"areas-of-{board.map}", areas or _all(board), names)


def _all(board: rules.Board) -> tuple[str, ...]:
    return tuple(area.id for area in board.areas)


def _draw(board: rules.Board, outline: str, areas: tuple[str, ...], names: str) -> SafeString:
    """What the picture says is said in words beside it, so nobody has to hear of it twice."""
    drawn = geometry(board.map, board.edition)
    kinds = {area.id: f"of-{escape(area.colour)}" if area.id in areas else "out" for area in board.areas}
    return mark_safe(  # noqa: S308  Everything that is no number or path of ours is escaped.
        f'<svg class="board areas" viewBox="0 0 {drawn.width} {drawn.height}" aria-hidden="true">'
        f"{countries(drawn, escape(outline), kinds)}{names}</svg>"
    )


def _name(board: rules.Board, area: rules.Area, drawn: Geometry) -> str:
    """The name in the middle of the area's cities, a long one in lines."""
    places = [drawn.cities[city].at for city in board.cities_in((area.id,))]
    x, y = (round(mean(axis)) for axis in zip(*places, strict=True))
    lines = textwrap.wrap(area.name, MOST_LETTERS)
    top = y - LINE_HEIGHT * (len(lines) - 1) // 2
    spans = (
        f'<tspan x="{x}" y="{top + LINE_HEIGHT * number}">{escape(line)}</tspan>' for number, line in enumerate(lines)
    )
    return f'<text class="area-name">{"".join(spans)}</text>'
