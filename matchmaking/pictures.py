"""Small pictures of the maps, to choose by."""

from functools import cache
from statistics import mean

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

import rules
from games.board.geometry import Geometry, geometry
from games.board.stencils import countries
from matchmaking.wording import EDITION, board


def draw_map(map_id: str) -> SafeString:
    """A map with its areas, to recognise it by."""
    return _draw(map_id, f"map-of-{map_id}", _all(map_id), "")


@cache
def draw_areas(map_id: str, areas: tuple[str, ...] = ()) -> SafeString:
    """A map with the names of its areas. Where ``areas`` are given, the others go without colour."""
    drawn = geometry(map_id, EDITION)
    names = "".join(_name(area, drawn) for area in board(map_id).areas)
    return _draw(map_id, f"areas-of-{map_id}", areas or _all(map_id), names)


def _all(map_id: str) -> tuple[str, ...]:
    return tuple(area.id for area in board(map_id).areas)


def _draw(map_id: str, outline: str, areas: tuple[str, ...], names: str) -> SafeString:
    """What the picture says is said in words beside it, so nobody has to hear of it twice."""
    drawn = geometry(map_id, EDITION)
    kinds = {area.id: f"of-{escape(area.colour)}" if area.id in areas else "out" for area in board(map_id).areas}
    return mark_safe(  # noqa: S308  Everything that is no number or path of ours is escaped.
        f'<svg class="board areas" viewBox="0 0 {drawn.width} {drawn.height}" aria-hidden="true">'
        f"{countries(drawn, escape(outline), kinds)}{names}</svg>"
    )


def _name(area: rules.Area, drawn: Geometry) -> str:
    """The name in the middle of the area's cities."""
    places = [drawn.cities[city].at for city in board(drawn.map).cities_in((area.id,))]
    x, y = (round(mean(axis)) for axis in zip(*places, strict=True))
    return f'<text class="area-name" x="{x}" y="{y}">{escape(area.name)}</text>'
