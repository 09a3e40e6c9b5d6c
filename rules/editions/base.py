"""What an edition is made of."""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from rules.dealing import Recipe
from rules.map_rules import MapRules


class Thresholds(Struct, frozen=True):
    """Settings for a number of players (table 3.3): areas in play, plants each, cities for Step 2 and for the end."""

    areas: int
    plants: int
    step2: int
    end: int


class Edition(Struct, frozen=True):
    """One edition of the game: its tables, and what its own rules are.

    ``recipe(players, map_rules)`` says how market and deck are dealt. ``tiebreak`` and ``two_player_mode`` hold where
    the table did not choose.

    :param top_plant: always on top of the deck at the start, unless the map has another one there (SET-11, MAP-FR-3).
    :param removes_obsolete_plants: MKT-6.
    :param removes_lowest_unless_bought: MKT-9.
    :param has_discount_token: RCH-8.
    :param shows_card_backs: RCH-6.
    :param begins_step2_in_bureaucracy: STEP-5, instead of STEP-4.
    :param has_first_game: the variant of FIRST-1 can be chosen.
    :param has_start_cities: the variant of EXP-1 can be chosen.
    :param guards_start_cities: nobody marks a city that is cut off (EXP-1a).
    :param guards_first_cities: nobody starts where no network can grow, if they could all start there (BLD-3).
    :param has_trust: two players can play Against the Trust (TRU-1).
    :param pools_fuel: a hybrid burns any fuel of its owner, and not only what can lie on it (BUR-2a).
    :param since: the version of the rules from which on the edition is played like this.
    """

    name: str
    thresholds: dict[int, Thresholds]
    recipe: Callable[[int, MapRules], Recipe]
    tiebreak: Literal["money_cities", "money"]
    two_player_mode: Literal["trust", "plain"]
    top_plant: int = 0
    removes_obsolete_plants: bool = False
    removes_lowest_unless_bought: bool = False
    has_discount_token: bool = False
    shows_card_backs: bool = False
    begins_step2_in_bureaucracy: bool = False
    has_first_game: bool = False
    has_start_cities: bool = False
    guards_start_cities: bool = False
    guards_first_cities: bool = False
    has_trust: bool = False
    pools_fuel: bool = True
    since: int = 1
