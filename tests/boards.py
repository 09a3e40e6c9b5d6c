"""Which boards a test is tried on: each costs time, and most of what holds on one holds on all.

What the data of a board could break is tried on all of them (``rules.MAPS``), as cheaply as can be. What is the same
on all is tried once, or on the boards that say most.
"""

from collections.abc import Collection
from itertools import product
from typing import Any

import rules
from tests.extent import EVERYTHING, Row, meetings, side_by_side

FIRST = rules.board_names(version=1)
"""Those that have been there from the beginning: what the rules leave open meets each of them."""

TELLING = ("germany", "korea", "japan", "bremen", "manhattan", "russia")
"""Those that differ most: the usual one, two resource markets, start cities, slots of cities, no areas, large."""

SEEN = rules.MAPS if EVERYTHING else TELLING
"""Those that a browser is to show, which takes seconds: all of them in a run of everything."""


def offers(options: rules.Options) -> bool:
    """Whether a new game can have these options: boards go without variants that fit them badly."""
    try:
        rules.check_options(options)
    except rules.RuleError:
        return False
    return True


def played_with(edition: str = "classic", **options: Any) -> tuple[str, ...]:
    """The maps that are played with these options."""
    return tuple(
        map for map in rules.MAPS if offers(rules.options_from_data({"edition": edition, "map": map, **options}))
    )


def rows(*choices: Collection[Any], among: Collection[str] = rules.MAPS) -> list[Row]:
    """A map and one of each of the choices: each two meet on the first boards, and each other board comes up once."""
    first = [map for map in among if map in FIRST]
    others = [map for map in among if map not in FIRST]
    if EVERYTHING:
        return list(product(among, *choices))
    return [*(meetings(first, *choices) if first else ()), *(side_by_side(others, *choices) if others else ())]
