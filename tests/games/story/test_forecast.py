"""How long games may still last."""

from datetime import timedelta

import pytest

import rules
from games.story import forecast
from tests.rules.recorded_games import bot_games

MEASURED = [game for game in bot_games() if game.version < 3]
"""Games on boards whose length was measured."""


@pytest.mark.parametrize("game", MEASURED[::13], ids=lambda game: game.name)
def test_rounds_left_are_about_right_and_at_least_one(game):
    begun = {}
    for state in rules.positions(game.setup, game.played):
        begun.setdefault(state.round, state)
    errors = [abs(forecast.rounds_left(state) - (len(begun) + 1 - number)) for number, state in begun.items()]
    assert min(forecast.rounds_left(state) for state in begun.values()) >= 1
    assert sum(errors) / len(errors) < 2.5


@pytest.mark.parametrize(
    ("time", "words"),
    [
        (timedelta(0), "about 1 hour"),
        (timedelta(minutes=100), "about 2 hours"),
        (timedelta(hours=47), "about 47 hours"),
        (timedelta(hours=48), "about 2 days"),
        (timedelta(days=30.4), "about 30 days"),
    ],
)
def test_long_times_are_said_roughly(time, words):
    assert forecast.about(time) == words
