"""Russia: how its plants are dealt (MAP-RU-6, MAP-RU-7)."""

from rules import hooks
from rules.boards import Board
from rules.dealing import Lay, Move, Recipe, Shuffle, plants
from rules.editions import Edition
from rules.plants import STEP3

_OPENING = (3, 4, 5, 7, 8, 9)
_TOP = 13
_NEXT = (10, 11)
"""They are among the five cards below the top one."""
_REMOVED = {2: 8, 3: 8, 4: 4, 5: 0, 6: 0}
_REMOVED_SOCKETS = {2: 6, 3: 8, 4: 4, 5: 0, 6: 0}


class BoardHooks(hooks.BoardHooks):
    def recipe(self, edition: Edition, on: Board, players: int) -> Recipe:
        return _with_backs(on, players) if edition.shows_card_backs else _without_backs(on, players)


def _without_backs(on: Board, players: int) -> Recipe:
    others = plants(without=(*_OPENING, _TOP, *_NEXT, *on.rules.missing_plants))
    return (
        Lay(_OPENING, "market"),
        Lay((_TOP,), "deck"),
        Shuffle("deck", others),
        Move("deck", "out", _REMOVED[players]),
        Shuffle("top", _NEXT, (("deck", 3),)),
        Move("top", "deck"),
        Move("deck", "deck"),
        Lay((STEP3,), "deck"),
    )


def _with_backs(on: Board, players: int) -> Recipe:
    missing = on.rules.missing_plants
    return (
        Shuffle("plug", plants(half="plug", without=missing)),
        Move("plug", "market", on.rules.rows.shown[0]),
        Move("plug", "deck"),
        Shuffle("socket", plants(half="socket", without=missing)),
        Move("socket", "out", _REMOVED_SOCKETS[players]),
        Move("socket", "deck"),
        Lay((STEP3,), "deck"),
    )
