"""North America: price spaces from 1 to 9, and two double cities."""

import pytest

import rules
from tests.rules.positions import company, pass_on, position, price_of, refused, tokens


def buyer(plants, **fields):
    """Phase 3, seat 0 to buy."""
    companies = [company(500, plants), company(), company()]
    return position(companies, phase="resources", order=(1, 2, 0), map="north-america", **fields)


def end_of_round(**fields):
    """Phase 5; nobody has anything to power."""
    return position(fields.pop("players", 3), phase="bureaucracy", map="north-america", **fields)


@pytest.mark.rule("MAP-NAM-3", "MAP-NAM-4", "RES-5", "CC-NAM-1")
def test_start_market():
    state = buyer((11, 17))
    assert [rules.market_prices(state, kind)[0] for kind in rules.KINDS] == [2, 4, 3, 9]
    assert price_of(state, "u2") == 18
    with refused("RES-5"):
        price_of(state, "u3")


@pytest.mark.rule("MAP-NAM-3", "CC-NAM-2")
def test_spaces_hold_different_numbers_of_tokens():
    assert price_of(buyer((20,)), "c6") == 2 + 2 + 2 + 2 + 3 + 3
    assert price_of(buyer((7,)), "o5") == 4 + 4 + 5 + 5 + 6


@pytest.mark.rule("MAP-NAM-5", "GEN-4")
def test_there_are_twenty_tokens_of_oil():
    assert end_of_round().board.tokens == rules.Fuel(24, 20, 24, 12)


@pytest.mark.rule("MAP-NAM-6", "BUR-8", "CC-NAM-5")
def test_refill_of_three_players_in_step_2():
    state = pass_on(end_of_round(step=2, resources="c9 o9 g9 u2"))
    assert state.resources == tokens("c9 o9 g9 u2") + tokens("c5 o1 g2 u1")
    assert rules.market_prices(state, "uranium") == (8, 9, 9)


@pytest.mark.rule("MAP-NAM-5", "BUR-8", "CC-NAM-6")
def test_refill_ends_with_the_tokens():
    state = pass_on(end_of_round(players=6, step=3, resources="c9 o18 g9 u2"))
    assert (state.resources.oil, state.supply.oil) == (20, 0)
    assert rules.market_prices(state, "oil")[:3] == (1, 1, 2)


@pytest.mark.rule("MAP-NAM-3", "CC-NAM-7")
def test_garbage_never_lies_on_9():
    state = end_of_round(resources="c9 o9 g24 u2")
    assert rules.market_prices(state, "garbage")[-1] == 8
    assert pass_on(state).resources.garbage == 24


def building(city):
    companies = [company(500, cities=city), company(), company()]
    areas = ("northeast", "great-lakes", "midwest", "west", "south")
    return position(
        [*companies, company(), company()], phase="building", order=(1, 2, 3, 4, 0), map="north-america", areas=areas
    )


@pytest.mark.rule("MAP-NAM-1", "MAP-NAM-2", "BLD-13", "CC-NAM-3", "CC-NAM-4")
@pytest.mark.parametrize(
    ("home", "cities", "costs"),
    [
        ("quebec", ("new-york-north", "new-york-south"), (17, 0)),
        ("denver", ("las-vegas",), (25,)),
        ("chicago", ("nashville",), (15,)),
    ],
)
def test_connections(home, cities, costs):
    state = building(home)
    assert tuple(step.connection for step in rules.quote(state, 0, cities).steps) == costs
