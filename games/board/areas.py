"""Maps with the names of their areas, to choose these by."""

import textwrap
from dataclasses import dataclass, replace
from functools import lru_cache
from statistics import mean

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

import rules
from games.board.geometry import Geometry, geometry
from games.board.ground import countries
from games.models.terms import area_name

MOST_LETTERS = 17
"""In a line of an area's name."""
LINE_HEIGHT = 40
"""From one line of a name to the next, in units of the drawing."""
LETTER_WIDTH = 24
"""About that of a letter in a name, in the same units."""


@dataclass(frozen=True, slots=True)
class AreaName:
    """The name of an area in lines, with the middle of the first one."""

    lines: tuple[str, ...]
    x: int
    y: int

    @property
    def end(self) -> int:
        """Where a line that follows has its middle."""
        return self.y + LINE_HEIGHT * len(self.lines)

    @property
    def width(self) -> int:
        return LETTER_WIDTH * max(map(len, self.lines))

    def touches(self, other: "AreaName") -> bool:
        """Whether the two would read as one, with less than a letter between them."""
        room = (self.width + other.width) // 2 + LETTER_WIDTH
        return abs(self.x - other.x) < room and self.y < other.end and other.y < self.end


@lru_cache(maxsize=64)
def draw_areas(board: rules.Board, areas: tuple[str, ...] = ()) -> SafeString:
    """A map with the names of its areas. Where ``areas`` are given, the others go without colour."""
    drawn = geometry(board.map, board.edition)
    names = "".join(map(_text, _apart([_name(board, area, drawn) for area in board.areas])))
    return _draw(board, f"areas-of-{board.map}", areas or _all(board), names)


def _all(board: rules.Board) -> tuple[str, ...]:
    return tuple(area.id for area in board.areas)


def _draw(board: rules.Board, outline: str, areas: tuple[str, ...], names: str) -> SafeString:
    """What the picture shows is said in words beside it, and need not be heard twice."""
    drawn = geometry(board.map, board.edition)
    kinds = {area.id: f"of-{escape(area.colour)}" if area.id in areas else "out" for area in board.areas}
    return mark_safe(  # noqa: S308  Everything that is no number or path of ours is escaped.
        f'<svg class="board areas" viewBox="0 0 {drawn.width} {drawn.height}" aria-hidden="true">'
        f"{countries(drawn, escape(outline), kinds)}{names}</svg>"
    )


def _name(board: rules.Board, area: rules.Area, drawn: Geometry) -> AreaName:
    """The name in the middle of the area's cities, a long one in lines."""
    places = [drawn.cities[city].at for city in board.cities_in((area.id,))]
    x, y = (round(mean(axis)) for axis in zip(*places, strict=True))
    lines = tuple(textwrap.wrap(area_name(area), MOST_LETTERS, break_on_hyphens=False))
    return AreaName(lines, x, y - LINE_HEIGHT * (len(lines) - 1) // 2)


def _apart(names: list[AreaName]) -> list[AreaName]:
    """The same names from top to bottom, each moved down as far as those above it need."""
    placed: list[AreaName] = []
    for name in sorted(names, key=lambda name: name.y):
        for above in placed:
            if name.touches(above):
                name = replace(name, y=above.end)
        placed.append(name)
    return placed


def _text(name: AreaName) -> str:
    spans = (
        f'<tspan x="{name.x}" y="{name.y + LINE_HEIGHT * number}">{escape(line)}</tspan>'
        for number, line in enumerate(name.lines)
    )
    return f'<text class="area-name">{"".join(spans)}</text>'
