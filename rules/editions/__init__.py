"""What sets the editions apart: tables, and a named hook for each rule that differs."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rules.errors import RuleError
from rules.options import Options, check_players

if TYPE_CHECKING:
    from rules.state import Card, State


FIRST_GAME_CITIES = 7
"""The most cities of one player in the first-game variant; whoever has them ends it (FIRST-2, FIRST-3)."""


class Thresholds(Struct, frozen=True):
    """Settings for a number of players (table 3.3): areas in play, plants each, cities for Step 2 and for the end."""

    areas: int
    plants: int
    step2: int
    end: int


class Layout(NamedTuple):
    """The plants at the start: face up, ascending, and the draw pile, top first."""

    market: tuple[int, ...]
    deck: "tuple[Card, ...]"


class Edition(Struct, frozen=True):
    """One edition of the game.

    ``lay_out_plants(players, seed)`` deals market and deck. ``end_auctions(state)`` is what the edition does to the
    market when every player has bought or declined (AUC-22 a). ``removes_obsolete_plants`` switches MKT-6.
    """

    name: str
    thresholds: dict[int, Thresholds]
    lay_out_plants: Callable[[int, str], Layout]
    end_auctions: "Callable[[State], State]"
    removes_obsolete_plants: bool


def edition(name: str) -> Edition:
    """An edition by its name.

    :raises RuleError: 0.3, there is none of that name.
    """
    from rules.editions.classic import CLASSIC

    if name != CLASSIC.name:
        raise RuleError("0.3", "There is no edition {name!r}.", name=name)
    return CLASSIC


def thresholds(options: Options, players: int) -> Thresholds:
    """The settings of a number of players (SET-14). ``step2`` is 0 where Step 2 never begins (FIRST-1, FIRST-5).

    :raises RuleError: GEN-1.
    """
    check_players(players)
    found = edition(options.edition).thresholds[players]
    return replace(found, step2=0, end=FIRST_GAME_CITIES) if options.first_game else found
