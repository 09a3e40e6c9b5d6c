"""How the discount token leaves its plant: it is bought, a lower one comes up, or nobody wants it."""

import pytest

from rules.events import DiscountLost, PlantDrawn, Step3CardDrawn
from rules.state import Step3Card
from tests.rules.positions import (
    RECHARGED,
    after,
    cards,
    company,
    events,
    least_bids,
    pass_on,
    pass_on_to,
    position,
    removals,
)

MARKET = (15, 17, 18, 19, 21, 23, 25, 26)
SIX = MARKET[:6]


def auctions(companies=3, market=MARKET, **fields):
    """Phase 2 of a Recharged game; the token lies on the lowest plant."""
    companies = [company(200)] * companies if isinstance(companies, int) else companies
    return position(companies, market=market, options=RECHARGED, **fields)


def after_sale(plant, deck, price=None, **fields):
    """Seat 0 has just bought a plant that nobody else wanted."""
    return after(auctions(deck=deck, **fields), f"open {plant} {price or plant}", "pass", "pass")


# When the plant is bought -------------------------------------------------------------------------------------------


@pytest.mark.rule("RCH-10")
def test_token_is_put_aside_when_its_plant_is_bought():
    state = after_sale(15, (30, "step3"), price=1)
    assert state.discount is None
    assert least_bids(state) == {17: 17, 18: 18, 19: 19, 21: 21}


@pytest.mark.rule("RCH-10", "RCH-13")
def test_no_plant_is_removed_when_the_discounted_one_was_bought():
    state = pass_on(after_sale(15, (30, "step3"), price=1))
    assert state.market == (*MARKET[1:], 30)
    assert removals(state) == []


@pytest.mark.rule("RCH-10", "RCH-12", "CC-27")
def test_replacement_of_the_discounted_plant_is_not_compared():
    market = (8, 10, 11, 12, 13, 14, 15, 16)
    state = after_sale(8, (4, 30, "step3"), price=1, market=market)
    assert cards(state) == ((4, 10, 11, 12), (13, 14, 15, 16))
    assert least_bids(state)[4] == 4
    state = pass_on(state)
    assert removals(state) == []
    assert 4 in state.market


@pytest.mark.rule("RCH-10", "RCH-12", "AUC-19")
def test_replacement_of_the_discounted_plant_is_not_compared_after_a_discard_either():
    companies = [company(200, (3, 5, 6)), company(200), company(200)]
    state = after_sale(15, (4, 30, "step3"), price=1, companies=companies)
    assert (state.discarding, state.discount) == (0, None)
    state = after(state, "discard 3")
    assert state.market == (4, *MARKET[1:])
    assert events(state, DiscountLost) == []


# When a lower plant comes up ----------------------------------------------------------------------------------------


@pytest.mark.rule("RCH-11", "TV-28")
def test_lower_plant_that_is_drawn_leaves_with_the_token_and_another_is_drawn():
    state = after_sale(18, (11, 14, "step3"))
    assert cards(state) == ((14, 15, 17, 19), (21, 23, 25, 26))
    assert (state.discount, state.removed[-1]) == (None, 11)
    assert removals(state) == [(11, "undercut")]
    assert events(state, DiscountLost) == [DiscountLost(plant=15, drawn=11)]
    assert events(state, PlantDrawn) == [PlantDrawn(11), PlantDrawn(14)]


@pytest.mark.rule("RCH-11", "RCH-12", "TV-28")
def test_plant_that_lost_the_token_costs_its_number_and_so_does_the_one_drawn_next():
    assert least_bids(after_sale(18, (11, 14, "step3"))) == {14: 14, 15: 15, 17: 17, 19: 19}


@pytest.mark.rule("RCH-11", "RCH-12", "RCH-13", "TV-28")
def test_neither_is_removed_at_the_end_of_the_phase():
    state = pass_on(after_sale(18, (11, 14, "step3")))
    assert removals(state) == []
    assert state.market == (14, 15, 17, 19, 21, 23, 25, 26)


@pytest.mark.rule("RCH-11", "RCH-12", "CC-28")
def test_second_lower_plant_stays():
    market = (14, 17, 18, 19, 21, 23, 25, 26)
    state = after_sale(18, (12, 5, "step3"), market=market)
    assert removals(state) == [(12, "undercut")]
    assert state.market == (5, 14, 17, 19, 21, 23, 25, 26)


@pytest.mark.rule("RCH-12")
def test_plants_drawn_for_later_sales_are_not_compared_any_more():
    state = after_sale(18, (11, 30, 9, "step3"))
    state = after(state, "open 17 17", "pass")
    assert state.market == (9, 15, 19, 21, 23, 25, 26, 30)
    assert removals(state) == []


@pytest.mark.rule("RCH-11")
def test_lower_plant_that_comes_with_the_second_sale_takes_the_token_then():
    state = after_sale(18, (16, 30, "step3"))
    assert state.discount == 15
    state = after(auctions(deck=(30, 11, 31, "step3")), "open 18 18", "pass", "pass", "open 17 17", "pass")
    assert (state.discount, removals(state)) == (None, [(11, "undercut")])


@pytest.mark.rule("RCH-11")
def test_lower_plant_takes_the_token_after_a_discard_too():
    companies = [company(200, (3, 5, 6)), company(200), company(200)]
    state = after_sale(18, (11, 14, "step3"), companies=companies)
    assert state.discount == 15
    state = after(state, "discard 5")
    assert (state.discount, removals(state)) == (None, [(11, "undercut")])
    assert state.market == (14, 15, 17, 19, 21, 23, 25, 26)


@pytest.mark.rule("RCH-11", "STEP-19")
def test_lower_plant_takes_the_token_in_step_3_too():
    state = after_sale(23, (11, 30, 31), market=SIX, step=3)
    assert state.market == (15, 17, 18, 19, 21, 30)
    assert (state.discount, removals(state)) == (None, [(11, "undercut")])


@pytest.mark.rule("RCH-11", "MKT-4")
def test_gap_stays_when_no_card_is_left_after_the_lower_plant():
    state = after_sale(23, (11,), market=SIX, step=3)
    assert state.market == (15, 17, 18, 19, 21)
    assert (state.discount, removals(state)) == (None, [(11, "undercut")])
    assert pass_on(state).market == state.market


@pytest.mark.rule("RCH-11", "STEP-12")
def test_step_3_card_that_is_drawn_after_the_lower_plant_fills_the_gap():
    state = after_sale(18, (11, "step3", 30, 31), step=2)
    assert (state.discount, state.step3_card) == (None, Step3Card.MARKET)
    state = pass_on(state)
    assert removals(state) == [(15, "step3")]
    assert (state.market, state.step) == ((17, 19, 21, 23, 25, 26), 3)


@pytest.mark.rule("RCH-8", "RCH-11")
def test_token_is_back_in_the_next_phase_2():
    state = pass_on_to(pass_on(after_sale(18, (11, 14, 30, "step3"))), "auction")
    assert state.discount == state.market[0] == 14


# When nobody wants the plant ----------------------------------------------------------------------------------------


@pytest.mark.rule("RCH-13", "TV-29")
def test_unsold_discounted_plant_leaves_at_the_end_of_the_phase_and_is_replaced():
    state = pass_on(auctions(deck=(30, 31, "step3")))
    assert removals(state) == [(15, "discount")]
    assert state.market == (*MARKET[1:], 30)
    assert (state.discount, state.phase) == (None, "resources")


@pytest.mark.rule("RCH-7", "RCH-13", "CC-25")
def test_exactly_one_plant_leaves_when_nobody_buys():
    state = pass_on(auctions(market=(6, 8, 9, 10, 11, 12, 14, 15), deck=(13, 16, "step3")))
    assert removals(state) == [(6, "discount")]
    assert state.market == (8, 9, 10, 11, 12, 13, 14, 15)


@pytest.mark.rule("RCH-13", "CC-26")
def test_discounted_plant_leaves_although_another_was_sold():
    state = pass_on(after_sale(18, (30, 31, "step3")))
    assert removals(state) == [(15, "discount")]
    assert state.market == (17, 19, 21, 23, 25, 26, 30, 31)


@pytest.mark.rule("RCH-12", "RCH-13")
def test_replacement_of_the_unsold_plant_is_not_compared():
    state = pass_on(auctions(deck=(4, 30, "step3")))
    assert removals(state) == [(15, "discount")]
    assert state.market == (4, *MARKET[1:])


@pytest.mark.rule("RCH-13", "MKT-4")
def test_unsold_plant_leaves_a_gap_when_the_deck_is_empty():
    state = pass_on(auctions(market=SIX, step=3, deck=()))
    assert (state.market, removals(state)) == (SIX[1:], [(15, "discount")])


@pytest.mark.rule("RCH-13", "STEP-23")
def test_last_plant_of_all_leaves_unsold_and_the_next_phase_2_is_skipped():
    state = pass_on(auctions(market=(40,), step=3, deck=()))
    assert state.market == ()
    assert pass_on_to(pass_on_to(state, "bureaucracy"), "resources").round == 4


@pytest.mark.rule("RCH-10", "STEP-23")
def test_nothing_is_removed_when_the_last_plant_was_bought():
    state = pass_on(after(auctions(market=(40,), step=3, deck=()), "open 40 1", "pass", "pass"))
    assert (state.market, removals(state)) == ((), [])


@pytest.mark.rule("RCH-13", "MKT-5")
def test_unsold_plant_does_not_come_back():
    state = pass_on(auctions(deck=(30, 31, "step3")))
    assert state.removed[-1] == 15
    assert 15 not in state.deck


# With the Step 3 card -----------------------------------------------------------------------------------------------


@pytest.mark.rule("RCH-15", "STEP-11", "STEP-12", "CC-29")
def test_step_3_card_leaves_the_token_where_it_is():
    market = (16, 17, 18, 19, 21, 23, 25, 26)
    state = after_sale(18, ("step3", 30, 31), market=market, step=2)
    assert (state.discount, state.step3_card) == (16, Step3Card.MARKET)
    assert events(state, DiscountLost) == []
    assert least_bids(state)[16] == 1


@pytest.mark.rule("RCH-11", "STEP-12")
def test_plants_of_the_shuffled_deck_are_compared_while_the_token_lies():
    state = after_sale(18, ("step3", 11, 30), step=2, step3_deck=(11, 30))
    state = after(state, "open 19 19", "pass")
    assert (state.discount, removals(state)) == (None, [(11, "undercut")])
    assert state.market == (15, 17, 21, 23, 25, 26, 30)


@pytest.mark.rule("AUC-22", "RCH-13", "STEP-12", "STEP-13", "CC-48")
def test_step_3_card_drawn_for_the_unsold_plant_leaves_with_the_next_lowest():
    state = pass_on(auctions(deck=("step3", 30, 31), step=2))
    assert removals(state) == [(15, "discount"), (17, "step3")]
    assert state.market == (18, 19, 21, 23, 25, 26)
    assert (state.phase, state.step) == ("resources", 3)


@pytest.mark.rule("AUC-22", "RCH-13", "STEP-13", "CC-49")
def test_unsold_plant_is_replaced_before_the_step_3_card_of_an_earlier_sale_leaves():
    state = pass_on(after_sale(18, ("step3", 30, 31), step=2, step3_deck=(30, 31)))
    assert removals(state) == [(15, "discount"), (17, "step3")]
    assert state.market == (19, 21, 23, 25, 26, 30)
    assert (state.phase, state.step) == ("resources", 3)


@pytest.mark.rule("AUC-22", "RCH-11", "STEP-13")
def test_plant_that_lost_the_token_leaves_as_the_lowest_with_the_step_3_card():
    state = after_sale(18, (11, 30, "step3", 31), step=2)
    state = pass_on(after(state, "open 19 19", "pass"))
    assert removals(state) == [(15, "step3")]
    assert state.market == (17, 21, 23, 25, 26, 30)


@pytest.mark.rule("AUC-22", "RCH-13", "STEP-13", "STEP-21")
def test_unsold_plant_goes_first_then_that_of_step_2_then_that_of_step_3():
    state = pass_on(after_sale(18, ("step3", 30, 31, 32), step=1, step3_deck=(30, 31, 32)))
    assert removals(state) == [(15, "discount"), (17, "step2"), (19, "step3")]
    assert state.market == (21, 23, 25, 26, 30, 31)
    assert (state.phase, state.step) == ("resources", 3)


@pytest.mark.rule("STEP-12", "STEP-21", "RCH-13")
def test_step_3_card_drawn_for_the_unsold_plant_may_come_before_step_2():
    state = pass_on(auctions(deck=("step3", 30, 31), step=1, step3_deck=(30, 31)))
    assert events(state, Step3CardDrawn) == [Step3CardDrawn(2)]
    assert removals(state) == [(15, "discount"), (17, "step2"), (18, "step3")]
    assert state.market == (19, 21, 23, 25, 26, 30)
