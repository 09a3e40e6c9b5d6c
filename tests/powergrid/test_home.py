import pytest
from django.urls import reverse

from tests.factories import GameFactory, GuestFactory, TableFactory

pytestmark = pytest.mark.django_db


def home(client):
    return client.get(reverse("home"))


def test_a_visitor_can_begin_at_once(client):
    page = home(client).content.decode()
    assert reverse("matchmaking:practice") in page
    assert "Play a first game now" in page
    assert "Play a whole game" in page
    assert reverse("account_signup") in page
    assert "Map of Germany" in page
    assert "before the first house is built" in page


def test_the_public_game_that_moved_last_is_shown(client):
    game = GameFactory(name="Friday round")
    page = home(client).content.decode()
    assert "Right now:" in page
    assert f'<a href="{game.get_absolute_url()}">Friday round</a>' in page


def test_a_game_that_is_not_public_is_not_shown(client):
    GameFactory(name="Among us", is_public=False)
    assert "Among us" not in home(client).content.decode()


def test_open_tables_are_listed_and_others_are_not(client, bob):
    TableFactory(name="Come and play", people=[bob], edition="recharged", map="benelux")
    TableFactory(name="Friends only", is_public=False)
    page = home(client).content.decode()
    assert "Come and play" in page
    assert "Benelux · Recharged · " in page
    assert "by Ana, 2 of 3 seats taken" in page
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
    with django_assert_max_num_queries(6):
        home(client)


def test_search_engines_are_told_where_to_look(client):
    answer = client.get("/robots.txt")
    assert answer["Content-Type"] == "text/plain"
    assert "Disallow: /settings/" in answer.content.decode()
