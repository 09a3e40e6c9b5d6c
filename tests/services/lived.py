"""A site on which people and bots have played: ``python -m tests.services.lived`` fills it, and with a word as
argument it only prints what is in it: for each table how many rows there are, and a digest of all they hold.
"""

import hashlib
import json
import sys

import django

if __name__ == "__main__":
    django.setup()

from django.db import connection

from games.turns import undo
from tests.factories import GameFactory, TableFactory, play_to_the_end, play_until


def live() -> None:
    """Play one game to its end, and others for a while; something is taken back, and a table waits for players."""
    play_to_the_end(GameFactory.create(players=3, bots=2))
    play_until(GameFactory.create(players=3, bots=1), lambda state: state.round == 2)
    game = GameFactory.create(players=3, name="Second thoughts", after=["open 4 4"])
    undo.take_back(game, game.seats.get(number=0), expected=game.sequence)
    TableFactory.create()


def contents() -> dict[str, tuple[int, str]]:
    return {table: _digest(table) for table in sorted(connection.introspection.table_names())}


def _digest(table: str) -> tuple[int, str]:
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT * FROM "{table}"')
        rows = sorted(map(repr, cursor.fetchall()))
    return len(rows), hashlib.sha256("\n".join(rows).encode()).hexdigest()


if __name__ == "__main__":
    if len(sys.argv) == 1:
        live()
    print(json.dumps(contents()))
