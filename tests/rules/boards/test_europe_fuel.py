"""Europe: price spaces from 1 to 9, each fuel with room of its own."""

import pytest

import rules
from tests.rules.positions import company, pass_on, position, price_of


def buyer(plants):
    """Phase 3, seat 0 to buy."""
    return position([company(500, plants), company(), company()], phase="resources", order=(1, 2, 0), map="europe")


@pytest.mark.rule("MAP-EU-2", "MAP-EU-3", "CC-EU-1")
@pytest.mark.parametrize(
    ("plants", "wanted", "cost"),
    [((20, 25), "c9", 24), ((7,), "o3", 10), ((11, 17, 23), "u3", 25), ((14,), "g4", 13)],
)
def test_purchases_from_the_start_market(plants, wanted, cost):
    assert price_of(buyer(plants), wanted) == cost


@pytest.mark.rule("MAP-EU-4", "GEN-4")
def test_tokens_of_the_game():
    assert rules.board("europe", version=3).tokens == rules.Fuel(24, 20, 24, 12)


@pytest.mark.rule("MAP-EU-5", "BUR-8", "CC-EU-6")
def test_refill_of_six_players_in_step_2():
    companies = [company(plants=(20, 31), fuel="c4"), *[company()] * 5]
    state = position(companies, phase="bureaucracy", step=2, map="europe", resources="c8 o19 g9 u4")
    assert (state.supply.coal, state.supply.oil) == (12, 1)
    state = pass_on(state)
    assert (state.resources.coal, state.supply.coal, state.resources.oil) == (18, 2, 20)
    assert rules.market_prices(state, "oil")[:2] == (1, 1)


@pytest.mark.rule("MAP-EU-2", "BUR-8", "CC-EU-8")
def test_dearest_places_are_refilled_first():
    state = position(4, phase="bureaucracy", map="europe", resources="c20 o9 g9 u4")
    state = pass_on(state)
    assert rules.market_prices(state, "coal")[:4] == (1, 1, 1, 2)
