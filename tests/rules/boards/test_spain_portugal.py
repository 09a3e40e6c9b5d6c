"""Spain & Portugal: three wind plants that lie beside the deck until Step 2 begins."""

import pytest

import rules
from rules.plants import STEP3
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
    position,
    refused,
    removals,
    some_cities,
    stated_setup,
)

WIND = (18, 22, 27)
MARKET = (9, 10, 12, 15, 16, 17, 19, 20)
DECK = (25, 26, 30, STEP3)


def reaching_step_2(**fields):
    """Phase 4 of four players, the last of them to build; one has seven cities."""
    return end_of_building(7, players=4, map="spain-portugal", **{"market": MARKET, "deck": DECK, **fields})


def auction(market=MARKET, deck=(STEP3, 30, 31), **fields):
    """Phase 2 of three players, in which the Step 3 card is the next one."""
    options = {"step2_removal_when_skipped": fields.pop("removal", True)}
    return position(3, map="spain-portugal", market=market, deck=deck, options=options, **fields)


@pytest.mark.rule("MAP-ES-4", "MAP-ES-5", "CC-ES-1")
@pytest.mark.parametrize(("players", "size", "removed"), [(2, 24, 8), (3, 24, 8), (4, 28, 4), (5, 32, 0), (6, 32, 0)])
def test_classic_deck_lacks_the_three_plants(players, size, removed):
    layout = dealt(players, "spain-portugal")
    assert (len(layout.deck), layout.deck[0], layout.deck[-1]) == (size, 13, STEP3)
    assert left_out(layout) >= {*WIND}
    assert len(left_out(layout)) == removed + 3


@pytest.mark.rule("MAP-ES-4", "MAP-ES-6")
@pytest.mark.parametrize(("players", "size", "removed"), [(2, 26, 6), (3, 24, 8), (4, 28, 4), (5, 32, 0), (6, 32, 0)])
def test_recharged_deck_lacks_the_three_plants(players, size, removed):
    layout = dealt(players, "spain-portugal", "recharged")
    assert (len(layout.market), len(layout.deck), layout.deck[-1]) == (8, size, STEP3)
    assert left_out(layout) >= {*WIND}
    assert len(left_out(layout)) == removed + 3


@pytest.mark.rule("MAP-ES-4", "GEN-5")
def test_setup_that_deals_a_plant_set_aside_is_refused():
    with refused("GEN-5"):
        rules.start(stated_setup(4, (13, 18, 30, STEP3), map="spain-portugal"))


@pytest.mark.rule("MAP-ES-4", "GEN-7")
def test_plants_set_aside_are_public():
    assert rules.view(rules.start(drawn_setup(4, "spain-portugal"))).set_aside == WIND


@pytest.mark.rule("MAP-ES-7", "CC-ES-2")
def test_plants_come_on_top_of_the_deck_when_step_2_begins():
    state = pass_on(reaching_step_2())
    assert (state.phase, state.step) == ("bureaucracy", 2)
    assert removals(state) == [(9, "step2")]
    assert cards(state) == ((10, 12, 15, 16), (17, 18, 19, 20))
    assert (state.deck, state.set_aside) == ((22, 27, *DECK), ())


@pytest.mark.rule("MAP-ES-7", "STEP-5", "CC-ES-3")
def test_plants_come_at_the_start_of_phase_5_in_recharged():
    state = pass_on(reaching_step_2(options={"edition": "recharged"}))
    assert cards(state) == ((10, 12, 15, 16), (17, 18, 19, 20))
    state = pass_on(state)
    assert state.buried == (20,)
    assert cards(state) == ((10, 12, 15, 16), (17, 18, 19, 22))


@pytest.mark.rule("MAP-ES-8", "STEP-13", "STEP-21", "CC-ES-8")
def test_plants_come_on_top_of_the_shuffled_deck_where_step_2_is_skipped():
    state = after(auction((8, *MARKET[:-1])), "open 8 8", "pass", "pass")
    assert (state.market, state.step3_card) == (MARKET[:-1], "market")
    state = pass_on(state)
    assert (state.phase, state.step) == ("resources", 3)
    assert removals(state) == [(9, "step2"), (10, "step3")]
    assert state.market == (12, 15, 16, 17, 18, 19)
    assert state.deck[:2] == (22, 27)
    assert {*state.deck[2:]} == {30, 31}


@pytest.mark.rule("MAP-ES-8", "STEP-14")
def test_plants_come_between_the_phases_where_the_step_3_card_came_in_phase_4():
    companies = [company(500, cities=some_cities(8, map="spain-portugal")), company(), company()]
    state = position(
        companies, map="spain-portugal", phase="building", order=(1, 2, 0), market=MARKET, deck=(STEP3, 30, 31)
    )
    state = build_next(state)
    assert (state.market, state.set_aside) == ((12, 15, 16, 17, 19, 20), WIND)
    state = pass_on(state)
    assert (state.step, state.market, state.deck[:2]) == (3, (15, 16, 17, 18, 19, 20), (22, 27))


@pytest.mark.rule("MAP-ES-8", "STEP-9")
def test_plants_put_on_top_of_the_shuffled_deck_are_no_part_of_the_shuffle():
    fields = {"phase": "bureaucracy", "acted": (0, 1), "deck": (STEP3, 30, 31, 33)}
    state = after(position(3, map="spain-portugal", market=MARKET, **fields), "run")
    assert state.deck[:2] == (22, 27)
    assert rules.shuffled_decks([state]) == {"step3": state.deck[2:]}


@pytest.mark.rule("MAP-ES-8")
def test_plants_never_come_where_the_option_leaves_out_the_skipped_step_2():
    state = pass_on(after(auction((8, *MARKET[:-1]), removal=False), "open 8 8", "pass", "pass"))
    assert (state.step, state.market, state.set_aside) == (3, (10, 12, 15, 16, 17, 19), WIND)
    assert {*state.deck} == {30, 31}


@pytest.mark.rule("MAP-ES-8", "FIRST-1")
def test_plants_never_come_in_a_first_game():
    fields = {"phase": "bureaucracy", "acted": (0, 1), "deck": (STEP3, 30, 31), "options": {"first_game": True}}
    state = after(position(3, map="spain-portugal", market=MARKET, **fields), "run")
    assert (state.step, state.set_aside) == (1, WIND)


@pytest.mark.rule("MAP-ES-7", "MKT-7", "CC-ES-9")
def test_plant_18_is_obsolete_at_once_in_a_large_network():
    market = (19, 20, 21, 23, 24, 25, 26, 28)
    companies = [company(500, cities=some_cities(18, map="spain-portugal")), company()]
    state = position(
        companies, map="spain-portugal", phase="building", order=(1, 0), acted=(0,), market=market, deck=DECK[2:]
    )
    state = after(state, "build")
    assert removals(state) == [(19, "step2"), (18, "obsolete")]
    assert state.market == (20, 21, 22, 23, 24, 25, 26, 28)
    assert state.deck[0] == 27
