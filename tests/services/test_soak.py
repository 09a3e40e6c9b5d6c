"""A small soak: some games played over HTTP, while everything behind the site is killed; ``tests.soak`` has more."""

import pytest

from tests.soak.run import soak


@pytest.mark.everything
def test_games_go_on_as_answered_and_everybody_is_told_whatever_is_killed(capsys):
    assert soak(games=3, kills=4, seconds=30, seed="small"), capsys.readouterr().out
