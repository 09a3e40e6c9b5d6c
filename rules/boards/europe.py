"""Europe: how its plants are dealt, in both editions alike (MAP-EU-6)."""

from rules import hooks
from rules.boards import Board
from rules.dealing import Exchange, Lay, Move, Recipe, Shuffle, plants
from rules.editions import Edition
from rules.plants import STEP3

_REMOVED_PLUGS = {2: 1, 3: 2, 4: 1, 5: 0, 6: 0}
_REMOVED_SOCKETS = {2: 5, 3: 6, 4: 3, 5: 0, 6: 0}


class BoardHooks(hooks.BoardHooks):
    def recipe(self, edition: Edition, on: Board, players: int) -> Recipe:
        plugs = plants(half="plug")
        return (
            Shuffle("plug", plugs),
            Move("plug", "market", on.rules.rows.shown[0]),
            Move("plug", "out", _REMOVED_PLUGS[players]),
            Shuffle("socket", plants(half="socket")),
            Move("socket", "out", _REMOVED_SOCKETS[players]),
            Shuffle("deck", piles=(("plug", None), ("socket", None))),
            Exchange("deck", plugs),
            Move("deck", "deck"),
            Lay((STEP3,), "deck"),
        )
