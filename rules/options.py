"""What a table can choose before the game, and which choices go together (docs/rules.md 0.3)."""

from typing import Literal

from msgspec import Struct

from rules.errors import RuleError

MIN_PLAYERS, MAX_PLAYERS = 2, 6


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The table options. Every field has the default that the rules adopt.

    ``areas``: ``random`` draws them from the seed, ``host`` takes those given, ``draft`` lets the seats pick.
    ``tiebreak``: after cities powered, ``money_cities`` compares money, then network size.
    """

    edition: Literal["classic"] = "classic"
    map: str = "germany"
    areas: Literal["random", "host", "draft"] = "random"
    money_visible: bool = False
    first_game: bool = False
    two_player_mode: Literal["plain"] = "plain"
    tiebreak: Literal["money_cities", "money"] = "money_cities"
    step2_removal_when_skipped: bool = True
    start_city_must_be_empty: bool = True


def check_players(players: int) -> None:
    """Refuse a number of players that the game is not for.

    :raises RuleError: GEN-1.
    """
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise RuleError(
            "GEN-1",
            "The game is for {least} to {most} players, not for {players}.",
            least=MIN_PLAYERS,
            most=MAX_PLAYERS,
            players=players,
        )
