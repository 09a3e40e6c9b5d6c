"""The boards of later versions, each once, with editions and numbers of players that go round."""

import rules
from rules.boards import first_version
from tests.extent import each_once

EDITIONS = ("classic", "recharged")
BOARDS = tuple(map for map in rules.board_names(version=rules.NEWEST) if first_version(map) > 1)

later_boards = each_once(map=BOARDS, edition=EDITIONS, players=(3, 2, 4))
"""Parametrize a test that plays a whole game."""


def start_on(map: str, edition: str, players: int) -> rules.State:
    """The start of a game on a board, without the Trust."""
    options = rules.options_from_data({"map": map, "edition": edition, "two_player_mode": "plain"})
    return rules.start(rules.new_setup(options, players, f"{map} {edition} {players}", version=rules.NEWEST))
