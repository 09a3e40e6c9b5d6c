"""How well bots play."""

import pytest

from games.models import Seat, levels
from rules.bots import LEVELS


def test_all_levels_have_words():
    assert set(LEVELS) == set(levels.ONE) == set(levels.SEVERAL)


@pytest.mark.parametrize("level", LEVELS)
def test_bot_plays_at_the_level_of_its_seat(level):
    assert Seat(is_bot=True, bot_level=level).level == level


def test_level_of_a_newer_release_is_played_as_the_usual_one():
    assert Seat(is_bot=True, bot_level="unheard of").level == levels.USUAL
