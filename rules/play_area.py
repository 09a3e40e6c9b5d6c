"""The areas in play: which go together, and how they are drawn (SET-1 to SET-4)."""

from rules.boards import Board
from rules.chance import shuffled
from rules.editions import Thresholds
from rules.errors import RuleError


def check(on: Board, areas: tuple[str, ...], settings: Thresholds) -> None:
    """Refuse a choice of areas.

    :raises RuleError: SET-1 (no such area), SET-2 (wrong number), SET-3 or MAP-IT-5 (they do not go together).
    """
    known = [area.id for area in on.areas]
    for area in areas:
        if area not in known:
            raise RuleError(
                "SET-1",
                "There is no area {area!r} on the map {map}. Its areas are {areas}.",
                area=area,
                map=on.name,
                areas=", ".join(known),
            )
    if len(set(areas)) != settings.areas:
        raise RuleError(
            "SET-2",
            "This number of players needs {count} different areas, not {given}.",
            count=settings.areas,
            given=len(set(areas)),
        )
    if len(areas) > settings.areas:
        raise RuleError("SET-2", "Name each area only once: {areas} has one twice.", areas=", ".join(areas))
    if not fit(on, areas, settings):
        raise refusal(on, areas, settings)


def fit(on: Board, areas: tuple[str, ...], settings: Thresholds) -> bool:
    """Whether areas, all of those in play or the first ones, go together (SET-3, MAP-IT-5)."""
    if len(areas) < settings.areas:
        return on.are_connected(areas)
    is_enough = on.rules.ends_within_reach or on.largest_network(areas) >= settings.end
    return on.are_connected(areas) and is_enough


def refusal(on: Board, areas: tuple[str, ...], settings: Thresholds) -> RuleError:
    """Why areas do not go together, and what would."""
    names = {area.id: area.name for area in on.areas}
    if on.are_connected(areas):
        return RuleError(
            "MAP-IT-5",
            "This game ends at {end} cities, but in {areas} only {cities} are connected. Choose another area.",
            end=settings.end,
            areas=", ".join(names[area] for area in areas),
            cities=on.largest_network(areas),
        )
    group = next(group for group in on.by_island(areas) if not on.are_connected(group))
    reached = on.reached(group[0], group)
    apart = next(area for area in group if area not in reached)
    return RuleError(
        "SET-3",
        "These areas are not all connected: {apart} borders only on {neighbours}.",
        apart=names[apart],
        neighbours=", ".join(names[area.id] for area in on.areas if area.id in on.neighbours[apart]),
    )


def drawn(on: Board, count: int, seed: str) -> tuple[str, ...]:
    """Areas in a random order, each next one the first that may follow (SET-4, MAP-FR-7, MAP-IT-5)."""
    waiting = shuffled(seed, "areas", (area.id for area in on.areas))
    first = on.rules.area_drawn_first or waiting[0]
    waiting.remove(first)
    areas: tuple[str, ...] = (first,)
    while len(areas) < count:
        area = next(area for area in waiting if _may_come_next(on, (*areas, area), count))
        waiting.remove(area)
        areas = (*areas, area)
    return areas


def _may_come_next(on: Board, areas: tuple[str, ...], count: int) -> bool:
    """Chance takes no areas that would leave a city without any connection."""
    return on.are_connected(areas) and not (len(areas) == count and cuts_off(on, areas))


def cuts_off(on: Board, areas: tuple[str, ...]) -> bool:
    """Whether not all cities of these areas are connected."""
    return on.largest_network(areas) < len(on.cities_in(areas))
