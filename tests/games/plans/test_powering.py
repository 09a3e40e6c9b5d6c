"""Plans for powering cities, and for drafting areas."""

import pytest

import rules
from games.plans.language import AreaPlan, PowerPlan
from games.plans.reasons import NoneLeft
from tests.games.plans.asked import asks, does, refused_by, says_nothing
from tests.rules.positions import after, company, position


def powering(plants=(5, 13), fuel: str = "c2 o2", cities: str = "essen duisburg") -> rules.State:
    return position([company(50, plants, fuel, cities), company(50, [3], "o2", "kassel")], phase="bureaucracy")


def test_most_cities_are_powered_with_least_fuel():
    assert does(powering(), PowerPlan()) == "run 5:c1o1 13"
    assert does(powering(cities="essen"), PowerPlan()) == "run 13"


@pytest.mark.rule("PLT-5")
@pytest.mark.parametrize(
    ("kept", "fuel", "run"),
    [
        ("coal", "c2 o2", "run 5:o2 13"),
        ("oil", "c2 o2", "run 5:c2 13"),
        ("coal", "c2 o1", "run 5:c1o1 13"),
        ("oil", "o2", "run 5:o2 13"),
    ],
)
def test_fuel_is_kept_as_far_as_can_be(kept, fuel, run):
    assert does(powering(fuel=fuel), PowerPlan(kept=kept)) == run


@pytest.mark.rule("BUR-2")
@pytest.mark.parametrize(
    ("kept", "plants", "fuel", "least", "run"),
    [
        ("uranium", (8, 11), "c3 u1", "run 11", "run 8"),
        ("garbage", (8, 14), "c3 g2", "run 14", "run 8"),
        ("uranium", (11,), "u1", "run 11", "run 11"),
    ],
)
def test_fuel_is_kept_even_if_more_of_another_burns(kept, plants, fuel, least, run):
    state = powering(plants, fuel)
    assert (does(state, PowerPlan()), does(state, PowerPlan(kept=kept))) == (least, run)


@pytest.mark.rule("BUR-2a")
def test_fuel_is_kept_only_by_burning_what_lies_on_the_plant():
    state = powering(plants=(9, 29), fuel="c2 o2", cities="essen duisburg koln aachen")
    assert does(state, PowerPlan(kept="coal")) == "run 29:c1"
    assert does(state, PowerPlan()) == "run 29:c1"
    assert refused_by(state, PowerPlan(runs=rules.parse_action("run 29:o1"))) == "BUR-2a"


def test_keeping_fuel_powers_no_city_less():
    state = powering(plants=(4, 5), fuel="c2 o1", cities="essen duisburg")
    assert does(state, PowerPlan(kept="coal")) == "run 5:c1o1"


def test_plants_are_run_as_told():
    assert does(powering(), PowerPlan(runs=rules.parse_action("run 13"))) == "run 13"
    assert does(powering(), PowerPlan(runs=rules.RunPlants(()))) == "run"


@pytest.mark.rule("BUR-2", "PLT-2", "PLT-5")
@pytest.mark.parametrize(("told", "rule"), [("run 4", "BUR-2"), ("run 5:c1", "PLT-5"), ("run 7", "PLT-2")])
def test_plants_that_cannot_run_as_told_ask(told, rule):
    assert refused_by(powering(plants=(5, 7, 13)), PowerPlan(runs=rules.parse_action(told))) == rule


def test_each_seat_that_powers_is_answered_for():
    assert does(powering(), PowerPlan(), seat=1) == "run 3"


def test_plan_is_for_powering_alone():
    assert says_nothing(position(2, phase="resources"), PowerPlan())


@pytest.mark.rule("SET-4")
def test_first_area_that_can_be_had_is_taken():
    state = rules.start(rules.new_setup(rules.Options(areas="draft"), 3, "areas"))
    state = after(state, "area northwest")
    assert does(state, AreaPlan(("northwest", "southeast", "east", "west"))) == "area east"
    assert asks(state, AreaPlan(("northwest", "southeast"))) == NoneLeft()
