"""How long games may still last."""

from datetime import timedelta
from statistics import mean

import pytest

import rules
from games.story import forecast
from tests.rules.recorded_games import BotGame, bot_games

PLAYED_BY_BOTS = [game for game in bot_games() if "-mixed" not in game.name and "-random" not in game.name]


def errors_in(game: BotGame) -> list[float]:
    """By how many rounds the forecast was wrong, at the beginning of each."""
    begun: dict[int, rules.State] = {}
    for state in rules.positions(game.setup, game.played):
        begun.setdefault(state.round, state)
    left = {number: forecast.rounds_left(state) for number, state in begun.items()}
    assert min(left.values()) >= 1
    return [abs(rounds - (len(begun) + 1 - number)) for number, rounds in left.items()]


@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_rounds_left_are_about_right_and_at_least_one(edition):
    games = [game for game in PLAYED_BY_BOTS if game.options.edition == edition][::6]
    assert len({game.options.map for game in games}) > 5
    errors = [mean(errors_in(game)) for game in games]
    assert mean(errors) < 1.5
    assert max(errors) < 4


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
