"""The discount token of Recharged: where it lies, and what it makes of the price."""

import pytest

import rules
from rules.events import DiscountPlaced
from tests.rules.positions import (
    RECHARGED,
    after,
    company,
    events,
    least_bids,
    offered_plants,
    pass_on,
    pass_on_to,
    position,
    refused,
    removals,
    stated_setup,
    with_money,
)

MARKET = (15, 17, 18, 19, 21, 23, 25, 26)
SIX = MARKET[:6]


def auctions(companies=3, market=MARKET, money=200, **fields):
    """Phase 2 of a Recharged game; the token lies on the lowest plant."""
    companies = [company(money)] * companies if isinstance(companies, int) else companies
    return position(companies, market=market, options=RECHARGED, **fields)


# Where it lies ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RCH-8")
def test_token_lies_on_the_lowest_plant_when_the_game_begins():
    state = rules.start(stated_setup(3, **RECHARGED))
    assert (state.round, state.discount) == (1, 3)
    assert events(state, DiscountPlaced) == [DiscountPlaced(3)]


@pytest.mark.rule("RCH-8")
@pytest.mark.parametrize(
    ("step", "market", "deck"), [(1, MARKET, (14, "step3")), (2, MARKET, (14, "step3")), (3, SIX, (14,))]
)
def test_token_is_put_on_the_lowest_plant_at_the_start_of_every_phase_2(step, market, deck):
    state = pass_on(auctions(phase="bureaucracy", step=step, market=market, deck=deck))
    assert (state.phase, state.round) == ("auction", 4)
    assert state.discount == state.market[0] == 14
    assert events(state, DiscountPlaced) == [DiscountPlaced(14)]


@pytest.mark.rule("RCH-8", "GEN-7")
@pytest.mark.parametrize("seat", [None, 0, 2])
def test_everybody_sees_where_the_token_lies(seat):
    assert rules.view(auctions(), seat).discount == 15


@pytest.mark.rule("RCH-8", "MKT-12", "CC-30")
def test_token_stays_aside_when_the_market_is_empty():
    state = pass_on(auctions(phase="bureaucracy", step=3, market=(40,), deck=()))
    assert (state.round, state.phase) == (4, "resources")
    assert (state.market, state.discount) == ((), None)
    assert events(state, DiscountPlaced) == []
    assert removals(state) == [(40, "update")]


@pytest.mark.rule("RCH-8")
def test_classic_has_no_token():
    state = rules.start(stated_setup(3))
    assert (state.discount, events(state, DiscountPlaced)) == (None, [])
    assert pass_on_to(pass_on(position(3, phase="bureaucracy")), "auction").discount is None


@pytest.mark.rule("RCH-14")
@pytest.mark.parametrize("phase", ["resources", "building", "bureaucracy"])
def test_no_plant_is_discounted_outside_phase_2(phase):
    state = pass_on_to(auctions(), phase)
    assert state.discount is None
    assert rules.view(state).discount is None


# What it does -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RCH-9", "AUC-5", "TV-27")
def test_plant_under_the_token_costs_1_at_least_and_the_others_their_number():
    assert least_bids(auctions()) == {15: 1, 17: 17, 18: 18, 19: 19}


@pytest.mark.rule("RCH-9", "AUC-5", "TV-27")
def test_plant_under_the_token_can_be_put_up_for_1():
    state = after(auctions(), "open 15 1")
    assert (state.auction.plant, state.auction.bid) == (15, 1)


@pytest.mark.rule("RCH-9", "AUC-5")
@pytest.mark.parametrize("text", ["open 15 0", "open 17 16", "open 17 1"])
def test_bid_below_the_minimum_is_refused(text):
    with refused("AUC-5"):
        after(auctions(), text)


@pytest.mark.rule("RCH-9", "AUC-8", "AUC-10")
def test_bids_for_the_discounted_plant_rise_from_1_on():
    state = after(auctions(), "open 15 1")
    assert rules.legal(state, 1).least == 2
    state = after(state, "bid 2", "bid 3", "0: pass", "1: pass")
    assert (state.players[2].plants, state.players[2].money) == ((15,), 197)


@pytest.mark.rule("RCH-9", "AUC-5")
def test_opening_bid_may_be_above_1():
    assert after(auctions(), "open 15 40").auction.bid == 40


@pytest.mark.rule("RCH-9", "AUC-4")
def test_future_plants_are_not_for_sale_at_any_price():
    with refused("AUC-4"):
        after(auctions(), "open 21 21")


@pytest.mark.rule("RCH-9", "AUC-11", "CC-10")
def test_last_one_left_gets_the_discounted_plant_for_1():
    market = (20, 21, 22, 23, 24, 25, 26, 27)
    state = after(auctions(market=market), "decline", "decline")
    with refused("AUC-11"):
        after(state, "open 20 22")
    state = after(state, "open 20 1")
    assert (state.players[2].plants, state.players[2].money) == ((20,), 199)


@pytest.mark.rule("RCH-9", "STEP-19")
def test_last_one_left_may_take_any_of_the_six_in_step_3():
    state = after(auctions(market=SIX, step=3), "decline", "decline")
    assert least_bids(state) == {15: 1, 17: 17, 18: 18, 19: 19, 21: 21, 23: 23}


NUCLEAR = (11, 12, 13, 14, 15, 17, 18, 19)


@pytest.mark.rule("RCH-8", "RCH-13", "MAP-CE-4")
def test_token_lies_on_a_nuclear_plant_that_nobody_may_have_and_takes_it_away():
    state = auctions(market=NUCLEAR, deck=(30, "step3"), map="central-europe")
    assert (state.discount, offered_plants(state)) == (11, [12, 13, 14])
    assert removals(pass_on(state)) == [(11, "discount")]


@pytest.mark.rule("RCH-9", "AUC-11", "MAP-CE-4")
def test_only_one_who_may_have_the_discounted_plant_gets_it_for_1():
    companies = [company(200, cities="praha"), company(200, cities="krakow"), company(200)]
    state = auctions(companies, market=NUCLEAR, map="central-europe")
    with refused("AUC-11"):
        after(state, "open 11 2")
    state = after(state, "open 11 1")
    assert (state.players[0].plants, state.players[0].money) == ((11,), 199)


# Round 1 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RCH-9", "AUC-20")
def test_single_elektro_is_enough_to_have_to_buy_in_round_1():
    state = auctions(money=1, round=1)
    assert offered_plants(state) == [15]
    with refused("AUC-20"):
        after(state, "decline")


@pytest.mark.rule("RCH-9", "AUC-20", "AUC-11")
def test_whoever_has_one_way_to_buy_in_round_1_is_forced_to_take_it():
    assert rules.forced(auctions(money=1, round=1), 0) == rules.OpenAuction(15, 1)
    assert rules.forced(auctions(money=2, round=1), 0) is None
    state = auctions(round=1, deck=(30, 31, "step3"))
    state = after(state, "open 17 17", "pass", "pass", "open 18 18", "pass")
    assert rules.forced(with_money(state, 5), 2) == rules.OpenAuction(15, 1)


@pytest.mark.rule("RCH-10", "AUC-20")
def test_who_cannot_pay_a_plant_is_released_once_the_discounted_one_is_gone():
    state = after(auctions([company(200), company(5), company(1)], round=1), "open 15 1", "pass", "pass")
    assert rules.forced(state, 1) == rules.DeclineAuction()
    state = after(state, "decline", "decline")
    assert (state.phase, state.bought) == ("resources", (0,))


@pytest.mark.rule("RCH-13", "AUC-20", "AUC-22")
def test_plant_that_nobody_can_pay_loses_the_token_in_round_1_too():
    state = after(auctions(money=0, round=1, deck=(30, "step3")), "decline", "decline", "decline")
    assert removals(state) == [(15, "discount")]
    assert state.market == (*MARKET[1:], 30)
    assert state.phase == "resources"


@pytest.mark.rule("AUC-21", "AUC-22", "RCH-13")
def test_order_of_round_1_is_found_after_the_discounted_plant_has_gone():
    state = auctions(round=1, deck=(30, 31, 32, 33, "step3"))
    state = after(state, "open 17 17", "pass", "pass", "open 18 18", "pass", "open 19 19")
    assert state.order == (2, 1, 0)
    told = [type(event).__name__ for event in state.happened]
    assert told.index("PlantRemoved") < told.index("OrderChanged") < told.index("PhaseBegan")
