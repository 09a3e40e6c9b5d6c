"""Power Grid Recharged: sources in docs/rules.md 0.1."""

from msgspec.structs import replace

from rules.dealing import Lay, Move, Recipe, Shuffle, plants, step3_below
from rules.editions.base import Edition, Thresholds
from rules.map_rules import MapRules
from rules.plants import PLANTS

# docs/rules.md, table 3.3
_THRESHOLDS = {
    2: Thresholds(areas=3, plants=3, step2=7, end=18),
    3: Thresholds(areas=3, plants=3, step2=7, end=17),
    4: Thresholds(areas=4, plants=3, step2=7, end=17),
    5: Thresholds(areas=5, plants=3, step2=7, end=15),
    6: Thresholds(areas=5, plants=3, step2=6, end=14),
}
_REMOVED_PLUG = {2: 1, 3: 2, 4: 1, 5: 0, 6: 0}
_REMOVED_SOCKET = {2: 5, 3: 6, 4: 3, 5: 0, 6: 0}
"""Plants taken out unseen, per number of players (RCH-4)."""
_OPENING = 8


def _recipe(players: int, on: MapRules) -> Recipe:
    """RCH-2 to RCH-5."""
    deal = on.deal
    opening = deal.opening or ((on.early_plant,) if on.early_plant else ())
    without = (*opening, *deal.top, *deal.set_aside, *on.missing_plants, *deal.missing.get(players, ()))
    plugs, sockets = plants(half="plug", without=without), plants(half="socket", without=without)
    removed_plugs, removed_sockets = deal.removed.get(players) or _removed(players, on)
    kept = tuple(plant for plant in sockets if plant in deal.never_removed)
    return (
        Lay(opening, "market"),
        Shuffle("plug", plugs),
        Move("plug", "market", _OPENING - len(opening)),
        Move("plug", "deck", 1),
        Lay(deal.top, "deck"),
        Move("plug", "out", removed_plugs, but=deal.never_removed),
        Shuffle("socket", tuple(plant for plant in sockets if plant not in kept)),
        Move("socket", "out", removed_sockets),
        Shuffle("deck", kept, (("plug", None), ("socket", None))),
        *step3_below("deck", deal),
    )


def _removed(players: int, on: MapRules) -> tuple[int, int]:
    """RCH-4. A plug plant that is not in the game counts as one of those taken out (MAP-FR-4)."""
    missing_plugs = [plant for plant in on.missing_plants if PLANTS[plant].half == "plug"]
    return max(0, _REMOVED_PLUG[players] - len(missing_plugs)), _REMOVED_SOCKET[players]


RECHARGED = Edition(
    name="recharged",
    thresholds=_THRESHOLDS,
    recipe=_recipe,
    tiebreak="money",
    two_player_mode="trust",
    has_discount_token=True,
    shows_card_backs=True,
    begins_step2_in_bureaucracy=True,
    has_start_cities=True,
    has_trust=True,
)

RECHARGED_2 = replace(RECHARGED, guards_start_cities=True, since=2)

RECHARGED_4 = replace(RECHARGED_2, guards_first_cities=True, pools_fuel=False, since=4)
