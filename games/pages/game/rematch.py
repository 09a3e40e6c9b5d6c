"""Another practice game like one that is over."""

from dataclasses import dataclass

import rules
from games.models import Game, Seat


@dataclass(frozen=True, slots=True)
class Rematch:
    """What to ask for where practice games are started: the ``kind``, the map, how many bots and how good ones."""

    kind: str
    map: str
    bots: int
    bot_level: str


def rematch(game: Game, mine: Seat | None, state: rules.State) -> Rematch | None:
    """The same again, for who has played against bots alone; None where practice has no such game."""
    others = [seat for seat in game.seats.all() if seat != mine]
    if mine is None or not game.is_over or not all(seat.is_bot for seat in others):
        return None
    options = state.setup.options
    if options != rules.Options(edition=options.edition, map=options.map, first_game=options.first_game):
        return None
    return Rematch("first" if options.first_game else options.edition, options.map, len(others), others[0].level)
