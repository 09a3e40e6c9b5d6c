import re

import pytest
from django.urls import reverse

from games.models import Game, UndoRequest
from games.replay import history
from games.turns import undo
from tests.factories import GameFactory, person_called, play_on
from tests.games.scripts import AUCTIONS
from tests.pages import html_of, parts_of, words_of

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Target": "takeback"}


@pytest.fixture
def send(client):
    """Press one of the buttons as somebody who has seen everything, unless told otherwise."""

    def post(game: Game, name: str, step: str, headers: dict[str, str] | None = None, **fields):
        if name:
            client.force_login(person_called(name))
        game.refresh_from_db()
        fields = {"expected": game.sequence} | fields
        return client.post(reverse(f"games:{step}", args=[game.pk]), fields, headers=headers)

    return post


@pytest.fixture
def see(client):
    def get(game: Game, name: str) -> str:
        if name:
            client.force_login(person_called(name))
        return html_of(client.get(game.get_absolute_url()))

    return get


@pytest.fixture
def bought(db: None) -> Game:
    """Bob has bought fuel, and Ana is to buy some."""
    return GameFactory.create(after=[*AUCTIONS, "buy o2"])


@pytest.fixture
def answered(db: None) -> Game:
    """Ana has opened the first auction and Bob has bid, in a game where all can agree to go back."""
    return GameFactory.create(undo_by_consent=True, after=["open 4 4", "bid 5"])


@pytest.fixture
def wished(answered: Game) -> Game:
    """Ana asks to take her auction back."""
    return undo.take_back(answered, answered.seats.get(name="Ana"), expected=2)


# Taking back at once ------------------------------------------------------------------------------------------------


def test_last_action_can_be_taken_back_from_the_page(send, see, bought):
    page = see(bought, "Bob")
    assert "Bob bought 2 oil" in page
    assert 'id="take-back"' in page
    response = send(bought, "Bob", "take_back")
    assert (response.status_code, response["Location"]) == (302, bought.get_absolute_url())
    assert [seat.name for seat in bought.seats.filter(is_to_move=True)] == ["Bob"]


@pytest.mark.parametrize("name", ["Ana", "Stranger", ""])
def test_nobody_else_is_offered_to_take_it_back(see, bought, name):
    assert 'id="take-back"' not in see(bought, name)


def test_htmx_gets_every_part_that_changed(send, bought):
    response = send(bought, "Bob", "take_back", HTMX)
    assert response.status_code == 200
    assert parts_of(response) >= {"action-panel", "board", "players", "feed", "poll", "status"}
    assert "seen=8" in html_of(response)


def test_taking_back_is_announced(send, bought):
    assert "Bob took back: “Bob bought 2 oil for 6 Elektro.”" in words_of(send(bought, "Bob", "take_back", HTMX))


def test_what_was_taken_back_stays_in_the_story_and_is_marked(send, see, bought):
    send(bought, "Bob", "take_back")
    page = see(bought, "Cid")
    assert "Bob took back: “Bob bought 2 oil for 6 Elektro.”" in page
    assert "taken back" in page


def test_taking_back_twice_is_answered_with_what_happened(send, bought):
    send(bought, "Bob", "take_back")
    response = send(bought, "Bob", "take_back", expected=7)
    assert response.status_code == 409
    assert "Bob took back" in words_of(response)


def test_answer_that_was_faster_is_told(send, bought):
    play_on(bought, "buy c2")
    response = send(bought, "Bob", "take_back", expected=7)
    assert response.status_code == 409
    assert "Ana bought 2 coal" in words_of(response)


def test_what_stands_is_explained(send, answered):
    Game.objects.update(undo_by_consent=False)
    response = send(answered, "Ana", "take_back")
    assert response.status_code == 422
    assert "The game has gone on since, so what you did stands." in words_of(response)


@pytest.mark.parametrize("expected", ["", "many", "-1"])
def test_form_without_a_position_is_answered_with_a_sentence(send, bought, expected):
    response = send(bought, "Bob", "take_back", expected=expected)
    assert response.status_code == 400
    assert "Please open the game again" in words_of(response)


@pytest.mark.parametrize("step", ["take_back", "agree_to_undo", "refuse_undo"])
class TestAccess:
    def test_spectators_take_nothing_back(self, send, wished, step):
        response = send(wished, "Stranger", step, asker=0)
        assert response.status_code == 403
        assert "You are watching" in words_of(response)

    def test_visitors_are_asked_to_log_in(self, client, wished, step):
        response = client.post(reverse(f"games:{step}", args=[wished.pk]), {"expected": 2, "asker": 0})
        assert response.status_code == 302
        assert "login" in response["Location"]

    def test_private_games_are_not_there_for_strangers(self, send, wished, step):
        Game.objects.update(is_public=False)
        assert send(wished, "Stranger", step, asker=0).status_code == 404

    def test_nothing_happens_by_following_a_link(self, client, wished, step):
        client.force_login(person_called("Bob"))
        answer = client.get(reverse(f"games:{step}", args=[wished.pk]))
        assert answer.headers["Location"] == wished.get_absolute_url()
        assert UndoRequest.objects.filter(game=wished, agreed=[]).exists()


# By consent ---------------------------------------------------------------------------------------------------------


def test_others_can_be_asked_from_the_page(send, see, answered):
    assert "Ask to take back" in see(answered, "Ana")
    assert send(answered, "Ana", "take_back").status_code == 302
    page = see(answered, "Ana")
    assert "You asked to take this back" in page
    assert "Yet to agree: Bob and Cid." in page
    assert "Withdraw" in page
    assert "Ask to take back" not in page


def test_who_is_asked_can_agree_or_refuse(see, wished):
    for name in ("Bob", "Cid"):
        page = see(wished, name)
        assert "Ana asks to take this back: “Ana put plant 04 up for auction at 4 Elektro.”" in page
        assert 'id="agree-to-undo"' in page
        assert 'id="refuse-undo"' in page


def test_request_is_announced_to_those_who_look_on(client, see, wished):
    see(wished, "Cid")
    wished.refresh_from_db()
    seen = {"seen": wished.sequence, "news": wished.news - 1}
    news = html_of(client.get(reverse("games:updates", args=[wished.pk]), seen, headers=HTMX))
    announcement = re.search('<div id="announcement"[^>]*>(.*?)</div>', news)
    assert announcement
    assert announcement[1].startswith("Ana asks to take this back")
    assert "Bob has bid" not in announcement[1]


def test_those_who_watch_are_not_asked(see, wished):
    assert "asks to take this back" not in see(wished, "Stranger")


def test_last_one_to_agree_brings_it_about(send, see, wished):
    send(wished, "Bob", "agree_to_undo", asker=0)
    page = see(wished, "Bob")
    assert "You agreed that Ana takes this back" in page
    assert 'id="agree-to-undo"' not in page
    response = send(wished, "Cid", "agree_to_undo", HTMX, asker=0)
    assert "All agreed to go back to before this" in words_of(response)
    wished.refresh_from_db()
    assert history.position(wished, wished.sequence).state.auction is None


def test_refusal_is_told_to_who_asked(send, see, wished):
    send(wished, "Bob", "refuse_undo", asker=0)
    page = see(wished, "Ana")
    assert "Bob did not agree to take this back, so it stands" in page
    assert 'id="refuse-undo"' not in page
    assert 'id="take-back"' not in page


def test_own_request_can_be_withdrawn(send, see, wished):
    send(wished, "Ana", "refuse_undo", asker=0)
    assert not UndoRequest.objects.exists()
    assert "Ask to take back" in see(wished, "Ana")


def test_request_that_was_withdrawn_is_not_agreed_to(send, wished):
    UndoRequest.objects.all().delete()
    response = send(wished, "Bob", "agree_to_undo", asker=0)
    assert response.status_code == 422
    assert "This request is no longer open." in words_of(response)


def test_request_that_lapsed_is_not_agreed_to(send, wished):
    play_on(wished, "bid 6")
    response = send(wished, "Bob", "agree_to_undo", expected=2, asker=0)
    assert response.status_code == 409
    assert "Cid bid 6 Elektro" in words_of(response)


@pytest.mark.parametrize("asker", ["", "Ana", "-1"])
def test_answer_to_nobody_is_answered_with_a_sentence(send, wished, asker):
    assert send(wished, "Bob", "agree_to_undo", asker=asker).status_code == 400
    assert send(wished, "Bob", "agree_to_undo", asker=5).status_code == 422


def test_panel_is_left_alone_while_the_same_is_asked(send, wished):
    """Cid may be composing a bid when agreeing."""
    response = send(wished, "Cid", "agree_to_undo", HTMX, asker=0)
    assert "action-panel" not in parts_of(response)
    assert {"takeback", "poll"} <= parts_of(response)


def test_refusal_to_who_composes_is_told_beside_the_panel(send, wished):
    UndoRequest.objects.all().delete()
    response = send(wished, "Cid", "agree_to_undo", HTMX, asker=0)
    assert "action-panel" not in parts_of(response)
    assert "This request is no longer open." in words_of(response)


def test_practice_against_bots_can_be_taken_back_at_once(send, see):
    game = GameFactory(players=3, bots=2, undo_by_consent=True, after=["open 4 4"])
    assert "Ask to take back" not in see(game, "Ana")
    send(game, "Ana", "take_back")
    game.refresh_from_db()
    assert history.position(game, game.sequence).state.auction is None
    assert "Ana took back: “Ana put plant 04 up for auction" in see(game, "Ana")


def test_auction_that_was_taken_back_is_marked_in_the_feed(see):
    game = GameFactory(undo_by_consent=True, after=["open 4 4", "pass", "pass"])
    game = undo.take_back(game, game.seats.get(name="Ana"), expected=3)
    for name in ("Bob", "Cid"):
        game = undo.agree(game, game.seats.get(name=name), asker=0, expected=3)
    assert see(game, "Dan").count(">taken back</small>") == len(("open", "pass", "pass"))


# Elsewhere ----------------------------------------------------------------------------------------------------------


def test_history_shows_what_was_taken_back_and_the_taking_back(client, send, bought):
    send(bought, "Bob", "take_back")
    before, after = (words_of(client.get(reverse("games:history", args=[bought.pk, n]))) for n in (7, 8))
    assert "taken back" in before
    assert "Bob took back: “Bob bought 2 oil for 6 Elektro.”" in after


def test_hostile_names_are_shown_as_they_are(send, see, wished):
    wished.seats.filter(name="Ana").update(name="<b>Ana</b>")
    assert "&lt;b&gt;Ana&lt;/b&gt; asks to take this back" in see(wished, "Bob")
