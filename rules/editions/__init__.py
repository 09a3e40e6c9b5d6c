"""What sets the editions apart: tables, and a name for each rule that differs."""

from msgspec.structs import replace

from rules.editions.base import Edition, Thresholds
from rules.editions.classic import CLASSIC
from rules.errors import RuleError
from rules.options import Options, check_players

__all__ = ["FIRST_GAME_CITIES", "Thresholds", "edition", "thresholds"]

FIRST_GAME_CITIES = 7
"""The most cities of one player in the first-game variant; whoever has them ends it (FIRST-2, FIRST-3)."""

_EDITIONS = {CLASSIC.name: CLASSIC}


def edition(name: str) -> Edition:
    """An edition by its name.

    :raises RuleError: 0.3, there is none of that name.
    """
    found = _EDITIONS.get(name)
    if found is None:
        raise RuleError("0.3", "There is no edition {name!r}.", name=name)
    return found


def thresholds(options: Options, players: int) -> Thresholds:
    """The settings of a number of players (SET-14). ``step2`` is 0 where Step 2 never begins (FIRST-1, FIRST-5).

    :raises RuleError: GEN-1.
    """
    check_players(players)
    found = edition(options.edition).thresholds[players]
    return replace(found, step2=0, end=FIRST_GAME_CITIES) if options.first_game else found
