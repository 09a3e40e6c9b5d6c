"""How a game ended: its page."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

import rules
from games.models import Game
from games.pages.result import page as result_page
from games.turns.play import end_early
from tests.factories import GameFactory, UserFactory, person_called, play_to_the_end, play_until
from tests.games.scripts import ROUND
from tests.pages import html_of, words_of

pytestmark = pytest.mark.django_db

SHORT = rules.Options(first_game=True)


def address(game: Game) -> str:
    return reverse("games:result", args=[game.pk])


def look(game: Game, name: str = "Stranger") -> result_page.ResultPage:
    return result_page.look(game, game.seat_of(person_called(name)))


def given_up(game: Game) -> Game:
    end_early(game, list(game.seats.all()), timezone.now())
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def over() -> Game:
    return play_to_the_end(GameFactory.create(players=3, options=SHORT))


@pytest.mark.rule("END-5")
def test_page_has_the_standing_and_what_decided_it(over, client):
    page, shown = look(over), words_of(client.get(address(over)))
    assert page.result
    assert f"{page.result.headline}" in shown
    assert page.result.reason in shown
    for row in page.result.rows:
        assert f"{row.company.name} Powered {row.powered} Elektro {row.money} Cities {row.cities}" in shown


def test_page_tells_the_level_of_bots(client):
    game = play_to_the_end(GameFactory(players=2, bots=1, options=SHORT))
    assert "Bot 1 Easy bot Powered" in words_of(client.get(address(game)))


@pytest.mark.rule("END-3")
@pytest.mark.parametrize(
    ("powered", "cities", "capacity", "limit"),
    [
        (7, 7, 10, "cities"),
        (10, 10, 10, "cities"),
        (10, 12, 10, "plants"),
        (5, 12, 10, "fuel"),
        (0, 3, 0, "plants"),
    ],
)
def test_limit_of_what_was_powered_is_told(powered, cities, capacity, limit):
    assert result_page._limit(powered, cities, capacity)[0] == limit


def test_limit_of_one_city_is_told():
    assert result_page._limit(0, 1, 5)[1].endswith("The plants can power 5, and the network has 1 city.")


def test_limits_of_whole_games_hold(over):
    state = result_page.history.positions(over)[-1].state
    for row in look(over).powering:
        player = state.players[row.company.seat]
        capacity = sum(rules.PLANTS[number].powers for number in player.plants)
        bound = {"cities": player.network_size, "plants": capacity}
        assert row.powered == bound.get(row.limit, row.powered)
        if row.limit == "fuel":
            assert row.powered < min(bound.values())


def test_running_game_is_not_told_the_end_of(client):
    game = GameFactory.create(after=ROUND)
    response = client.get(address(game))
    assert "This game is not over" in words_of(response)
    assert game.get_absolute_url() in html_of(response)
    assert "Elektro" not in words_of(response)


def test_game_that_was_given_up_has_no_ranks(client):
    game = given_up(play_until(GameFactory.create(), lambda state: state.round == 3))
    response = client.get(address(game))
    assert response.status_code == 200
    assert "The game ended early" in words_of(response)
    assert "Final standing" not in words_of(response)
    assert look(game).powering == ()


def test_game_that_was_given_up_at_once_has_a_page(client):
    assert client.get(address(given_up(GameFactory.create()))).status_code == 200


def test_study_of_a_record_without_an_end_has_a_page(client):
    game = GameFactory.create(after=ROUND, is_public=False)
    owner = UserFactory.create()
    Game.objects.filter(pk=game.pk).update(finished_at=timezone.now(), studied_by=owner)
    client.force_login(person_called("Ana"))
    assert "The record ends before the game does." in words_of(client.get(address(game)))


def test_moments_lead_to_their_positions(over, client):
    page = html_of(client.get(address(over)))
    moments = look(over).moments
    assert moments
    for moment in moments:
        link = reverse("games:history", args=[over.pk, moment.sequence])
        assert f'href="{link}"' in page
        assert client.get(link).status_code == 200


def test_result_of_a_private_game_is_for_its_players_alone(client):
    game = play_to_the_end(GameFactory.create(players=2, options=SHORT, is_public=False))
    assert client.get(address(game)).status_code == 302
    client.force_login(person_called("Stranger"))
    assert client.get(address(game)).status_code == 404
    client.force_login(person_called("Ana"))
    assert client.get(address(game)).status_code == 200


def test_hostile_names_stay_words(over, client):
    over.seats.filter(number=0).update(name='"><script>x</script>')
    Game.objects.filter(pk=over.pk).update(name="<img src=x>")
    page = html_of(client.get(address(over)))
    assert "<script>x" not in page
    assert "<img src=x" not in page


def test_page_takes_few_queries(over, client, django_assert_max_num_queries):
    client.force_login(person_called("Ana"))
    with django_assert_max_num_queries(16):
        assert re.search("Moments", html_of(client.get(address(over))))


def test_result_cannot_be_posted(over, client):
    assert client.post(address(over)).status_code == 405
