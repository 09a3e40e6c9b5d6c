"""Plans for auctions, made on the game page."""

import re

import pytest
from django.utils import timezone

import rules
from games.models import Origin, Slot
from games.plans.language import (
    AuctionPlan,
    BuildPlan,
    CityWish,
    Condition,
    ProxyBid,
    StandingPass,
    Wish,
)
from games.replay import snapshots
from games.turns import edit_plans
from tests.factories import GameFactory, play_until
from tests.games.pages.plans.positions import PRESSED, SENT, action_panel, plans_of, plans_part
from tests.games.planned import plan
from tests.games.scripts import AUCTIONS, PURCHASES, ROUND
from tests.games.taking import seat_of
from tests.pages import html_of, link, words_of

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


# All auctions of a round -------------------------------------------------------------------------------------------

WISHES = {
    "plan": "wishes",
    "composed": 1,
    "round": 2,
    "wish": [7, 8, 20],
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
    "wish-20-limit": 33,
    "wish-20-place": 3,
    "wish-20-only_if_others": "on",
    "wish-20-if-1-holds": "only",
    "wish-20-if-1-fact": "drawn",
    "wish-20-if-1-number": "25",
}
PLANNED = AuctionPlan(
    (
        Wish(8, 21, opening=10, given=(Condition("bought", seat=1, holds=False),)),
        Wish(7, 9, opening=0),
        Wish(20, 33, given=(Condition("drawn", plant=25),)),
    ),
    floor=20,
    otherwise="ask",
)


def waiting(game):
    """The name of somebody who is not asked, and has not bought."""
    return game.seats.filter(asked_at=None).last().name


def test_everybody_is_asked_for_their_auctions_when_a_round_begins(see):
    game = GameFactory(after=ROUND)
    words = action_panel(see(game, waiting(game)))
    assert words.startswith("Your auctions Pick plants in the market")
    assert "The game waits for:" in words
    assert "Pass all auctions of this round" in words


def test_whoever_is_asked_can_say_it_for_all_auctions(see):
    game = GameFactory(after=ROUND)
    name = game.seats.exclude(asked_at=None).get().name
    page = see(game, name)
    assert "Plan all auctions" in action_panel(page)
    words = action_panel(see(game, name, plan="wishes"))
    assert "Your auctions" in words
    assert "Decide only this" in words


def test_who_plays_against_bots_alone_is_asked_plant_by_plant(see):
    assert "Plan all auctions" not in action_panel(see(GameFactory(bots=2), "Ana"))


def test_plants_are_picked_in_the_market_and_put_back(client, see):
    game = GameFactory(after=ROUND)
    name = waiting(game)
    page = see(game, name)
    picked = client.get(link(page, "plant-8"))
    assert "Plan: bid for 1 plant" in action_panel(picked)
    assert 'name="wish-8-limit" value="13"' in html_of(picked)
    both = client.get(link(picked, "plant-7"))
    assert re.findall(r'name="wish" value="(\d+)"', html_of(both))[:2] == ["8", "7"]
    assert "Plan: bid for 1 plant" in action_panel(client.get(link(both, "plant-8")))
    assert "Plan: bid for 1 plant" in action_panel(client.get(link(both, "unwish-8")))


def test_plant_that_is_up_for_auction_is_offered_to_who_has_not_said_anything(client, see):
    game = GameFactory(after=[*ROUND, "open 8 8"])
    page = see(game, waiting(game))
    assert "Bid for plant 08" in action_panel(page)
    assert 'name="wish-8-limit"' in html_of(client.get(link(page, "wish-running")))


def test_future_plants_and_plants_to_come_can_be_picked_too(see):
    game = GameFactory(after=ROUND)
    page = see(game, waiting(game))
    assert 'id="plant-20"' not in html_of(page)
    later = see(game, waiting(game), plan="wishes", composed=1, wish=[20, ""])
    assert 'name="wish-20-limit" value="25"' in html_of(later)


def test_whoever_would_decline_by_their_plan_is_told(see):
    game = GameFactory(after=ROUND)
    asked, words = game.seats.exclude(asked_at=None).get().name, "With this plan you decline at once"
    future = {"plan": "wishes", "composed": 1, "wish": 20, "wish-20-limit": 25, "wish-20-place": 1}
    assert words in action_panel(see(game, asked, **future, auctions_otherwise="pass"))
    assert words not in action_panel(see(game, asked, **future, auctions_otherwise="ask"))
    assert words not in action_panel(see(game, waiting(game), **future, auctions_otherwise="pass"))
    assert words not in action_panel(see(game, asked, plan="wishes", composed=1, wish=8, auctions_otherwise="pass"))


def test_what_rivals_have_is_in_view(see):
    game = GameFactory(after=ROUND, options=rules.Options(money_visible=True))
    words = action_panel(see(game, "Ana", **WISHES))
    assert re.search(r"You have \d+ \. Rivals have Bob \d+ Cid \d+", words)
    assert "Bob, Cid can go higher" in words


def test_hidden_money_stays_hidden(see):
    game = GameFactory(after=ROUND)
    words = action_panel(see(game, "Ana", **WISHES))
    assert re.search(r"You have \d+ \.", words)
    assert "Rivals have" not in words
    assert "can go higher" not in words


def test_wishes_become_a_plan_in_their_order(send):
    game = GameFactory(after=ROUND)
    assert send(game, "Ana", **WISHES).status_code == 302
    assert plans_of(game, "Ana") == {"auctions": PLANNED}


def test_plan_for_auctions_is_filled_in_again_to_be_changed(see, send):
    game = GameFactory(after=ROUND)
    plan(game, "Ana", PLANNED)
    page = see(game, "Ana", plan="wishes")
    form = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', html_of(page)))
    sent = {name: value for name, value in form.items() if name not in {"csrfmiddlewaretoken", "expected", "wish"}}
    game = edit_plans.withdraw(game, seat_of(game, "Ana"), Slot.AUCTIONS, now=timezone.now())
    send(game, "Ana", **sent, wish=[8, 7, 20])
    assert plans_of(game, "Ana") == {"auctions": PLANNED}


def test_plant_that_others_have_to_open_is_filled_in_as_such(see):
    game = GameFactory(after=ROUND)
    plan(game, "Ana", PLANNED)
    page = html_of(see(game, "Ana", plan="wishes"))
    boxes = re.findall(r'<input type="checkbox" name="([^"]+)-only_if_others"([^>]*)>', page)
    assert {name for name, rest in boxes if "checked" in rest} == {"wish-20"}


def test_plan_for_a_plant_that_is_gone_can_still_be_changed(see):
    game = GameFactory(after=ROUND)
    plan(game, "Ana", AuctionPlan((Wish(4, 9), Wish(8, 12))))
    assert "Plan: bid for 1 plant" in action_panel(see(game, "Ana", plan="wishes"))


def test_whoever_is_asked_answers_at_once_by_what_they_planned(send):
    game = GameFactory(after=ROUND)
    name = game.seats.exclude(asked_at=None).get().name
    fields = {"wish": 8, "wish-8-limit": 12, "wish-8-place": 1, "expected": game.sequence}
    send(game, name, plan="wishes", composed=1, round=2, **fields)
    opened = game.actions.last()
    assert (opened.origin, str(rules.action_from_json(opened.body))) == (Origin.PLAYER, "open 8 8")
    assert plans_of(game, name) == {"auctions": AuctionPlan((Wish(8, 12, opening=0),))}


def test_whoever_is_asked_answers_once_where_plans_answer_at_once(send):
    game = GameFactory(after=ROUND, plans_answer_at_once=True)
    name = game.seats.exclude(asked_at=None).get().name
    fields = {"wish": 8, "wish-8-limit": 12, "expected": game.sequence}
    response = send(game, name, headers=SENT, plan="wishes", composed=1, round=2, **fields)
    assert response.status_code == 200
    assert str(rules.action_from_json(game.actions.get(sequence=len(ROUND) + 1).body)) == "open 8 8"
    assert set(plans_of(game, name)) == {"auctions"}


def test_wishes_for_the_next_round_answer_nothing_of_this_one(send):
    game = GameFactory(after=PURCHASES)
    plan(game, "Bob", BuildPlan((CityWish("halle", 10),)))
    send(game, "Bob", plan="wishes", composed=1, round=2, wish=8, **{"wish-8-limit": 12})
    game.refresh_from_db()
    assert game.sequence == len(PURCHASES)
    assert set(plans_of(game, "Bob")) == {"auctions", "building"}


def test_passing_that_comes_too_late_is_answered_in_the_panel(send):
    game = GameFactory(after=AUCTIONS)
    response = send(game, "Ana", headers=SENT, plan="passes", round=1)
    assert response.status_code == 422
    assert "Your turn in that round is over." in words_of(response)


def test_least_bid_is_told_of_each_plant(see):
    game = GameFactory(options=rules.Options(edition="recharged"))
    market = [int(plant) for plant in re.findall(r'id="plant-(\d+)"', html_of(see(game, "Bob")))]
    words = words_of(see(game, "Bob", plan="wishes", composed=1, wish=market))
    told = sorted(map(int, re.findall(r"empty: (\d+)", words)))
    assert told[0] == 1
    assert told[1] > 3


def test_each_wish_is_named_for_its_plant(see):
    page = html_of(see(GameFactory(after=ROUND), "Ana", plan="wishes", composed=1, wish=29))
    assert 'role="group" aria-label="Plant 29 powers 4 cities with 1 coal or oil"' in page


def test_wish_for_nothing_is_answered(send):
    response = send(GameFactory(after=ROUND), "Ana", plan="wishes", composed=1, round=2)
    assert response.status_code == 400
    assert "Nothing is planned yet. Pick at least one plant in the market." in words_of(response)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"wish-8-limit": ""}, "Enter an amount."),
        ({"wish-8-opening": 10}, "That is above your limit of 9."),
        ({"wish-8-if-1-fact": "drawn"}, "Which plant?"),
        ({"wish-8-if-1-fact": "drawn", "wish-8-if-1-number": 41}, "There is no plant 41."),
        ({"wish-8-leaps": "soon"}, "Write whole numbers"),
        ({"wish-8-place": 0}, "Enter a number from 1 to 99."),
        ({"wish-8-place": 100}, "Enter a number from 1 to 99."),
        ({"wish-8-place": "first"}, "the plant with the lowest comes first."),
        ({"wish-8-limit": 999}, "You have 56 Elektro."),
        ({"wish-8-limit": 10000}, "Nothing is planned yet. Please correct what is marked above."),
        ({"wish": ["many", 999, 4, 8]}, None),
        ({"scrap": 9}, None),
    ],
)
def test_wish_that_cannot_be_read_is_answered_beside_it(send, fields, sentence):
    game = GameFactory(after=ROUND)
    said = {"plan": "wishes", "composed": 1, "round": 2, "wish": 8, "wish-8-limit": 9} | fields
    response = send(game, "Ana", **said)
    assert response.status_code == (400 if sentence else 302)
    assert sentence is None or sentence in words_of(response)


def test_one_plant_to_scrap_is_said_for_all_wishes(send, see):
    game = play_until(GameFactory(), lambda state: state.round > 4 and len(state.players[0].plants) == 3)
    state = snapshots.load(game)
    worst = min(state.players[0].plants)
    page = see(game, "Ana", plan="wishes", composed=1, wish=state.market[0])
    assert re.search(rf'<option value="{worst}" selected', html_of(page))


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
