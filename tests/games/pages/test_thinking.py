"""What pages say while a bot thinks."""

from itertools import repeat

import pytest
from django.urls import reverse
from django.utils import timezone

import rules.bots
from games.models import Game
from games.turns import thinking
from tests.factories import GameFactory
from tests.pages import html_of, words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch, client, ana) -> Game:
    """Ana has put up a plant, and a bot thinks about its bid."""
    monkeypatch.setattr(rules.bots, "thoughts", lambda *asked: repeat(rules.bots.decide(*asked)))
    client.force_login(ana)
    ana.be_guided(True)
    return GameFactory.create(players=2, bots=1, bot_level="hard", after=["open 4 4"])


def test_page_of_the_game_says_that_the_bot_thinks(client, game):
    page = client.get(game.get_absolute_url())
    words = words_of(page)
    assert "Waiting for others" in words
    assert "Bot 1 is thinking" in words
    assert "The game waits for" not in words
    assert '<span class="state now">thinks</span>' in html_of(page)


def test_position_of_the_past_says_that_the_bot_was_to_move(client, game):
    past = reverse("games:history", args=[game.pk, 1])
    assert '<span class="state now">to move</span>' in html_of(client.get(past))


def test_open_page_follows_when_the_bot_has_decided(client, game):
    updates = reverse("games:updates", args=[game.pk])
    seen = {"seen": game.sequence, "news": game.news}
    assert client.get(updates, seen).status_code == 204
    thinking.run(game.pk, now=timezone.now(), seconds=0)
    assert "is thinking" not in words_of(client.get(updates, seen, headers={"HX-Request": "true"}))


@pytest.mark.parametrize("page", ["home", "games:dashboard"])
def test_lists_say_that_the_bot_thinks(client, game, page):
    if page == "home":
        client.logout()
    assert "Bot 1 is thinking" in words_of(client.get(reverse(page)))


def test_what_was_done_can_be_taken_back_while_the_bot_thinks(client, game):
    assert client.post(reverse("games:take_back", args=[game.pk]), {"expected": game.sequence}).status_code == 302
    game.refresh_from_db()
    assert game.thinks_at is None
    assert "Bot 1 is thinking" not in words_of(client.get(game.get_absolute_url()))
