"""What stands on a board (cities, names, lines, costs) and how badly two marks get into each other's way."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import hypot

from games.board.geometry import COST_RADIUS
from tools.cartography.plane import Box, Point, grown

Link = tuple[str, str]
Part = tuple[str, str | Link]  # kind of a mark (city, name, line or cost) and the city or connection it belongs to


@dataclass(frozen=True, slots=True)
class Name:
    """A way to write a city's name beside it: ``dx``, ``dy`` lead from the city to the anchor of the first line.

    ``box`` is the room it takes, seen from the city; ``worse`` says how much less welcome it is than the best way.
    """

    lines: tuple[str, ...]
    anchor: str
    dx: float
    dy: float
    box: Box
    worse: float


@dataclass(slots=True)
class Layout:
    """The places found so far.

    ``homes`` are the true places, and ``plates`` the capsules round them. ``shares`` say how far along its connection
    a cost stands, if the board ``has_costs``. ``scale`` is the share of their size that cities, names and costs have
    grown to, and ``strictness`` how much blame is added for each square unit that one of them covers of another.
    """

    size: tuple[float, float]
    homes: Mapping[str, Point]
    links: list[Link]
    plates: Mapping[str, Box]
    names: dict[str, list[Name]]
    cities: dict[str, Point]
    chosen: dict[str, int]
    shares: dict[Link, float]
    has_costs: bool = True
    scale: float = 1.0
    strictness: float = 0.0

    def parts(self) -> Iterator[Part]:
        for city in self.cities:
            yield "city", city
            yield "name", city
        for link in self.links:
            yield from self.parts_of(link)

    def parts_of(self, link: Link) -> list[Part]:
        return [("line", link), ("cost", link)] if self.has_costs else [("line", link)]

    def links_of(self, city: str) -> list[Link]:
        return [link for link in self.links if city in link]

    def name_of(self, city: str) -> Name:
        return self.names[city][self.chosen[city]]

    def cost_at(self, link: Link) -> Point:
        (x0, y0), (x1, y1) = self.cities[link[0]], self.cities[link[1]]
        share = self.shares[link]
        return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share


@dataclass(slots=True)
class Mark:
    """A part where it stands now. ``ends`` are the cities it belongs to, ``start`` and ``end`` those of a line."""

    kind: str
    ends: tuple[str, ...]
    box: Box
    start: Point = (0.0, 0.0)
    end: Point = (0.0, 0.0)


def mark_of(layout: Layout, part: Part) -> Mark:
    kind, owner = part
    if isinstance(owner, str):
        box = layout.plates[owner] if kind == "city" else layout.name_of(owner).box
        return Mark(kind, (owner,), _placed(box, layout.cities[owner], layout.scale))
    if kind == "cost":
        return Mark(kind, owner, _placed(_COST, layout.cost_at(owner), layout.scale))
    (x0, y0), (x1, y1) = start, end = layout.cities[owner[0]], layout.cities[owner[1]]
    return Mark(kind, owner, (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)), start, end)


def _placed(box: Box, at: Point, scale: float) -> Box:
    x, y = at
    return x + scale * box[0], y + scale * box[1], x + scale * box[2], y + scale * box[3]


_COST = (-COST_RADIUS, -COST_RADIUS, COST_RADIUS, COST_RADIUS)

_OVERLAPS = {
    # kinds: room to leave between them, blame for a square unit that they share
    ("city", "city"): (4.0, 1.0),
    ("city", "cost"): (1.5, 0.8),
    ("city", "name"): (7.0, 0.6),
    ("cost", "cost"): (2.0, 0.8),
    ("cost", "name"): (2.5, 0.8),
    ("name", "name"): (2.0, 0.8),
}
_LEAST_ROOM = {("city", "name"): 4.5}
"""What has to be left between them in any case: so no name is nearer to another city than to its own."""
_RUNS_THROUGH = {
    # kind: room to leave to a line, blame for each unit of a line that runs through it
    "city": (4.0, 5.0),
    "cost": (1.0, 1.5),
    "name": (0.0, 2.4),
}
_CROSSING = 500.0
MOST_ROOM = 7.0  # marks that are farther from each other do not get into each other's way


def own_blame(layout: Layout, mark: Mark) -> float:
    """For standing far from home, off the middle, in a less welcome way, or beyond the paper."""
    match mark.kind:
        case "city":
            (x, y), (home_x, home_y) = layout.cities[mark.ends[0]], layout.homes[mark.ends[0]]
            away = hypot(x - home_x, y - home_y)
            return _beyond(layout, mark) + 0.4 * away + 0.03 * away * away
        case "name":
            return _beyond(layout, mark) + layout.name_of(mark.ends[0]).worse
        case "cost":
            return 12 * abs(layout.shares[mark.ends[0], mark.ends[1]] - 0.5)
        case _:
            return _turned(layout, mark)


def _turned(layout: Layout, line: Mark) -> float:
    (x0, y0), (x1, y1) = layout.homes[line.ends[0]], layout.homes[line.ends[1]]
    home_x, home_y, x, y = x1 - x0, y1 - y0, line.end[0] - line.start[0], line.end[1] - line.start[1]
    lengths = hypot(home_x, home_y) * hypot(x, y)
    return 60 * (1 - (home_x * x + home_y * y) / lengths) if lengths else 60


def _beyond(layout: Layout, mark: Mark) -> float:
    left, top, right, bottom = grown(mark.box, 5)
    width, height = layout.size
    return 50 * (max(0.0, -left) + max(0.0, -top) + max(0.0, right - width) + max(0.0, bottom - height))


def blame_between(one: Mark, other: Mark, strictness: float) -> float:
    if one.kind == "line":
        return _blame_of_line(one, other)
    if other.kind == "line":
        return _blame_of_line(other, one)
    if one.kind > other.kind:
        one, other = other, one
    if one.ends == other.ends:
        return 0.0
    room, blame = _OVERLAPS[one.kind, other.kind]
    least = _LEAST_ROOM.get((one.kind, other.kind), 0.0)
    return blame * _shared(one.box, other.box, room) + strictness * _shared(one.box, other.box, least)


def _shared(one: Box, other: Box, room: float) -> float:
    """How many square units two boxes would share if they were closer to each other by some room."""
    across = min(one[2], other[2]) - max(one[0], other[0]) + room
    down = min(one[3], other[3]) - max(one[1], other[1]) + room
    return across * down if across > 0 and down > 0 else 0.0


def _blame_of_line(line: Mark, other: Mark) -> float:
    if other.kind == "line":
        return _CROSSING if _cross(line, other) else 0.0
    if other.ends == line.ends or (other.kind == "city" and other.ends[0] in line.ends):
        return 0.0
    room, blame = _RUNS_THROUGH[other.kind]
    return blame * length_inside(line.start, line.end, grown(other.box, room))


def _cross(one: Mark, other: Mark) -> bool:
    if set(one.ends) & set(other.ends):
        return False
    a, b, c, d = one.start, one.end, other.start, other.end
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(start: Point, end: Point, point: Point) -> float:
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def length_inside(start: Point, end: Point, box: Box) -> float:
    """How much of a line lies in a box (Liang-Barsky)."""
    (x0, y0), (x1, y1) = start, end
    left, top, right, bottom = box
    if max(x0, x1) <= left or min(x0, x1) >= right or max(y0, y1) <= top or min(y0, y1) >= bottom:
        return 0.0
    enters, leaves = 0.0, 1.0
    for origin, step, least, most in ((x0, x1 - x0, left, right), (y0, y1 - y0, top, bottom)):
        if step == 0:
            continue
        first, last = sorted(((least - origin) / step, (most - origin) / step))
        enters, leaves = max(enters, first), min(leaves, last)
    return max(0.0, leaves - enters) * hypot(x1 - x0, y1 - y0)
