"""Games of random legal actions to try promises on; the name of a game says how to play it again."""

import pytest

from tests.boards import FIRST
from tests.extent import EVERYTHING, Row, covering
from tests.rules.random_play import ROUNDS, Game, Table, first_boards, random_game, tables


def kind(table: Table) -> str:
    """The games of a board that has few of them in each edition are tried together."""
    edition, map = table.options.edition, table.options.map
    return f"{edition}-{map}" if map in first_boards(edition) else map


def tried() -> list[Table]:
    """Of the many kinds of games on the first boards a few, in which each two things meet; all others."""
    every = list(tables())
    if EVERYTHING or ROUNDS > 1:
        return every
    rows = {what_meets(table): table for table in every if table.options.map in FIRST}
    few = [rows[row] for row in covering(list(rows))]
    return [*few, *(table for table in every if table.options.map not in FIRST)]


def what_meets(table: Table) -> Row:
    options = table.options
    variant = (
        "mixed" if "-mixed-" in table.seed else (options.first_game, options.start_cities, options.two_player_mode)
    )
    return kind(table), table.players, options.areas, variant


TRIED = tried()


@pytest.fixture(scope="session", params=sorted(set(map(kind, TRIED))))
def games(request: pytest.FixtureRequest) -> tuple[Game, ...]:
    """All games on a board, played once for all that is promised of them."""
    return tuple(random_game(table) for table in TRIED if kind(table) == request.param)


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
