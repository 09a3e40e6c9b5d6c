"""Baden-Württemberg: the auction comes before player order, and two plants leave where nobody buys."""

import pytest

import rules
from rules.events import RoundBegan
from rules.plants import STEP3
from tests.rules.positions import (
    after,
    build_next,
    cards,
    company,
    dealt,
    events,
    pass_on,
    pass_on_to,
    position,
    removals,
    some_cities,
    stated_setup,
    three_players,
    with_money,
)

MAP = "baden-wurttemberg"
EDITIONS = pytest.mark.parametrize("edition", ["classic", "recharged"])
MARKET = (6, 8, 9, 10, 12, 13, 15, 16)


def auction(market=MARKET, deck=(7, 20, 21, STEP3), edition="classic", **fields):
    return position(3, map=MAP, market=market, deck=deck, options={"edition": edition}, **fields)


def three_plants_bought(edition):
    """Round 1: 05, 13 and 08 go to seats 0, 1 and 2, who were drawn in this order."""
    market = (5, 8, 13, 15, 20, 21, 25, 26)
    state = three_players(map=MAP, market=market, deck=(30, 31, 32, 33, 34, STEP3), edition=edition)
    state = after(state, "open 5 5", "pass", "pass")
    return after(state, "open 13 13", "pass", "open 8 8")


@EDITIONS
@pytest.mark.rule("MAP-BW-4", "MAP-BW-3", "GEN-9", "CC-BW-1")
def test_order_of_round_1_follows_the_plants_just_bought(edition):
    state = three_plants_bought(edition)
    assert (state.phase, state.order, state.to_move) == ("resources", (1, 2, 0), (0,))


@EDITIONS
@pytest.mark.rule("MAP-BW-3", "CC-BW-1")
def test_order_holds_for_the_next_auction_and_changes_after_it(edition):
    state = with_money(pass_on_to(three_plants_bought(edition), "building"), 500)
    state = build_next(build_next(build_next(state, 3)))
    state = after(state, *["run"] * 3)
    assert (state.phase, state.round, state.order, state.to_move) == ("auction", 2, (1, 2, 0), (1,))
    assert events(state, RoundBegan)[0].order == (1, 2, 0)
    assert pass_on(state).order == (0, 1, 2)


@EDITIONS
@pytest.mark.rule("MAP-BW-5", "CC-BW-2")
def test_two_lowest_plants_leave_together_where_nobody_buys(edition):
    state = pass_on(auction(edition=edition))
    assert removals(state) == [(6, "unsold"), (8, "unsold")]
    assert cards(state) == ((7, 9, 10, 12), (13, 15, 16, 20))


@EDITIONS
@pytest.mark.rule("MAP-BW-5", "MAP-BW-7", "CC-BW-3")
def test_nothing_leaves_where_one_plant_was_sold(edition):
    state = pass_on(after(auction(edition=edition), "open 9 9", "pass", "pass"))
    assert (removals(state), state.market[:2]) == ([], (6, 7))


@EDITIONS
@pytest.mark.rule("MAP-BW-5", "AUC-20")
def test_nothing_leaves_in_round_1(edition):
    state = three_players(2, map=MAP, market=MARKET, deck=(20, 21, STEP3), edition=edition)
    assert pass_on(state).market == MARKET


@EDITIONS
@pytest.mark.rule("STEP-13", "AUC-22", "MAP-BW-5", "CC-BW-4")
@pytest.mark.parametrize("deck", [(20, STEP3, 30), (STEP3, 20)])
def test_step_3_card_may_come_for_one_of_the_two(edition, deck):
    companies = [company(plants=(3,)), company(plants=(4,)), company(plants=(5,))]
    state = position(companies, map=MAP, market=MARKET, deck=deck, step=2, options={"edition": edition})
    state = pass_on(state)
    assert removals(state) == [(6, "unsold"), (8, "unsold"), (9, "step3")]
    assert (state.market, state.step, state.phase) == ((10, 12, 13, 15, 16, 20), 3, "resources")
    assert state.order == (2, 1, 0)


@pytest.mark.rule("MAP-BW-5", "MKT-4", "MKT-12")
@pytest.mark.parametrize(("market", "left"), [((36,), ()), ((36, 38), ()), ((36, 38, 39), (39,)), ((), ())])
def test_two_leave_as_far_as_there_are_plants(market, left):
    assert pass_on_to(auction(market, (), step=3), "bureaucracy").market == left


@pytest.mark.rule("MAP-BW-6", "MKT-6", "CC-BW-5")
def test_no_plant_is_obsolete():
    companies = [company(cities=some_cities(11, map=MAP)), company(), company()]
    market = (7, 8, 10, 11, 20, 21, 25, 26)
    state = position(companies, map=MAP, phase="building", step=2, order=(1, 2, 0), market=market)
    assert build_next(state).market == market


@pytest.mark.rule("MAP-BW-7")
def test_there_is_no_discount_token():
    state = rules.start(stated_setup(3, map=MAP, edition="recharged"))
    assert (state.discount, rules.legal(state, 0).plants[0].least) == (None, 3)


@pytest.mark.rule("MAP-BW-13", "TV-44")
@pytest.mark.parametrize(
    ("edition", "sizes"), [("classic", (27, 27, 31, 35, 35)), ("recharged", (29, 27, 31, 35, 35))]
)
def test_deck_is_that_of_the_edition(edition, sizes):
    assert tuple(len(dealt(players, MAP, edition).deck) for players in range(2, 7)) == sizes
