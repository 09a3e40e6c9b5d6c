"""Cities that are left out of a game, so that few players have room for few networks only (MAP-NYC-4)."""

from collections import Counter
from collections.abc import Iterable

from rules.boards import Board
from rules.chance import shuffled
from rules.errors import RuleError


def drawn(on: Board, players: int, seed: str) -> tuple[str, ...]:
    """The blocked cities of a game: of each price as many as are due, as chance has them; ascending."""
    left, blocked = due(on, players), list[str]()
    for city in shuffled(seed, "blocked", on.cities if left else ()):
        price = on.cities[city].slots[0]
        if left[price]:
            left[price] -= 1
            blocked.append(city)
    return tuple(sorted(blocked))


def check(on: Board, players: int, blocked: tuple[str, ...]) -> None:
    """Refuse blocked cities that are not those of a game.

    :raises RuleError: MAP-NYC-4.
    """
    unknown = [city for city in blocked if city not in on.cities]
    if unknown or list(blocked) != sorted(set(blocked)) or _prices(on, blocked) != due(on, players):
        raise RuleError(
            "MAP-NYC-4",
            "With {players} players {count} spaces are blocked, so many of each price, and named in ascending order.",
            players=players,
            count=due(on, players).total(),
        )


def due(on: Board, players: int) -> Counter[int]:
    """How many are blocked of each price."""
    rule = on.rules.blocking
    times = rule.times.get(players, 0)
    return +Counter({price: each * times for price, each in rule.each.items()})


def _prices(on: Board, blocked: Iterable[str]) -> Counter[int]:
    return Counter(on.cities[city].slots[0] for city in blocked)
