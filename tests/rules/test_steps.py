"""The three Steps: what starts them, and what the Step 3 card does wherever it turns up."""

import msgspec
import pytest

import rules
from rules.events import PlantBuried, PlantRemoved, Step3CardDrawn, StepBegan
from rules.state import Step3Card
from tests.rules.positions import (
    after,
    cards,
    company,
    events,
    offered_cities,
    offered_plants,
    pass_on,
    pass_on_to,
    position,
    refused,
    some_cities,
    tokens,
    with_money,
)

MARKET = (20, 21, 22, 23, 24, 25, 26, 27)
SCARCE = "c9 o9 g9 u4"
"""A resource market with room for every refill."""


def end_of_building(*networks, players=0, **fields):
    """Phase 4 in Step 1 with networks of these sizes, one after the other on the map; the last seat is to build."""
    sizes = networks + (0,) * (players - len(networks))
    companies = [company(500, cities=some_cities(size, after=sum(sizes[:seat]))) for seat, size in enumerate(sizes)]
    done = tuple(range(len(sizes) - 1))
    order = (len(sizes) - 1, *done)
    defaults = {"phase": "building", "order": order, "acted": done, "market": MARKET, "resources": SCARCE}
    return position(companies, **{**defaults, **fields})


def removed(state, reason):
    return [event.plant for event in events(state, PlantRemoved) if event.reason == reason]


def sold(deck, *, plant=24, step=2, market=(20, 21, 23, 24, 28, 30, 31, 33), **fields):
    """Phase 2 in which seat 0 has just bought a plant and the deck's top card filled the gap."""
    state = position([company(200)] * 3, step=step, market=market, deck=deck, **fields)
    return after(state, f"open {plant} {plant}", "pass", "pass")


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


# The card drawn in Phase 2 ------------------------------------------------------------------------------------------


@pytest.mark.rule("STEP-9", "STEP-12", "CC-42")
def test_step_3_card_drawn_for_a_sold_plant_lies_last_in_the_market():
    state = sold(("step3", 37, 40, 42))
    assert cards(state) == ((20, 21, 23, 28), (30, 31, 33))
    assert state.step3_card is Step3Card.MARKET


@pytest.mark.rule("STEP-9", "CC-42")
def test_rest_of_the_deck_is_shuffled_at_once():
    state = sold(("step3", 36, 37, 40, 42), step3_deck=(42, 36, 40, 37))
    assert state.deck == (42, 36, 40, 37)
    assert events(state, Step3CardDrawn) == [Step3CardDrawn(cards=4)]


@pytest.mark.rule("STEP-9", "GEN-7")
def test_nobody_knows_the_order_of_the_buried_plants_after_the_shuffle():
    state = sold(("step3", 37, 40, 42))
    assert sorted(state.deck) == [37, 40, 42]
    assert state.buried == ()


@pytest.mark.rule("STEP-9")
def test_shuffle_follows_from_the_seed_where_no_order_is_stated():
    decks = set()
    for seed in range(20):
        state = position([company(200)] * 3, step=2, market=MARKET, deck=("step3", 37, 38, 39, 40, 42))
        state = msgspec.structs.replace(state, setup=msgspec.structs.replace(state.setup, seed=f"{seed:04}"))
        decks.add(after(state, "open 20 20", "pass", "pass").deck)
    assert len(decks) > 10


@pytest.mark.rule("STEP-10", "STEP-12")
def test_auctions_go_on_in_the_old_step():
    state = sold(("step3", 37, 40, 42))
    assert (state.phase, state.step) == ("auction", 2)
    assert offered_plants(state) == [20, 21, 23, 28]


@pytest.mark.rule("STEP-12", "CC-44")
def test_further_gaps_are_filled_from_the_shuffled_deck():
    state = after(sold(("step3", 37, 40, 42), step3_deck=(37, 40, 42)), "open 20 20", "pass")
    assert cards(state) == ((21, 23, 28, 30), (31, 33, 37))
    assert state.step3_card is Step3Card.MARKET


@pytest.mark.rule("STEP-13", "STEP-18", "CC-43")
def test_card_and_lowest_plant_leave_at_the_end_of_phase_2():
    state = pass_on(sold(("step3", 37, 40, 42)))
    assert state.market == (21, 23, 28, 30, 31, 33)
    assert state.step3_card is Step3Card.OUT
    assert removed(state, "step3") == [20]


@pytest.mark.rule("STEP-10", "STEP-13", "CC-43")
def test_step_3_begins_with_phase_3_when_the_card_came_in_phase_2():
    state = pass_on(sold(("step3", 37, 40, 42)))
    assert (state.phase, state.step) == ("resources", 3)
    assert events(state, StepBegan) == [StepBegan(3)]


@pytest.mark.rule("BLD-9", "STEP-13", "CC-43")
def test_third_slots_are_open_in_phase_4_of_that_round():
    companies = [company(200, cities="essen"), company(200, cities="koln"), company(200, cities="koln")]
    state = position(companies, step=2, market=MARKET, deck=("step3", 37), order=(2, 1, 0))
    state = pass_on_to(after(state, "open 20 20", "pass", "pass"), "building")
    assert rules.quote(state, 0, ("koln",)).steps[0].slot == 20


@pytest.mark.rule("STEP-20", "MKT-11", "BUR-8", "CC-43")
def test_phase_5_of_that_round_is_one_of_step_3():
    state = sold(("step3", 37, 40, 42), resources=SCARCE, step3_deck=(37, 40, 42))
    state = pass_on(pass_on_to(state, "bureaucracy"))
    assert state.resources == tokens(SCARCE) + tokens("c3 o4 g3 u1")
    assert state.market == (23, 28, 30, 31, 33, 37)
    assert removed(state, "update") == [21]


@pytest.mark.rule("MKT-4", "STEP-13", "STEP-18", "CC-45")
def test_market_shrinks_to_four_plants_when_no_plant_lies_under_the_card():
    state = after(sold(("step3",)), "open 20 20", "pass", "open 21 21")
    assert removed(state, "step3") == [23]
    assert state.market == (28, 30, 31, 33)


@pytest.mark.rule("MKT-4", "CC-45")
def test_gap_without_a_card_to_fill_it_stays():
    state = after(sold(("step3",)), "open 20 20", "pass")
    assert state.market == (21, 23, 28, 30, 31, 33)


@pytest.mark.rule("STEP-11", "AUC-4", "CC-46")
def test_step_3_card_in_a_small_market_cannot_be_opened():
    state = position([company(200)] * 3, step=2, market=(36, 38), deck=(), step3_card=Step3Card.MARKET)
    assert offered_plants(state) == [36, 38]


@pytest.mark.rule("STEP-11")
def test_step_3_card_is_not_the_lowest_plant_of_an_empty_market():
    state = position(3, step=2, market=(), deck=(), step3_card=Step3Card.MARKET, phase="bureaucracy")
    assert pass_on(state).removed == state.removed


@pytest.mark.rule("AUC-22", "STEP-12", "STEP-13", "CC-47")
def test_card_drawn_for_the_unsold_plant_leaves_with_the_next_lowest():
    state = pass_on(position(3, step=2, market=MARKET, deck=("step3", 37, 40)))
    assert (removed(state, "unsold"), removed(state, "step3")) == ([20], [21])
    assert state.market == (22, 23, 24, 25, 26, 27)
    assert (state.phase, state.step) == ("resources", 3)


# The card drawn in Phase 4 ------------------------------------------------------------------------------------------


def builders(sizes, **fields):
    """Phase 4 in Step 2: seat 0 builds first, then seat 1."""
    companies = [company(500, cities=some_cities(size, after=sum(sizes[:seat]))) for seat, size in enumerate(sizes)]
    return position(companies, phase="building", **{"order": (2, 1, 0), "step": 2, **fields})


def build_next(state, count=1):
    """The seat to move builds its cheapest cities."""
    seat = state.to_move[0]
    chosen = ()
    for _ in range(count):
        offers = [offer.city for offer in rules.legal(state, seat).cities if offer.city not in chosen]
        chosen = (*chosen, offers[0])
    return rules.apply(state, seat, rules.BuildCities(chosen))


OBSOLETE_8 = (8, 20, 21, 22, 23, 24, 25, 26)


@pytest.mark.rule("STEP-14", "CC-50")
def test_card_drawn_in_phase_4_leaves_at_once_with_the_lowest_plant():
    state = build_next(builders((7, 0, 0), market=OBSOLETE_8, deck=("step3", 30, 31)))
    assert state.market == (21, 22, 23, 24, 25, 26)
    assert (removed(state, "obsolete"), removed(state, "step3")) == ([8], [20])
    assert state.phase == "building"


@pytest.mark.rule("STEP-14", "BLD-17", "CC-50")
def test_players_still_to_build_have_the_slots_of_the_old_step():
    companies = [company(500, cities=some_cities(7)), company(500, cities="leipzig"), company(cities="essen")]
    state = position(companies, phase="building", step=2, order=(2, 1, 0), market=OBSOLETE_8, deck=("step3", 30, 31))
    state = build_next(state)
    assert state.step3_card is Step3Card.OUT
    with refused("BLD-9"):
        after(state, "1: build essen")


@pytest.mark.rule("STEP-14", "STEP-20", "BUR-8", "CC-50")
def test_phase_5_after_a_card_drawn_in_phase_4_is_one_of_step_3():
    state = builders((7, 0, 0), market=OBSOLETE_8, deck=("step3", 30, 31), step3_deck=(31, 30), resources=SCARCE)
    state = pass_on(build_next(state))
    assert (state.phase, state.step) == ("bureaucracy", 3)
    state = pass_on(state)
    assert state.resources == tokens(SCARCE) + tokens("c3 o4 g3 u1")
    assert state.market == (22, 23, 24, 25, 26, 31)


@pytest.mark.rule("STEP-14", "MKT-6", "CC-51")
def test_plant_that_becomes_obsolete_later_in_that_phase_4_is_replaced_from_the_shuffled_deck():
    market = (8, 9, 10, 20, 21, 22, 23, 24)
    state = build_next(builders((7, 7, 0), market=market, deck=("step3", 30, 31), step3_deck=(31, 30)))
    assert state.market == (10, 20, 21, 22, 23, 24)
    state = build_next(state, 3)
    assert removed(state, "obsolete") == [10]
    assert state.market == (20, 21, 22, 23, 24, 31)


# The card drawn between Phases 4 and 5 ------------------------------------------------------------------------------


@pytest.mark.rule("STEP-15", "CC-52")
def test_step_3_follows_step_2_at_once_when_its_replacement_is_the_card():
    state = after(end_of_building(7, players=3, deck=("step3", 30, 31), step3_deck=(31, 30)), "build")
    assert (removed(state, "step2"), removed(state, "step3")) == ([20], [21])
    assert state.market == (22, 23, 24, 25, 26, 27)
    assert events(state, StepBegan) == [StepBegan(2), StepBegan(3)]
    assert (state.phase, state.step) == ("bureaucracy", 3)


@pytest.mark.rule("STEP-15", "STEP-20", "CC-52")
def test_phase_5_after_that_is_one_of_step_3():
    state = after(end_of_building(7, players=3, deck=("step3", 30, 31), step3_deck=(31, 30)), "build")
    state = pass_on(state)
    assert state.resources == tokens(SCARCE) + tokens("c3 o4 g3 u1")
    assert state.market == (23, 24, 25, 26, 27, 31)


# The card drawn in Phase 5 ------------------------------------------------------------------------------------------


def card_in_phase_5(step=2, deck=("step3", 30), **fields):
    return position(3, phase="bureaucracy", step=step, market=MARKET, deck=deck, resources=SCARCE, **fields)


@pytest.mark.rule("STEP-9", "STEP-16", "STEP-18", "CC-54")
def test_card_drawn_in_phase_5_leaves_with_the_lowest_plant():
    state = pass_on(card_in_phase_5())
    assert [event.plant for event in events(state, PlantBuried)] == [27]
    assert state.market == (21, 22, 23, 24, 25, 26)
    assert sorted(state.deck) == [27, 30]


@pytest.mark.rule("STEP-16", "STEP-10", "CC-54")
def test_step_3_begins_with_the_next_round_when_the_card_came_in_phase_5():
    state = card_in_phase_5()
    assert after(state, "run", "run").step == 2
    state = pass_on(state)
    assert (state.round, state.step, state.phase) == (4, 3, "auction")
    assert offered_plants(with_money(state, 100)) == [21, 22, 23, 24, 25, 26]


@pytest.mark.rule("STEP-16", "BUR-8")
def test_refill_of_that_phase_5_is_still_that_of_step_2():
    assert pass_on(card_in_phase_5()).resources == tokens(SCARCE) + tokens("c5 o3 g2 u1")


# Step 3 before Step 2 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("STEP-21", "STEP-13", "CC-55")
def test_market_changes_of_step_2_come_first_when_the_card_came_in_phase_2():
    state = sold(("step3", 30, 31), plant=20, step=1, market=MARKET, step3_deck=(31, 30))
    assert state.market == MARKET[1:]
    state = pass_on(state)
    assert (removed(state, "step2"), removed(state, "step3")) == ([21], [22])
    assert state.market == (23, 24, 25, 26, 27, 31)
    assert (state.phase, state.step) == ("resources", 3)


@pytest.mark.rule("STEP-21", "STEP-16", "BUR-8", "CC-56")
def test_market_changes_of_step_2_come_first_when_the_card_came_in_phase_5():
    state = pass_on(card_in_phase_5(step=1, deck=("step3", 30, 31), step3_deck=(30, 27, 31)))
    assert state.resources == tokens(SCARCE) + tokens("c4 o2 g1 u1")
    assert (removed(state, "step2"), removed(state, "step3")) == ([20], [21])
    assert state.market == (22, 23, 24, 25, 26, 30)
    assert (state.round, state.step) == (4, 3)


@pytest.mark.rule("STEP-21", "STEP-14")
def test_market_changes_of_step_2_come_between_phases_4_and_5_when_the_card_came_in_phase_4():
    state = builders((5, 0, 0), step=1, market=(6, *MARKET[:7]), deck=("step3", 30, 31), step3_deck=(30, 31))
    state = build_next(state)
    assert state.market == (21, 22, 23, 24, 25, 26)
    state = pass_on(state)
    assert removed(state, "step2") == [21]
    assert state.market == (22, 23, 24, 25, 26, 30)
    assert (state.phase, state.step) == ("bureaucracy", 3)


@pytest.mark.rule("STEP-21", "STEP-6", "STEP-14", "CC-57")
def test_step_2_is_carried_out_once_when_its_threshold_is_reached_in_the_same_phase_4():
    state = builders((6, 0, 0), step=1, market=(7, *MARKET[:7]), deck=("step3", 30, 31, 32), step3_deck=(30, 31, 32))
    state = pass_on(build_next(state))
    assert removed(state, "step2") == [21]
    assert state.market == (22, 23, 24, 25, 26, 30)
    assert (state.phase, state.step) == ("bureaucracy", 3)


@pytest.mark.rule("STEP-21")
@pytest.mark.parametrize("phase", ["auction", "building", "bureaucracy"])
def test_option_leaves_the_removal_of_step_2_out_when_step_2_is_skipped(phase):
    rule = {"step2_removal_when_skipped": False}
    state = {
        "auction": lambda: pass_on(sold(("step3", 30, 31), plant=20, step=1, market=MARKET, options=rule)),
        "building": lambda: pass_on(
            build_next(builders((5, 0, 0), step=1, market=(6, *MARKET[:7]), deck=("step3", 30, 31), options=rule))
        ),
        "bureaucracy": lambda: pass_on(card_in_phase_5(step=1, options=rule)),
    }[phase]()
    assert state.step == 3
    assert removed(state, "step2") == []
    assert len(state.market) == 6


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


# In Step 3 ----------------------------------------------------------------------------------------------------------


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


@pytest.mark.rule("STEP-23")
@pytest.mark.parametrize("market", [(), (20,)])
def test_card_leaves_alone_when_the_market_is_empty(market):
    state = position([company(200)] * 3, step=2, market=(*market, 50), deck=("step3",))
    state = after(state, "open 50 50", "pass", "pass")
    state = pass_on(state)
    assert state.market == ()
    assert (state.phase, state.step, state.step3_card) == ("resources", 3, Step3Card.OUT)


@pytest.mark.rule("MKT-6", "STEP-19", "CC-60")
def test_obsolete_plant_is_removed_at_once_in_step_3():
    market = (16, 22, 25, 27, 31, 35)
    state = build_next(builders((15, 0, 0), step=3, market=market, deck=(36, 37)))
    assert cards(state) == ((22, 25, 27, 31, 35, 36), ())


@pytest.mark.rule("STEP-1")
@pytest.mark.parametrize("step", [2, 3])
def test_step_never_goes_down(step):
    state = position(3, step=step, phase="building", market=MARKET if step == 2 else MARKET[:6])
    assert pass_on_to(pass_on(state), "building").step >= step
