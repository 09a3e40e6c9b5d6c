"""Plans that ask instead of answering, what needs no plan, and what becomes of plans when something is taken back."""

from datetime import timedelta

import pytest

import rules
from games.models import Game, Origin, PoweringRule, Slot, StandingPlan, pace
from games.plans.language import AuctionPlan, PowerPlan, ProxyBid, StandingPass, Wish
from games.plans.reasons import TookBack, reason_from_json
from tests.factories import GameFactory, play_on
from tests.games.planned import asks, come_due, due, origins, plan
from tests.games.scripts import BUILDINGS
from tests.games.taking import act, alerts, asked, rows, seat_of
from tests.games.undoing import agree, take_back

pytestmark = pytest.mark.django_db

PASS = StandingPass()


# Asking -------------------------------------------------------------------------------------------------------------


def test_plan_that_cannot_answer_asks_and_is_kept():
    game = plan(GameFactory(), "Bob", ProxyBid(plant=4, limit=4, beyond="ask"))
    game = act(game, "Ana", "open 4 4")
    assert seat_of(game, "Bob").answers_at is None
    assert asks(game, "Bob", Slot.AUCTION)
    assert alerts(game) == [("Ana", 0), ("Bob", 1)]


def test_plan_that_cannot_answer_any_more_when_its_moment_comes_asks():
    game = act(plan(GameFactory(), "Bob", PASS), "Ana", "open 4 4")
    StandingPlan.objects.update(body='{"plan":"pass","unless":[4]}')
    game = come_due(game)
    assert rows(game) == [(0, "open 4 4")]
    assert asks(game, "Bob", Slot.AUCTIONS)
    assert (seat_of(game, "Bob").answers_at, game.due_at) == (None, None)
    assert alerts(game) == [("Ana", 0), ("Bob", 1)]


def test_plan_that_asks_lets_no_other_answer_the_same():
    game = plan(GameFactory(), "Bob", ProxyBid(plant=4, limit=4, beyond="ask"))
    game = plan(game, "Bob", PASS)
    game = act(game, "Ana", "open 4 4")
    assert seat_of(game, "Bob").answers_at is None
    assert not asks(game, "Bob", Slot.AUCTIONS)


def test_plan_given_anew_asks_no_more():
    game = act(plan(GameFactory(), "Bob", ProxyBid(plant=4, limit=4, beyond="ask")), "Ana", "open 4 4")
    game = plan(game, "Bob", ProxyBid(plant=4, limit=9, beyond="ask"))
    assert not asks(game, "Bob", Slot.AUCTION)
    assert rows(come_due(game))[-1] == (1, "bid 5")


def test_plan_goes_on_once_its_owner_has_decided_what_it_asked():
    wishes = AuctionPlan(wishes=(Wish(plant=3, limit=9),), otherwise="ask")
    game = act(plan(GameFactory(), "Cid", wishes), "Ana", "open 4 4")
    game = act(game, "Bob", "pass")
    assert asks(game, "Cid", Slot.AUCTIONS)
    game = act(game, "Cid", "pass")
    assert not asks(game, "Cid", Slot.AUCTIONS)
    game = come_due(act(game, "Bob", "open 3 3"))
    assert rows(game)[-1] == (2, "bid 4")


# By a rule ----------------------------------------------------------------------------------------------------------


def test_plan_to_power_otherwise_counts_more_than_the_rule():
    game = GameFactory(after=BUILDINGS[:-1], powering=PoweringRule.LEAST)
    plan(game, "Ana", PowerPlan(runs=rules.RunPlants(())))
    game = play_on(game, BUILDINGS[-1])
    seat = seat_of(game, "Ana")
    assert seat.is_to_move
    assert seat.answers_at is not None


# Taking back --------------------------------------------------------------------------------------------------------


def test_what_a_plan_did_can_be_taken_back_and_does_not_happen_again_by_itself():
    game = come_due(act(plan(GameFactory(), "Bob", PASS), "Ana", "open 4 4"))
    game = take_back(game, "Bob")
    seat = seat_of(game, "Bob")
    assert (seat.is_to_move, seat.answers_at) == (True, None)
    assert reason_from_json(asks(game, "Bob", Slot.AUCTIONS)) == TookBack()
    game = act(game, "Bob", "bid 5")
    assert reason_from_json(asks(game, "Bob", Slot.AUCTIONS)) == TookBack()


def test_what_a_plan_did_at_once_can_be_taken_back_too():
    game = plan(GameFactory(plans_answer_at_once=True, after=["open 4 4"]), "Bob", PASS)
    game = take_back(game, "Bob")
    assert rows(game)[-1][0] == 1
    assert asked(game) == ["Bob"]
    assert reason_from_json(asks(game, "Bob", Slot.AUCTIONS)) == TookBack()


def test_plan_for_what_its_owner_took_back_asks():
    game = act(plan(GameFactory(), "Bob", PASS), "Ana", "open 4 4")
    game = take_back(act(game, "Bob", "bid 5"), "Bob")
    assert seat_of(game, "Bob").answers_at is None


def test_plan_whose_moment_was_taken_back_answers_when_it_comes_again():
    game = act(plan(GameFactory(), "Bob", PASS), "Ana", "open 4 4")
    moment = due(game)
    game = take_back(game, "Ana")
    assert (seat_of(game, "Bob").answers_at, Game.objects.get(pk=game.pk).due_at) == (None, None)
    game = come_due(game, now=moment)
    game = act(game, "Ana", "open 4 6")
    assert seat_of(game, "Bob").answers_at > moment - timedelta(seconds=pace.LATEST)
    assert rows(come_due(game))[-1] == (1, "pass")


def test_plan_that_was_over_is_in_force_again_where_its_auction_is():
    game = plan(GameFactory(undo_by_consent=True), "Cid", StandingPass(plant=4))
    game = come_due(play_on(game, "open 4 4", "bid 5"))
    assert rows(game)[-1] == (2, "pass")
    game = take_back(act(game, "Ana", "pass"), "Bob")
    game = agree(agree(game, "Ana", "Bob"), "Cid", "Bob")
    assert (asked(game), game.due_at) == (["Bob"], None)
    game = come_due(act(game, "Bob", "bid 6"))
    assert rows(game)[-1] == (2, "pass")


def test_what_was_powered_by_a_rule_is_no_answer_to_what_came_before():
    game = GameFactory(after=BUILDINGS[:-1])
    game.seats.exclude(name="Cid").update(powering=PoweringRule.LEAST)
    builder = asked(game)[0]
    game = play_on(game, BUILDINGS[-1])
    assert Origin.UNASKED in origins(game)
    game = take_back(game, builder)
    assert asked(game) == [builder]
    game = play_on(game, BUILDINGS[-1])
    assert origins(game)[-1] == Origin.UNASKED
