"""Brazil: two plants on top of the deck, two that always open, and garbage plants that are never removed unseen."""

import pytest

import rules
from rules.plants import PLANTS, STEP3
from tests.rules.positions import (
    after,
    build_next,
    company,
    dealt,
    left_out,
    position,
    some_cities,
    stated_setup,
)

GARBAGE = {19, 24, 30, 38}
PLUGS = {number for number, plant in PLANTS.items() if plant.half == "plug"}


@pytest.mark.rule("MAP-BR-4", "CC-BR-1")
@pytest.mark.parametrize(("players", "size", "removed"), [(2, 27, 8), (3, 27, 8), (4, 31, 4), (5, 35, 0), (6, 35, 0)])
def test_classic_deck_begins_with_13_and_14_and_keeps_garbage(players, size, removed):
    layout = dealt(players, "brazil")
    assert layout.market == (3, 4, 5, 6, 7, 8, 9, 10)
    assert (len(layout.deck), layout.deck[:2], layout.deck[-1]) == (size, (13, 14), STEP3)
    assert {*layout.deck} >= GARBAGE
    assert len(left_out(layout)) == removed


@pytest.mark.rule("MAP-BR-4", "CC-BR-2")
def test_13_and_then_14_are_drawn_in_round_1():
    state = rules.start(stated_setup(3, (13, 14, 20, 21, STEP3), map="brazil"))
    state = after(state, "open 4 4", "pass", "pass")
    assert state.market == (3, 5, 6, 7, 8, 9, 10, 13)
    assert after(state, "open 3 3", "pass").market == (5, 6, 7, 8, 9, 10, 13, 14)


@pytest.mark.rule("MAP-BR-5", "CC-BR-4")
@pytest.mark.parametrize(
    ("players", "size", "removed"),
    [(2, 29, (1, 5)), (3, 27, (2, 6)), (4, 31, (1, 3)), (5, 35, (0, 0)), (6, 35, (0, 0))],
)
def test_recharged_market_opens_with_6_and_14_and_the_deck_keeps_garbage(players, size, removed):
    layout = dealt(players, "brazil", "recharged")
    out = left_out(layout)
    assert {6, 14} < {*layout.market} < PLUGS
    assert (len(layout.market), len(layout.deck), layout.deck[-1]) == (8, size, STEP3)
    assert layout.deck[0] in PLUGS
    assert (len(out & PLUGS), len(out - PLUGS)) == removed
    assert out.isdisjoint(GARBAGE)


@pytest.mark.rule("MAP-BR-5", "RCH-8", "CC-BR-3")
def test_token_lies_on_the_lowest_beside_6_and_14():
    market = (3, 4, 5, 6, 7, 8, 9, 14)
    state = rules.start(stated_setup(3, (10, 20, STEP3), map="brazil", edition="recharged", market=market))
    assert (state.discount, rules.view(state).market.future) == (3, (7, 8, 9, 14))


@pytest.mark.rule("MAP-BR-6", "MKT-6", "CC-BR-6")
def test_garbage_plant_can_become_obsolete():
    state = position(
        [company(cities=some_cities(5, map="brazil")), company(), company()],
        map="brazil",
        phase="building",
        order=(1, 2, 0),
        market=(6, 8, 9, 10, 13, 15, 16, 17),
    )
    assert 6 in build_next(state).removed


@pytest.mark.rule("MAP-BR-6", "MKT-10")
def test_garbage_plant_can_be_buried():
    state = position(3, map="brazil", phase="bureaucracy", acted=(0, 1), market=(6, 8, 9, 10, 13, 15, 19, 24))
    assert after(state, "run").buried == (24,)
