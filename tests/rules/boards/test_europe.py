"""Europe: nine plants in Step 1, and a deal of its own in both editions."""

import pytest

import rules
from rules.events import PlantDrawn
from rules.plants import PLANTS, STEP3
from tests.rules.positions import (
    after,
    build_next,
    cards,
    company,
    dealt,
    drawn_setup,
    end_of_building,
    events,
    left_out,
    pass_on,
    position,
    removals,
    some_cities,
)

PLUGS = {number for number, plant in PLANTS.items() if plant.half == "plug"}
REMOVED = [(2, 28, (1, 5)), (3, 26, (2, 6)), (4, 30, (1, 3)), (5, 34, (0, 0)), (6, 34, (0, 0))]
NINE = (3, 5, 6, 8, 9, 10, 12, 14, 15)
HIGH = (9, 10, 12, 14, 15, 16, 18, 20, 21)


def europe(market=NINE, companies=3, **fields):
    return position(companies, **{"map": "europe", "market": market, "deck": (20, 25, STEP3), **fields})


@pytest.mark.rule("MAP-EU-6", "CC-EU-5")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
@pytest.mark.parametrize(
    ("players", "size", "removed"),
    [(2, 28, (1, 5)), (3, 26, (2, 6)), (4, 30, (1, 3)), (5, 34, (0, 0)), (6, 34, (0, 0))],
)
def test_nine_plug_plants_open_and_a_socket_plant_lies_on_top(edition, players, size, removed):
    layout = dealt(players, "europe", edition)
    out = left_out(layout)
    assert (len(layout.market), {*layout.market} < PLUGS) == (9, True)
    assert (len(layout.deck), layout.deck[-1]) == (size, STEP3)
    assert layout.deck[0] >= 16
    assert (len(out & PLUGS), len(out - PLUGS)) == removed


@pytest.mark.rule("MAP-EU-6")
def test_plug_plant_on_top_changes_places_with_the_first_socket_plant():
    decks = [dealt(6, "europe", seed=str(seed)).deck for seed in range(200)]
    assert all(deck[0] not in PLUGS for deck in decks)
    # Three or four of the other cards are plug plants in any case; those right below the top come more often.
    assert sum(deck[1] in PLUGS for deck in decks) > sum(deck[2] in PLUGS for deck in decks)


@pytest.mark.rule("MAP-EU-7", "CC-EU-2")
def test_market_of_step_1_is_filled_up_to_nine():
    state = europe()
    assert cards(state) == ((3, 5, 6, 8), (9, 10, 12, 14, 15))
    assert cards(after(state, "open 5 5", "pass", "pass")) == ((3, 6, 8, 9), (10, 12, 14, 15, 20))


@pytest.mark.rule("MAP-EU-8", "MAP-EU-9", "CC-EU-3")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_lowest_plant_is_not_replaced_when_step_2_begins(edition):
    state = pass_on(
        end_of_building(7, players=3, map="europe", market=HIGH, deck=(25, STEP3), options={"edition": edition})
    )
    assert (removals(state), events(state, PlantDrawn)) == ([(9, "step2")], [])
    assert cards(state) == ((10, 12, 14, 15), (16, 18, 20, 21))
    state = pass_on(state)
    assert (state.buried, state.market) == ((21,), (10, 12, 14, 15, 16, 18, 20, 25))


@pytest.mark.rule("MAP-EU-9", "MKT-10")
def test_highest_of_nine_is_buried():
    state = after(europe(HIGH, phase="bureaucracy", acted=(0, 1), deck=(25, STEP3)), "run")
    assert (state.buried, state.market) == ((21,), (*HIGH[:-1], 25))


@pytest.mark.rule("MAP-EU-10", "STEP-16", "STEP-21", "CC-EU-4")
@pytest.mark.parametrize("removal", [True, False])
def test_six_plants_are_left_where_step_2_is_skipped(removal):
    options = {"step2_removal_when_skipped": removal}
    state = europe(HIGH, phase="bureaucracy", acted=(0, 1), deck=(STEP3, 25, 30), options=options)
    state = after(state, "run")
    assert (state.market, state.step) == ((12, 14, 15, 16, 18, 20), 3)
    assert [plant for plant, _ in removals(state)] == [9, 10]
    assert {*state.deck} == {21, 25, 30}


@pytest.mark.rule("MAP-EU-10", "STEP-13", "STEP-21")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_six_plants_are_left_where_the_card_came_in_phase_2(edition):
    state = europe(HIGH, deck=(STEP3, 25, 30), options={"edition": edition})
    state = after(state, "open 10 10", "pass", "pass")
    assert cards(state) == ((9, 12, 14, 15), (16, 18, 20, 21))
    state = pass_on(state)
    assert (state.step, len(state.market)) == (3, 6)


@pytest.mark.rule("MAP-EU-10", "STEP-14", "STEP-21")
@pytest.mark.parametrize("removal", [True, False])
def test_six_plants_are_left_where_the_card_came_in_phase_4(removal):
    companies = [company(500, cities=some_cities(5, map="europe")), company(), company()]
    fields = {"phase": "building", "order": (1, 2, 0), "deck": (STEP3, 25, 30)}
    options = {"step2_removal_when_skipped": removal}
    state = build_next(europe((6, 10, 12, 14, 15, 16, 18, 20, 21), companies, options=options, **fields))
    assert state.market == (12, 14, 15, 16, 18, 20, 21)
    state = pass_on(state)
    assert (state.step, state.market) == (3, (14, 15, 16, 18, 20, 21))


@pytest.mark.rule("MAP-EU-8", "STEP-14", "STEP-6")
def test_six_plants_are_left_where_step_2_is_due_after_the_card_came_in_phase_4():
    companies = [company(500, cities=some_cities(6, map="europe")), company(), company()]
    fields = {"phase": "building", "order": (1, 2, 0), "deck": (STEP3, 25, 30)}
    state = pass_on(build_next(europe((7, 10, 12, 14, 15, 16, 18, 20, 21), companies, **fields)))
    assert (state.step, state.market) == (3, (14, 15, 16, 18, 20, 21))


@pytest.mark.rule("MAP-EU-11", "MKT-6", "MKT-9")
def test_obsolete_and_unsold_plants_leave_in_classic():
    assert removals(pass_on(europe())) == [(3, "unsold")]
    companies = [company(cities=some_cities(2, map="europe")), company(), company()]
    assert removals(build_next(europe(companies=companies, phase="building", order=(1, 2, 0)))) == [(3, "obsolete")]


@pytest.mark.rule("MAP-EU-11", "RCH-8", "RCH-13")
def test_discount_token_is_used_in_recharged():
    state = europe(options={"edition": "recharged"})
    assert rules.legal(state, 0).plants[0].least == 1
    assert removals(pass_on(state)) == [(3, "discount")]
    assert rules.start(drawn_setup(3, "europe", edition="recharged")).discount is not None


@pytest.mark.rule("MAP-EU-13", "TRU-11")
def test_trust_takes_the_fourth_plant():
    state = europe(companies=2, options={"edition": "recharged"})
    assert after(state, "decline").trust.plants == (8,)
