"""Which version of the rules a game is played by, for ever: docs/rules-versions.md says how to make a new one."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from rules.errors import RuleError

NEWEST = 4
"""The newest version. Those before it stay as they are, for the games that began with them."""

VERSION = 4
"""The version that new games are played by: the one before the newest, until every program of a site knows that."""


class Versioned(Protocol):
    """A table of rules, which holds from one version on until a newer one of its kind does."""

    @property
    def since(self) -> int: ...


Table = TypeVar("Table", bound=Versioned)


def in_force(tables: Iterable[Table], version: int) -> Table | None:
    """The newest of some tables of one kind that a version of the rules knows; None where it knows none.

    :raises RuleError: 0.3, there is no such version.
    """
    if not 1 <= version <= NEWEST:
        raise RuleError("0.3", "There is no such version of the rules: the newest is {version}.", version=NEWEST)
    return max((table for table in tables if table.since <= version), key=lambda table: table.since, default=None)
