"""What a table can choose before the game (docs/rules.md 0.3)."""

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_type_hints

import msgspec
from msgspec import Struct

from rules.boards import MAPS
from rules.errors import RuleError

MIN_PLAYERS, MAX_PLAYERS = 2, 6


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The table options. Every field has the default that the rules adopt; None stands for that of the edition.

    ``areas``: ``random`` draws them from the seed, ``host`` takes those given, ``draft`` lets the seats pick.
    ``tiebreak``: after cities powered, ``money_cities`` compares money, then network size.
    """

    edition: Literal["classic", "recharged"] = "classic"
    map: str = "germany"
    areas: Literal["random", "host", "draft"] = "random"
    money_visible: bool = False
    first_game: bool = False
    start_cities: bool = False
    two_player_mode: Literal["trust", "plain"] | None = None
    tiebreak: Literal["money_cities", "money"] | None = None
    step2_removal_when_skipped: bool = True
    start_city_must_be_empty: bool = True
    trust_refill: Literal["two", "three"] = "two"
    trust_triggers_phase_out: bool = False
    france_recharged_garbage: Literal["base", "classic"] = "base"


_KINDS = get_type_hints(Options)
"""What the value of each option can be."""


def options_from_data(data: Mapping[str, Any]) -> Options:
    """Read options from plain data, as JSON would give them.

    >>> options_from_data({"edition": "recharged", "money_visible": True}).tiebreak is None
    True

    :raises RuleError: 0.3, with what would be allowed.
    """
    for name, value in data.items():
        if name not in Options.__struct_fields__:
            known = ", ".join(Options.__struct_fields__)
            raise RuleError(
                "0.3", "There is no option {name!r}. The options are {options}.", name=name, options=known
            )
        try:
            msgspec.convert(value, _KINDS[name])
        except msgspec.ValidationError:
            allowed = ", ".join(values_of(name))
            raise RuleError(
                "0.3", "The option {name} is one of {values}, not {value!r}.", name=name, values=allowed, value=value
            ) from None
    return msgspec.convert(dict(data), Options)


def values_of(name: str) -> tuple[str, ...]:
    """What an option can be set to, in words.

    >>> values_of("areas")
    ('random', 'host', 'draft')
    """
    if name == "map":
        return MAPS
    hint = _KINDS[name]
    if hint is bool:
        return "true", "false"
    kinds = get_args(hint)
    return kinds if isinstance(kinds[0], str) else get_args(kinds[0])


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
