"""Cutting outlines off along the walls of a room: what nobody can see need not be drawn, or sent.

Outlines are SVG path data, of which they have what our maps have: ``M``, ``l`` and ``z``.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import accumulate, pairwise

Ring = list[tuple[float, float]]
"""Its corners."""

Room = tuple[float, float, float, float]
"""Where it begins and ends: left, top, right and bottom."""


def rings_of(path: str) -> list[Ring]:
    """The rings of an outline.

    >>> rings_of("M1 2l3 0 0-1z")
    [[(1.0, 2.0), (4.0, 2.0), (4.0, 1.0)]]
    """
    return [_ring(ring) for ring in path.split("M")[1:]]


def path_of(rings: Iterable[Ring], digits: int = 1) -> str:
    """Rings as an outline again, in as few characters as can be.

    >>> path_of([[(1, 2), (4, 2), (4, 1.04)]])
    'M1 2l3 0 0-1z'
    """
    return "".join(_path(ring, digits) for ring in rings)


def room_round(rings: Iterable[Ring], air: float = 0) -> Room:
    """The smallest room for all of these, with some air on each side."""
    across, down = zip(*(corner for ring in rings for corner in ring), strict=True)
    return min(across) - air, min(down) - air, max(across) + air, max(down) + air


def within(rings: Iterable[Ring], room: Room) -> list[Ring]:
    """What of some rings is in a room.

    >>> within([[(0, 0), (4, 0), (4, 4)], [(8, 8), (9, 8), (9, 9)]], (0, 0, 2, 5))
    [[(2.0, 2.0), (0, 0), (2.0, 0.0)]]
    """
    return [kept for ring in rings if (kept := _cut_off(ring, room))]


def _ring(path: str) -> Ring:
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path)]
    steps = zip(numbers[::2], numbers[1::2], strict=True)
    return list(accumulate(steps, lambda corner, step: (corner[0] + step[0], corner[1] + step[1])))


def _path(ring: Ring, digits: int) -> str:
    corners = [(round(x, digits), round(y, digits)) for x, y in ring]
    steps = [(right - x, down - y) for (x, y), (right, down) in pairwise(corners)]
    begin, *others = [f"{round(x, digits) + 0:g} {round(y, digits) + 0:g}" for x, y in (corners[0], *steps)]
    return f"M{begin}l{' '.join(others)}z".replace(" -", "-")  # a minus sets numbers apart as well


def _cut_off(ring: Ring, room: Room) -> Ring:
    left, top, right, bottom = room
    for axis, wall, inward in ((0, left, 1), (0, right, -1), (1, top, 1), (1, bottom, -1)):
        ring = list(_inside(ring, axis, wall, inward))
    return ring


def _inside(ring: Ring, axis: int, wall: float, inward: int) -> Iterator[tuple[float, float]]:
    """What of a ring is on the inner side of a wall, along which it then runs."""
    for one, other in pairwise([*ring[-1:], *ring]):
        before, after = ((corner[axis] - wall) * inward for corner in (one, other))
        if (before < 0) != (after < 0):
            part = before / (before - after)
            yield one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part
        if after >= 0:
            yield other
