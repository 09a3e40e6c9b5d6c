"""Middle East: plants that wait for Step 2, and Steps that begin with the passes through the deck."""

import pytest

import rules
from rules.__main__ import state_line
from rules.events import PlantBuried, PlantDrawn
from rules.plants import STEP3
from tests.rules.positions import (
    after,
    build_next,
    cards,
    company,
    dealt,
    end_of_building,
    events,
    first_with,
    offered_plants,
    pass_on,
    pass_on_to,
    position,
    refused,
    removals,
    some_cities,
    stated_setup,
)

MARKET = (15, 16, 18, 20, 21, 22, 25, 26)
PLAIN = {"edition": "recharged", "two_player_mode": "plain"}


def middle_east(market=MARKET, deck=(30, 31, STEP3), companies=3, shuffled=None, **fields):
    """A position in Step 1 unless told otherwise; ``shuffled`` is the deck after the first shuffle."""
    shuffles = {"step2_deck": shuffled} if shuffled else None
    return position(
        companies, **{"map": "middle-east", "market": market, "deck": deck, "shuffles": shuffles, **fields}
    )


def buried(state):
    return [event.plant for event in events(state, PlantBuried)]


def drawn(state):
    return [event.plant for event in events(state, PlantDrawn)]


# The deal -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-ME-8", "MAP-ME-9", "CC-ME-1")
@pytest.mark.parametrize(("players", "size"), [(2, 26), (3, 26), (4, 30), (5, 34), (6, 34)])
def test_classic_market_begins_without_06(players, size):
    layout = dealt(players, "middle-east")
    assert layout.market == (3, 4, 5, 7, 8, 9, 10, 13)
    assert (len(layout.deck), layout.deck[-1]) == (size, STEP3)


@pytest.mark.rule("MAP-ME-8", "MAP-ME-9", "CC-ME-2")
def test_plants_that_wait_leave_the_actual_market_of_the_deal():
    for seed in range(60):
        layout = dealt(3, "middle-east", "recharged", seed=str(seed))
        first = dealt(3, "germany", "recharged", seed=str(seed))
        waiting = [plant for plant in first.market[:4] if plant in (6, 11)]
        assert {*layout.market[:4]}.isdisjoint((6, 11, 14))
        assert {*waiting}.isdisjoint({*layout.market, *layout.deck})
        assert {*first.market} - {6, 11, 14} <= {*layout.market}


@pytest.mark.rule("SET-13", "MAP-ME-8", "MAP-ME-9")
@pytest.mark.parametrize(
    ("edition", "players", "removed"),
    [("classic", 3, 8), ("classic", 4, 4), ("classic", 6, 0), ("recharged", 2, 6), ("recharged", 4, 4)],
)
def test_plants_removed_unseen_are_told_from_those_that_left_the_market(edition, players, removed):
    options = rules.options_from_data({"edition": edition, "map": "middle-east", "two_player_mode": "plain"})
    version = first_with("middle-east", edition)
    for seed in range(40):
        setup = rules.new_setup(options, players, str(seed), version=version)
        assert len(setup.removed_unseen) == removed, seed


@pytest.mark.rule("MAP-ME-9")
def test_plants_put_away_at_the_deal_lie_open_under_the_deck():
    setup = stated_setup(3, (20, 31, STEP3, 17, 19), map="middle-east", market=(3, 4, 5, 7, 8, 9, 10, 13))
    state = rules.start(setup)
    assert (state.buried, rules.view(state).buried) == ((17, 19), (17, 19))


# Step 1 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-ME-9", "CC-ME-3")
def test_plant_that_comes_into_the_actual_market_goes_under_the_deck():
    state = middle_east((10, 12, 13, 15, 17, 18, 20, 21), (25, 16, 30, STEP3))
    state = after(state, "open 10 10", "pass", "pass")
    assert cards(state) == ((12, 13, 15, 16), (18, 20, 21, 25))
    assert (state.buried, state.deck) == ((17,), (30, STEP3, 17))


@pytest.mark.rule("MAP-ME-9")
@pytest.mark.parametrize("plant", [6, 11, 14])
def test_three_plants_leave_the_game(plant):
    state = middle_east((10, 12, 13, 15, 18, 20, 21, 25), (plant, 30, STEP3), step=1)
    state = after(state, "open 15 15", "pass", "pass")
    assert removals(state) == [(plant, "waiting")]
    assert (plant in state.removed, state.buried, state.market[-1]) == (True, (), 30)


@pytest.mark.rule("MAP-ME-9", "RCH-11", "MAP-ME-17")
def test_replacement_of_a_waiting_plant_can_take_the_token_away():
    state = middle_east((10, 12, 13, 15, 17, 18, 20, 21), (25, 8, 16, STEP3), options=PLAIN)
    state = after(state, "open 13 13", "pass", "pass")
    assert (buried(state), removals(state), state.discount) == ([17], [(8, "undercut")], None)
    assert cards(state)[0] == (10, 12, 15, 16)


@pytest.mark.rule("MAP-ME-10")
def test_waiting_plant_stays_where_the_deck_cannot_bring_another():
    state = middle_east((10, 12, 13, 15, 20, 21, 25), (STEP3,), shuffled=(17, 19))
    state = after(state, "open 15 15", "pass", "pass")
    assert (state.step3_card, state.deck) == ("market", ())
    state = middle_east((10, 12, 13, 15, 20, 21, 22, 25), (STEP3, 17, 19), shuffled=(17, 19))
    state = after(state, "open 15 15", "pass", "pass", "open 13 13", "pass")
    assert (state.market, state.deck, buried(state)) == ((10, 12, 17, 20, 21, 22, 25), (19,), [])


@pytest.mark.rule("MAP-ME-10")
def test_waiting_plants_go_under_the_deck_until_a_higher_one_comes():
    state = middle_east((10, 12, 13, 15, 20, 21, 22, 25), (STEP3, 17, 19, 28), shuffled=(17, 19, 28))
    state = after(state, "open 15 15", "pass", "pass", "open 13 13", "pass")
    assert (state.market, state.deck, buried(state)) == ((10, 12, 20, 21, 22, 25, 28), (17, 19), [17, 19])


@pytest.mark.rule("MAP-ME-10", "AUC-4")
def test_waiting_plant_cannot_be_opened_in_step_1():
    state = middle_east((10, 12, 13, 17, 20, 21, 22), (), step3_card="market")
    assert offered_plants(state) == [10, 12, 13]
    assert 17 not in cards(state)[0]
    assert state_line(0, state)["market"] == {"actual": (10, 12, 13), "future": [17, 20, 21, 22]}
    with refused("AUC-4"):
        after(state, "open 17 17")


@pytest.mark.rule("MAP-ME-9", "MKT-7")
def test_replacement_of_an_obsolete_plant_may_have_to_wait():
    companies = [company(cities=some_cities(9, map="middle-east")), company(), company()]
    fields = {"phase": "building", "order": (1, 2, 0)}
    state = build_next(middle_east((10, 12, 13, 15, 17, 18, 20, 21), (25, 16, 30, STEP3), companies, **fields))
    assert (removals(state), buried(state)) == ([(10, "obsolete")], [17])
    assert state.market == (12, 13, 15, 16, 18, 20, 21, 25)


@pytest.mark.rule("MAP-ME-9", "MKT-10")
def test_replacement_of_phase_5_may_have_to_wait():
    state = middle_east((10, 12, 13, 15, 18, 20, 21, 25), (11, 14, 17, 30, STEP3), phase="bureaucracy", acted=(0, 1))
    state = after(state, "run")
    assert removals(state) == [(11, "waiting"), (14, "waiting")]
    # 17 is higher than the four, and so stays in the future market.
    assert (state.market, state.buried) == ((10, 12, 13, 15, 17, 18, 20, 21), (25,))


# Step 2 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-ME-11", "CC-ME-4")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_number_of_cities_does_not_begin_step_2(edition):
    state = end_of_building(9, players=4, map="middle-east", options={"edition": edition}, market=MARKET)
    assert pass_on_to(state, "auction").step == 1


@pytest.mark.rule("MAP-ME-12", "MAP-ME-13", "CC-ME-5")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_step_3_card_drawn_in_phase_2_begins_step_2(edition):
    market = (12, 15, 16, 18, 20, 21, 22, 25)
    deck = (STEP3, 30, 17, 19, 24)
    state = middle_east(market, deck, shuffled=(30, 17, 19, 24), options={"edition": edition})
    state = after(state, "open 12 12", "pass", "pass")
    assert (state.market, state.step3_card, state.deck) == (market[1:], "market", (30, 17, 19, 24))
    state = after(state, "decline", "decline")
    # Classic did sell a plant, and the token of Recharged went with it.
    assert removals(state) == [(15, "step2"), (16, "step2")]
    assert cards(state) == ((17, 18, 19, 20), (21, 22, 25, 30))
    assert (state.phase, state.step, state.step3_card, state.deck) == ("resources", 2, "deck", (24, STEP3))


@pytest.mark.rule("MAP-ME-13", "AUC-22", "MKT-9")
def test_unsold_plant_leaves_before_step_2_begins():
    deck = (STEP3, 17, 28, 30, 31, 33, 35)
    state = middle_east(MARKET, deck, shuffled=deck[1:])
    state = pass_on(state)
    assert removals(state) == [(15, "unsold"), (16, "step2"), (17, "step2")]
    assert (state.step, state.market, state.deck) == (2, (18, 20, 21, 22, 25, 26, 28, 30), (31, 33, 35, STEP3))


@pytest.mark.rule("MAP-ME-13", "STEP-12", "MAP-ME-9")
def test_further_gaps_of_the_phase_are_filled_from_the_shuffled_deck_without_waiting_plants():
    deck = (STEP3, 30, 14, 31, 33, 35, 36)
    state = middle_east(MARKET, deck, shuffled=(14, 30, 31, 33, 35, 36))
    state = after(state, "open 15 15", "pass", "pass", "open 16 16", "pass")
    assert removals(state) == [(14, "waiting")]
    assert state.market == (18, 20, 21, 22, 25, 26, 30)


@pytest.mark.rule("MAP-ME-9", "MAP-ME-12", "MAP-ME-13")
def test_plants_put_away_since_the_shuffle_lie_below_the_card():
    deck = (STEP3, 30, 19, 31, 33, 35, 36)
    state = middle_east(MARKET, deck, shuffled=(19, 30, 31, 33, 35, 36))
    state = after(state, "open 15 15", "pass", "pass", "open 16 16", "pass")
    assert (state.deck, buried(state)) == ((31, 33, 35, 36, 19), [19])
    state = after(state, "decline")
    assert (state.market, state.deck, state.buried) == ((21, 22, 25, 26, 30, 31, 33, 35), (36, STEP3, 19), (19,))


@pytest.mark.rule("MAP-ME-13", "STEP-7")
def test_step_3_card_drawn_in_phase_4_begins_step_2_with_phase_5():
    companies = [company(500, cities=some_cities(9, map="middle-east")), company(), company()]
    deck = (STEP3, 19, 30, 31, 33, 35)
    fields = {"phase": "building", "order": (1, 2, 0), "resources": "c9 o9 g5 u4"}
    state = middle_east((10, *MARKET[:-1]), deck, companies, shuffled=deck[1:], **fields)
    state = build_next(state)
    assert removals(state) == [(10, "obsolete"), (15, "step2"), (16, "step2")]
    assert (state.step, state.market) == (1, (18, 19, 20, 21, 22, 25, 30, 31))
    state = pass_on(state)
    assert (state.phase, state.step) == ("bureaucracy", 2)
    before = state.resources
    state = pass_on(state)
    assert state.resources.garbage - before.garbage == rules.board("middle-east", version=3).refill(3, 2).garbage
    assert state.buried == (30, 31)


@pytest.mark.rule("MAP-ME-12", "MAP-ME-13")
def test_second_waiting_plant_stays_where_the_card_came_for_the_first_in_phase_4():
    companies = [company(500, cities=some_cities(9, map="middle-east")), company(), company()]
    deck = (14, STEP3, 28, 31, 33, 35)
    fields = {"phase": "building", "order": (1, 2, 0)}
    market = (10, 12, 13, 15, 17, 19, 20, 21)
    state = middle_east(market, deck, companies, shuffled=deck[2:], **fields)
    state = build_next(state)
    # 10 is obsolete, 14 and then 17 come into the actual market: for 14 the card is drawn, and Step 2 begins.
    assert removals(state) == [(10, "obsolete"), (14, "waiting"), (12, "step2"), (13, "step2")]
    assert (buried(state), state.market) == ([], (15, 17, 19, 20, 21, 28, 31, 33))


@pytest.mark.rule("MAP-ME-13", "BUR-8")
def test_step_3_card_drawn_in_phase_5_begins_step_2_with_the_next_round():
    deck = (STEP3, 19, 30, 31, 33, 35)
    fields = {"phase": "bureaucracy", "acted": (0, 1), "resources": "c9 o9 g5 u4"}
    state = middle_east(MARKET, deck, shuffled=(26, *deck[1:]), **fields)
    before = state.resources
    state = after(state, "run")
    assert state.resources - before == rules.board("middle-east", version=3).refill(3, 1)
    assert (removals(state), state.market) == ([(15, "step2"), (16, "step2")], (18, 19, 20, 21, 22, 25, 26, 30))
    assert (state.step, state.phase, state.buried) == (2, "auction", ())


@pytest.mark.rule("MAP-ME-12")
def test_plants_no_longer_wait_in_step_2():
    state = middle_east((15, 17, 18, 19, 20, 21, 22, 25), (14, STEP3), step=2)
    assert offered_plants(state) == [15, 17, 18, 19]
    assert cards(after(state, "open 17 17", "pass", "pass"))[0] == (14, 15, 18, 19)


@pytest.mark.rule("MAP-ME-14", "CC-ME-6")
def test_two_highest_plants_are_buried_at_once_in_step_2():
    state = middle_east((15, 16, 18, 20, 21, 22, 25, 30), (50, 31, STEP3), step=2, phase="bureaucracy", acted=(0, 1))
    state = after(state, "run")
    assert (state.buried, state.market) == ((25, 30), (15, 16, 18, 20, 21, 22, 31, 50))


# Step 3 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-ME-15", "STEP-18", "CC-ME-7")
def test_step_3_card_drawn_for_the_second_time_begins_step_3():
    fields = {"step": 2, "phase": "bureaucracy", "acted": (0, 1), "step3_deck": (30, 25)}
    state = after(middle_east((15, 16, 18, 20, 21, 22, 25, 30), (STEP3,), **fields), "run")
    assert removals(state) == [(15, "step3")]
    assert (state.market, state.deck) == ((16, 18, 20, 21, 22, 30), (25,))
    assert (state.step, state.phase, state.step3_card) == (3, "auction", "out")


@pytest.mark.rule("MAP-ME-15", "STEP-13")
def test_second_pass_can_end_in_phase_2():
    state = middle_east((15, 16, 18, 20, 21, 22, 25, 30), (STEP3, 31, 33), step=2)
    state = pass_on(state)
    assert removals(state) == [(15, "unsold"), (16, "step3")]
    assert (state.step, len(state.market)) == (3, 6)


@pytest.mark.rule("MAP-ME-15", "STEP-14")
def test_card_can_come_twice_in_one_phase_4():
    companies = [company(900, cities=some_cities(9, map="middle-east")), company(), company()]
    market, shuffled = (10, 12, 13, 15, 18, 20, 21, 22), (30, 31, 33)
    fields = {"phase": "building", "order": (1, 2, 0)}
    state = build_next(middle_east(market, (STEP3, *shuffled), companies, shuffled=shuffled, **fields), 6)
    assert removals(state) == [(10, "obsolete"), (12, "step2"), (13, "step2"), (15, "obsolete"), (18, "step3")]
    assert (state.step, state.next_step, state.market) == (1, 3, (20, 21, 22, 30, 31, 33))
    state = pass_on(state)
    assert (state.phase, state.step, state.market) == ("bureaucracy", 3, (20, 21, 22, 30, 31, 33))


@pytest.mark.rule("MAP-ME-15", "MAP-ME-12", "STEP-13")
def test_step_3_begins_at_once_where_the_shuffled_deck_is_too_short_for_step_2():
    state = middle_east(MARKET, (STEP3, 30), shuffled=(30,))
    state = after(state, "open 15 15", "pass", "pass", "decline", "decline")
    assert (state.step, state.step3_card, state.next_step) == (3, "out", 0)
    assert (state.deck, len(state.market)) == ((), 5)
