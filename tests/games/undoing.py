"""Taking back in tests, by the names of those who do."""

from typing import Any

from msgspec.structs import replace

import rules
import rules.bots
from games.models import Game, UndoRequest
from games.replay import history
from games.turns import undo
from tests.games.taking import everything, seat_of


def take_back(game: Game, name: str, *, expected: int | None = None) -> Game:
    return undo.take_back(game, seat_of(game, name), expected=game.sequence if expected is None else expected)


def agree(game: Game, name: str, asker: str) -> Game:
    return undo.agree(game, seat_of(game, name), asker=seat_of(game, asker).number, expected=game.sequence)


def refuse(game: Game, name: str, asker: str) -> Game:
    return undo.refuse(game, seat_of(game, name), asker=seat_of(game, asker).number, expected=game.sequence)


def all_about(game: Game) -> list[list[Any]]:
    return [*everything(game), list(UndoRequest.objects.values())]


def state_after(game: Game, sequence: int) -> rules.State:
    """A position without what brought it about."""
    return replace(history.position(game, sequence).state, happened=())
