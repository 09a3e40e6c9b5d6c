"""Bremen: 22 tokens of each fuel, and no uranium."""

import pytest

import rules
from tests.rules.positions import after, company, pass_on, position, price_of, refused, tokens


def buyer(plants, **fields):
    """Phase 3 of four players, seat 0 to buy."""
    companies = [company(500, plants), *[company()] * 3]
    return position(companies, phase="resources", order=(1, 2, 3, 0), map="bremen", **fields)


@pytest.mark.rule("MAP-HB-9", "MAP-HB-10", "CC-HB-8")
def test_start_market():
    state = buyer((7,))
    assert state.resources == tokens("c22 o16 g16")
    assert price_of(state, "o3") == 9
    assert rules.market_prices(state, "coal")[-1] == 8


@pytest.mark.rule("MAP-HB-9", "GEN-4", "RES-2")
def test_there_is_no_uranium():
    state = buyer((7,))
    assert (state.board.tokens, rules.price_spaces(state, "uranium")) == (tokens("c22 o22 g22"), ())
    with refused("RES-2"):
        after(state, "buy u1")


@pytest.mark.rule("MAP-HB-11", "BUR-8", "CC-HB-8")
def test_refill_brings_no_more_than_was_burnt():
    state = position(4, phase="bureaucracy", map="bremen", resources="c20 o16 g16")
    assert pass_on(state).resources.coal == 22
