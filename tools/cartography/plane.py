"""Points and lines in the plane: projecting, simplifying and clipping them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from math import asin, atan2, copysign, cos, degrees, hypot, radians, sin, sqrt

Point = tuple[float, float]
Line = Sequence[Point]
Box = tuple[float, float, float, float]  # left, top, right, bottom; in degrees: west, south, east, north
SOFTENINGS = 2  # how often the corners of a line drawn by hand are cut
HALVINGS = 40  # after which nothing is left of a distance


def albers(parallels: tuple[float, float], meridian: float) -> Callable[[Point], Point]:
    """The equal-area conic projection, from degrees (east, north) to a plane with y pointing down."""
    first, second = (sin(radians(parallel)) for parallel in parallels)
    cone = (first + second) / 2
    constant = cos(radians(parallels[0])) ** 2 + 2 * cone * first

    def project(point: Point) -> Point:
        radius = sqrt(constant - 2 * cone * sin(radians(point[1]))) / cone
        angle = cone * radians(point[0] - meridian)
        return radius * sin(angle), radius * cos(angle)

    return project


def albers_back(parallels: tuple[float, float], meridian: float) -> Callable[[Point], Point]:
    """The way back from the plane of :func:`albers` to degrees."""
    first, second = (sin(radians(parallel)) for parallel in parallels)
    cone = (first + second) / 2
    constant = cos(radians(parallels[0])) ** 2 + 2 * cone * first
    side = copysign(1, cone)  # in the south the cone stands on its tip

    def find(point: Point) -> Point:
        radius = hypot(*point) * cone
        north = (constant - radius * radius) / (2 * cone)
        return meridian + degrees(atan2(side * point[0], side * point[1]) / cone), degrees(
            asin(min(1.0, max(-1.0, north)))
        )

    return find


def tilted(box: Box, tilt: float) -> Callable[[Point], Point]:
    """Draw what lies high in a box larger than what lies low in it, by a share of its size, and keep its height."""
    left, top, right, bottom = box
    middle, height = (left + right) / 2, bottom - top

    def tilt_point(point: Point) -> Point:
        down = (point[1] - top) / height
        broader = 1 + tilt * (0.5 - down)
        return middle + (point[0] - middle) * broader, top + height * (down + tilt * (down - down * down) / 2)

    return tilt_point


def tilted_back(box: Box, tilt: float) -> Callable[[Point], Point]:
    """The way back from where :func:`tilted` put a point."""
    left, top, right, bottom = box
    middle, height = (left + right) / 2, bottom - top
    half = 1 + tilt / 2

    def find(point: Point) -> Point:
        share = (point[1] - top) / height
        # Far below the box all lines would meet: nothing lies beyond that point.
        down = (half - sqrt(max(0.0, half * half - 2 * tilt * share))) / tilt if tilt else share
        return middle + (point[0] - middle) / (1 + tilt * (0.5 - down)), top + height * down

    return find


def bulged(middle: Point, reach: float, swelling: float) -> Callable[[Point], Point]:
    """Draw what lies round a point larger, as through a lens: the middle by a share of its size, far off hardly."""

    def bulge(point: Point) -> Point:
        across, down = point[0] - middle[0], point[1] - middle[1]
        more = swelling / (1 + (across * across + down * down) / reach**2)
        return point[0] + across * more, point[1] + down * more

    return bulge


def bulged_back(middle: Point, reach: float, swelling: float) -> Callable[[Point], Point]:
    """The way back from where :func:`bulged` put a point."""
    bulge = bulged(middle, reach, swelling)

    def find(point: Point) -> Point:
        across, down = point[0] - middle[0], point[1] - middle[1]
        away = hypot(across, down)
        nearest, farthest = 0.0, 1.0
        for _ in range(HALVINGS):
            share = (nearest + farthest) / 2
            x, y = bulge((middle[0] + across * share, middle[1] + down * share))
            if hypot(x - middle[0], y - middle[1]) < away:
                nearest = share
            else:
                farthest = share
        return middle[0] + across * nearest, middle[1] + down * nearest

    return find


def bounds(lines: Iterable[Line]) -> Box:
    points = [point for line in lines for point in line]
    across, down = [x for x, _ in points], [y for _, y in points]
    return min(across), min(down), max(across), max(down)


def grown(box: Box, margin: float) -> Box:
    return box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin


def distance_to_segment(point: Point, start: Point, end: Point) -> float:
    (x, y), (x0, y0), (x1, y1) = point, start, end
    length = (x1 - x0) ** 2 + (y1 - y0) ** 2
    along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length if length else 0.0
    along = min(1.0, max(0.0, along))
    return hypot(x - x0 - along * (x1 - x0), y - y0 - along * (y1 - y0))


def depth_in(rings: Iterable[Line], point: Point) -> float:
    """How deep a point lies in the shape that closed rings bound (holes are rings, too); below zero outside it."""
    sides = [side for ring in rings for side in zip(ring, [*ring[1:], ring[0]], strict=True)]
    x, y = point
    east = [
        start[0] + (y - start[1]) / (end[1] - start[1]) * (end[0] - start[0]) > x
        for start, end in sides
        if (start[1] > y) != (end[1] > y)
    ]
    distance = min(distance_to_segment(point, start, end) for start, end in sides)
    return distance if sum(east) % 2 else -distance


def simplified(line: Line, tolerance: float) -> list[Point]:
    """The line with fewer points, none of those left out farther than ``tolerance`` from it (Douglas-Peucker)."""
    keep = {0, len(line) - 1}
    spans = [(0, len(line) - 1)]
    while spans:
        start, end = spans.pop()
        far, farthest = 0.0, 0
        for index in range(start + 1, end):
            distance = distance_to_segment(line[index], line[start], line[end])
            if distance > far:
                far, farthest = distance, index
        if far > tolerance:
            keep.add(farthest)
            spans += [(start, farthest), (farthest, end)]
    return [line[index] for index in sorted(keep)]


def thinned(line: Line, is_kept: Callable[[Point], bool], tolerance: float) -> list[Point]:
    """The line, simplified where its points need not be kept."""
    thin: list[Point] = []
    for kept, run in groupby(line, is_kept):
        part = list(run)
        thin += part if kept or len(part) < 3 else simplified(part, tolerance)
    return thin


def softened(line: Line, *, is_ring: bool) -> list[Point]:
    """A line drawn by hand with its corners cut (Chaikin)."""
    soft = list(line)
    for _ in range(SOFTENINGS):
        cut = [
            (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)
            for (x0, y0), (x1, y1) in pairwise([*soft, soft[0]] if is_ring else soft)
            for share in (0.25, 0.75)
        ]
        soft = cut if is_ring else [soft[0], *cut, soft[-1]]
    return soft


def area_of(ring: Line) -> float:
    corners = zip(ring, [*ring[1:], ring[0]], strict=True)
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in corners)) / 2


def half(ring: Line, inside: Callable[[Point], float]) -> list[Point]:
    """The part of a ring where ``inside`` (linear over the plane) is not negative."""
    kept: list[Point] = []
    for point, following in zip(ring, [*ring[1:], *ring[:1]], strict=True):
        here, there = inside(point), inside(following)
        if here >= 0:
            kept.append(point)
        if (here > 0 > there) or (here < 0 < there):
            share = here / (here - there)
            kept.append((point[0] + share * (following[0] - point[0]), point[1] + share * (following[1] - point[1])))
    return kept


def clipped(ring: Line, box: Box) -> list[Point]:
    """The part of a ring inside a box. Pieces stay joined along the edge of the box."""
    left, top, right, bottom = box
    ring = half(ring, lambda point: point[0] - left)
    ring = half(ring, lambda point: right - point[0])
    ring = half(ring, lambda point: point[1] - top)
    return half(ring, lambda point: bottom - point[1])


def inside(line: Line, box: Box) -> Iterator[list[Point]]:
    """The parts of a line that lie in a box, up to the first point beyond it."""
    left, top, right, bottom = box
    part: list[Point] = []
    for point in line:
        is_in = left <= point[0] <= right and top <= point[1] <= bottom
        if is_in or part:
            part.append(point)
        if not is_in and len(part) > 1:
            yield part
        if not is_in:
            part = []
    if len(part) > 1:
        yield part


def as_path(rings: Iterable[Line]) -> str:
    """Closed rings as SVG path data, in relative steps of a tenth of a unit: those are shorter than absolute ones."""
    return "".join(f"{_steps(ring)}z" for ring in rings)


def as_open_path(lines: Iterable[Line]) -> str:
    """The same for lines that do not close, but for those that are too short to be seen."""
    return "".join(path for path in map(_steps, lines) if not path.endswith("l"))


def _steps(line: Line) -> str:
    tenths = [(round(x * 10), round(y * 10)) for x, y in line]
    steps = [tenths[0]]
    steps += [(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(tenths)]
    words = [f"{dx / 10:g} {dy / 10:g}" for index, (dx, dy) in enumerate(steps) if not index or dx or dy]
    return "M" + words[0] + "l" + " ".join(words[1:])
