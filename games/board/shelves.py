"""The sea grows deeper away from its coasts: broad lines along them, one over the other, which the lands cover.

Broad lines take most of the time in which a browser draws a map. So they leave out the borders of lands that touch,
and the bends of a coast that are too small to show.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import dist

from games.board.cutting import Ring, path_of, rings_of

Point = tuple[float, float]

WIDTHS = {24: (86, 56, 34), 6: (18, 7)}
"""How wide lines are, in units of the drawing, by how far apart the corners of the coasts are that they follow."""


def draw_shelves(outlines: str) -> str:
    """The lines along the coasts, to go into an SVG.

    :param outlines: of all lands, as path data.
    """
    coasts = list(_coasts(rings_of(outlines)))
    return "".join(_lines(coasts, apart, widths) for apart, widths in WIDTHS.items())


def _lines(coasts: Iterable[Ring], apart: float, widths: Iterable[float]) -> str:
    path = "".join(path_of([_coarser(coast, apart)]).removesuffix("z") for coast in coasts)
    uses = "".join(f'<use class="shelf" href="#coasts-{apart}" stroke-width="{width}"/>' for width in widths)
    return f'<defs><path id="coasts-{apart}" d="{path}"/></defs>{uses}'


def _coasts(rings: Iterable[Ring]) -> Iterator[Ring]:
    """The parts of rings that no other ring has."""
    borders = [list(pairwise([*map(_rounded, ring), _rounded(ring[0])])) for ring in rings]
    times = Counter(frozenset(border) for of_ring in borders for border in of_ring)
    for of_ring in borders:
        coast = [of_ring[0][0]]
        for border in of_ring:
            if times[frozenset(border)] == 1:
                coast.append(border[1])
                continue
            if len(coast) > 1:
                yield coast
            coast = [border[1]]
        if len(coast) > 1:
            yield coast


def _rounded(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


def _coarser(coast: Ring, apart: float) -> Ring:
    first, *others, last = coast
    kept = [first]
    for point in others:
        if dist(kept[-1], point) >= apart:
            kept.append(point)
    return [*kept, last]
