"""The Step 3 card, wherever it turns up: what it does to the market, and when Step 3 begins then."""

import msgspec
import pytest

import rules
from rules.events import PlantBuried, Step3CardDrawn, StepBegan
from rules.state import Step3Card
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
    offered_plants,
    pass_on,
    pass_on_to,
    position,
    refused,
    removed,
    some_cities,
    tokens,
    with_money,
)


def sold(deck, *, plant=24, step=2, market=(20, 21, 23, 24, 28, 30, 31, 33), **fields):
    """Phase 2 in which seat 0 has just bought a plant and the deck's top card filled the gap."""
    state = position([company(200)] * 3, step=step, market=market, deck=deck, **fields)
    return after(state, f"open {plant} {plant}", "pass", "pass")


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


@pytest.mark.rule("STEP-23")
@pytest.mark.parametrize("market", [(), (20,)])
def test_card_leaves_alone_when_the_market_is_empty(market):
    state = position([company(200)] * 3, step=2, market=(*market, 50), deck=("step3",))
    state = after(state, "open 50 50", "pass", "pass")
    state = pass_on(state)
    assert state.market == ()
    assert (state.phase, state.step, state.step3_card) == ("resources", 3, Step3Card.OUT)


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


both_editions = pytest.mark.parametrize("edition", ["classic", "recharged"])


def card_in_phase_5(step=2, deck=("step3", 30), edition="classic", **options):
    fields = {"market": MARKET, "resources": SCARCE, "step3_deck": (30, 27, 31)}
    options = {"edition": edition, **options}
    return position(3, phase="bureaucracy", step=step, deck=deck, options=options, **fields)


@pytest.mark.rule("STEP-9", "STEP-16", "STEP-18", "CC-54")
@both_editions
def test_card_drawn_in_phase_5_leaves_with_the_lowest_plant(edition):
    state = pass_on(card_in_phase_5(edition=edition))
    assert [event.plant for event in events(state, PlantBuried)] == [27]
    assert state.market == (21, 22, 23, 24, 25, 26)
    assert sorted(state.deck) == [27, 30]


@pytest.mark.rule("STEP-16", "STEP-10", "CC-54")
@both_editions
def test_step_3_begins_with_the_next_round_when_the_card_came_in_phase_5(edition):
    state = card_in_phase_5(edition=edition)
    assert after(state, "run", "run").step == 2
    state = pass_on(state)
    assert (state.round, state.step, state.phase) == (4, 3, "auction")
    assert offered_plants(with_money(state, 100)) == [21, 22, 23, 24, 25, 26]


@pytest.mark.rule("STEP-16", "BUR-8")
@both_editions
def test_refill_of_that_phase_5_is_still_that_of_step_2(edition):
    assert pass_on(card_in_phase_5(edition=edition)).resources == tokens(SCARCE) + tokens("c5 o3 g2 u1")


# The card drawn at the start of Phase 5, in Recharged ---------------------------------------------------------------


def card_with_step_2(**fields):
    """Phase 5 of a Recharged game has just begun, Step 2 with it, and the card came up for the plant removed."""
    state = end_of_building(7, players=3, options=RECHARGED, **{"deck": ("step3", 30, 31), **fields})
    return after(state, "build")


@pytest.mark.rule("STEP-17", "STEP-5", "STEP-18", "CC-53")
def test_card_drawn_at_the_start_of_phase_5_leaves_with_the_lowest_plant():
    state = card_with_step_2()
    assert (removed(state, "step2"), removed(state, "step3")) == ([20], [21])
    assert (state.market, state.step3_card) == ((22, 23, 24, 25, 26, 27), Step3Card.OUT)


@pytest.mark.rule("STEP-10", "STEP-17", "CC-53")
def test_that_phase_5_is_one_of_step_2():
    state = card_with_step_2()
    assert (state.phase, state.step) == ("bureaucracy", 2)
    assert events(state, StepBegan) == [StepBegan(2)]
    assert cards(state) == ((22, 23, 24, 25), (26, 27))


@pytest.mark.rule("STEP-17", "BUR-8", "CC-53")
def test_refill_of_that_phase_5_is_that_of_step_2_too():
    assert pass_on(card_with_step_2()).resources == tokens(SCARCE) + tokens("c5 o3 g2 u1")


@pytest.mark.rule("STEP-17", "MKT-10", "CC-53")
def test_higher_of_the_two_future_plants_is_buried_in_that_phase_5():
    state = pass_on(card_with_step_2(step3_deck=(31, 30)))
    assert events(state, PlantBuried) == [PlantBuried(27)]
    assert (state.market, state.deck) == ((22, 23, 24, 25, 26, 31), (30, 27))
    assert (removed(state, "update"), removed(state, "step3")) == ([], [])


@pytest.mark.rule("STEP-17", "MKT-10", "MKT-4")
def test_buried_plant_comes_straight_back_when_the_deck_is_empty():
    state = pass_on(card_with_step_2(deck=("step3",)))
    assert (state.market, state.deck) == ((22, 23, 24, 25, 26, 27), ())


@pytest.mark.rule("STEP-17", "STEP-19", "RCH-8", "CC-53")
def test_step_3_begins_with_the_next_round_then():
    state = pass_on(card_with_step_2(step3_deck=(31, 30)))
    assert events(state, StepBegan) == [StepBegan(3)]
    assert (state.round, state.step, state.phase) == (4, 3, "auction")
    assert cards(state) == ((22, 23, 24, 25, 26, 31), ())
    assert state.discount == 22


@pytest.mark.rule("STEP-17", "MKT-11", "STEP-20")
def test_next_phase_5_is_one_of_step_3():
    state = pass_on_to(pass_on(card_with_step_2(step3_deck=(31, 30))), "bureaucracy")
    state = pass_on(state)
    assert state.resources == tokens(SCARCE) + tokens("c5 o3 g2 u1") + tokens("c3 o4 g3 u1")
    assert removed(state, "update") == [23]
    assert state.market == (24, 25, 26, 27, 30, 31)


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
@both_editions
def test_market_changes_of_step_2_come_first_when_the_card_came_in_phase_5(edition):
    state = pass_on(card_in_phase_5(step=1, deck=("step3", 30, 31), edition=edition))
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
        "bureaucracy": lambda: pass_on(card_in_phase_5(step=1, **rule)),
    }[phase]()
    assert state.step == 3
    assert removed(state, "step2") == []
    assert len(state.market) == 6
