"""China: a deck in ascending order, and new plants at the start of Phase 5."""

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
    pass_on_to,
    position,
    removals,
    some_cities,
)

OUT = {
    2: {3, 4, 9, 11, 16, 18, 20, 24, 30, 33, 46},
    3: {3, 4, 9, 11, 16, 18, 20, 24, 30, 33, 46},
    4: {3, 4, 11, 18, 24, 33, 46},
    5: {3, 4, 33},
    6: {3, 4, 33},
}
MIDDLE = {31, 32, 34, 35, STEP3}


def china(players, market, deck, **fields):
    """A position that is about to come to Phase 5, so that everybody has only to do nothing."""
    defaults = {"phase": "building", "map": "china", "buried": ()}
    return position(players, **{**defaults, "market": market, "deck": deck, **fields})


def drawn(state):
    return [event.plant for event in events(state, PlantDrawn)]


# Deck ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-CN-4", "MAP-CN-5", "MAP-CN-6")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
@pytest.mark.parametrize(("players", "size"), [(2, 30), (3, 29), (4, 32), (5, 35), (6, 34)])
def test_deck_ascends_up_to_30_and_then_has_two_shuffled_blocks(players, size, edition):
    layout = dealt(players, "china", edition)
    cards = [*layout.market, *layout.deck]
    low = [plant for plant in PLANTS if plant <= 30 and plant not in OUT[players]]
    assert left_out(layout) == OUT[players]
    assert (len(layout.market), len(layout.deck)) == (players, size)
    assert cards[: len(low)] == low
    assert {*cards[len(low) : len(low) + 5]} == MIDDLE
    assert min(cards[len(low) + 5 :]) == 36


@pytest.mark.rule("MAP-CN-5")
def test_step_3_card_can_lie_in_each_place_of_its_block():
    decks = [dealt(4, "china", seed=str(seed)).deck for seed in range(60)]
    assert len({deck.index(STEP3) for deck in decks}) == 5
    assert len({deck[-1] for deck in decks}) > 5


@pytest.mark.rule("MAP-CN-4", "MAP-CN-5", "MAP-CN-6", "CC-CN-1")
def test_cards_of_two_players():
    layout = dealt(2, "china")
    assert layout.market == (5, 6)
    assert layout.deck[:17] == (7, 8, 10, 12, 13, 14, 15, 17, 19, 21, 22, 23, 25, 26, 27, 28, 29)
    assert {*layout.deck[17:22]} == MIDDLE
    assert {*layout.deck[22:]} == {36, 37, 38, 39, 40, 42, 44, 50}


@pytest.mark.rule("MAP-CN-4", "MAP-CN-5", "MAP-CN-6", "CC-CN-2")
def test_cards_of_four_players():
    layout = dealt(4, "china")
    assert (layout.market, layout.deck[:3]) == ((5, 6, 7, 8), (9, 10, 12))


@pytest.mark.rule("MAP-CN-5", "RCH-6")
def test_backs_of_the_cards_mean_nothing():
    state = rules.start(drawn_setup(4, "china", edition="recharged"))
    assert rules.view(state).top_card is None


# Phase 2 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-CN-7")
@pytest.mark.parametrize("players", [2, 6])
def test_every_plant_is_for_sale(players):
    state = rules.start(drawn_setup(players, "china"))
    assert cards(state) == (state.market, ())


@pytest.mark.rule("MAP-CN-8", "AUC-20")
def test_round_1_has_one_plant_for_each_player():
    state = rules.start(drawn_setup(3, "china"))
    while state.phase == "auction":
        assert not rules.legal(state, state.to_move[0]).may_decline
        state = after(state, f"open {state.market[0]} {state.market[0]}", *["pass"] * (len(state.market) - 1))
    assert (state.market, [len(player.plants) for player in state.players]) == ((), [1, 1, 1])


@pytest.mark.rule("MAP-CN-8", "CC-CN-12")
def test_last_opener_can_only_decline_where_no_plant_is_left():
    state = china(3, (12, 13), (14, 15, STEP3), phase="auction")
    state = after(state, "open 12 12", "pass", "pass", "open 13 13", "pass")
    assert (state.market, rules.forced(state, 2)) == ((), rules.DeclineAuction())
    assert after(state, "decline").phase == "resources"


@pytest.mark.rule("MAP-CN-8", "AUC-20")
def test_plant_of_an_opener_without_money_stays_in_round_1():
    companies = [company(4), company(), company()]
    state = china(companies, (5, 6, 7), (8, 10, STEP3), phase="auction", round=1)
    state = after(state, "decline", "open 5 5", "pass", "open 6 6")
    assert (state.phase, state.market) == ("resources", (7,))


@pytest.mark.rule("MAP-CN-11", "MKT-6", "CC-CN-10")
def test_no_plant_is_obsolete():
    companies = [company(cities=some_cities(9, map="china")), company(), company()]
    state = build_next(china(companies, (8, 9), (7, STEP3), step=2, order=(1, 2, 0)))
    assert (state.largest_network, state.market) == (10, (8, 9))
    assert drawn(pass_on(state)) == [7]


@pytest.mark.rule("MAP-CN-11", "MKT-9", "CC-CN-10")
def test_nothing_leaves_in_phase_2_where_nobody_buys():
    assert pass_on(china(3, (8, 9), (10, STEP3), phase="auction")).market == (8, 9)


@pytest.mark.rule("MAP-CN-12")
def test_there_is_no_discount_token():
    assert rules.start(drawn_setup(4, "china", edition="recharged")).discount is None


# Phase 5 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-CN-9", "MAP-CN-10")
@pytest.mark.parametrize(
    ("players", "shown", "deck", "comes", "stays"),
    [
        pytest.param(3, (), (8, 10, 12), [8, 10], (8, 10), marks=pytest.mark.rule("CC-CN-3")),
        pytest.param(3, (8, 10), (12, 13), [12], (10, 12), marks=pytest.mark.rule("CC-CN-4")),
        pytest.param(5, (12, 13, 14), (15, 16, 17), [15, 16], (13, 14, 15, 16), marks=pytest.mark.rule("CC-CN-5")),
        pytest.param(
            6,
            (),
            (11, 12, 13, 14, 15, 16),
            [11, 12, 13, 14, 15],
            (11, 12, 13, 14, 15),
            marks=pytest.mark.rule("CC-CN-6"),
        ),
        pytest.param(2, (), (7, 8, 10), [7, 8], (7, 8), marks=pytest.mark.rule("CC-CN-7")),
        pytest.param(2, (6,), (7, 8, 10), [7], (6, 7), marks=pytest.mark.rule("CC-CN-7")),
        pytest.param(2, (5, 6), (7, 8, 10), [7], (6, 7), marks=pytest.mark.rule("CC-CN-7")),
        (4, (9, 10, 12), (13, 14, 15), [13, 14], (12, 13, 14)),
        (4, (9, 10, 12, 13), (14, 15, 16), [14, 15], (13, 14, 15)),
    ],
)
def test_plants_come_at_the_start_of_phase_5_and_the_lowest_leave(players, shown, deck, comes, stays):
    state = pass_on(china(players, shown, (*deck, STEP3)))
    assert (state.phase, drawn(state), state.market) == ("bureaucracy", comes, stays)


@pytest.mark.rule("MAP-CN-9", "MAP-CN-11")
def test_plants_come_before_cash_and_no_others_after_it():
    state = pass_on(china(4, (9, 10, 12), (13, 14, 15, STEP3)))
    state = after(state, *["run"] * 3)
    assert state.phase == "bureaucracy"
    state = after(state, "run")
    assert (state.phase, drawn(state), state.market, state.buried) == ("auction", [], (12, 13, 14), ())


@pytest.mark.rule("MAP-CN-13")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_step_2_removes_and_draws_one_before_the_new_plants_come(edition):
    state = end_of_building(
        7, players=3, map="china", market=(19, 21), deck=(22, 23, 25, STEP3), buried=(), options={"edition": edition}
    )
    state = pass_on(state)
    assert removals(state) == [(19, "step2"), (21, "update")]
    assert (state.step, state.market) == (2, (22, 23))


@pytest.mark.rule("MAP-CN-13")
def test_step_2_changes_nothing_in_an_empty_market():
    state = pass_on(end_of_building(7, players=3, map="china", market=(), deck=(22, 23, 25, STEP3), buried=()))
    assert (state.step, drawn(state), state.market) == (2, [22, 23], (22, 23))


# Step 3 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-CN-14", "MAP-CN-15", "CC-CN-8")
def test_step_3_card_ends_the_draw_and_leaves_four_plants():
    state = china(6, (26, 27, 28, 29, 30), (34, STEP3, 36, 37), step=2)
    state = pass_on(state)
    assert drawn(state) == [34]
    assert removals(state) == [(26, "step3"), (27, "update")]
    assert (state.market, state.step, state.deck) == ((28, 29, 30, 34), 3, (36, 37))
    state = pass_on(state)
    assert (removals(state), state.market) == ([(28, "update")], (29, 30, 34, 36))


@pytest.mark.rule("MAP-CN-14")
def test_step_3_card_brings_the_market_up_to_four_plants():
    state = pass_on(china(2, (28, 29), (STEP3, 37, 36, 42), step=2))
    assert (drawn(state), state.market) == ([37, 36, 42], (29, 36, 37, 42))


@pytest.mark.rule("MAP-CN-14")
def test_step_3_card_in_an_empty_market_removes_nothing():
    state = pass_on(china(2, (), (STEP3, 37, 36, 42, 50), step=2))
    assert (removals(state), state.market, state.step) == ([], (36, 37, 42, 50), 3)


@pytest.mark.rule("MAP-CN-14", "BUR-8")
def test_refill_of_the_phase_in_which_step_3_begins_is_that_of_step_3():
    state = pass_on(china(3, (28, 29), (STEP3, 37, 36, 42), step=2, resources="c9 o9 g9"))
    refilled = pass_on(state).resources
    assert refilled - state.resources == rules.board("china", version=3).refill(3, 3)


@pytest.mark.rule("MAP-CN-14", "MAP-CN-13")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_step_3_card_may_come_when_step_2_begins(edition):
    state = end_of_building(
        7, players=3, map="china", market=(28, 29), deck=(STEP3, 37, 36, 42), buried=(), options={"edition": edition}
    )
    state = pass_on(state)
    assert removals(state) == [(28, "step2"), (29, "step3")]
    assert (state.step, state.next_step, state.market, state.deck) == (3, 0, (36, 37, 42), ())


@pytest.mark.rule("MAP-CN-16")
def test_step_2_is_carried_out_first_where_the_step_3_card_overtakes_it():
    state = pass_on(china(6, (26, 27, 28, 29, 30), (STEP3, 36, 37)))
    assert removals(state) == [(26, "step2"), (27, "step3")]
    assert (drawn(state), state.market, state.step) == ([36], (28, 29, 30, 36), 3)


@pytest.mark.rule("MAP-CN-16")
def test_one_plant_is_drawn_for_the_skipped_step_2_however_many_are_shown():
    state = pass_on(china(6, (26, 27, 28, 29, 30), (34, 35, STEP3, 36, 37)))
    assert removals(state) == [(26, "step2"), (27, "step3"), (28, "update"), (29, "update")]
    assert (drawn(state), state.market) == ([34, 35, 36], (30, 34, 35, 36))


@pytest.mark.rule("MAP-CN-16")
def test_option_leaves_out_the_skipped_step_2():
    state = china(6, (26, 27, 28, 29, 30), (STEP3, 36, 37), options={"step2_removal_when_skipped": False})
    state = pass_on(state)
    assert (removals(state), state.market) == ([(26, "step3")], (27, 28, 29, 30))


@pytest.mark.rule("MAP-CN-15", "CC-CN-9")
def test_plant_sold_in_step_3_is_replaced_at_once():
    state = china(5, (28, 29, 30, 34), (36, 37), step=3, phase="auction")
    assert after(state, "open 29 29", *["pass"] * 4).market == (28, 30, 34, 36)


@pytest.mark.rule("MAP-CN-15", "MKT-11", "STEP-24")
def test_market_shrinks_in_step_3_once_the_deck_is_empty():
    state = pass_on(pass_on(china(3, (42, 44), (), step=3)))
    assert (state.phase, state.market) == ("auction", (44,))
    assert pass_on_to(after(state, *["decline"] * 3), "bureaucracy").market == (44,)
