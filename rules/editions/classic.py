"""Power Grid, second edition, classic rules: sources in docs/rules.md 0.1."""

from msgspec.structs import replace

from rules.dealing import Lay, Move, Recipe, Shuffle, plants, step3_below
from rules.editions.base import Edition, Thresholds
from rules.map_rules import MapRules

# docs/rules.md, table 3.3
_THRESHOLDS = {
    2: Thresholds(areas=3, plants=4, step2=10, end=21),
    3: Thresholds(areas=3, plants=3, step2=7, end=17),
    4: Thresholds(areas=4, plants=3, step2=7, end=17),
    5: Thresholds(areas=5, plants=3, step2=7, end=15),
    6: Thresholds(areas=5, plants=3, step2=6, end=14),
}
_REMOVED = {2: 8, 3: 8, 4: 4, 5: 0, 6: 0}
"""Plants taken out unseen, per number of players (SET-12)."""
_OPENING = (3, 4, 5, 6, 7, 8, 9, 10)
_TOP = 13


def _recipe(players: int, on: MapRules) -> Recipe:
    """SET-10 to SET-12, MAP-FR-3."""
    deal = on.deal
    opening, top = deal.opening or _OPENING, deal.top or (on.early_plant or _TOP,)
    others = plants(without=(*opening, *top, *deal.set_aside, *on.missing_plants, *deal.missing.get(players, ())))
    (removed,) = deal.removed.get(players, (_REMOVED[players],))
    kept = tuple(plant for plant in deal.never_removed if plant in others)
    drawn = Shuffle("removed" if kept else "deck", tuple(plant for plant in others if plant not in kept))
    rest = (Shuffle("deck", kept, ((drawn.pile, None),)),) if kept else ()
    out = Move(drawn.pile, "out", removed)
    return Lay(opening, "market"), Lay(top, "deck"), drawn, out, *rest, *step3_below("deck", deal)


CLASSIC = Edition(
    name="classic",
    thresholds=_THRESHOLDS,
    recipe=_recipe,
    tiebreak="money_cities",
    two_player_mode="plain",
    top_plant=_TOP,
    removes_obsolete_plants=True,
    removes_lowest_unless_bought=True,
    has_first_game=True,
)

CLASSIC_4 = replace(CLASSIC, guards_first_cities=True, pools_fuel=False, since=4)
