"""Every board there is, each once, with editions and numbers of players that go round."""

import rules
from tests.extent import each_once

EDITIONS = ("classic", "recharged")
BOARDS = tuple(dict.fromkeys(map for edition in EDITIONS for map in rules.board_names(edition, rules.NEWEST)))

every_board = each_once(map=BOARDS, edition=EDITIONS, players=(3, 2, 4))
"""Parametrize a test that plays a whole game."""


def start_on(map: str, edition: str, players: int) -> rules.State:
    """The start of a game on a board, without the Trust."""
    options = rules.Options(map=map, edition=edition, two_player_mode="plain")
    return rules.start(rules.new_setup(options, players, f"{map} {edition} {players}", version=rules.NEWEST))
