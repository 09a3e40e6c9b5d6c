"""The next game that waits for somebody, and how often the database is asked for it."""

import pytest
from django.urls import reverse

import rules
from games.pages.dashboard.waiting import next_game, waiting_games
from tests.factories import GameFactory
from tests.pages import html_of, words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def asking(rf, ana):
    """A request of Ana's."""
    request = rf.get("/")
    request.user = ana
    return request


def test_longest_waiting_game_comes_first(asking):
    first, second = GameFactory(name="First"), GameFactory(name="Second")
    assert [game.name for game in waiting_games(asking)] == ["First", "Second"]
    assert [game.question for game in waiting_games(asking)] == ["choose a plant to auction"] * 2
    assert next_game(asking, first.pk).name == "Second"
    assert next_game(asking, second.pk).href == first.get_absolute_url()


def test_areas_that_all_draft_at_once_are_to_be_ranked(asking, client, ana):
    options = rules.Options(areas="draft")
    GameFactory(options=options)
    GameFactory(options=options, pace={"areas_at_once": True})
    assert [game.question for game in waiting_games(asking)] == ["choose an area", "rank the areas"]
    client.force_login(ana)
    words = words_of(client.get(reverse("games:dashboard")))
    assert words.index("Choose an area") < words.index("Rank the areas")


def test_no_game_comes_next_where_only_this_one_waits(asking):
    assert next_game(asking, GameFactory().pk) is None


def test_games_are_asked_for_once_in_a_request(asking, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert waiting_games(asking) == waiting_games(asking) == ()


BOUGHT = ("open 4 4", "pass", "pass")
"""Ana has nothing more to say in the auctions of the round."""


def test_who_waits_for_others_can_choose_how_to_be_told(client, ana):
    game = GameFactory(after=BOUGHT)
    client.force_login(ana)
    promise = f'<a href="{reverse("notifications:alerts")}">in the ways you choose</a>'
    assert promise in html_of(client.get(game.get_absolute_url()))
    assert promise in html_of(client.get(reverse("games:dashboard")))


def test_next_game_is_offered_where_nothing_is_asked_here(client, ana):
    here, other = GameFactory(after=["open 4 4"]), GameFactory(name="The other one")
    client.force_login(ana)
    page = client.get(here.get_absolute_url())
    assert "Next: The other one choose a plant to auction" in words_of(page)
    assert f'id="next-game" href="{other.get_absolute_url()}"' in html_of(page)


def test_next_game_is_a_quiet_link_while_something_is_asked_here(client, ana):
    here = GameFactory(name="Here")
    GameFactory(name="The other one")
    client.force_login(ana)
    page = client.get(here.get_absolute_url())
    assert 'id="next-game"' not in html_of(page)
    assert "Next game ›" in words_of(page)


def test_page_says_kindly_that_no_other_game_waits(client, ana):
    client.force_login(ana)
    words = words_of(client.get(GameFactory(after=BOUGHT).get_absolute_url()))
    assert "No other game waits for you." in words


def test_next_game_stays_in_reach_where_words_are_not_taken(client, ana):
    here, other = GameFactory(after=["open 4 4"]), GameFactory()
    client.force_login(ana)
    page = client.post(reverse("games:say", args=[here.pk]), {"text": ""})
    assert page.status_code == 400
    assert f'id="next-game" href="{other.get_absolute_url()}"' in html_of(page)
