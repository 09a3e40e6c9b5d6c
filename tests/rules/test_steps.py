"""The three Steps: what starts each of them, and what it changes."""

import msgspec
import pytest

import rules
from rules.events import PhaseBegan, StepBegan
from tests.rules.positions import (
    MARKET,
    RECHARGED,
    SCARCE,
    after,
    build_next,
    cards,
    company,
    end_of_building,
    events,
    offered_cities,
    pass_on,
    pass_on_to,
    position,
    removed,
    some_cities,
    tokens,
)

# Step 2 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STEP-1")
@pytest.mark.parametrize(("step", "slots"), [(1, {10}), (2, {10, 15}), (3, {10, 15, 20})])
def test_step_decides_the_open_slots(step, slots):
    companies = [company(500, cities="essen"), company(cities="koln trier"), company(cities="koln")]
    state = position(companies, phase="building", step=3, order=(2, 1, 0), market=MARKET[:6])
    state = msgspec.structs.replace(state, step=step)
    quotes = [rules.quote(state, 0, (city,)) for city in offered_cities(state)]
    assert {quote.steps[0].slot for quote in quotes} == slots


@pytest.mark.rule("STEP-2", "CC-40", "CC-41")
@pytest.mark.parametrize(
    ("networks", "step"),
    [
        ((9, 9), 1),
        ((10, 9), 2),
        ((6, 6, 6), 1),
        ((7, 0, 0), 2),
        ((6, 6, 6, 6), 1),
        ((0, 7, 0, 0), 2),
        ((6, 6, 6, 6, 6), 1),
        ((0, 0, 0, 0, 7), 2),
        ((5, 5, 5, 5, 5, 5), 1),
        ((5, 5, 6, 5, 5, 5), 2),
    ],
)
def test_step_2_begins_when_a_network_has_reached_the_threshold(networks, step):
    assert after(end_of_building(*networks), "build").step == step


@pytest.mark.rule("STEP-2")
@pytest.mark.parametrize(
    ("networks", "step"),
    [
        ((6, 6), 1),
        ((7, 0), 2),
        ((6, 6, 6), 1),
        ((0, 7, 0), 2),
        ((6, 6, 6, 6), 1),
        ((7, 0, 0, 0), 2),
        ((6, 6, 0, 0, 0), 1),
        ((7, 0, 0, 0, 0), 2),
        ((5, 5, 0, 0, 0, 0), 1),
        ((6, 0, 0, 0, 0, 0), 2),
    ],
)
def test_step_2_begins_in_recharged_when_a_network_has_reached_the_threshold(networks, step):
    state = end_of_building(*networks, options=RECHARGED | {"two_player_mode": "plain"})
    assert after(state, "build").step == step


@pytest.mark.rule("STEP-2", "STEP-6", "CC-37")
def test_step_2_begins_once_however_many_reach_the_threshold():
    state = after(end_of_building(7, 9, players=4), "build")
    assert events(state, StepBegan) == [StepBegan(2)]
    assert removed(state, "step2") == [20]


@pytest.mark.rule("STEP-6")
def test_lowest_plant_is_replaced_when_step_2_begins():
    state = after(end_of_building(7, players=3, deck=(12, 30, "step3")), "build")
    assert state.market == (12, *MARKET[1:])


@pytest.mark.rule("STEP-6")
def test_step_2_does_not_begin_a_second_time():
    state = pass_on_to(after(end_of_building(7, players=3), "build"), "building")
    assert removed(pass_on(state), "step2") == []


@pytest.mark.rule("STEP-3")
def test_full_map_does_not_start_step_2():
    # With the thresholds of the game a full map always has somebody at the threshold; here the map has one area.
    state = end_of_building(4, 3, areas=("west", "southwest", "east"), players=3)
    state = after(msgspec.structs.replace(state, areas=("west",)), "build")
    assert (state.phase, state.step) == ("bureaucracy", 1)


@pytest.mark.rule("STEP-4")
def test_step_2_begins_between_phases_4_and_5():
    state = end_of_building(7, players=3)
    assert state.step == 1
    state = after(state, "build")
    assert (state.phase, state.step) == ("bureaucracy", 2)


@pytest.mark.rule("STEP-4", "STEP-5")
@pytest.mark.parametrize(
    ("edition", "order"), [("classic", [StepBegan, PhaseBegan]), ("recharged", [PhaseBegan, StepBegan])]
)
def test_step_2_begins_before_phase_5_in_classic_and_at_its_start_in_recharged(edition, order):
    state = after(end_of_building(7, players=3, options={"edition": edition}), "build")
    assert (state.phase, state.step) == ("bureaucracy", 2)
    assert [type(event) for event in state.happened if type(event) in order] == order


@pytest.mark.rule("STEP-5", "STEP-6")
def test_lowest_plant_is_replaced_when_step_2_begins_in_recharged():
    state = after(end_of_building(7, 9, players=3, deck=(12, 30, "step3"), options=RECHARGED), "build")
    assert events(state, StepBegan) == [StepBegan(2)]
    assert removed(state, "step2") == [20]
    assert state.market == (12, *MARKET[1:])


@pytest.mark.rule("STEP-5", "STEP-7", "BUR-1", "BUR-10")
def test_phase_5_in_which_step_2_begins_in_recharged_is_one_of_step_2():
    state = after(end_of_building(7, players=4, deck=(12, 30, "step3"), options=RECHARGED), "build")
    state = pass_on(state)
    assert state.resources == tokens(SCARCE) + tokens("c6 o4 g3 u2")
    assert state.market == (12, *MARKET[1:7], 30)
    assert state.deck == ("step3", 27)


@pytest.mark.rule("STEP-5", "STEP-8", "END-1")
def test_step_2_does_not_begin_when_a_recharged_game_ends():
    state = after(end_of_building(14, players=6, options=RECHARGED), "build")
    assert state.is_over
    assert (state.step, removed(state, "step2")) == (1, [])


@pytest.mark.rule("STEP-7", "BLD-17", "CC-38")
def test_refill_of_the_round_in_which_step_2_begins_is_that_of_step_2():
    state = pass_on(after(end_of_building(7, 9, players=4), "build"))
    assert state.resources == tokens(SCARCE) + tokens("c6 o4 g3 u2")


@pytest.mark.rule("BLD-17", "CC-38")
def test_no_second_slot_is_open_in_the_phase_4_that_triggers_step_2():
    state = end_of_building(7, 9, players=4)
    assert not set(offered_cities(state)) & set(some_cities(16))


@pytest.mark.rule("STEP-8", "END-1", "CC-39")
def test_step_2_does_not_begin_when_the_game_ends():
    state = after(end_of_building(17, players=3), "build")
    assert state.is_over
    assert state.step == 1
    assert removed(state, "step2") == []


# Step 3 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("STEP-22", "CC-58")
def test_step_2_does_not_begin_after_step_3():
    state = end_of_building(7, players=3, step=3, market=MARKET[:6], deck=(30, 31))
    state = after(state, "build")
    assert state.step == 3
    assert state.market == MARKET[:6]


@pytest.mark.rule("STEP-22")
@pytest.mark.parametrize("removal", [True, False])
def test_threshold_of_step_2_means_nothing_once_step_3_has_begun(removal):
    rule = {"step2_removal_when_skipped": removal}
    companies = [company(500, cities=some_cities(6)), company(200), company(200)]
    state = position(companies, step=1, market=MARKET, deck=("step3", 30, 31), order=(2, 1, 0), options=rule)
    state = pass_on_to(after(state, "open 20 20", "pass", "pass"), "building")
    market = state.market
    state = pass_on(build_next(state))
    assert (state.players[0].network_size, state.step, state.market) == (7, 3, market)


@pytest.mark.rule("STEP-19", "MKT-1")
def test_all_six_plants_are_the_actual_market_in_step_3():
    assert cards(position(3, step=3, market=MARKET[:6])) == (MARKET[:6], ())


@pytest.mark.rule("STEP-19", "MKT-2")
def test_purchases_are_replaced_up_to_six_in_step_3():
    state = position([company(200)] * 3, step=3, market=MARKET[:6], deck=(30, 31, 32))
    state = after(state, "open 20 20", "pass", "pass")
    assert state.market == (21, 22, 23, 24, 25, 30)


@pytest.mark.rule("STEP-20")
def test_every_phase_5_of_step_3_removes_the_lowest_plant():
    state = position(3, phase="bureaucracy", step=3, market=MARKET[:6], deck=(30, 31, 32, 34, 35))
    state = pass_on(state)
    assert removed(state, "update") == [20]
    state = pass_on(pass_on_to(state, "bureaucracy"))
    assert removed(state, "update") == [22]


@pytest.mark.rule("STEP-23", "STEP-24", "CC-59")
@pytest.mark.parametrize(("before", "left"), [((40, 42), (42,)), ((42,), ()), ((), ())])
def test_market_runs_empty_with_the_deck(before, left):
    assert pass_on(position(3, phase="bureaucracy", step=3, market=before, deck=())).market == left


@pytest.mark.rule("MKT-6", "STEP-19", "CC-60")
def test_obsolete_plant_is_removed_at_once_in_step_3():
    market = (16, 22, 25, 27, 31, 35)
    state = build_next(end_of_building(0, 0, 15, step=3, market=market, deck=(36, 37)))
    assert cards(state) == ((22, 25, 27, 31, 35, 36), ())


@pytest.mark.rule("STEP-1")
@pytest.mark.parametrize("step", [2, 3])
def test_step_never_goes_down(step):
    state = position(3, step=step, phase="building", market=MARKET if step == 2 else MARKET[:6])
    assert pass_on_to(pass_on(state), "building").step >= step
