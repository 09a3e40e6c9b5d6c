"""Russia: rows of three, and a plant that leaves when the first player declines."""

import pytest

import rules
from rules.plants import PLANTS, STEP3
from tests.rules.positions import (
    after,
    build_next,
    cards,
    company,
    dealt,
    drawn_setup,
    end_of_building,
    left_out,
    pass_on,
    pass_on_to,
    position,
    removals,
    some_cities,
    stated_setup,
    with_money,
)

MARKET = (5, 7, 8, 9, 10, 13)
PLUGS = {number for number, plant in PLANTS.items() if plant.half == "plug"}


def russia(market=MARKET, companies=3, **fields):
    """Phase 2 unless told otherwise."""
    return position(companies, **{"map": "russia", "market": market, "deck": (15, 16, 17, STEP3), **fields})


@pytest.mark.rule("MAP-RU-4", "MAP-RU-6", "CC-RU-1")
@pytest.mark.parametrize(("players", "size", "removed"), [(2, 27, 8), (3, 27, 8), (4, 31, 4), (5, 35, 0), (6, 35, 0)])
def test_classic_deck_begins_with_13_and_has_10_and_11_near_the_top(players, size, removed):
    layout = dealt(players, "russia")
    assert layout.market == (3, 4, 5, 7, 8, 9)
    assert (len(layout.deck), layout.deck[0], layout.deck[-1]) == (size, 13, STEP3)
    assert {10, 11} < {*layout.deck[1:6]}
    assert {6, 14} <= left_out(layout)
    assert len(left_out(layout)) == removed + 2


@pytest.mark.rule("MAP-RU-4", "MAP-RU-7", "CC-RU-3")
@pytest.mark.parametrize(("players", "size", "removed"), [(2, 29, 6), (3, 27, 8), (4, 31, 4), (5, 35, 0), (6, 35, 0)])
def test_recharged_deck_begins_with_the_five_plug_plants_left(players, size, removed):
    layout = dealt(players, "russia", "recharged")
    assert {*layout.market, *layout.deck[:5]} == PLUGS - {6, 14}
    assert (len(layout.market), len(layout.deck), layout.deck[-1]) == (6, size, STEP3)
    assert {*layout.deck[5:-1]}.isdisjoint(PLUGS)
    assert len(left_out(layout)) == removed + 2


@pytest.mark.rule("MAP-RU-5", "CC-RU-2")
def test_market_shows_three_and_three():
    state = rules.start(stated_setup(3, (13, 20, STEP3), map="russia", market=(3, 4, 5, 7, 8, 9)))
    assert cards(state) == ((3, 4, 5), (7, 8, 9))
    assert cards(after(state, "open 4 4", "pass", "pass")) == ((3, 5, 7), (8, 9, 13))


@pytest.mark.rule("MAP-RU-8", "CC-RU-4")
def test_first_to_decline_removes_the_lowest_plant_and_the_second_none():
    state = after(russia(), "decline")
    assert removals(state) == [(5, "declined")]
    assert cards(state) == ((7, 8, 9), (10, 13, 15))
    assert removals(after(state, "decline")) == []


@pytest.mark.rule("MAP-RU-8", "MAP-RU-9", "CC-RU-5")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_one_plant_leaves_where_all_decline(edition):
    state = pass_on(russia(options={"edition": edition}))
    assert state.market == (7, 8, 9, 10, 13, 15)


@pytest.mark.rule("MAP-RU-8", "CC-RU-6")
def test_decline_for_want_of_money_counts():
    state = with_money(russia((7, 8, 9, 10, 13, 20)), 6, 50, 50)
    assert rules.forced(state, 0) == rules.DeclineAuction()
    assert cards(after(state, "decline"))[0] == (8, 9, 10)


@pytest.mark.rule("MAP-RU-8", "AUC-20")
def test_decline_for_want_of_money_counts_in_round_1_too():
    state = with_money(russia((7, 8, 9, 10, 13, 20), round=1), 6, 50, 50)
    state = after(state, "decline")
    assert cards(state)[0] == (8, 9, 10)
    assert not rules.legal(state, 1).may_decline


@pytest.mark.rule("MAP-RU-8")
def test_decline_after_a_purchase_is_still_the_first():
    state = after(russia(), "open 7 7", "pass", "pass", "decline")
    assert removals(state) == [(5, "declined")]


@pytest.mark.rule("MAP-RU-8")
def test_every_round_has_a_first_decline():
    state = pass_on(russia(deck=(15, 16, 17, 18, 19, STEP3)))
    state = pass_on_to(state, "auction")
    assert removals(after(state, "decline")) == [(7, "declined")]


@pytest.mark.rule("MAP-RU-8", "STEP-12", "STEP-13")
def test_step_3_card_may_come_for_the_declined_plant():
    state = after(russia((20, 21, 22, 25, 28, 30), deck=(STEP3, 31, 33), step=2), "decline")
    assert (state.market, state.step3_card) == ((21, 22, 25, 28, 30), "market")
    assert cards(state)[0] == (21, 22, 25)
    state = pass_on(state)
    assert (state.market, state.step) == ((22, 25, 28, 30), 3)


@pytest.mark.rule("MAP-RU-8", "MAP-RU-5")
def test_first_decline_counts_in_step_3_too():
    state = after(russia((20, 21, 22, 25), step=3, deck=(26, 27)), "decline")
    assert cards(state) == ((21, 22, 25, 26), ())


@pytest.mark.rule("MAP-RU-10", "CC-RU-7")
def test_no_plant_is_obsolete():
    companies = [company(cities=some_cities(8, map="russia")), company(), company()]
    state = russia((7, 8, 10, 13, 15, 16), companies, phase="building", order=(1, 2, 0), deck=(9, STEP3))
    state = build_next(state)
    assert state.market == (7, 8, 10, 13, 15, 16)
    state = pass_on(state)
    assert (removals(state), state.market) == ([(7, "step2")], (8, 9, 10, 13, 15, 16))


@pytest.mark.rule("MAP-RU-11", "CC-RU-8")
def test_highest_of_six_is_buried():
    state = russia((10, 11, 13, 16, 20, 25), phase="bureaucracy", acted=(0, 1), deck=(15, STEP3))
    state = after(state, "run")
    assert (state.buried, state.market) == ((25,), (10, 11, 13, 15, 16, 20))


@pytest.mark.rule("MAP-RU-12", "STEP-13", "STEP-20", "CC-RU-9")
def test_four_plants_are_left_when_step_3_begins():
    state = russia((19, 20, 21, 22, 25, 28), step=2, deck=(STEP3, 30, 31))
    state = after(state, "open 19 19", "pass", "pass")
    assert cards(state) == ((20, 21, 22), (25, 28))
    assert rules.view(state).market.step3_card
    # The first to decline would remove another one, so the others buy.
    state = after(replaced := state, "open 20 20", "pass", "open 21 21")
    assert len(replaced.market) == len(state.market) + 1 == 5
    assert state.step == 3


@pytest.mark.rule("MAP-RU-12", "STEP-16", "STEP-21")
def test_four_plants_are_left_where_step_2_is_skipped():
    state = russia((20, 21, 22, 25, 28, 30), phase="bureaucracy", acted=(0, 1), deck=(STEP3, 31, 33, 35))
    state = after(state, "run")
    assert removals(state) == [(20, "step2"), (21, "step3")]
    assert (len(state.market), state.step) == (4, 3)


@pytest.mark.rule("MAP-RU-5", "STEP-6")
def test_lowest_of_six_is_replaced_when_step_2_begins():
    state = pass_on(end_of_building(7, players=3, map="russia", market=MARKET, deck=(15, 16, STEP3)))
    assert (removals(state), state.market) == ([(5, "step2")], (7, 8, 9, 10, 13, 15))


@pytest.mark.rule("MAP-RU-13")
def test_there_is_no_discount_token():
    state = russia(options={"edition": "recharged"})
    assert rules.start(drawn_setup(3, "russia", edition="recharged")).discount is None
    assert (state.discount, rules.legal(state, 0).plants[0].least) == (None, 5)
