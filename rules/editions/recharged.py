"""Power Grid Recharged: sources in docs/rules.md 0.1."""

from msgspec.structs import replace

from rules.boards import MapRules, Thresholds
from rules.chance import shuffled
from rules.editions.base import Edition, Layout
from rules.plants import PLANTS, STEP3, Half

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


def _lay_out_plants(players: int, seed: str, on: MapRules) -> Layout:
    """RCH-2 to RCH-5. A plug plant that is not in the game counts as one of those taken out (MAP-FR-4)."""
    early = (on.early_plant,) if on.early_plant else ()
    plugs = shuffled(seed, "plug", _half("plug", without=(*early, *on.missing_plants)))
    sockets = shuffled(seed, "socket", _half("socket", without=on.missing_plants))
    drawn = _OPENING - len(early)
    market, top, plugs = plugs[:drawn], plugs[drawn], plugs[drawn + 1 :]
    plugs = plugs[max(0, _REMOVED_PLUG[players] - len(on.missing_plants)) :]
    rest = shuffled(seed, "deck", plugs + sockets[_REMOVED_SOCKET[players] :])
    return Layout(tuple(sorted((*early, *market))), (top, *rest, STEP3))


def _half(half: Half, *, without: tuple[int, ...]) -> list[int]:
    return [number for number, plant in PLANTS.items() if plant.half == half and number not in without]


RECHARGED = Edition(
    name="recharged",
    thresholds=_THRESHOLDS,
    lay_out_plants=_lay_out_plants,
    dealing={"opened": _OPENING, "removedPlugs": _REMOVED_PLUG, "removedSockets": _REMOVED_SOCKET},
    tiebreak="money",
    two_player_mode="trust",
    has_discount_token=True,
    shows_card_backs=True,
    begins_step2_in_bureaucracy=True,
    has_start_cities=True,
    has_trust=True,
)

RECHARGED_2 = replace(RECHARGED, guards_start_cities=True, since=2)
