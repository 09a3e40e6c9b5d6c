"""What fuel and cities may cost at worst."""

import pytest
from msgspec.structs import replace

import rules
from games.plans.worst import Worst, before
from tests.rules.positions import RECHARGED, company, position, the_trust


def cost(state: rules.State, *cities: str) -> int | None:
    """What the last of some cities may cost seat 0, which comes last."""
    return Worst.of(state, rules.Seat(0)).city(rules.BuildCities(cities))


def building(*networks: str, **fields) -> rules.State:
    """All others build before seat 0."""
    companies = [company(90, cities=cities) for cities in networks]
    return position(companies, phase="building", **fields)


@pytest.mark.rule("BLD-9")
def test_city_that_rivals_reach_costs_a_further_slot():
    assert cost(building("essen", "dortmund", step=2), "duisburg") == 15
    assert cost(building("essen", "dortmund", "koln", step=2), "duisburg") is None
    assert cost(building("essen", "dortmund", step=1), "duisburg") is None


@pytest.mark.rule("TRU-20")
def test_the_trust_comes_along_with_a_rival():
    state = building("essen", "dortmund", step=2, options=RECHARGED, trust=the_trust())
    assert cost(state, "duisburg") is None


@pytest.mark.rule("MAP-UKI-4", "CC-UKI-2")
def test_network_on_another_island_may_find_no_empty_city():
    fields = {
        "map": "uk-ireland",
        "areas": ("southern-england", "northern-ireland", "republic-of-ireland"),
        "step": 2,
    }
    assert cost(building("dublin", "cork", **fields), "london-north") is None
    poor = building("dublin", "cork", options={"money_visible": True}, **fields)
    poor = poor.with_player(rules.Seat(1), replace(poor.players[1], money=20))
    assert cost(poor, "london-north") == 10 + 20


@pytest.mark.rule("MAP-JP-6", "MAP-JP-7")
def test_rival_may_come_by_their_free_start():
    state = building("", "kobe", map="japan", areas=("centre", "west", "kyushu"), round=1)
    assert cost(state, "osaka") == 10
    state = building("", "kobe", "kobe", map="japan", areas=("centre", "west", "kyushu"), round=1)
    assert cost(state, "osaka") is None


@pytest.mark.rule("MAP-IN-7")
def test_all_who_are_not_out_buy_in_between():
    state = position(3, phase="resources", order=(0, 1, 2), map="india", acted=(2,))
    assert before(state, rules.Seat(1), rules.Phase.RESOURCES) == (0,)
