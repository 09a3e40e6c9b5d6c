import html
import re

import pytest
from django.urls import reverse
from django.utils import timezone

import rules
from games.models import Game
from games.plans.language import AreaPlan
from games.turns import edit_plans, undo, votes
from tests.factories import GameFactory, person_called, play_on
from tests.games.scripts import AUCTIONS, BUILDINGS, DRAFT, PURCHASES
from tests.pages import HIDDEN, html_of, parts_of, words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def poll(client):
    """Look for news as somebody, or as a visitor, who has seen so many actions, and all that was said with them."""

    def get(game: Game, name: str, seen: object):
        if name:
            client.force_login(person_called(name))
        fields = {"seen": seen, "news": game.news if seen == game.sequence else 0}
        return client.get(reverse("games:updates", args=[game.pk]), fields, headers={"HX-Request": "true"})

    return get


def test_nothing_new_is_answered_with_nothing(poll):
    game = GameFactory(after=["open 4 4"])
    response = poll(game, "Ana", 1)
    assert (response.status_code, response.content) == (204, b"")


@pytest.mark.parametrize("name", ["Ana", "Stranger", ""])
def test_looking_in_vain_costs_at_most_three_queries(poll, client, django_assert_max_num_queries, name):
    game = GameFactory()
    poll(game, name, 0)
    with django_assert_max_num_queries(3):
        assert client.get(reverse("games:updates", args=[game.pk]), {"seen": 0, "news": game.news}).status_code == 204


def test_news_replace_every_part_but_for_the_page(poll):
    game = GameFactory(after=["open 4 4", "bid 5"])
    response = poll(game, "Ana", 1)
    assert response.status_code == 200
    assert parts_of(response) >= {"action-panel", "board", "feed", "players", "poll", "status"}
    assert "seen=2" in html_of(response)
    assert "<!doctype" not in html_of(response)


def test_ground_of_the_map_is_sent_again_only_when_areas_come_into_play(open_page, follow):
    game = GameFactory(options=rules.Options(areas="draft"), after=DRAFT[:-1])
    page = open_page(game, "Ana")
    game = play_on(game, DRAFT[-1])
    assert "ground" in parts_of(follow(game, "Ana", page))
    page = open_page(game, "Ana")
    play_on(game, "open 4 4")
    assert "ground" not in parts_of(follow(game, "Ana", page))


def test_news_are_announced_with_what_is_asked(poll):
    game = GameFactory(after=["open 4 4", "bid 5", "pass"])
    words = words_of(poll(game, "Ana", 1))
    assert "Bob bid 5 Elektro for plant 04. Cid passed on plant 04. Bob has bid 5 Elektro for plant 04." in words


def test_turn_that_comes_is_in_the_title(poll):
    game = GameFactory(after=["open 4 4"])
    assert "Your turn · Friday round · powergrid</title>" in html_of(poll(game, "Bob", 0))
    assert "Your turn" not in html_of(poll(game, "Cid", 0))


def test_panel_is_left_alone_while_the_same_is_asked(poll):
    game = GameFactory(after=BUILDINGS)
    seen = game.sequence
    play_on(game, "run 4")
    response = poll(game, "Cid", seen)
    assert "action-panel" not in parts_of(response)
    assert {"players", "feed", "poll"} <= parts_of(response)


def test_panel_is_replaced_for_those_who_only_wait(poll):
    game = GameFactory(after=["open 4 4"])
    assert "action-panel" in parts_of(poll(game, "Cid", 0))


def end(game: Game) -> None:
    """Let all three agree that the game is over."""
    for seat in game.seats.all():
        votes.cast(game, seat, votes.Motion.END, pauses=0, now=timezone.now())
    game.refresh_from_db()


@pytest.mark.parametrize("name", ["Ana", "Bob"])
def test_planning_and_leaving_go_away_with_the_game(poll, name):
    game = GameFactory(after=["open 4 4"])
    assert not {"plans", "leaving"} & parts_of(poll(game, name, 0))
    end(game)
    page = html_of(poll(game, name, 0))
    assert re.search(r'id="plans"[^>]* hx-swap-oob="true" hidden>', page)
    assert re.search(r'id="leaving" hx-swap-oob="true" hidden>', page)


def test_who_acts_in_a_game_that_is_over_sees_that_there_is_nothing_to_plan(client, ana):
    game = GameFactory()
    end(game)
    client.force_login(ana)
    fields = {"action": "open", "plant": "4", "bid": "4", "expected": "0"}
    response = client.post(reverse("games:play", args=[game.pk]), fields, headers={"HX-Request": "true"})
    assert {"plans", "leaving", "action-panel"} <= parts_of(response)


def test_hidden_money_stays_hidden(poll):
    game = GameFactory(after=["open 4 4"])
    assert html_of(poll(game, "Ana", 0)).count(HIDDEN) == 2


@pytest.mark.parametrize("seen", ["", "many", "-1", "9" * 400])
def test_what_cannot_be_read_is_answered_with_a_sentence(poll, seen):
    response = poll(GameFactory(), "Ana", seen)
    assert response.status_code == 400
    assert "Please open the game again" in html_of(response)


def test_private_game_has_no_news_for_strangers(poll):
    game = GameFactory(is_public=False)
    assert poll(game, "Stranger", 0).status_code == 404
    assert poll(game, "Ana", 0).status_code == 204


def test_page_of_a_player_is_not_turned_into_that_of_a_spectator(client):
    game = GameFactory(after=["open 4 4"])
    address = f"{reverse('games:updates', args=[game.pk])}?seat&seen=0&news="
    assert {
        client.get(f"{address}{news}", headers={"HX-Request": "true"}).status_code for news in ("", game.news)
    } == {401}


# What people see already ------------------------------------------------------------------------------------------


@pytest.fixture
def follow(client):
    """Look for news from a page as it is: with what its poll says it has, and what its address says is composed."""

    def get(game: Game, name: str, page, address: str = ""):
        client.force_login(person_called(name))
        found = re.search(r'id="poll"[^>]* hx-get="([^"]*)"', html_of(page))
        assert found
        headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{address or game.get_absolute_url()}"}
        return client.get(html.unescape(found[1]), headers=headers)

    return get


@pytest.fixture
def open_page(client):
    """Open a game as somebody, with what is composed in the address."""

    def get(game: Game, name: str, **fields: object):
        client.force_login(person_called(name))
        return client.get(game.get_absolute_url(), fields)

    return get


def test_parts_that_are_the_same_are_left_out(open_page, follow):
    game = GameFactory(after=["open 4 4"])
    page = open_page(game, "Ana")
    play_on(game, "bid 5")
    response = follow(game, "Ana", page)
    assert {"status", "plant-market", "players"} <= parts_of(response)
    assert not {"board", "fuel-market"} & parts_of(response)


def test_address_that_is_none_composes_nothing(open_page, client):
    game = GameFactory(after=["open 4 4"])
    open_page(game, "Ana")
    headers = {"HX-Request": "true", "HX-Target": "planning", "HX-Current-URL": "http://["}
    assert client.get(game.get_absolute_url(), {"plan": "bid"}, headers=headers).status_code == 200


def test_page_goes_on_from_the_news_it_got(open_page, follow):
    game = GameFactory(after=["open 4 4"])
    page = open_page(game, "Ana")
    game = play_on(game, "bid 5")
    news = follow(game, "Ana", page)
    assert follow(game, "Ana", news).status_code == 204
    play_on(game, "pass")
    assert "board" not in parts_of(follow(game, "Ana", news))


def test_page_that_asks_what_was_answered_on_another_one_follows(open_page, follow):
    game = GameFactory(options=rules.Options(areas="draft"), pace={"areas_at_once": True})
    asks = open_page(game, "Ana")
    edit_plans.give(game, game.seats.get(number=0), AreaPlan(("west",)), now=timezone.now())
    answer = follow(game, "Ana", asks)
    assert "action-panel" in parts_of(answer)
    assert "Your wishes are in" in words_of(answer)
    edit_plans.give(game, game.seats.get(number=1), AreaPlan(("west",)), now=timezone.now())
    assert "awaited" in parts_of(follow(game, "Ana", answer))


def test_page_that_asks_is_left_alone_while_others_answer(open_page, follow):
    game = GameFactory(options=rules.Options(areas="draft"), pace={"areas_at_once": True})
    asks = open_page(game, "Ana")
    edit_plans.give(game, game.seats.get(number=1), AreaPlan(("west",)), now=timezone.now())
    assert not {"action-panel", "awaited"} & parts_of(follow(game, "Ana", asks))


def test_what_is_said_brings_nothing_of_the_board(open_page, follow):
    game = GameFactory(after=["open 4 4"])
    page = open_page(game, "Ana")
    Game.objects.filter(pk=game.pk).update(news=game.news + 1)
    assert parts_of(follow(game, "Ana", page)) == {
        *("takeback", "asked-line", "announcement", "waiting-games", "poll"),
        *("feed", "to-history", "status", "awaited"),
    }


def test_cities_that_are_composed_stay_on_the_map(open_page, follow):
    game = GameFactory(after=PURCHASES)
    page = open_page(game, "Bob")
    address = f"{game.get_absolute_url()}?action=build&city=halle"
    Game.objects.filter(pk=game.pk).update(news=game.news + 1)
    assert "board" not in parts_of(follow(game, "Bob", page, address))


def test_draft_survives_that_the_panel_is_replaced(open_page, follow):
    game = GameFactory(after=[*AUCTIONS, "buy o2"])
    page = open_page(game, "Ana")
    game = undo.take_back(game, game.seats.get(name="Bob"), expected=game.sequence)
    play_on(game, "buy o1")
    news = follow(game, "Ana", page, f"{game.get_absolute_url()}?action=buy&coal=2")
    assert "action-panel" in parts_of(news)
    assert "The game went on while you were deciding, so nothing was sent." in words_of(news)
    assert "Buy 2 coal for 2" in words_of(news)
