"""What an edition is made of."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

from rules.state import Card


class Thresholds(Struct, frozen=True):
    """Settings for a number of players (table 3.3): areas in play, plants each, cities for Step 2 and for the end."""

    areas: int
    plants: int
    step2: int
    end: int


class Layout(NamedTuple):
    """The plants at the start: face up, ascending, and the draw pile, top first."""

    market: tuple[int, ...]
    deck: tuple[Card, ...]


class Edition(Struct, frozen=True):
    """One edition of the game: its tables, and what its own rules are.

    ``lay_out_plants(players, seed)`` deals market and deck. ``removes_obsolete_plants`` switches MKT-6,
    ``removes_lowest_unless_bought`` MKT-9.
    """

    name: str
    thresholds: dict[int, Thresholds]
    lay_out_plants: Callable[[int, str], Layout]
    removes_obsolete_plants: bool
    removes_lowest_unless_bought: bool
