"""The private board: who may have one, what it shows, and what it takes."""

import re

import pytest
from django.test import Client
from django.urls import reverse

import rules
from games.models import Action, Game, StandingPlan, WhatIf
from games.pages import panels
from games.pages.table_view import tried_sight
from games.story.names import Names
from games.turns import whatif
from rules import selfplay
from tests.factories import GameFactory, UserFactory, play_on
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES, TRUST_HOUSES
from tests.games.trying import Board
from tests.pages import HIDDEN, html_of, lasting, link, parts_of, reshuffled, words_of

pytestmark = pytest.mark.django_db

STEPS = ("what_if_play", "what_if_bots", "what_if_plans")
PANEL = {"HX-Request": "true", "HX-Target": "action-panel"}
HIDES_MONEY = rules.Options(money_visible=False)
SHOWS_MONEY = rules.Options(money_visible=True)


@pytest.fixture
def game(db: None) -> Game:
    """Bob is to buy fuel, then Ana, then Cid."""
    return GameFactory.create(after=AUCTIONS)


@pytest.fixture
def board(game: Game) -> Board:
    return Board(game)


# Whose it is --------------------------------------------------------------------------------------------------------


def test_whoever_has_a_seat_has_a_board(board):
    response = board.client.get(reverse("games:what_if", args=[board.game.pk]), follow=True)
    assert "your private board" in words_of(response)


def test_spectators_have_none(game):
    eve = Client()
    eve.force_login(UserFactory.create(name="Eve"))
    assert eve.get(reverse("games:what_if", args=[game.pk])).status_code == 403
    assert eve.get(reverse("games:what_if_at", args=[game.pk, 0])).status_code == 403
    assert {eve.post(reverse(f"games:{step}", args=[game.pk, 0])).status_code for step in STEPS} == {403}
    assert eve.post(reverse("games:what_if_start_over", args=[game.pk])).status_code == 403


def test_strangers_to_a_private_game_do_not_learn_of_it():
    game = GameFactory.create(is_public=False)
    eve = Client()
    eve.force_login(UserFactory.create(name="Eve"))
    assert eve.get(reverse("games:what_if", args=[game.pk])).status_code == 404


def test_visitors_are_asked_to_log_in(game, client):
    response = client.get(reverse("games:what_if_at", args=[game.pk, 0]))
    assert response["Location"].startswith(reverse("account_login"))


def test_looking_changes_nothing(board):
    board.see()
    board.see(action="buy", oil=2)
    answer = board.client.get(reverse("games:what_if_play", args=[board.game.pk, 0]))
    assert answer.headers["Location"] == reverse("games:what_if", args=[board.game.pk])
    assert not WhatIf.objects.exists()


def test_others_see_nothing_of_it(board):
    board.play(action="buy", oil=2)
    for name in ("Bob", "Cid"):
        assert Board(board.game, name).said == []
        assert "bought 2 oil" not in words_of(Board(board.game, name).see())


# Going on -----------------------------------------------------------------------------------------------------------


def test_a_move_leads_to_the_position_after_it(board):
    response = board.play(action="buy", oil=2)
    assert response["Location"] == reverse("games:what_if_at", args=[board.game.pk, 1])
    page = words_of(board.see())
    assert "Bob bought 2 oil for 6 Elektro." in page
    assert "You decide as Ana" in page
    assert not Action.objects.filter(game=board.game, sequence__gt=len(AUCTIONS) + 3).exists()


def test_the_own_changes_are_told(board):
    board.play(action="buy", oil=2)
    board.play(action="buy", coal=2)
    assert "Elektro 46 → becomes 44" in words_of(board.see())


def test_every_move_leads_back_to_its_position(board):
    board.play(action="buy", oil=2)
    board.play(action="buy", coal=2)
    assert link(board.see(), "move-1") == reverse("games:what_if_at", args=[board.game.pk, 1])
    assert link(board.see(), "line-back") == reverse("games:what_if_at", args=[board.game.pk, 1])
    assert link(board.see(1), "line-on") == reverse("games:what_if_at", args=[board.game.pk, 2])
    assert "You decide as Ana" in words_of(board.see(1))


def test_going_on_from_an_earlier_position_replaces_what_followed(board):
    board.play(action="buy", oil=2)
    board.play(action="buy", coal=2)
    board.play(number=1, action="buy", nothing=1)
    assert board.said == ["buy o2", "buy"]


def test_a_position_that_the_line_does_not_have_leads_to_its_end(board):
    board.play(action="buy", oil=2)
    assert board.see(7)["Location"] == reverse("games:what_if_at", args=[board.game.pk, 1])


def test_bots_decide_for_others_until_it_is_the_own_turn(board):
    board.send("what_if_bots", who="others")
    assert "You decide as Ana" in words_of(board.see())


def test_a_bot_decides_for_whoever_is_asked(board):
    assert "Let a bot decide for Bob" in words_of(board.see())
    board.send("what_if_bots", who="one")
    assert len(board.said) == 1


def test_htmx_gets_the_parts_that_have_changed(board):
    response = board.play(headers=PANEL, action="buy", oil=2)
    assert response["HX-Replace-Url"] == reverse("games:what_if_at", args=[board.game.pk, 1])
    assert {"line", "board", "players", "plant-market", "fuel-market", "line-plans"} <= parts_of(response)
    assert 'id="action-panel"' in html_of(response)


def test_what_is_composed_stays_in_the_address(board):
    board.play(action="buy", oil=2)
    fields = {"action": "buy", "coal": "2"}
    address = reverse("games:what_if_at", args=[board.game.pk, 1])
    response = board.client.get(address, fields, headers=PANEL)
    assert response["HX-Replace-Url"].startswith(address)
    assert "Buy 2 coal for 2" in html_of(response)
    assert reverse("games:what_if_play", args=[board.game.pk, 1]) in html_of(response)
    assert reverse("games:play", args=[board.game.pk]) not in html_of(response)


def test_only_the_composed_part_is_sent_where_that_is_asked_for(board):
    address = reverse("games:what_if_at", args=[board.game.pk, 0])
    headers = {"HX-Request": "true", "HX-Target": "composed"}
    response = board.client.get(address, {"action": "buy", "oil": "1"}, headers=headers)
    assert 'id="composed"' in html_of(response)
    assert 'id="action-panel"' not in html_of(response)


@pytest.mark.parametrize("after", [(), ("open 4 4",), AUCTIONS, PURCHASES, BUILDINGS])
def test_every_panel_sends_its_answers_to_the_board(after):
    board = Board(GameFactory.create(after=after))
    sent_to = set(re.findall(r'method="post" action="([^"]*)"', html_of(board.see())))
    assert reverse("games:what_if_play", args=[board.game.pk, 0]) in sent_to
    assert reverse("games:play", args=[board.game.pk]) not in sent_to


def test_games_against_the_trust_can_be_tried():
    options = rules.Options(edition="recharged")
    board = Board(GameFactory.create(players=2, options=options, after=TRUST_HOUSES[:2]))
    assert "Place house 3 of 6 for the Trust" in words_of(board.see())
    board.send("what_if_bots", who="one")
    assert len(board.said) == 1


def test_areas_can_be_drafted():
    board = Board(GameFactory.create(options=rules.Options(areas="draft")))
    assert "ground" in parts_of(board.play(headers=PANEL, action="area", area="west"))


# What is not taken --------------------------------------------------------------------------------------------------


def test_a_second_press_is_not_taken_twice(board):
    seen = {"expected": board.line.version, "begins": board.line.begins}
    board.play(number=0, action="buy", oil=2, **seen)
    response = board.play(number=0, action="buy", oil=2, **seen)
    assert response.status_code == 409
    assert "This line has changed meanwhile" in words_of(response)
    assert board.said == ["buy o2"]


def test_a_move_for_a_position_that_the_game_has_left_is_not_taken_and_the_reason_is_said(board):
    begins = board.line.begins
    board.game = play_on(board.game, "buy o1")
    response = board.play(action="buy", coal=1, begins=begins)
    assert (response.status_code, board.said) == (409, [])
    assert "The game went on meanwhile, so your move was not played." in words_of(response)
    assert "Bob bought 1 oil for 3 Elektro." in words_of(response)


def test_what_the_rules_refuse_is_explained_and_kept(board):
    response = board.play(action="buy", oil=9)
    assert response.status_code == 422
    assert 'role="alert"' in html_of(response)
    assert board.said == []


@pytest.mark.parametrize(
    "fields",
    [
        {"action": ""},
        {"action": "<script>alert(1)</script>"},
        {"action": "buy", "oil": "-1"},
        {"action": "buy", "oil": "9" * 5000},
        {"action": "build", "city": ["<b>"] * 99},
        {"action": "run", "plant": "x"},
        {"action": "buy", "expected": "x"},
        {"action": "buy", "begins": "\u202e1"},
        {"action": "buy", "begins": ""},
    ],
)
def test_what_cannot_be_read_is_explained(board, fields):
    response = board.play(**fields)
    assert response.status_code == 400
    assert "<script>alert" not in html_of(response)
    assert board.said == []


def test_an_address_that_cannot_be_read_still_shows_the_board(board):
    response = board.see(action="buy", oil="x" * 300)
    assert response.status_code == 400
    assert "You decide for" in words_of(response)


def test_what_was_composed_for_another_question_is_left_out(board):
    assert board.see(action="build", city="koln").status_code == 200


def test_a_line_that_has_ended_takes_nothing_more(board, monkeypatch):
    monkeypatch.setattr(whatif, "MOST_MOVES", 1)
    board.play(action="buy", oil=2)
    assert "The line ends here" in words_of(board.see())
    assert board.play(action="buy", nothing=1).status_code == 409
    assert board.send("what_if_bots", who="one").status_code == 409


def test_over_games_have_no_board(board):
    Game.objects.filter(pk=board.game.pk).update(finished_at=board.game.created_at)
    assert board.see(0)["Location"] == board.game.get_absolute_url()
    assert board.play(action="buy", oil=2)["Location"] == board.game.get_absolute_url()


def test_names_are_shown_harmlessly(board):
    board.game.seats.filter(name="Bob").update(name="<b>W\u202e" + "W" * 20)
    assert "<b>W" not in html_of(board.see())


# Starting over ------------------------------------------------------------------------------------------------------


def test_a_line_whose_game_has_gone_on_says_so_and_offers_to_start_anew(board):
    board.play(action="buy", oil=2)
    board.game = play_on(board.game, "buy o1")
    assert "The game has gone on" in words_of(board.see())
    assert "Start from the game as it is now" in words_of(board.see())
    board.client.post(reverse("games:what_if_start_over", args=[board.game.pk]))
    assert (board.said, board.line.begins) == ([], board.game.sequence)
    assert "The game has gone on" not in words_of(board.see())


def carry_on(board: Board):
    seen = {"begins": board.line.begins, "expected": board.line.version}
    return board.client.post(reverse("games:what_if_carry_on", args=[board.game.pk]), seen, follow=True)


def test_line_that_the_game_overtakes_says_what_happened_and_goes_on(board):
    board.play(action="buy", oil=2)
    board.play(action="buy", coal=1)
    board.game = play_on(board.game, "buy o1")
    words = words_of(board.see())
    assert "The game has gone on since this line began: Bob bought 1 oil for 3 Elektro." in words
    assert "All that is left of your line can be played from there." in words
    assert "Your line goes on from the game as it is now." in words_of(carry_on(board))
    assert (board.said, board.line.begins) == (["buy c1"], board.game.sequence)


def test_line_that_no_longer_fits_says_from_where(board):
    for fields in ({"oil": 2}, {"coal": 1}, {"nothing": 1}):
        board.play(action="buy", **fields)
    board.play(action="build", city="leipzig")
    board.play(action="build", city="koln")
    board.game = play_on(board.game, "buy o2", "buy c1", "buy", "build koln")
    words = words_of(board.see())
    assert "Your line no longer fits, from this move on: Ana built in Köln for 10 Elektro." in words
    assert 'id="carry-on"' not in html_of(board.see())


def test_line_that_changed_on_another_page_is_not_carried_on(board):
    board.play(action="buy", oil=2)
    seen = {"begins": board.line.begins, "expected": board.line.version - 1}
    address = reverse("games:what_if_carry_on", args=[board.game.pk])
    assert "This line has changed meanwhile" in words_of(board.client.post(address, seen, follow=True))


# What it keeps secret -----------------------------------------------------------------------------------------------


def test_the_page_is_the_same_whatever_nobody_has_seen(board):
    board.play(action="buy", oil=2)
    for _ in range(12):
        board.send("what_if_bots", who="one")
    numbers = range(len(board.said) + 1)
    before = [lasting(board.see(number)) for number in numbers]
    reshuffled(board.game)
    assert [lasting(board.see(number)) for number in numbers] == before


def test_plans_of_others_make_no_difference(board):
    board.play(action="buy", oil=2)
    before = words_of(board.see())
    bob = board.game.seats.get(name="Bob")
    StandingPlan.objects.create(
        seat=bob, slot="powering", body='{"plan":"power"}', round=1, given_sequence=board.game.sequence
    )
    assert words_of(board.see()) == before


def money_shown(response) -> list[str]:
    return re.findall(r"Money left|of \d\d</small>|would be left|\d short", html_of(response))


@pytest.mark.parametrize("after", [AUCTIONS, PURCHASES])
def test_hidden_money_of_others_stays_hidden_where_one_decides_for_them(after):
    board = Board(GameFactory.create(options=HIDES_MONEY, after=after), "Cid")
    assert "You decide for" in words_of(board.see())
    assert money_shown(board.see()) == []
    assert html_of(board.see()).count(HIDDEN) == 2
    shown = Board(GameFactory.create(options=SHOWS_MONEY, after=after), "Cid")
    assert money_shown(shown.see())


def test_no_bid_tells_how_much_others_have():
    board = Board(GameFactory.create(options=HIDES_MONEY, after=["open 4 4"]))
    page = words_of(board.see())
    assert "5 Elektro or more" in page
    assert "5 to" not in page
    assert board.play(action="bid", amount=9999).status_code == 302


def test_refusal_names_no_money_of_others():
    board = Board(GameFactory.create(options=HIDES_MONEY, after=["open 4 4"]))
    board.play(action="bid", amount=9998)
    board.play(action="pass")
    board.play(action="open", plant=3, bid=3)
    board.play(action="pass")
    board.play(action="open", plant=5, bid=5)
    board.play(action="buy", nothing=1)
    response = board.play(action="buy", coal=2)
    assert "Bob cannot pay that." in words_of(response)
    assert "and you have" not in words_of(response)


def test_the_end_of_a_game_that_is_only_tried_shows_no_hidden_money():
    game = GameFactory.create(options=HIDES_MONEY)
    _record, over = selfplay.play_game(HIDES_MONEY, 3, "1")
    seats = list(game.seats.all())
    table_view = tried_sight(
        over,
        panels.companies(seats, seats[1]),
        rules.Seat(1),
        Names.of(game),
        asked=None,
        powered={},
        panel=None,
        tells_money=True,
    )
    assert {row.company.name for row in table_view.players if row.money is not None} == {"Bob"}
    assert table_view.result is None


def test_the_page_takes_few_queries_however_long_the_line_is(board, django_assert_max_num_queries):
    for _ in range(10):
        board.send("what_if_bots", who="one")
    with django_assert_max_num_queries(9):
        board.see(10)
