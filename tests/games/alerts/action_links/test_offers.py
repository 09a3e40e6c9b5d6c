"""What can be done by a link, and what its button says."""

import pytest
from django.utils import timezone

import rules
from games.alerts.action_links.tickets import Kind
from games.models import Game, Seat, Slot
from games.plans.language import (
    AuctionPlan,
    BuildPlan,
    BuyPlan,
    CityWish,
    FuelWish,
    Plan,
    PowerPlan,
    ProxyBid,
    StandingPass,
    Wish,
)
from games.turns import edit_plans
from tests.factories import GameFactory, play_on
from tests.games.alerts.action_links.linked import tickets, words
from tests.games.planned import plan, withdraw
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES, ROUND
from tests.games.taking import act, seat_of

pytestmark = pytest.mark.django_db


def keep_from_answering(game: Game, name: str) -> None:
    edit_plans.stop(game, seat_of(game, name), now=timezone.now())


def test_bidder_can_pass():
    game = GameFactory(after=["open 4 4"])
    assert words(game, "Bob") == ["Pass on plant 04"]
    assert words(game, "Ana") == words(game, "Cid") == []


def test_opener_can_decline_only_where_no_plant_has_to_be_bought():
    assert words(GameFactory(), "Ana") == []
    assert words(GameFactory(after=ROUND), "Cid") == ["Decline: no plant this round"]


def test_everybody_can_power_as_it_is_proposed():
    game = GameFactory(after=BUILDINGS)
    for name in ("Ana", "Bob", "Cid"):
        assert words(game, name) == ["Power 1 city, earn 22 Elektro"]


def test_what_takes_thought_has_no_link():
    assert words(GameFactory(after=AUCTIONS), "Bob") == []
    assert words(GameFactory(after=PURCHASES), "Bob") == []


def test_nothing_is_offered_once_the_game_is_over_or_a_bot_plays():
    game = GameFactory(after=["open 4 4"])
    Game.objects.filter(pk=game.pk).update(finished_at=timezone.now())
    assert words(game, "Bob") == []
    Game.objects.filter(pk=game.pk).update(finished_at=None)
    assert words(game, "Bob") != []
    Seat.objects.update(absent_since=timezone.now())
    assert words(game, "Bob") == []


def test_plan_that_was_taken_back_can_go_on():
    game = plan(GameFactory(), "Bob", ProxyBid(4, 30))
    game = act(game, "Ana", "open 4 4")
    assert words(game, "Bob") == ["Pass on plant 04"]
    keep_from_answering(game, "Bob")
    assert words(game, "Bob") == ["Pass on plant 04", "Let my plan go on: bid 5 Elektro"]


def test_plan_that_cannot_answer_cannot_go_on():
    game = plan(GameFactory(), "Bob", ProxyBid(4, 4, beyond="ask"))
    game = act(game, "Ana", "open 4 4")
    assert words(game, "Bob") == ["Pass on plant 04"]


def test_plan_to_power_as_it_is_proposed_is_not_offered_twice():
    game = plan(GameFactory(after=PURCHASES), "Bob", PowerPlan())
    game = play_on(game, *BUILDINGS[len(PURCHASES) :])
    keep_from_answering(game, "Bob")
    assert words(game, "Bob") == ["Power 1 city, earn 22 Elektro"]


def test_plan_to_power_less_is_offered_beside_it():
    game = plan(GameFactory(after=PURCHASES), "Bob", PowerPlan(runs=rules.RunPlants(())))
    game = play_on(game, *BUILDINGS[len(PURCHASES) :])
    keep_from_answering(game, "Bob")
    assert words(game, "Bob") == ["Power 1 city, earn 22 Elektro", "Let my plan go on: run no plant"]


# The plans of the last round ----------------------------------------------------------------------------------------


DECLINED = ("decline", "decline", "decline")
"""Nobody buys a plant in round 2, so that they go on with resources: Bob first, Cid last."""


def planned_in_the_first_round(wanted: Plan, *, then: tuple[str, ...]) -> Game:
    """Cid plans something for round 1 and decides by hand; then it goes on to round 2."""
    game = plan(GameFactory.create(after=AUCTIONS), "Cid", wanted, for_round=1)
    return play_on(game, *ROUND[len(AUCTIONS) :], *then)


@pytest.mark.parametrize("wanted", [BuyPlan((FuelWish("coal", 1, 3),)), BuyPlan()], ids=["some fuel", "nothing"])
def test_purchase_of_the_last_round_can_be_planned_again(wanted: BuyPlan):
    game = planned_in_the_first_round(wanted, then=DECLINED)
    assert words(game, "Cid") == ["Plan the same for round 2"]
    assert words(game, "Ana") == []


def test_purchase_is_not_offered_before_its_phase():
    assert Kind.RENEW not in tickets(planned_in_the_first_round(BuyPlan(), then=()), "Cid")


def test_purchase_is_not_offered_once_it_is_planned():
    game = planned_in_the_first_round(BuyPlan(), then=DECLINED)
    assert words(plan(game, "Cid", BuyPlan((FuelWish("oil", 1, 3),))), "Cid") == []
    assert words(withdraw(game, "Cid", Slot.PURCHASE), "Cid") == []


def test_purchase_of_two_rounds_ago_is_forgotten():
    game = planned_in_the_first_round(BuyPlan(), then=DECLINED)
    seat_of(game, "Cid").plans.update(round=0)
    assert words(game, "Cid") == []


def test_cities_that_are_built_are_not_planned_again():
    built, open_ = BuildPlan((CityWish("koln", 10),)), BuildPlan((CityWish("essen", 30),))
    then = (*DECLINED, "buy", "buy", "buy")
    assert words(planned_in_the_first_round(built, then=then), "Cid") == []
    assert words(planned_in_the_first_round(open_, then=then), "Cid") == ["Plan the same for round 2"]


@pytest.mark.parametrize(
    ("wanted", "is_offered"),
    [
        (StandingPass(), True),
        (AuctionPlan((Wish(8, 20),)), True),
        (AuctionPlan((Wish(4, 20), Wish(8, 20))), True),
        (AuctionPlan((Wish(4, 20),)), False),
        (AuctionPlan(), True),
        (AuctionPlan(otherwise="ask"), False),
    ],
)
def test_auctions_are_planned_again_as_long_as_a_plant_is_there_or_it_is_to_pass(wanted: Plan, is_offered: bool):
    game = GameFactory.create()
    game = plan(game, "Ana", wanted, for_round=1)
    game = play_on(game, *ROUND)
    assert words(game, "Ana") == (["Plan the same for round 2"] if is_offered else [])
