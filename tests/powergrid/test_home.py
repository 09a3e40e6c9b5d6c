from datetime import timedelta

import pytest
from django.urls import reverse

import rules
from games.models import Game
from powergrid.showcase import Showcase
from tests.factories import GameFactory, GuestFactory, TableFactory, play_on, play_to_the_end
from tests.pages import words_of

pytestmark = pytest.mark.django_db


def home(client):
    return client.get(reverse("home"))


def board(client, seen=""):
    return client.get(reverse("board"), {"seen": seen}, headers={"HX-Request": "true"})


def test_a_visitor_can_begin_at_once(client):
    page = home(client).content.decode()
    assert reverse("matchmaking:practice") in page
    assert "Play against bots now" in page
    assert "Play a whole game" in page
    assert reverse("account_signup") in page
    assert reverse("account_login") in page
    assert "Map of Germany" in page
    assert "before the first house is built" in page


def test_the_public_game_that_moved_last_is_shown(client):
    older, newer = GameFactory(name="Older"), GameFactory(name="Newer")
    play_on(older, "open 4 4")
    shown = home(client).context["showcase"]
    assert (shown.game, str(shown.game)) == (older, "Older")
    play_on(newer, "open 5 5")
    assert home(client).context["showcase"].game == newer


def test_a_game_that_has_only_begun_replaces_none_that_is_under_way(client):
    begun = GameFactory(name="Just begun")
    assert "Live, begun" in words_of(home(client))
    assert "last action" not in words_of(home(client))
    under_way = GameFactory(name="Under way", after=["open 4 4", *["pass"] * 2, "open 5 5", "pass"])
    Game.objects.filter(pk=under_way.pk).update(moved_at=begun.moved_at - timedelta(hours=1))
    assert home(client).context["showcase"].game == under_way
    assert "Live, last action 1 h ago" in words_of(home(client))


def test_the_board_says_who_plays_whom_it_waits_for_and_what_happened_last(client):
    game = GameFactory(name="Friday round", after=["open 4 4", "pass"])
    page = words_of(home(client))
    assert "Friday round Germany · Classic · round 1, Step 1, Auction" in page
    assert "Ana 0 cities Bob 0 cities Cid 0 cities is to move" in page
    assert "Cid : bid or pass" in page
    assert "Bob passed" in page
    assert f'href="{game.get_absolute_url()}"' in home(client).content.decode()


def test_the_board_is_nobodys_own(db):
    shown = Showcase.of(GameFactory(after=["open 4 4"]))
    assert shown.picture.seat is None
    assert not any(standing.company.is_mine for standing in shown.standing)


def test_a_game_that_runs_is_preferred_to_one_that_is_over(client):
    over = play_to_the_end(GameFactory(players=2, bots=1, options=rules.Options(first_game=True)))
    assert home(client).context["showcase"].game == over
    assert "finished" in words_of(home(client))
    running = GameFactory()
    Game.objects.filter(pk=running.pk).update(moved_at=over.moved_at - timedelta(days=1))
    assert home(client).context["showcase"].game == running


def test_an_open_page_hears_nothing_while_its_game_stands(client, django_assert_max_num_queries):
    game = GameFactory()
    seen = Showcase.of(game).seen
    GameFactory(after=["open 4 4"])
    with django_assert_max_num_queries(2):
        assert board(client, seen).status_code == 204


def test_an_open_page_follows_its_game_to_the_end(client):
    game = GameFactory(name="Mine", players=2, bots=1, options=rules.Options(first_game=True))
    seen = Showcase.of(game).seen
    GameFactory(name="Another")
    game = play_to_the_end(game)
    news = board(client, seen).content.decode()
    assert "<html" not in news
    assert "Mine" in news
    assert "won" in news


@pytest.mark.parametrize("seen", ["", "x.1", "²", "999999.1", "9" * 30])
def test_who_looks_at_no_game_that_there_is_gets_one(client, seen):
    GameFactory(name="Friday round")
    assert "Friday round" in board(client, seen).content.decode()


def test_a_game_that_is_not_public_is_not_shown(client):
    game = GameFactory(name="Among us", is_public=False)
    assert "Among us" not in home(client).content.decode()
    assert "Among us" not in board(client, f"{game.pk}.0").content.decode()


def test_open_tables_are_listed_and_others_are_not(client, bob):
    TableFactory(name="Come and play", people=[bob], edition="recharged", map="benelux")
    TableFactory(name="Friends only", is_public=False)
    page = home(client).content.decode()
    assert "Come and play" in page
    assert "Benelux · Recharged · " in page
    assert "by Ana , 2 of 3 seats taken" in words_of(home(client))
    assert "Friends only" not in page


def test_somebody_registered_is_led_to_their_games(client, ana):
    client.force_login(ana)
    assert home(client).url == reverse("games:dashboard")


def test_a_guest_without_games_sees_the_front_page(client):
    client.force_login(GuestFactory())
    assert home(client).status_code == 200


def test_a_guest_with_a_game_is_led_to_it(client):
    client.force_login(GuestFactory())
    client.post(reverse("matchmaking:practice"))
    assert home(client).url == reverse("games:dashboard")


def test_the_front_page_costs_few_queries(client, bob, django_assert_max_num_queries):
    GameFactory()
    for _ in range(4):
        TableFactory(people=[bob])
    with django_assert_max_num_queries(7):
        home(client)


def test_search_engines_are_told_where_to_look(client):
    answer = client.get("/robots.txt")
    assert answer["Content-Type"] == "text/plain"
    assert "Disallow: /settings/" in answer.content.decode()
