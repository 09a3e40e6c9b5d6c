"""All randomness of a game: orders that follow from a seed, the same on every machine for ever."""

from collections.abc import Iterable
from hashlib import sha256
from typing import TypeVar

Item = TypeVar("Item", bound=int | str)


def shuffled(seed: str, purpose: str, items: Iterable[Item]) -> list[Item]:
    """Put items into the order of the SHA-256 of ``seed:purpose:item``.

    >>> shuffled("0123", "order", [0, 1, 2])
    [2, 1, 0]
    """
    return sorted(items, key=lambda item: sha256(f"{seed}:{purpose}:{item}".encode()).digest())
