"""How much a run tries: what has to hold before a change is taken, or everything (``make test-everything``)."""

import os
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, cycle, islice, product
from typing import Any

import pytest

_SAID = os.environ.get("EVERYTHING") or "false"
if _SAID not in {"true", "false"}:
    raise pytest.UsageError(f"EVERYTHING is {_SAID!r}, and can be true or false.")
EVERYTHING = _SAID == "true"

Row = tuple[Any, ...]


def pairs(**choices: Collection[Any]) -> pytest.MarkDecorator:
    """Parametrize a test so that each two choices meet: ``@pairs(size=SCREENS, scheme=["light", "dark"])``.

    Faults that show on one screen in one scheme are found by two things that meet; those that take three are left to
    a run of everything, in which all meet all.
    """
    rows = list(product(*choices.values()) if EVERYTHING else meetings(*choices.values()))
    return pytest.mark.parametrize(tuple(choices), rows)


def each_once(**choices: Collection[Any]) -> pytest.MarkDecorator:
    """Parametrize a long test so that each choice is tried once: ``@each_once(size=SCREENS, scheme=SCHEMES)``.

    The first choices meet, and the second ones, and so on. Tests name them in different orders, so that each two meet
    in one test or another; in a run of everything all meet all.
    """
    rows = product(*choices.values()) if EVERYTHING else side_by_side(*choices.values())
    return pytest.mark.parametrize(tuple(choices), list(rows))


def side_by_side(*choices: Collection[Any]) -> Iterator[Row]:
    """As many rows as the most choices need; the others begin anew.

    >>> list(side_by_side("abc", "xy"))
    [('a', 'x'), ('b', 'y'), ('c', 'x')]
    """
    return islice(zip(*map(cycle, choices), strict=True), max(map(len, choices)))


def later(*row: Any) -> Any:
    """A row for a run of everything alone: what meets in it, another test of the gate brings together."""
    return pytest.param(*row, marks=pytest.mark.everything)


def meetings(*choices: Collection[Any]) -> Iterator[Row]:
    """A few rows, one of each of the choices, in which each two of them meet; the same few in every run.

    >>> list(meetings("ab", "xy", "12"))
    [('a', 'x', '1'), ('a', 'y', '2'), ('b', 'x', '2'), ('b', 'y', '1')]
    """
    return covering(list(product(*choices)))


def covering(rows: Sequence[Row]) -> Iterator[Row]:
    """Some of these rows, in which each two meet that meet in any of them."""
    missing = {pair for row in rows for pair in _pairs_of(row)}
    while missing:
        best = max(rows, key=lambda row: len(missing & _pairs_of(row)))
        missing -= _pairs_of(best)
        yield best


def _pairs_of(row: Row) -> set[Any]:
    """Each two that meet in a row, by their places; where there is but one choice, that alone."""
    return set(combinations(enumerate(row), min(2, len(row))))
