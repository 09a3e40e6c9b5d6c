"""A site on which people and bots have played: ``python -m tests.services.lived`` fills it."""

import django

if __name__ == "__main__":
    django.setup()

from games.turns import undo
from tests.factories import GameFactory, TableFactory, play_to_the_end, play_until


def live() -> None:
    """Play one game to its end, and others for a while; something is taken back, and a table waits for players."""
    play_to_the_end(GameFactory.create(players=3, bots=2))
    play_until(GameFactory.create(players=3, bots=1), lambda state: state.round == 2)
    game = GameFactory.create(players=3, name="Second thoughts", after=["open 4 4"])
    undo.take_back(game, game.seats.get(number=0), expected=game.sequence)
    TableFactory.create()


if __name__ == "__main__":
    live()
