"""Games of random legal actions to try promises on; the name of a game says how to play it again."""

from random import Random

import pytest

from tests.rules.random_play import Game, random_game, tables


@pytest.fixture(scope="module", params=tables(), ids=lambda table: table.seed)
def game(request: pytest.FixtureRequest) -> Game:
    return random_game(request.param)


@pytest.fixture
def dice(game: Game) -> Random:
    return Random(f"dice {game.setup.seed}")
