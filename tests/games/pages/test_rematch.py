"""Playing again against the same number of bots."""

import re

import pytest
from django.urls import reverse

import rules
from games.models import Game
from games.pages.game.page import look
from matchmaking import practice
from tests.factories import GameFactory, person_called, play_to_the_end
from tests.pages import html_of

pytestmark = pytest.mark.django_db

SHORT = rules.Options(first_game=True)


def rematch_of(game: Game, name: str):
    return look(game, person_called(name)).rematch


def test_practice_that_is_over_is_played_again_by_one_press(client, ana):
    game = play_to_the_end(practice.start(ana, SHORT, bots=1, bot_level="normal"))
    client.force_login(ana)
    page = html_of(client.get(game.get_absolute_url()))
    form = page.partition(f'action="{reverse("matchmaking:practice")}"')[2].partition("</form>")[0]
    sent = dict(re.findall(r'name="(game|map|bots|bot_level)" value="(\w+)"', form))
    response = client.post(reverse("matchmaking:practice"), sent)
    again = Game.objects.exclude(pk=game.pk).get()
    assert response.url == again.get_absolute_url()
    assert (again.read_setup().options, again.seats.count(), again.is_over) == (SHORT, 2, False)
    assert again.seats.get(is_bot=True).level == "normal"


def test_practice_that_runs_is_not_played_again_yet():
    assert rematch_of(GameFactory(players=2, bots=1, options=SHORT), "Ana") is None


def test_game_among_people_is_not_played_again_alone():
    game = play_to_the_end(GameFactory(players=2, options=SHORT))
    assert rematch_of(game, "Ana") is None


def test_those_who_watched_are_not_asked_to_play_again():
    game = play_to_the_end(GameFactory(players=2, bots=1, options=SHORT))
    assert rematch_of(game, "Dan") is None


def test_game_with_options_that_practice_does_not_have_is_not_played_again():
    options = rules.Options(first_game=True, money_visible=True)
    assert rematch_of(play_to_the_end(GameFactory(players=2, bots=1, options=options)), "Ana") is None
