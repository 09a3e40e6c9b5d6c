"""Finds where cities, names and costs go so that none covers another and no line runs through them.

Some cities are drawn larger than they are far from each other, so they have to move a little. Starting from the true
places, each city, name and cost in turn takes the best of the places near it, again and again. Nothing is random.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from math import cos, pi, sin
from typing import TypeVar

from games.board.geometry import CAPSULE_HEIGHT, NAME_HEIGHT, plate_width
from games.board.room import width_of
from tools.cartography.maps import Side
from tools.cartography.marks import MOST_ROOM, Layout, Link, Mark, Name, Part, blame_between, mark_of, own_blame
from tools.cartography.plane import Box, Point, bounds, grown

STRIDES = (32.0, 20.0, 12.0, 8.0, 5.0, 3.0, 1.5)  # how far a city tries to move, first far, then near
COMPASS = [(cos(pi * step / 8), sin(pi * step / 8)) for step in range(16)]
SHARES = [step / 40 for step in range(8, 33)]  # where along its connection a cost can stand
REACH = 120.0  # how far anything may come from where it is while it is tried in other places
WORTH_A_MOVE = 0.01
GROWTH = (0.3, 0.5, 0.7, 0.85, 1.0)
"""Everything starts small and grows, so that crowded cities push each other apart and none jumps over another."""
ROUNDS = 12  # how often each size is gone through at most
AROUND_HOME = (6.0, 12.0, 20.0)
STRICTNESS = (0.0, 2.0, 8.0)
"""At last everything else, such as being near home, counts for less than that nothing covers anything."""
IS_ON_SIDE: Mapping[Side, Callable[[Box], bool]] = {
    "above": lambda box: box[3] < 0,
    "below": lambda box: box[1] > 0,
    "left": lambda box: box[2] < 0,
    "right": lambda box: box[0] > 0,
}
T = TypeVar("T")


def lay_out(
    homes: Mapping[str, Point],
    titles: Mapping[str, str],
    links: Iterable[Link],
    size: tuple[float, float],
    like: Layout | None = None,
    sides: Mapping[str, Side] = {},
    slots: Mapping[str, int] = {},
    has_costs: bool = True,
) -> Layout:
    """Find the places.

    :param homes: the true place of each city on the paper.
    :param sides: on which side of it the name of a city has to be, where that is not left to what fits best.
    :param slots: how many slots cities have, where it is not three.
    :param like: the layout of nearly the same board. What both have stays where it is.
    """
    if nowhere := sides.keys() - homes.keys():
        raise ValueError(f"There are no such cities to put labels beside: {', '.join(sorted(nowhere))}.")
    links = list(links)
    widths = {city: plate_width(slots.get(city, 3)) for city in homes}
    layout = Layout(
        size=size,
        homes=homes,
        links=links,
        plates={
            city: (-width / 2, -CAPSULE_HEIGHT / 2, width / 2, CAPSULE_HEIGHT / 2) for city, width in widths.items()
        },
        names={city: list(_ways_beside(title, widths[city], sides.get(city))) for city, title in titles.items()},
        cities=dict(homes),
        chosen=dict.fromkeys(homes, 0),
        shares=dict.fromkeys(links, 0.5),
        has_costs=has_costs,
    )
    if like is None:
        for layout.scale in GROWTH:
            _improve(layout, list(homes), links)
        _settle(layout, list(homes), links)
    else:
        _keep(layout, like)
        _settle(
            layout,
            [city for city in homes if city not in like.cities],
            [link for link in links if link not in like.shares],
        )
    return layout


def _keep(layout: Layout, other: Layout) -> None:
    for city in layout.cities.keys() & other.cities.keys():
        layout.cities[city], layout.chosen[city] = other.cities[city], other.chosen[city]
    for link in layout.shares.keys() & other.shares.keys():
        layout.shares[link] = other.shares[link]


def _settle(layout: Layout, cities: list[str], links: list[Link]) -> None:
    for city in cities:
        _settle_anew(layout, city)
    for layout.strictness in STRICTNESS:
        _improve(layout, cities, links)


def _ways_beside(title: str, width: float, side: Side | None) -> Iterator[Name]:
    """Every place for a name round its city, or on one side of it, the most welcome first."""
    return (name for name in _ways_around(title, width) if side is None or IS_ON_SIDE[side](name.box))


def _ways_around(title: str, width: float) -> Iterator[Name]:
    for lines in _ways_to_write(title):
        broad = max(width_of(line) for line in lines)
        tall = NAME_HEIGHT * len(lines)
        worse = 4.0 * (len(lines) - 1)
        yield from _above_and_below(lines, width, broad, tall, worse)
        yield from _to_the_side(lines, width, broad, tall, worse + 3)


def _above_and_below(lines: tuple[str, ...], width: float, broad: float, tall: float, worse: float) -> Iterator[Name]:
    gap, rise, edge = CAPSULE_HEIGHT / 2 + 0.5, 0.8 * NAME_HEIGHT, width / 2 - 3
    for anchor, dx, left, extra in (
        ("middle", 0.0, -broad / 2, 0.0),
        ("start", -edge, -edge, 2.0),
        ("end", edge, edge - broad, 2.0),
        ("start", -4.0, -4.0, 3.0),
        ("end", 4.0, 4.0 - broad, 3.0),
    ):
        right = left + broad
        yield Name(lines, anchor, dx, gap + rise, (left, gap, right, gap + tall), worse + extra)
        yield Name(lines, anchor, dx, rise - gap - tall, (left, -gap - tall, right, -gap), worse + extra + 1)


def _to_the_side(lines: tuple[str, ...], width: float, broad: float, tall: float, worse: float) -> Iterator[Name]:
    side, rise = width / 2 + 3, 0.8 * NAME_HEIGHT
    for anchor, dx, left in (("start", side, side), ("end", -side, -side - broad)):
        for lift in (0.0, -6.0, 6.0):
            top = lift - tall / 2
            yield Name(lines, anchor, dx, top + rise, (left, top, left + broad, top + tall), worse + abs(lift) / 6)


def _improve(layout: Layout, cities: list[str], links: list[Link]) -> None:
    """Go over these cities with their names, and these costs, until nothing moves, but not for ever."""
    for _ in range(ROUNDS):
        moved = [_move_city(layout, city) for city in cities]
        moved += [_write_name(layout, city) for city in cities]
        moved += [_slide_cost(layout, link) for link in links if layout.has_costs]
        if not any(moved):
            break


def _move_city(layout: Layout, city: str) -> bool:
    start = layout.cities[city]
    trial = _Trial(layout, _parts_round(layout, city))

    def place(point: Point) -> None:
        layout.cities[city] = point

    trial.keep_best(place, start, [layout.homes[city]])
    for stride in STRIDES:
        x, y = layout.cities[city]
        trial.keep_best(place, (x, y), [(x + stride * across, y + stride * down) for across, down in COMPASS])
    return layout.cities[city] != start


def _settle_anew(layout: Layout, city: str) -> None:
    """Put a city near its home, and its name and costs where that suits them, if it is better off there.

    Step by step it would not get there where its own name or a cost stood in the way.
    """
    links = layout.links_of(city)
    trial = _Trial(layout, _parts_round(layout, city))
    home_x, home_y = layout.homes[city]

    def settle(place: tuple[Point, int, list[float]]) -> None:
        layout.cities[city], layout.chosen[city], shares = place
        layout.shares.update(zip(links, shares, strict=True))

    def place_around(point: Point) -> tuple[Point, int, list[float]]:
        layout.cities[city] = point
        _write_name(layout, city)
        for link in links if layout.has_costs else ():
            _slide_cost(layout, link)
        return point, layout.chosen[city], [layout.shares[link] for link in links]

    now = (layout.cities[city], layout.chosen[city], [layout.shares[link] for link in links])
    rings = [(home_x + away * across, home_y + away * down) for away in AROUND_HOME for across, down in COMPASS]
    trial.keep_best(settle, now, [place_around(point) for point in [(home_x, home_y), *rings]])


def _parts_round(layout: Layout, city: str) -> list[Part]:
    """A city, and what moves with it."""
    return [
        ("city", city),
        ("name", city),
        *(part for link in layout.links_of(city) for part in layout.parts_of(link)),
    ]


def _write_name(layout: Layout, city: str) -> bool:
    def choose(choice: int) -> None:
        layout.chosen[city] = choice

    ways = range(len(layout.names[city]))
    return _Trial(layout, [("name", city)]).keep_best(choose, layout.chosen[city], ways)


def _slide_cost(layout: Layout, link: Link) -> bool:
    def slide(share: float) -> None:
        layout.shares[link] = share

    return _Trial(layout, [("cost", link)]).keep_best(slide, layout.shares[link], SHARES)


class _Trial:
    def __init__(self, layout: Layout, parts: list[Part]) -> None:
        self._layout = layout
        self._parts = parts
        moving = set(parts)
        boxes = [mark_of(layout, part).box for part in parts]
        reach = grown(bounds([box[:2], box[2:]] for box in boxes), REACH)
        still = (mark_of(layout, part) for part in layout.parts() if part not in moving)
        self._still = [(*grown(mark.box, MOST_ROOM), mark) for mark in still if _meet(mark.box, reach)]

    def keep_best(self, put: Callable[[T], None], now: T, others: Iterable[T]) -> bool:
        """Put the parts at the best of all places, and say whether that is a new one."""
        put(now)
        least, best = self._blame(), now
        for other in others:
            put(other)
            blame = self._blame()
            if blame < least - WORTH_A_MOVE:
                least, best = blame, other
        put(best)
        return best != now

    def _blame(self) -> float:
        marks = [mark_of(self._layout, part) for part in self._parts]
        strictness = self._layout.strictness
        return (
            sum(own_blame(self._layout, mark) for mark in marks)
            + sum(blame_between(mark, other, strictness) for mark in marks for other in self._near(mark))
            + sum(blame_between(mark, other, strictness) for mark, other in combinations(marks, 2))
        )

    def _near(self, mark: Mark) -> list[Mark]:
        """What a mark may get in the way of. Most marks are far off, and asking each for its blame takes long."""
        left, top, right, bottom = mark.box
        return [
            other
            for x0, y0, x1, y1, other in self._still
            if x0 <= right and x1 >= left and y0 <= bottom and y1 >= top
        ]


def _meet(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and one[2] >= other[0] and one[1] <= other[3] and one[3] >= other[1]


def _ways_to_write(name: str) -> list[tuple[str, ...]]:
    """The name on one line, and on two where it has several words and is long."""
    words = name.split(" ")
    ways: list[tuple[str, ...]] = [(name,)]
    if len(words) > 1 and len(name) > 9:
        cut = min(range(1, len(words)), key=lambda cut: abs(len(" ".join(words[:cut])) - len(" ".join(words[cut:]))))
        ways.append((" ".join(words[:cut]), " ".join(words[cut:])))
    return ways
