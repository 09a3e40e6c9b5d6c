"""Quebec: ecological plants that are never removed unseen, nor put under the deck."""

import pytest

import rules
from rules.plants import PLANTS, STEP3
from tests.rules.positions import after, cards, company, dealt, left_out, pass_on, position, some_cities

ECOLOGICAL = {number for number, plant in PLANTS.items() if plant.is_ecological}
PLUGS = {number for number, plant in PLANTS.items() if plant.half == "plug"}


def update(market, deck=(30, STEP3), **fields):
    """Phase 5 with the last company still to power its cities, and what comes of it."""
    state = position(3, map="quebec", phase="bureaucracy", acted=(0, 1), market=market, deck=deck, **fields)
    return after(state, "run")


@pytest.mark.rule("MAP-QC-4", "MAP-QC-5", "CC-QC-1")
@pytest.mark.parametrize(("players", "size", "removed"), [(2, 27, 8), (3, 27, 8), (4, 31, 4), (5, 35, 0), (6, 35, 0)])
def test_classic_deck_begins_with_13_18_22_and_keeps_ecological_plants(players, size, removed):
    layout = dealt(players, "quebec")
    assert layout.market == (3, 4, 5, 6, 7, 8, 9, 10)
    assert (len(layout.deck), layout.deck[:3], layout.deck[-1]) == (size, (13, 18, 22), STEP3)
    assert {*layout.deck} >= ECOLOGICAL
    assert len(left_out(layout)) == removed


@pytest.mark.rule("MAP-QC-4", "MAP-QC-6", "CC-QC-2")
@pytest.mark.parametrize(
    ("players", "size", "removed"),
    [(2, 29, (1, 5)), (3, 27, (2, 6)), (4, 31, (1, 3)), (5, 35, (0, 0)), (6, 35, (0, 0))],
)
def test_recharged_deck_has_18_and_22_below_a_plug_plant(players, size, removed):
    layout = dealt(players, "quebec", "recharged")
    out = left_out(layout)
    assert layout.deck[0] in PLUGS
    assert (len(layout.deck), layout.deck[1:3], layout.deck[-1]) == (size, (18, 22), STEP3)
    assert (len(out & PLUGS), len(out - PLUGS)) == removed
    assert out.isdisjoint(ECOLOGICAL)


@pytest.mark.rule("MAP-QC-6")
def test_plant_13_can_lie_anywhere_in_recharged_but_is_never_out():
    layouts = [dealt(3, "quebec", "recharged", seed=str(seed)) for seed in range(40)]
    assert all(13 in (*layout.market, *layout.deck) for layout in layouts)
    assert any(13 in layout.market for layout in layouts)
    assert any(layout.deck[0] == 13 for layout in layouts)
    assert any(13 in layout.deck[3:] for layout in layouts)


@pytest.mark.rule("MAP-QC-7", "CC-QC-3")
def test_highest_plant_that_is_not_ecological_is_buried():
    state = update((12, 13, 15, 16, 20, 21, 22, 27))
    assert state.buried == (21,)
    assert state.market == (12, 13, 15, 16, 20, 22, 27, 30)


@pytest.mark.rule("MAP-QC-7", "CC-QC-4")
def test_where_all_future_plants_are_ecological_the_highest_other_actual_one_is_buried():
    state = update((12, 13, 18, 20, 22, 27, 33, 37), step=2)
    assert state.buried == (20,)
    assert cards(state) == ((12, 13, 18, 22), (27, 30, 33, 37))


@pytest.mark.rule("MAP-QC-7", "CC-QC-5")
def test_market_of_ecological_plants_stays_as_it_is():
    state = update((13, 18, 22, 27, 33, 37, 44, 50), step=2)
    assert (state.market, state.deck) == ((13, 18, 22, 27, 33, 37, 44, 50), (30, STEP3))


@pytest.mark.rule("MAP-QC-8", "CC-QC-6")
def test_plant_50_counts_as_ecological():
    assert update((12, 13, 15, 16, 37, 44, 46, 50)).buried == (46,)


@pytest.mark.rule("MAP-QC-7", "MKT-10")
def test_no_actual_plant_is_buried_for_want_of_a_future_market():
    state = update((15, 16, 20, 21), deck=(), step=2)
    assert (state.market, state.buried) == ((15, 16, 20, 21), ())


@pytest.mark.rule("MAP-QC-9", "MKT-6", "CC-QC-7")
def test_ecological_plant_can_become_obsolete():
    companies = [company(cities=some_cities(12, map="quebec")), company(), company()]
    fields = {"phase": "building", "step": 2, "order": (1, 2, 0), "market": (13, 16, 18, 19, 20, 21, 23, 24)}
    state = position(companies, map="quebec", **fields)
    cheapest = rules.legal(state, state.to_move[0]).cities[0].city
    assert 13 in after(state, f"build {cheapest}").removed


@pytest.mark.rule("MAP-QC-9", "MKT-11")
def test_step_3_removes_an_ecological_plant_as_the_lowest():
    state = update((13, 16, 18, 19, 20, 21), deck=(30, 31), step=3)
    assert (13 in state.removed, state.market) == (True, (16, 18, 19, 20, 21, 30))


@pytest.mark.rule("MAP-QC-9", "RCH-13")
def test_ecological_plant_leaves_under_the_discount_token():
    fields = {"market": (13, 15, 16, 18, 20, 21, 23, 24), "options": {"edition": "recharged"}}
    assert 13 in pass_on(position(3, map="quebec", **fields)).removed
