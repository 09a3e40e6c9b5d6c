"""Plans for auctions, made on the game page."""

import re

import pytest

import rules
from games.models import Origin
from games.plans.language import (
    AuctionPlan,
    Condition,
    ProxyBid,
    StandingPass,
    Wish,
)
from tests.factories import GameFactory
from tests.games.pages.plans.positions import PRESSED, plans_of, plans_part
from tests.games.planned import plan
from tests.games.scripts import ROUND
from tests.pages import html_of, words_of

pytestmark = pytest.mark.django_db


def test_auction_is_passed_in_one_press(send):
    game = GameFactory(after=["open 4 4"])
    response = send(game, "Cid", plan="pass", round=1)
    assert (response.status_code, response["Location"]) == (302, f"{game.get_absolute_url()}#plans")
    assert plans_of(game, "Cid") == {"auction": StandingPass(4)}


def test_all_auctions_are_passed_in_one_press(send):
    game = GameFactory(after=ROUND)
    send(game, "Ana", plan="passes", round=2)
    assert plans_of(game, "Ana") == {"auctions": StandingPass()}


def test_plants_not_to_be_passed_can_be_named(send):
    game = GameFactory(after=ROUND)
    send(game, "Ana", plan="passes", round=2, unless=[30, 7])
    assert plans_of(game, "Ana") == {"auctions": StandingPass(unless=(7, 30))}


def test_site_bids_up_to_a_limit(send, see):
    game = GameFactory(after=["open 4 4"])
    send(game, "Cid", plan="bid", round=1, limit=17, beyond="ask", leaps="9, 12")
    assert plans_of(game, "Cid") == {"auction": ProxyBid(4, 17, beyond="ask", leaps=(9, 12))}
    words = plans_part(see(game, "Cid"))
    assert "I bid up to 17 Elektro for plant 04. If the others bid more, ask me." in words
    assert "for this auction" in words


@pytest.mark.parametrize(
    ("limit", "sentence"),
    [
        ("51", "You have 50 Elektro."),
        ("4", "The next bid is 5"),
        ("x", "Enter a whole number of Elektro"),
        ("", "Enter an amount."),
    ],
)
def test_limit_that_makes_no_sense_is_answered_and_kept(send, limit, sentence):
    game = GameFactory(after=["open 4 4"])
    response = send(game, "Cid", headers=PRESSED, plan="bid", round=1, limit=limit, beyond="pass")
    assert response.status_code == 400
    assert sentence in words_of(response)
    assert not limit or f'value="{limit}"' in html_of(response)
    assert plans_of(game, "Cid") == {}


def test_each_wish_has_room_for_one_condition_more(see):
    game = GameFactory(after=ROUND)
    plan(game, "Ana", AuctionPlan((Wish(8, 21, given=(Condition("drawn", plant=25),)),)))
    page = html_of(see(game, "Ana", plan="wishes"))
    conditions = re.findall(r'name="wish-(8|7)-if-(\d)-fact"', page)
    assert sorted(conditions) == [("7", "1"), ("8", "1"), ("8", "2")]


def test_wishes_become_a_plan_in_their_order(send):
    game = GameFactory(after=ROUND)
    fields = {
        "auctions_floor": 20,
        "auctions_otherwise": "ask",
        "wish-7-limit": 9,
        "wish-7-place": 2,
        "wish-8-limit": 21,
        "wish-8-place": 1,
        "wish-8-opening": 10,
        "wish-8-if-1-holds": "unless",
        "wish-8-if-1-fact": "bought:1",
        "wish-8-if-1-number": "",
        "other-1-plant": 20,
        "other-1-limit": 33,
        "other-1-place": 3,
        "other-1-only_if_others": "on",
        "other-1-if-1-holds": "only",
        "other-1-if-1-fact": "drawn",
        "other-1-if-1-number": "25",
    }
    response = send(game, "Ana", plan="wishes", round=2, **fields)
    assert response.status_code == 302
    assert plans_of(game, "Ana") == {
        "auctions": AuctionPlan(
            (
                Wish(8, 21, opening=10, given=(Condition("bought", seat=1, holds=False),)),
                Wish(7, 9, opening=0),
                Wish(20, 33, given=(Condition("drawn", plant=25),)),
            ),
            floor=20,
            otherwise="ask",
        )
    }


def test_plant_that_others_have_to_open_is_filled_in_as_such(see):
    game = GameFactory(after=ROUND)
    plan(game, "Ana", AuctionPlan((Wish(8, 21, opening=10), Wish(7, 9, opening=0), Wish(20, 33))))
    page = html_of(see(game, "Ana", plan="wishes"))
    boxes = re.findall(r'<input type="checkbox" name="([^"]+)-only_if_others"([^>]*)>', page)
    assert {name for name, rest in boxes if "checked" in rest} == {"other-1"}
    assert {name for name, _rest in boxes} >= {"wish-8", "wish-7", "other-1"}


def test_plan_for_auctions_is_filled_in_again_to_be_changed(send, see):
    game = GameFactory(after=ROUND)
    given = AuctionPlan((Wish(8, 21, opening=10), Wish(20, 33, given=(Condition("drawn", plant=25),))), floor=7)
    plan(game, "Ana", given)
    page = html_of(see(game, "Ana", plan="wishes"))
    form = dict(re.findall(r'<input type="number" name="([^"]+)" value="(\d+)"', page))
    assert form.items() >= {
        ("wish-8-limit", "21"),
        ("wish-8-opening", "10"),
        ("wish-8-place", "1"),
        ("other-1-limit", "33"),
        ("other-1-place", "2"),
        ("other-1-if-1-number", "25"),
        ("auctions_floor", "7"),
    }
    assert re.search(r'<option value="20" selected\s*>20</option>', page)


def test_each_row_of_wishes_tells_its_least_bid(see):
    wishes = words_of(see(GameFactory(options=rules.Options(edition="recharged")), "Bob", plan="wishes"))
    *ordinary, discounted = map(int, re.findall(r"empty: (\d+)", wishes))
    assert min(ordinary) > 3
    assert discounted == 1


def test_each_row_of_wishes_is_named_for_its_plant(see):
    page = html_of(see(GameFactory(after=ROUND), "Ana", plan="wishes"))
    names = re.findall(r'<div class="wish-line" role="group" aria-label="([^"]*)">', page)
    assert names[0] == "Plant 29 powers 4 cities with 1 coal or oil"
    assert names[-1] == "another plant"


def test_wish_for_nothing_is_answered(send):
    response = send(GameFactory(after=ROUND), "Ana", plan="wishes", round=2)
    assert response.status_code == 400
    assert "Nothing is planned yet. Enter a limit for at least one plant" in words_of(response)
    assert "marked below" not in words_of(response)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"other-1-limit": 5}, "Which plant?"),
        ({"other-1-limit": "", "other-1-plant": 20}, "Up to how much?"),
        ({"wish-8-limit": 9, "wish-8-opening": 10}, "That is above your limit of 9."),
        ({"wish-8-limit": 9, "wish-8-if-1-fact": "drawn"}, "Which plant?"),
        ({"wish-8-limit": 9, "wish-8-if-1-fact": "drawn", "wish-8-if-1-number": 41}, "There is no plant 41."),
        ({"wish-8-limit": 9, "wish-8-leaps": "soon"}, "Write whole numbers"),
        ({"wish-8-limit": 9, "wish-8-place": 0}, "Enter a number from 1 to 99."),
        ({"wish-8-limit": 9, "wish-8-place": 100}, "Enter a number from 1 to 99."),
        ({"wish-8-limit": 9, "wish-8-place": "first"}, "the plant with the lowest comes first."),
        ({"wish-8-limit": 10000}, "Nothing is planned yet. Please correct what is marked below."),
        ({"wish-8-limit": 9, "wish-8-scrap": 9}, None),
    ],
)
def test_wish_that_cannot_be_read_is_answered_beside_it(send, fields, sentence):
    game = GameFactory(after=ROUND)
    response = send(game, "Ana", plan="wishes", round=2, **fields)
    assert response.status_code == (400 if sentence else 302)
    assert sentence is None or sentence in words_of(response)


def test_first_bid_and_the_plan_to_go_on_are_sent_at_once(send, see):
    game = GameFactory(after=["open 4 4"])
    assert "Bid up to …" in words_of(see(game, "Bob"))
    response = send(game, "Bob", "bid_and_plan", action="bid", amount=6, expected=1, limit=9, beyond="pass")
    assert response.status_code == 302
    assert game.actions.last().origin == Origin.PLAYER
    assert plans_of(game, "Bob") == {"auction": ProxyBid(4, 9)}


def test_plant_is_put_up_with_a_plan_to_go_on(send):
    game = GameFactory()
    send(game, "Ana", "bid_and_plan", action="open", plant=6, bid=6, expected=0, limit=9, beyond="ask")
    game.refresh_from_db()
    assert game.sequence == 1
    assert plans_of(game, "Ana") == {"auction": ProxyBid(6, 9, beyond="ask")}


def test_bid_with_a_limit_below_it_is_not_sent(send):
    game = GameFactory(after=["open 4 4"])
    response = send(game, "Bob", "bid_and_plan", action="bid", amount=12, expected=1, limit=9, beyond="pass")
    assert response.status_code == 400
    assert "The next bid is 12" in words_of(response)
    game.refresh_from_db()
    assert game.sequence == 1


def test_late_bid_leaves_no_plan(send):
    game = GameFactory(after=["open 4 4", "bid 5"])
    response = send(game, "Bob", "bid_and_plan", action="bid", amount=5, expected=1, limit=9, beyond="pass")
    assert response.status_code == 409
    assert plans_of(game, "Bob") == {}
