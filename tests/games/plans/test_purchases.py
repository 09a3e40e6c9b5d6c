"""Plans for buying resources."""

from typing import Literal

import pytest

import rules
from games.plans.language import BuyPlan, FuelWish
from games.plans.reasons import BelowFloor, FuelTooDear
from tests.games.plans.asked import asks, does, refused_by, says_nothing
from tests.rules.positions import company, position


def buying(money: int = 50, plants=(4, 5), fuel: str = "-", resources: str = "c9 o9 g9 u4", **fields) -> rules.State:
    """Seat 0 buys. Nine coal cost 6 to 8 Elektro, three at each price."""
    companies = [company(money, plants, fuel, fields.pop("cities", "")), company()]
    return position(companies, phase="resources", order=(1, 0), resources=resources, **fields)


def plan(*wishes: tuple, floor: int = 0, otherwise: Literal["less", "ask"] = "ask") -> BuyPlan:
    return BuyPlan(tuple(FuelWish(*wish) for wish in wishes), floor, otherwise)


def less(*wishes: tuple, floor: int = 0) -> BuyPlan:
    return plan(*wishes, floor=floor, otherwise="less")


def test_all_is_bought():
    assert does(buying(), plan(("coal", 4, 7), ("oil", 1, 6))) == "buy c4 o1"


def test_nothing_is_bought_where_nothing_is_wished_for():
    assert does(buying(), plan()) == "buy"


def test_kind_named_again_is_bought_on_top():
    assert does(buying(), plan(("coal", 2, 6), ("coal", 2, 7))) == "buy c4"
    assert asks(buying(), plan(("coal", 2, 6), ("coal", 2, 6))) == FuelTooDear("coal", price=7, most=6)


@pytest.mark.parametrize(
    ("coal", "money", "bought"),
    [(11, 50, "buy c3"), (11, 15, "buy c2"), (10, 50, "buy c1"), (9, 50, "buy"), (0, 50, "buy")],
)
def test_at_most_9_for_the_third_coal_else_two(coal, money, bought):
    """Of 11 coal the first three cost 5, 5 and 6, and of 10 the second costs 6: what is said of the third is not
    said of it."""
    state = buying(money, resources=f"c{coal} o9 g9 u4")
    assert does(state, less(("coal", 2, 5), ("coal", 1, 9))) == bought


def test_at_most_9_for_the_third_coal_else_two_where_it_costs_more():
    state = buying(resources="c11 o9 g9 u4")
    assert does(state, less(("coal", 2, 5), ("coal", 1, 5))) == "buy c2"
    assert does(state, less(("coal", 2, 5), ("oil", 1, 6), ("coal", 1, 5))) == "buy c2 o1"


def test_price_above_the_ceiling_asks_or_buys_less():
    assert asks(buying(), plan(("coal", 4, 6))) == FuelTooDear("coal", price=7, most=6)
    assert does(buying(), less(("coal", 4, 6), ("oil", 1, 6))) == "buy c3 o1"


def test_floor_is_kept():
    assert asks(buying(money=20), plan(("coal", 3, 9), floor=3)) == BelowFloor(18, money=20, floor=3)
    assert does(buying(money=20), less(("coal", 3, 9), floor=3)) == "buy c2"
    assert does(buying(money=20), plan(("coal", 3, 9), floor=2)) == "buy c3"


@pytest.mark.rule("GEN-2")
def test_money_that_does_not_suffice_asks_or_buys_less():
    assert asks(buying(money=17), plan(("coal", 3, 9))) == BelowFloor(18, money=17, floor=0)
    assert does(buying(money=17), less(("coal", 3, 9))) == "buy c2"


@pytest.mark.rule("RES-5")
def test_sold_out_asks_or_buys_less():
    state = buying(resources="c2 o9 g9 u4", money=90)
    assert refused_by(state, plan(("coal", 3, 9))) == "RES-5"
    assert does(state, less(("coal", 3, 9), ("oil", 1, 9))) == "buy c2 o1"
    assert does(buying(resources="c0 o9 g9 u4"), less(("coal", 3, 9))) == "buy"


@pytest.mark.rule("PLT-7")
def test_no_room_asks_or_buys_less():
    state = buying(fuel="c4 o3", money=90)
    assert refused_by(state, plan(("coal", 2, 9))) == "PLT-7"
    assert does(state, less(("coal", 2, 9))) == "buy c1"


@pytest.mark.rule("PLT-5", "PLT-7")
def test_coal_and_oil_share_the_room_of_a_hybrid_in_the_order_of_the_wishes():
    state = buying(plants=(5,), money=90)
    assert does(state, less(("coal", 3, 9), ("oil", 3, 9))) == "buy c3 o1"
    assert does(state, less(("oil", 3, 9), ("coal", 3, 9))) == "buy c1 o3"


@pytest.mark.rule("RES-2")
def test_fuel_that_no_plant_burns_asks_or_is_left():
    assert refused_by(buying(), plan(("uranium", 1, 16))) == "RES-2"
    assert does(buying(), less(("uranium", 1, 16), ("coal", 1, 9))) == "buy c1"


@pytest.mark.rule("MAP-CE-7")
def test_ceiling_is_for_what_the_seat_pays():
    state = buying(plants=(6,), map="central-europe", areas=("czechia", "austria", "slovakia"), cities="wien")
    assert does(state, plan(("garbage", 1, 5))) == "buy g1"


@pytest.mark.rule("MAP-USA-3")
def test_coal_storage_counts_as_on_sale():
    state = buying(map="usa", options={"edition": "recharged", "two_player_mode": "plain"}, resources="c1 o9 g9 u2")
    assert does(state, plan(("coal", 3, 8))) == "buy c3"
    assert does(state, less(("coal", 3, 7))) == "buy"


def test_plan_is_for_buying_alone():
    assert says_nothing(position(2, phase="building"), plan())
