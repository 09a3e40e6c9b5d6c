"""Middle East: oil moves to the cheap end when the supply has none."""

import pytest

import rules
from rules.__main__ import state_line
from rules.events import OilMoved
from tests.rules.positions import company, events, pass_on, position, price_of, tokens


def end_of_round(players=3, **fields):
    """Phase 5; nobody has anything to power."""
    return position(players, phase="bureaucracy", map="middle-east", **fields)


def oil(state):
    """The tokens of oil on each price, from the cheapest on."""
    prices = rules.market_prices(state, "oil")
    return {price: prices.count(price) for price in dict.fromkeys(prices)}


@pytest.mark.rule("MAP-ME-2", "MAP-ME-3", "MAP-ME-4", "CC-ME-11")
def test_start_market():
    state = end_of_round()
    assert [rules.market_prices(state, kind)[0] for kind in rules.KINDS] == [2, 2, 8, 12]
    assert state.board.tokens == rules.Fuel(24, 24, 21, 11)
    assert [rules.price_spaces(state, kind)[0] for kind in ("garbage", "uranium")] == [2, 2]


@pytest.mark.rule("MAP-ME-6", "MAP-ME-7", "CC-ME-8")
def test_oil_that_the_supply_lacks_moves_from_the_dearest_space_to_the_cheapest():
    state = pass_on(end_of_round())
    assert (state.resources.oil, state.supply.oil, state.oil_moved) == (24, 0, 2)
    assert oil(state) == {1: 5, 2: 3, 3: 3, 4: 3, 5: 3, 6: 3, 7: 3, 8: 1}
    assert events(state, OilMoved) == [OilMoved(2)]
    buyer = position(
        [company(500, (7,)), company(), company()],
        phase="resources",
        order=(1, 2, 0),
        map="middle-east",
        resources="c21 o24 g3 u3",
        oil_moved=2,
    )
    assert price_of(buyer, "o6") == 5 * 1 + 2


@pytest.mark.rule("MAP-ME-7", "CC-ME-9")
def test_spaces_that_were_left_at_the_dear_end_stay_empty():
    companies = [company(plants=(7,), fuel="o6"), company(), company()]
    state = position(companies, phase="bureaucracy", map="middle-east", resources="c21 o18 g3 u3", oil_moved=2)
    assert oil(state) == {2: 2, 3: 3, 4: 3, 5: 3, 6: 3, 7: 3, 8: 1}
    assert oil(pass_on(state)) == {1: 4, 2: 3, 3: 3, 4: 3, 5: 3, 6: 2}


@pytest.mark.rule("MAP-ME-6", "MAP-ME-7", "CC-ME-10")
def test_moves_begin_anew_once_the_oil_was_sold_out():
    companies = [company(plants=(7, 26, 3), fuel="o14"), company(plants=(32, 16), fuel="o8"), company()]
    state = position(companies, phase="bureaucracy", map="middle-east", resources="c21 g3 u3", oil_moved=9)
    assert state.supply.oil == 2
    state = pass_on(state)
    assert (oil(state), state.oil_moved) == ({7: 2}, 3)


@pytest.mark.rule("MAP-ME-6", "CC-ME-10")
def test_nothing_moves_in_an_empty_market():
    companies = [company(plants=(7, 26, 3), fuel="o14"), company(plants=(32, 16), fuel="o10"), company()]
    state = pass_on(position(companies, phase="bureaucracy", map="middle-east", resources="c21 g3 u3", oil_moved=9))
    assert (state.resources.oil, state.oil_moved, events(state, OilMoved)) == (0, 0, [])


@pytest.mark.rule("MAP-ME-5", "CC-ME-12")
def test_refill_of_two_players():
    state = pass_on(end_of_round(2))
    assert (state.resources.coal, state.resources.garbage, state.resources.uranium) == (23, 4, 3)
    assert rules.market_prices(state, "garbage")[0] == 7


def test_printed_states_have_the_moves():
    assert state_line(0, end_of_round())["oil_moved"] == 0
    assert state_line(0, end_of_round(oil_moved=3, resources="c21 o24 g3 u3"))["oil_moved"] == 3
    assert tokens("c21 o21 g3 u3") == end_of_round().resources
