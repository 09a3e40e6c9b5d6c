"""Plans on boards that sell fuel, plants and cities in ways of their own."""

from typing import Literal

import pytest

import rules
from games.plans import words
from games.plans.language import (
    AuctionPlan,
    BuildPlan,
    BuyPlan,
    CityWish,
    FuelWish,
    Plan,
    PowerPlan,
    StandingPass,
    Wish,
)
from games.plans.reasons import FuelTooDear, NothingToOpen
from games.story.names import Names
from tests.games.plans.asked import asks, does, refused_by
from tests.rules.positions import RECHARGED, after, company, position, some_cities


def told(plan: Plan, map: str, edition: str = "classic") -> str:
    """What a plan says, without what it is for."""
    names = Names(("Ana", "Bob"), rules.board(map, edition, rules.NEWEST))
    return " ".join(words.sentences(plan, names))


# Fuel ---------------------------------------------------------------------------------------------------------------


def buying_tokens(coal: int = 20) -> rules.State:
    """In India seat 1 buys first; seat 0 has plants 04 and 05, and a token of coal."""
    companies = [company(50, (4, 5), "c1"), company(50, (7,))]
    return position(companies, phase="resources", map="india", resources=f"c{coal} o20 g20 u4")


def coal_first(*wishes: tuple, otherwise: Literal["less", "ask"] = "less") -> BuyPlan:
    """A plan made while a token of coal is held."""
    return BuyPlan(tuple(FuelWish(*wish) for wish in wishes), otherwise=otherwise, held=rules.Fuel(coal=1))


def tokens_bought(state: rules.State, plan: Plan) -> list[str]:
    """What seat 0 does in all its turns of the phase by one plan, while seat 1 buys a token and then passes."""
    done, others = [], iter(("buy o1", "buy"))
    while state.phase is rules.Phase.RESOURCES:
        if state.to_move == (0,):
            done.append(does(state, plan))
        state = after(state, done[-1] if state.to_move == (0,) else next(others))
    return done


@pytest.mark.rule("MAP-IN-7")
def test_one_plan_answers_each_of_many_turns_and_is_out_at_last():
    plan = coal_first(("coal", 2, 3), ("oil", 1, 3))
    assert tokens_bought(buying_tokens(), plan) == ["buy c1", "buy c1", "buy o1", "buy"]


@pytest.mark.rule("MAP-IN-9")
def test_what_is_too_dear_by_now_is_left():
    """Of 15 coal the first two cost 3, and what costs more cannot be bought in Step 1."""
    plan = coal_first(("coal", 4, 9), ("oil", 1, 2))
    assert tokens_bought(buying_tokens(coal=15), plan) == ["buy c1", "buy c1", "buy o1", "buy"]


@pytest.mark.rule("MAP-IN-7")
def test_plan_that_is_to_ask_does_so_before_the_first_of_many_turns():
    state = after(buying_tokens(coal=18), "buy")
    assert asks(state, coal_first(("coal", 3, 2), otherwise="ask")) == FuelTooDear("coal", 3, 2)


@pytest.mark.rule("MAP-IN-7")
def test_plan_for_many_turns_says_so():
    assert "I buy a token in each of my turns, in this order, and pass at last." in told(
        coal_first(("coal", 2, 3)), "india"
    )


def choosing_a_market(plants: tuple[int, ...], **fields) -> rules.State:
    """In Korea seat 0 buys: the North has cheap coal, the South more oil, and uranium."""
    return position(
        [company(90, plants), company()], phase="resources", order=(1, 0), acted=(1,), map="korea", **fields
    )


def anywhere(*wishes: tuple, market: str | None = None, otherwise: Literal["less", "ask"] = "less") -> BuyPlan:
    return BuyPlan(tuple(FuelWish(*wish) for wish in wishes), otherwise=otherwise, market=market)


@pytest.mark.rule("MAP-KR-5", "CC-KR-1", "CC-KR-2")
def test_plan_buys_in_the_market_where_it_costs_less_or_in_the_one_that_it_names():
    coal, oil = choosing_a_market((20,)), choosing_a_market((7, 16))
    assert does(coal, anywhere(("coal", 3, 9))) == "buy north c3"
    assert does(coal, anywhere(("coal", 3, 9), market="south")) == "buy south c3"
    assert does(oil, anywhere(("oil", 4, 9), otherwise="ask")) == "buy south o4"


@pytest.mark.rule("MAP-KR-5", "MAP-KR-6")
def test_plan_buys_where_it_gets_most():
    state = choosing_a_market((4, 11))
    assert does(state, anywhere(("coal", 2, 9), ("uranium", 1, 14))) == "buy south c2 u1"
    assert does(state, anywhere(("coal", 2, 9), ("uranium", 1, 13))) == "buy north c2"
    assert does(state, anywhere()) == "buy"


@pytest.mark.rule("MAP-KR-5")
def test_plan_says_in_which_market_it_buys():
    assert "I buy in the South market." in told(anywhere(("coal", 3, 9), market="south"), "korea")
    assert "I buy in the market where I get most of it, or pay less." in told(anywhere(("coal", 3, 9)), "korea")


# Cities -------------------------------------------------------------------------------------------------------------


def building_in_japan(cities: str = "", **fields) -> rules.State:
    """Seat 0 is to build in the west of Japan."""
    areas = ("centre", "west", "kyushu")
    companies = [company(90, cities=cities), company()]
    return position(companies, phase="building", order=(1, 0), acted=(1,), map="japan", areas=areas, **fields)


@pytest.mark.rule("MAP-JP-6", "MAP-JP-8", "CC-JP-6")
def test_free_start_is_planned_with_the_city_it_is_for():
    """From Kōbe, Ōsaka costs 13, and 10 as the free start; there is only one."""
    state = building_in_japan("kobe")
    free, connected = CityWish("osaka", 10, free_start=True), CityWish("osaka", 13)
    assert does(state, BuildPlan((free,))) == "build +osaka"
    assert does(state, BuildPlan((connected,))) == "build osaka"
    both = (CityWish("fukuoka", 10, free_start=True), free, connected)
    assert does(state, BuildPlan(both, otherwise="next")) == "build +fukuoka osaka"
    assert told(BuildPlan((free,)), "japan").startswith("I build in Ōsaka as my free start for at most 10 Elektro")


@pytest.mark.rule("MAP-JP-5", "MAP-JP-6")
def test_free_start_is_kept_where_the_first_city_is_gone():
    taken = [company(90), company(90, cities="fukuoka"), company(90, cities="fukuoka")]
    areas = ("centre", "west", "kyushu")
    state = position(taken, phase="building", order=(2, 1, 0), map="japan", areas=areas, round=1)
    wishes = CityWish("fukuoka", 10), CityWish("kobe", 10, free_start=True)
    assert does(state, BuildPlan(wishes, otherwise="next")) == "build kobe"


@pytest.mark.rule("MAP-JP-7")
def test_third_city_of_round_1_is_left():
    wishes = tuple(CityWish(city, 20, city == "kobe") for city in ("osaka", "kobe", "fukuoka"))
    state = building_in_japan(round=1)
    assert refused_by(state, BuildPlan(wishes)) == "MAP-JP-7"
    assert does(state, BuildPlan(wishes, otherwise="next")) == "build osaka +kobe"


# Auctions -----------------------------------------------------------------------------------------------------------


def second_purchase() -> rules.State:
    """In Manhattan seat 0 has bought the plant under the token, and may buy another."""
    state = position(3, map="manhattan", areas=("manhattan",), options=RECHARGED, market=(3, 5, 6, 8, 9, 10, 12, 15))
    return after(state, "open 3 1", "pass", "pass")


@pytest.mark.rule("MAP-NYC-12")
def test_plan_goes_on_for_a_second_plant_only_if_it_says_so():
    wishes = Wish(3, 9, opening=1), Wish(6, 9, opening=6)
    state = second_purchase()
    assert does(state, AuctionPlan(wishes)) == "decline"
    assert does(state, AuctionPlan(wishes, second=True)) == "open 6 6"
    assert asks(state, AuctionPlan(wishes, otherwise="ask")) == NothingToOpen()
    assert does(state, StandingPass()) == "decline"


@pytest.mark.rule("MAP-NYC-12")
def test_second_plant_can_be_won_in_the_auction_of_another():
    state = after(second_purchase(), "decline", "open 6 6", "pass")
    assert 0 not in state.to_move
    bidding = after(second_purchase(), "open 5 5", "pass", "bid 6")
    assert does(bidding, AuctionPlan((Wish(5, 9, opening=5),), second=True)) == "bid 7"


@pytest.mark.rule("MAP-ME-10")
def test_plant_that_waits_is_not_put_up():
    state = position(3, map="middle-east", market=(3, 4, 6, 7, 8, 9, 10, 12), deck=(11, 14, "step3"))
    assert asks(state, AuctionPlan((Wish(6, 20, opening=6),), otherwise="ask")) == NothingToOpen(missing=(6,))


@pytest.mark.rule("MAP-RU-8")
def test_plan_to_decline_says_that_it_may_cost_the_lowest_plant():
    lost = "If nobody has declined before me, the lowest plant leaves the game."
    assert lost in told(StandingPass(), "russia")
    assert lost in told(AuctionPlan((Wish(4, 9, opening=4),)), "russia")
    assert lost not in told(StandingPass(), "china")


# Power --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-IN-11", "CC-IN-8")
def test_plan_to_power_less_than_one_has_to_asks():
    owner = company(50, (13, 20), "c3", some_cities(4, map="india"))
    state = position([owner, company()], phase="bureaucracy", map="india")
    assert refused_by(state, PowerPlan(runs=rules.parse_action("run 13"))) == "MAP-IN-11"
    assert does(state, PowerPlan()) == "run 20"
