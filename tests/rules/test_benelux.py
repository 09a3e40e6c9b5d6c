"""Benelux: a fifth plant on offer where it is ecological, and two plants that leave in Phase 5."""

import pytest

import rules
from rules.events import PlantBuried, PlantDrawn, PlantRemoved
from tests.boards import FIRST
from tests.rules.positions import (
    after,
    cards,
    company,
    events,
    offered_plants,
    pass_on,
    pass_on_to,
    position,
    refused,
    some_cities,
    stated_setup,
    tokens,
)

MARKET = (8, 9, 10, 12, 15, 16, 20, 25)
"""Its fifth plant is a coal plant."""

HIGH_MARKET = (20, 21, 23, 24, 25, 26, 28, 30)


def benelux(market=MARKET, companies=3, **fields):
    """A position of the classic edition unless told otherwise."""
    return position(companies, **{"map": "benelux", "market": market, **fields})


def recharged(market=MARKET, **fields):
    return benelux(market, options={"edition": "recharged"}, **fields)


def end_of_round(market=MARKET, **fields):
    """Phase 5 with the last company still to power its cities."""
    return benelux(market, **{"phase": "bureaucracy", "acted": (0, 1), **fields})


def left(state):
    """The plants that left the market, in that order, each with where it went."""
    kinds = {PlantRemoved: "out", PlantBuried: "buried"}
    return [(event.plant, kinds[type(event)]) for event in state.happened if type(event) in kinds]


# Table and board ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-BNL-1", "TV-41")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_cheapest_tokens_at_the_start(edition):
    state = rules.start(stated_setup(4, map="benelux", edition=edition))
    assert [rules.market_prices(state, kind)[0] for kind in rules.KINDS] == [3, 1, 7, 14]


@pytest.mark.rule("MAP-BNL-2", "BUR-8")
def test_refill_is_that_of_benelux():
    assert after(end_of_round(resources="c9 o9 g5 u4"), "run").resources == tokens("c11 o13 g7 u5")


@pytest.mark.rule("MAP-BNL-8", "SET-1")
def test_board_has_five_areas_of_seven_cities():
    board = rules.board("benelux")
    assert [len(board.cities_in((area.id,))) for area in board.areas] == [7] * 5


@pytest.mark.rule("MAP-BNL-8")
def test_luxembourg_lies_in_southern_belgium_and_maastricht_in_the_south_of_the_netherlands():
    cities = rules.board("benelux").cities
    assert cities["luxembourg"].area == cities["namur"].area == "wallonia"
    assert cities["maastricht"].area == cities["eindhoven"].area == "south-netherlands"


@pytest.mark.rule("MAP-BNL-8", "SET-2")
@pytest.mark.parametrize("players", [5, 6])
def test_five_and_six_players_use_all_areas(players):
    areas = rules.new_setup(rules.Options(map="benelux"), players=players, seed="5eed").areas
    assert sorted(areas) == sorted(area.id for area in rules.board("benelux").areas)


@pytest.mark.rule("MAP-BNL-9", "BLD-13")
def test_brussel_and_bruxelles_are_two_cities_without_a_connection_cost():
    free = {(one, other) for one, other, cost in rules.board("benelux").connections if not cost}
    assert free == {("brussel", "bruxelles")}
    companies = [company(50, cities="brussel"), company(), company()]
    state = benelux(
        companies=companies, phase="building", order=(1, 2, 0), areas=("south-netherlands", "flanders", "wallonia")
    )
    assert after(state, "build bruxelles").players[0].money == 40


# The fifth plant ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TV-39", "MAP-BNL-3")
def test_plant_13_in_the_fifth_place_is_for_sale():
    state = benelux((8, 9, 10, 11, 13, 15, 20, 26))
    assert cards(state) == ((8, 9, 10, 11, 13), (15, 20, 26))
    assert offered_plants(state) == [8, 9, 10, 11, 13]


@pytest.mark.rule("MAP-BNL-3", "AUC-4")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_fifth_plant_can_be_bought_and_the_sixth_cannot(edition):
    state = benelux((8, 9, 10, 11, 13, 15, 20, 26), options={"edition": edition})
    assert 13 in after(state, "open 13 13", "pass", "pass").players[0].plants
    with refused("AUC-4"):
        after(state, "open 15 15")


@pytest.mark.rule("MAP-BNL-3", "CC-125")
def test_plant_50_in_the_fifth_place_is_for_sale():
    assert cards(benelux((40, 42, 44, 46, 50), step=2, deck=())) == ((40, 42, 44, 46, 50), ())


@pytest.mark.rule("CC-123", "MAP-BNL-4")
def test_one_plant_is_moved_even_where_the_next_is_ecological_too():
    state = benelux((15, 16, 17, 19, 22, 27, 30, 31))
    assert cards(state) == ((15, 16, 17, 19, 22), (27, 30, 31))
    with refused("AUC-4"):
        after(state, "open 27 27")


@pytest.mark.rule("MAP-BNL-3")
def test_ecological_plant_beyond_the_fifth_place_is_not_moved():
    assert cards(benelux((15, 16, 17, 19, 20, 22, 30, 31)))[1] == (20, 22, 30, 31)


@pytest.mark.rule("MAP-BNL-4")
def test_fifth_plant_is_for_sale_from_the_start_on():
    setup = stated_setup(3, map="benelux", market=(8, 9, 10, 11, 13, 14, 15, 16), deck=(12, 20, "step3"))
    assert cards(rules.start(setup))[0] == (8, 9, 10, 11, 13)


@pytest.mark.rule("CC-124", "MAP-BNL-4")
def test_four_plants_are_left_where_garbage_takes_the_fifth_place():
    state = benelux((15, 16, 17, 19, 22, 27, 30, 31), deck=(24, "step3"))
    state = after(state, "open 22 22", "pass", "pass")
    assert cards(state) == ((15, 16, 17, 19), (24, 27, 30, 31))


@pytest.mark.rule("MAP-BNL-4")
@pytest.mark.parametrize(
    ("sold", "drawn", "actual"),
    [
        *((15, 33, (16, 17, 19, 22, 27)), (19, 33, (15, 16, 17, 22, 27)), (15, 18, (16, 17, 18, 19, 22))),
        *((22, 12, (12, 15, 16, 17)), (22, 33, (15, 16, 17, 19, 27)), (22, 18, (15, 16, 17, 18))),
        *((15, 20, (16, 17, 19, 20, 22)), (17, 24, (15, 16, 19, 22))),
    ],
)
def test_fifth_plant_is_found_anew_after_every_draw(sold, drawn, actual):
    state = benelux((15, 16, 17, 19, 22, 27, 30, 31), deck=(drawn, 40, "step3"))
    assert cards(after(state, f"open {sold} {sold}", "pass", "pass"))[0] == actual


@pytest.mark.rule("MAP-BNL-4")
def test_fifth_plant_comes_and_goes_within_one_phase_2():
    state = benelux((15, 16, 17, 19, 22, 27, 30, 31), deck=(24, 18, 40, "step3"))
    rows = []
    for texts in (("open 22 22", "pass", "pass"), ("open 15 15", "pass"), ("open 16 16",)):
        state = after(state, *texts)
        rows.append(cards(state)[0])
    assert rows == [(15, 16, 17, 19), (16, 17, 18, 19), (17, 18, 19, 24, 27)]


@pytest.mark.rule("MAP-BNL-3", "STEP-11")
def test_step_3_card_is_no_fifth_plant():
    state = benelux((36, 38, 39, 40, 44, 46, 50), step=2, deck=("step3", 42))
    state = after(state, "open 36 36", "pass", "pass")
    assert rules.view(state).market.step3_card
    assert cards(state) == ((38, 39, 40, 44), (46, 50))


@pytest.mark.rule("MAP-BNL-7", "MAP-BNL-3")
def test_no_plant_is_moved_in_step_3():
    state = benelux((15, 16, 17, 19, 22, 27), step=3)
    assert cards(state) == ((15, 16, 17, 19, 22, 27), ())


@pytest.mark.rule("MAP-BNL-3")
@pytest.mark.parametrize("map", [map for map in FIRST if map != "benelux"])
def test_other_maps_offer_four_plants(map):
    assert cards(position(3, map=map, market=(15, 16, 17, 19, 22, 27, 30, 31)))[0] == (15, 16, 17, 19)


# Phase 5, classic ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CC-126", "MAP-BNL-5")
@pytest.mark.parametrize("step", [1, 2])
def test_lowest_and_highest_leave_before_two_cards_are_drawn(step):
    state = after(end_of_round(deck=(30, 14, "step3"), step=step), "run")
    assert left(state) == [(25, "buried"), (8, "out")]
    assert [event.plant for event in events(state, PlantDrawn)] == [30, 14]
    assert state.market == (9, 10, 12, 14, 15, 16, 20, 30)
    assert state.deck == ("step3", 25)
    assert 8 in state.removed


@pytest.mark.rule("MAP-BNL-5")
def test_plant_drawn_in_phase_5_is_not_buried_at_once_however_high():
    state = after(end_of_round(deck=(50, 46, "step3")), "run")
    assert (state.buried, state.market[-2:]) == ((25,), (46, 50))


@pytest.mark.rule("MAP-BNL-5", "MKT-10")
def test_ecological_plant_on_offer_is_not_buried_while_there_is_a_higher_one():
    state = after(end_of_round((8, 9, 10, 11, 13, 15, 20, 26), deck=(30, 14, "step3")), "run")
    assert left(state) == [(26, "buried"), (8, "out")]


@pytest.mark.rule("MAP-BNL-5", "MKT-4")
def test_market_shrinks_by_what_the_deck_is_short_of():
    state = after(end_of_round(MARKET[:7], step=2, deck=()), "run")
    assert state.market == (9, 10, 12, 15, 16, 20)


@pytest.mark.rule("MAP-BNL-5")
def test_unsold_plant_of_the_classic_edition_leaves_besides():
    state = benelux(deck=(17, 18, 19, 24, "step3"))
    state = pass_on_to(after(state, "decline", "decline", "decline"), "bureaucracy")
    assert state.market == (9, 10, 12, 15, 16, 17, 20, 25)
    assert left(after(state, *["run"] * 3)) == [(25, "buried"), (9, "out")]


@pytest.mark.rule("MAP-BNL-5")
def test_other_maps_only_bury_a_plant():
    state = position(3, map="france", market=MARKET, phase="bureaucracy", acted=(0, 1))
    assert left(after(state, "run")) == [(25, "buried")]


@pytest.mark.rule("MAP-BNL-7", "CC-130", "MKT-11")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
@pytest.mark.parametrize("unsold", [False, True])
def test_only_the_lowest_leaves_in_step_3(edition, unsold):
    state = end_of_round(
        (15, 16, 17, 19, 22, 27), step=3, deck=(30, 31), options={"edition": edition}, discount_unsold=unsold
    )
    state = after(state, "run")
    assert left(state) == [(15, "out")]
    assert state.market == (16, 17, 19, 22, 27, 30)
    assert offered_plants(state) == [16, 17, 19, 22, 27, 30]


# The Step 3 card with two gaps --------------------------------------------------------------------------------------


def after_step_3_card(deck, step3_deck, market=MARKET, **fields):
    """Phase 5 of Step 2, unless told otherwise, in which the Step 3 card is among the cards drawn."""
    return after(end_of_round(market, **{"step": 2, "deck": deck, "step3_deck": step3_deck, **fields}), "run")


@pytest.mark.rule("CC-127", "STEP-18", "STEP-16", "MAP-BNL-5")
def test_second_gap_is_filled_from_the_shuffled_deck_before_the_step_3_card_goes():
    state = after_step_3_card(("step3", 30, 31), step3_deck=(25, 31, 30))
    assert left(state) == [(25, "buried"), (8, "out"), (9, "out")]
    assert state.market == (10, 12, 15, 16, 20, 25)
    assert (state.deck, state.step3_card, state.step) == ((31, 30), "out", 3)


@pytest.mark.rule("STEP-18", "MAP-BNL-5")
def test_buried_plant_is_part_of_the_deck_that_is_shuffled():
    state = after_step_3_card(("step3",), step3_deck=None)
    assert state.market == (10, 12, 15, 16, 20, 25)


@pytest.mark.rule("STEP-18", "STEP-16", "MAP-BNL-5")
def test_step_3_card_in_the_second_gap_leaves_six_plants_too():
    state = after_step_3_card((9, "step3", 30, 31), step3_deck=(25, 31, 30), market=(8, 10, *MARKET[3:], 26))
    assert left(state) == [(26, "buried"), (8, "out"), (9, "out")]
    assert state.market == (10, 12, 15, 16, 20, 25)
    assert set(state.deck) == {26, 31, 30}


@pytest.mark.rule("STEP-18", "MKT-4")
def test_step_3_card_as_the_last_card_leaves_fewer_plants():
    # Nothing has been buried for want of a future market, so that the shuffled deck is empty.
    state = after_step_3_card(("step3",), step3_deck=(), market=(36, 38, 39, 40))
    assert left(state) == [(36, "out"), (38, "out")]
    assert state.market == (39, 40)


@pytest.mark.rule("STEP-18", "STEP-21", "MAP-BNL-5")
@pytest.mark.parametrize("deck", [("step3", 30, 31, 33), (30, "step3", 31, 33)])
def test_skipped_step_2_removes_and_draws_once_more_before_the_step_3_card_goes(deck):
    state = after_step_3_card(deck, step3_deck=(31, 33, 30, 25), step=1)
    assert left(state) == [(25, "buried"), (8, "out"), (9, "out"), (10, "out")]
    reasons = [event.reason for event in events(state, PlantRemoved)]
    assert reasons == ["update", "step2", "step3"]
    assert len(state.market) == 6
    assert state.step == 3


@pytest.mark.rule("STEP-18", "STEP-21")
def test_option_leaves_out_the_removal_of_the_skipped_step_2():
    state = after_step_3_card(
        ("step3", 30, 31), step3_deck=(25, 31, 30), step=1, options={"step2_removal_when_skipped": False}
    )
    assert left(state) == [(25, "buried"), (8, "out"), (9, "out")]
    assert len(state.market) == 6


def large(cities=13):
    """One large network, so that low plants are obsolete; three companies."""
    return [company(cities=some_cities(cities, map="benelux")), company(), company()]


@pytest.mark.rule("MAP-BNL-5", "MKT-7")
def test_obsolete_plant_among_the_two_drawn_is_replaced():
    state = end_of_round(HIGH_MARKET, companies=large(), step=2, deck=(11, 31, 12, 32, "step3"))
    state = after(state, "run")
    assert left(state) == [(30, "buried"), (20, "out"), (11, "out"), (12, "out")]
    assert state.market == (21, 23, 24, 25, 26, 28, 31, 32)


@pytest.mark.rule("STEP-18", "MKT-7", "MAP-BNL-5")
def test_step_3_card_may_come_for_an_obsolete_plant():
    state = end_of_round(
        HIGH_MARKET, companies=large(), step=2, deck=(11, "step3", 12, 31, 32), step3_deck=(12, 31, 30, 32)
    )
    state = after(state, "run")
    assert left(state) == [(30, "buried"), (20, "out"), (11, "out"), (12, "out"), (21, "out")]
    assert state.market == (23, 24, 25, 26, 28, 31)
    assert state.deck == (30, 32)


# Phase 5, Recharged -------------------------------------------------------------------------------------------------


def all_pass_on_to_the_next_round(state):
    return after(pass_on_to(state, "bureaucracy"), *["run"] * 3)


@pytest.mark.rule("CC-128", "MAP-BNL-6", "RCH-13")
def test_lowest_plant_stays_where_the_discounted_one_went_unsold():
    state = recharged(deck=(17, 18, 19, "step3"))
    state = pass_on_to(after(state, "decline", "decline", "decline"), "bureaucracy")
    assert 8 in state.removed
    assert rules.view(state).discount_unsold
    state = after(state, *["run"] * 3)
    assert left(state) == [(25, "buried")]
    assert state.market == (9, 10, 12, 15, 16, 17, 18, 20)


@pytest.mark.rule("CC-128", "MAP-BNL-6")
def test_lowest_plant_goes_where_the_discounted_one_was_bought():
    state = recharged(deck=(17, 18, 19, "step3"))
    state = after(state, "open 8 1", "pass", "pass", "decline", "decline")
    state = all_pass_on_to_the_next_round(state)
    assert left(state) == [(25, "buried"), (9, "out")]
    assert state.market == (10, 12, 15, 16, 17, 18, 19, 20)


@pytest.mark.rule("CC-128", "MAP-BNL-6")
def test_lowest_plant_stays_where_another_than_the_discounted_one_was_bought():
    state = after(recharged(deck=(17, 18, 19, "step3")), "open 9 9", "pass", "pass", "decline", "decline")
    assert left(all_pass_on_to_the_next_round(state)) == [(25, "buried")]


@pytest.mark.rule("CC-129", "MAP-BNL-6", "RCH-11")
def test_lowest_plant_goes_where_the_token_was_lost_to_a_lower_plant():
    state = recharged(deck=(7, 17, 18, 19, "step3"))
    state = after(state, "open 9 9", "pass", "pass", "decline", "decline")
    assert 7 in state.removed
    state = all_pass_on_to_the_next_round(state)
    assert left(state) == [(25, "buried"), (8, "out")]


@pytest.mark.rule("MAP-BNL-6")
def test_only_this_round_counts():
    state = recharged(deck=(17, 18, 19, 26, 27, "step3"))
    state = all_pass_on_to_the_next_round(after(state, "decline", "decline", "decline"))
    state = after(state, "open 9 1", "pass", "pass", "decline", "decline")
    assert left(all_pass_on_to_the_next_round(state)) == [(20, "buried"), (10, "out")]


@pytest.mark.rule("MAP-BNL-3", "RCH-8", "RCH-9")
def test_fifth_plant_is_for_sale_beside_the_discounted_one():
    state = recharged((8, 9, 10, 11, 13, 15, 20, 26))
    offers = {offer.plant: offer.least for offer in rules.legal(state, 0).plants}
    assert offers == {8: 1, 9: 9, 10: 10, 11: 11, 13: 13}


@pytest.mark.rule("STEP-17", "STEP-18", "MAP-BNL-6")
def test_two_plants_leave_six_where_the_card_came_at_the_start_of_phase_5():
    companies = [company(cities=some_cities(7, map="benelux")), company(), company()]
    state = recharged(companies=companies, phase="building", deck=("step3", 30, 31, 33), step3_deck=(33, 30, 31))
    state = pass_on(state)
    assert (state.market, state.step) == ((10, 12, 15, 16, 20, 25), 2)
    state = pass_on(state)
    assert left(state) == [(25, "buried"), (10, "out")]
    assert (state.market, state.step) == ((12, 15, 16, 20, 30, 33), 3)
