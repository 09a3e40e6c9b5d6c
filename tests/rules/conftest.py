"""Games of random legal actions to try promises on; the name of a game says how to play it again."""

import pytest

from tests.rules.random_play import Game, Table, first_boards, random_game, tables


def kind(table: Table) -> str:
    """The games of a board that has few of them in each edition are tried together."""
    edition, map = table.options.edition, table.options.map
    return f"{edition}-{map}" if map in first_boards(edition) else map


@pytest.fixture(scope="session", params=sorted(set(map(kind, tables()))))
def games(request: pytest.FixtureRequest) -> tuple[Game, ...]:
    """All games on a board, played once for all that is promised of them."""
    return tuple(random_game(table) for table in tables() if kind(table) == request.param)


@pytest.fixture
def game(games: tuple[Game, ...]) -> Game:
    """Any one of these games. A test that asks for it, and for nothing else, is tried on each: see below."""
    return games[0]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Try a promise about a game on one after another, and name the one that breaks it.

    As a test of its own for each game, most promises would take less time than what pytest does around them.
    """
    games = pyfuncitem.funcargs.get("games")
    if not isinstance(games, tuple):
        return None
    for game in games:
        try:
            pyfuncitem.obj(game)
        except BaseException as broken:
            broken.add_note(f"in the game {game.setup.seed}")
            raise
    return True
