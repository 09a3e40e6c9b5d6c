"""Plans for building."""

from typing import Literal

import pytest
from msgspec.structs import replace

import rules
from games.plans.language import BuildPlan, CityWish
from games.plans.reasons import BelowFloor, CityTooDear
from tests.games.plans.asked import asks, does, refused_by, says_nothing
from tests.rules.positions import company, position, some_cities


def building(money: int = 90, others: str = "", **fields) -> rules.State:
    """Seat 0 has Essen. Duisburg costs 10, Münster then 16, and Köln 10 and its connection."""
    companies = [company(money, cities=fields.pop("own", "essen")), company(cities=others)]
    return position(companies, **{"phase": "building", "order": (1, 0), **fields})


def plan(
    *wishes: tuple[str, int],
    floor: int = 0,
    otherwise: Literal["less", "next", "ask"] = "ask",
    houses: int | None = None,
) -> BuildPlan:
    return BuildPlan(tuple(CityWish(*wish) for wish in wishes), floor, otherwise, houses)


def less(*wishes: tuple[str, int], floor: int = 0) -> BuildPlan:
    return plan(*wishes, floor=floor, otherwise="less")


def skipping(*wishes: tuple[str, int], floor: int = 0, houses: int | None = None) -> BuildPlan:
    return plan(*wishes, floor=floor, otherwise="next", houses=houses)


WISHES = (("duisburg", 10), ("munster", 16))


def test_cities_are_built_in_their_order():
    assert does(building(), plan(*WISHES)) == "build duisburg munster"


def test_nothing_is_built_where_nothing_is_wished_for():
    assert does(building(), plan()) == "build"


@pytest.mark.rule("BLD-7")
def test_city_above_its_ceiling_asks_or_ends_the_list():
    wishes = (*WISHES[:1], ("munster", 15), ("dortmund", 50))
    assert asks(building(), plan(*wishes)) == CityTooDear("munster", cost=16, most=15)
    assert does(building(), less(*wishes)) == "build duisburg"


@pytest.mark.rule("BLD-9")
def test_city_that_is_taken_asks_or_ends_the_list():
    state = building(others="munster")
    assert refused_by(state, plan(*WISHES)) == "BLD-9"
    assert does(state, less(*WISHES)) == "build duisburg"


def test_second_slot_costs_more_than_the_first():
    state = building(others="duisburg", step=2)
    assert asks(state, plan(("duisburg", 14))) == CityTooDear("duisburg", cost=15, most=14)
    assert does(state, plan(("duisburg", 15))) == "build duisburg"


@pytest.mark.rule("BLD-14")
def test_money_that_does_not_suffice_asks_or_ends_the_list():
    assert refused_by(building(money=25), plan(*WISHES)) == "BLD-14"
    assert does(building(money=25), less(*WISHES)) == "build duisburg"


def test_floor_is_kept():
    assert asks(building(money=30), plan(*WISHES, floor=5)) == BelowFloor(26, money=30, floor=5)
    assert does(building(money=30), less(*WISHES, floor=5)) == "build duisburg"
    assert does(building(money=30), plan(*WISHES, floor=4)) == "build duisburg munster"


@pytest.mark.rule("BLD-11")
def test_city_named_twice_asks():
    assert refused_by(building(), plan(("duisburg", 99), ("duisburg", 99))) == "BLD-11"


@pytest.mark.rule("SET-1", "SET-5")
@pytest.mark.parametrize(("city", "rule"), [("atlantis", "SET-1"), ("kiel", "SET-5")])
def test_city_that_is_not_in_play_asks(city, rule):
    assert refused_by(building(), plan((city, 99))) == rule
    assert does(building(), less((city, 99))) == "build"


@pytest.mark.rule("FIRST-2")
def test_first_game_ends_the_list_at_seven_cities():
    own = some_cities(6)
    state = building(own=own, money=200, options={"first_game": True}, market=(20, 21, 22, 23, 24, 25, 26, 27))
    near = [(offer.city, 99) for offer in rules.legal(state, rules.Seat(0)).cities[:2]]
    assert refused_by(state, plan(*near)) == "FIRST-2"
    assert does(state, less(*near)) == f"build {near[0][0]}"


def test_plan_is_for_building_alone():
    assert says_nothing(position(2, phase="resources"), plan())


def test_city_that_was_free_when_planned_is_looked_at_again():
    free = building()
    taken = replace(free, players=(free.players[0], building(others="munster").players[1]))
    assert does(free, plan(*WISHES)) == "build duisburg munster"
    assert refused_by(taken, plan(*WISHES)) == "BLD-9"


@pytest.mark.rule("BLD-7", "BLD-9", "SET-1", "BLD-11")
@pytest.mark.parametrize("impossible", [("munster", 15), ("dortmund", 99), ("atlantis", 99), ("duisburg", 99)])
def test_city_that_cannot_be_had_is_skipped(impossible):
    state = building(others="dortmund")
    assert does(state, skipping(("duisburg", 10), impossible, ("koln", 99))) == "build duisburg koln"


def test_dear_city_is_skipped_for_one_that_the_money_allows():
    assert (
        does(building(money=25), skipping(*WISHES, ("koln", 99), ("dusseldorf", 99))) == "build duisburg dusseldorf"
    )
    assert does(building(money=30), skipping(("munster", 99), ("duisburg", 99), floor=15)) == "build duisburg"


def test_nothing_is_built_where_no_city_can_be_had():
    assert does(building(money=9), skipping(*WISHES)) == "build"


def test_no_more_houses_are_built_than_wanted():
    this_city_else_the_next = skipping(("munster", 24), ("duisburg", 24), houses=1)
    assert does(building(), this_city_else_the_next) == "build munster"
    assert does(building(others="munster"), this_city_else_the_next) == "build duisburg"
    assert does(building(), plan(*WISHES, houses=1)) == "build duisburg"


def test_limit_is_for_what_a_city_costs_after_those_that_could_be_had():
    """Köln costs 16 from Essen, but 14 from Düsseldorf."""
    by_way = (("dusseldorf", 99), ("koln", 14))
    assert does(building(), skipping(*by_way)) == "build dusseldorf koln"
    assert does(building(others="dusseldorf"), skipping(*by_way, ("duisburg", 10))) == "build duisburg"


def test_city_named_again_may_cost_more_then():
    wishes = (("koln", 14), ("duisburg", 10), ("koln", 30))
    assert does(building(), skipping(*wishes, houses=2)) == "build duisburg koln"
    assert does(building(others="duisburg"), skipping(*wishes, houses=2)) == "build koln"
