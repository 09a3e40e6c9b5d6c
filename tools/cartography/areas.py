"""The shape of each area: all that lies nearer to one of its cities than to a city of another area.

Each country of a board is divided on its own, so that areas end where countries do. Shapes reach over its border and
are drawn clipped to its outline. Neighbouring shapes share their border point by point: nothing shows between them.
"""

from collections.abc import Callable, Mapping

from tools.cartography.plane import Box, Point, half

Corner = tuple[int, int]  # a point in hundredths of a unit, so that equal points are equal
Edge = tuple[Corner, Corner]
AreaShapes = dict[str, list[list[Point]]]  # the rings of each area
ROUNDINGS = 3  # how often the corners of a border are cut


def area_shapes(places: Mapping[str, Point], area_of_city: Mapping[str, str], paper: Box) -> AreaShapes:
    """The shapes of all areas that have a city among these places on the paper."""
    cells = {city: _cell(city, places, paper) for city in places}
    areas = dict.fromkeys(area_of_city[city] for city in places)
    edges = {area: _border([cells[city] for city in places if area_of_city[city] == area]) for area in areas}
    meetings = _meetings(edges)
    rings = {area: _rings(edges[area]) for area in areas}
    return {area: [_rounded(ring, meetings) for ring in rings[area]] for area in areas}


def _cell(city: str, places: Mapping[str, Point], paper: Box) -> list[Corner]:
    """What lies nearer to a city than to any other, clockwise."""
    left, top, right, bottom = paper
    ring: list[Point] = [(left, top), (right, top), (right, bottom), (left, bottom)]
    x, y = places[city]
    for other, (ox, oy) in places.items():
        if other != city:
            ring = half(ring, _nearer((x, y), (ox, oy)))
    return [(round(px * 100), round(py * 100)) for px, py in ring]


def _nearer(one: Point, other: Point) -> Callable[[Point], float]:
    dx, dy = one[0] - other[0], one[1] - other[1]
    limit = (one[0] ** 2 + one[1] ** 2 - other[0] ** 2 - other[1] ** 2) / 2
    return lambda point: point[0] * dx + point[1] * dy - limit


def _border(cells: list[list[Corner]]) -> list[Edge]:
    """The edges of cells put together: an edge that two of them share runs both ways and falls out."""
    edges = {
        edge: None for cell in cells for edge in zip(cell, [*cell[1:], cell[0]], strict=True) if edge[0] != edge[1]
    }
    return [(start, end) for start, end in edges if (end, start) not in edges]


def _meetings(edges: Mapping[str, list[Edge]]) -> set[Corner]:
    """Corners where the border must stay: three areas meet there, or two meet the edge of the paper."""
    touching: dict[Corner, set[Corner]] = {}
    for border in edges.values():
        for start, end in border:
            touching.setdefault(start, set()).add(end)
            touching.setdefault(end, set()).add(start)
    return {corner for corner, others in touching.items() if len(others) > 2}


def _rings(edges: list[Edge]) -> list[list[Corner]]:
    following: dict[Corner, list[Corner]] = {}
    for start, end in edges:
        following.setdefault(start, []).append(end)
    rings = []
    while following:
        first = next(iter(following))
        ring, corner = [first], _take(following, first)
        while corner != first:
            ring.append(corner)
            corner = _take(following, corner)
        rings.append(ring)
    return rings


def _take(following: dict[Corner, list[Corner]], corner: Corner) -> Corner:
    after = following[corner].pop()
    if not following[corner]:
        del following[corner]
    return after


def _rounded(ring: list[Corner], fixed: set[Corner]) -> list[Point]:
    """Cut the corners of a ring (Chaikin) except the fixed ones; neighbours with the same corners stay together."""
    points: list[tuple[Point, bool]] = [((x / 100, y / 100), (x, y) in fixed) for x, y in ring]
    for _ in range(ROUNDINGS):
        cut: list[tuple[Point, bool]] = []
        for (point, stays), (after, after_stays) in zip(points, [*points[1:], points[0]], strict=True):
            if stays:
                cut.append((point, True))
            else:
                cut.append((_between(point, after, 0.25), False))
            if not after_stays:
                cut.append((_between(point, after, 0.75), False))
        points = cut
    return [point for point, _ in points]


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share
