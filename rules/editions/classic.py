"""Power Grid, second edition, classic rules: sources in docs/rules.md 0.1."""

from rules.boards import MapRules, Thresholds
from rules.chance import shuffled
from rules.editions.base import Edition, Layout
from rules.plants import PLANTS, STEP3

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


def _lay_out_plants(players: int, seed: str, on: MapRules) -> Layout:
    """SET-10 to SET-12, MAP-FR-3."""
    top = on.early_plant or _TOP
    others = [number for number in PLANTS if number not in (*_OPENING, top, *on.missing_plants)]
    kept = shuffled(seed, "deck", others)[_REMOVED[players] :]
    return Layout(_OPENING, (top, *kept, STEP3))


CLASSIC = Edition(
    name="classic",
    thresholds=_THRESHOLDS,
    lay_out_plants=_lay_out_plants,
    dealing={"opening": _OPENING, "top": _TOP, "removed": _REMOVED},
    tiebreak="money_cities",
    two_player_mode="plain",
    top_plant=_TOP,
    removes_obsolete_plants=True,
    removes_lowest_unless_bought=True,
    has_first_game=True,
)
