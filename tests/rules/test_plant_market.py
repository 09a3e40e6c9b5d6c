"""The face-up plants: sorting, replacing, obsolete and unsold plants, the update of Phase 5."""

import pytest

import rules
from rules.events import PlantBuried, PlantDrawn, PlantRemoved
from tests.rules.positions import (
    after,
    cards,
    company,
    events,
    pass_on,
    pass_on_to,
    position,
    some_cities,
    three_players,
)

MARKET = (20, 21, 22, 23, 24, 25, 26, 27)


def builder(cities, **fields):
    """Phase 4, seat 0 to build with money enough and so many cities."""
    companies = [company(500, cities=some_cities(cities)), company(), company()]
    return position(companies, phase="building", order=(1, 2, 0), **fields)


def build(state, count):
    """The seat to move builds so many of the cheapest cities it is offered, one after the other."""
    chosen = []
    for _ in range(count):
        seat = state.to_move[0]
        offers = rules.legal(state, seat).cities
        chosen.append(next(offer.city for offer in offers if offer.city not in chosen))
    return after(state, " ".join(("build", *chosen)))


@pytest.mark.rule("MKT-1")
def test_four_lowest_plants_are_the_actual_market():
    assert cards(position(3, market=MARKET)) == (MARKET[:4], MARKET[4:])


@pytest.mark.rule("MKT-2", "MKT-3", "TV-30")
def test_plant_13_comes_for_the_first_plant_sold():
    state = after(three_players(), "open 4 4", "pass", "pass")
    assert cards(state) == ((3, 5, 6, 7), (8, 9, 10, 13))


@pytest.mark.rule("MKT-2")
def test_drawn_plant_is_told():
    assert events(after(three_players(), "open 4 4", "pass", "pass"), PlantDrawn) == [PlantDrawn(plant=13)]


@pytest.mark.rule("MKT-3")
def test_low_plant_pushes_another_into_the_future_market():
    state = position(3, market=MARKET, deck=(12, "step3"))
    assert cards(after(state, "open 20 20", "pass", "pass")) == ((12, 21, 22, 23), (24, 25, 26, 27))


@pytest.mark.rule("MKT-3")
def test_high_plant_pulls_another_into_the_actual_market():
    state = position(3, market=MARKET, deck=(40, "step3"))
    assert cards(after(state, "open 20 20", "pass", "pass")) == ((21, 22, 23, 24), (25, 26, 27, 40))


@pytest.mark.rule("MKT-4")
def test_market_shrinks_when_the_deck_is_empty():
    state = position(3, step=3, market=MARKET[:6], deck=())
    assert after(state, "open 20 20", "pass", "pass").market == (21, 22, 23, 24, 25)


@pytest.mark.rule("MKT-5")
def test_obsolete_plant_is_out_of_the_game():
    state = build(builder(5, market=(6, *MARKET[:7])), 1)
    assert 6 in state.removed
    assert 6 not in state.deck


@pytest.mark.rule("MKT-6", "MKT-7", "BLD-15", "TV-26")
def test_plant_06_is_replaced_at_once_with_the_sixth_city():
    state = build(builder(5, market=(6, *MARKET[:7]), deck=(30, "step3")), 1)
    assert events(state, PlantRemoved) == [PlantRemoved(plant=6, reason="obsolete")]
    assert state.market[:8] == (*MARKET[:7], 30)


@pytest.mark.rule("MKT-6")
def test_plant_above_the_largest_network_stays():
    state = build(builder(4, market=(6, *MARKET[:7])), 1)
    assert state.market == (6, *MARKET[:7])


@pytest.mark.rule("MKT-7", "TV-26")
def test_drawn_plant_that_is_obsolete_is_removed_too():
    state = build(builder(5, market=(6, *MARKET[:7]), deck=(4, 5, 30, "step3")), 1)
    assert [event.plant for event in events(state, PlantRemoved)] == [6, 4, 5]
    assert state.market == (*MARKET[:7], 30)


@pytest.mark.rule("MKT-7")
def test_obsolete_plants_leave_without_replacement_when_the_deck_is_empty():
    state = build(builder(5, step=3, market=(6, 20, 21, 22, 23, 24), deck=()), 1)
    assert 6 in state.removed
    assert state.market == (20, 21, 22, 23, 24)


@pytest.mark.rule("MKT-8", "TV-26", "CC-36")
def test_own_plants_are_never_obsolete():
    companies = [company(500, plants=(3, 4, 5), cities=some_cities(11)), company(), company()]
    state = position(companies, phase="building", order=(1, 2, 0), market=MARKET)
    assert build(state, 1).players[0].plants == (3, 4, 5)


@pytest.mark.rule("MKT-6", "BLD-15", "CC-32")
def test_plant_03_goes_with_the_third_city():
    state = build(builder(2, market=(3, 5, 6, 7, 20, 21, 22, 23), deck=(30, "step3")), 1)
    assert state.market == (5, 6, 7, 20, 21, 22, 23, 30)


@pytest.mark.rule("MKT-6", "CC-32")
def test_plant_goes_before_the_next_city_of_the_same_turn():
    state = build(builder(2, market=(3, 5, 6, 7, 20, 21, 22, 23), deck=(30, "step3")), 2)
    told = [type(event).__name__ for event in state.happened][:4]
    assert told == ["CityBuilt", "PlantRemoved", "PlantDrawn", "CityBuilt"]


@pytest.mark.rule("MKT-7", "CC-33")
def test_every_city_of_a_turn_is_checked():
    state = build(builder(4, market=(5, 6, 8, 9, 20, 21, 22, 23)), 3)
    assert [event.plant for event in events(state, PlantRemoved) if event.reason == "obsolete"] == [5, 6]


@pytest.mark.rule("MKT-6", "MKT-7", "CC-34")
def test_obsolete_replacement_of_a_sold_plant_is_removed():
    companies = [company(cities=some_cities(9)), company(), company()]
    state = position(companies, step=2, market=MARKET, deck=(7, 30, "step3"))
    state = after(state, "open 20 20", "pass", "pass")
    assert state.market == (21, 22, 23, 24, 25, 26, 27, 30)
    assert 7 in state.removed


@pytest.mark.rule("MKT-7", "STEP-12", "CC-35")
def test_step_3_card_drawn_for_an_obsolete_replacement_fills_the_gap():
    companies = [company(cities=some_cities(9)), company(), company()]
    state = position(companies, step=2, market=MARKET, deck=(7, "step3", 30, 31))
    state = after(state, "open 20 20", "pass", "pass")
    assert state.market == MARKET[1:]
    assert rules.view(state).market.step3_card


@pytest.mark.rule("MKT-9", "CC-24")
def test_lowest_plant_is_replaced_when_nobody_buys():
    state = position(3, market=(6, 8, 9, 10, 11, 12, 14, 15), deck=(13, "step3"))
    state = pass_on(state)
    assert state.market == (8, 9, 10, 11, 12, 13, 14, 15)
    assert events(state, PlantRemoved) == [PlantRemoved(plant=6, reason="unsold")]


@pytest.mark.rule("MKT-9")
def test_no_plant_is_removed_when_one_was_bought():
    state = after(position(3, market=MARKET, deck=(40, "step3")), "open 20 20", "pass", "pass")
    assert pass_on(state).market == (*MARKET[1:], 40)


@pytest.mark.rule("MKT-9", "AUC-20")
def test_no_plant_is_removed_as_unsold_in_round_1():
    state = pass_on(position([company(money=2)] * 3, round=1))
    assert state.phase == "resources"
    assert state.market == (3, 4, 5, 6, 7, 8, 9, 10)


@pytest.mark.rule("MKT-10", "BUR-10", "TV-31")
@pytest.mark.parametrize("step", [1, 2])
def test_highest_future_plant_is_buried_in_phase_5(step):
    market = (11, 12, 14, 15, 21, 25, 30, 36)
    state = pass_on(position(3, phase="bureaucracy", step=step, market=market, deck=(13, 16, "step3")))
    assert state.market == (11, 12, 13, 14, 15, 21, 25, 30)
    assert state.deck == (16, "step3", 36)


@pytest.mark.rule("MKT-10")
def test_nothing_is_buried_when_there_is_no_future_plant():
    state = pass_on(position(3, phase="bureaucracy", step=2, market=MARKET[:4], deck=()))
    assert (state.market, state.deck) == (MARKET[:4], ())


@pytest.mark.rule("MKT-10", "GEN-7")
def test_buried_plants_are_known():
    state = pass_on(position(3, phase="bureaucracy", market=MARKET))
    assert events(state, PlantBuried) == [PlantBuried(plant=27)]
    assert rules.view(state).buried == (27,)


@pytest.mark.rule("MKT-10")
def test_later_buried_plants_lie_below_earlier_ones():
    state = position(3, phase="bureaucracy", market=MARKET, deck=(30, 31, 32, "step3"))
    state = pass_on_to(pass_on(state), "bureaucracy")
    assert pass_on(state).buried == (27, 31)


@pytest.mark.rule("MKT-11", "BUR-10")
def test_lowest_plant_is_removed_in_phase_5_of_step_3():
    state = pass_on(position(3, phase="bureaucracy", step=3, market=MARKET[:6], deck=(40, 42)))
    assert state.market == (21, 22, 23, 24, 25, 40)
    assert events(state, PlantRemoved) == [PlantRemoved(plant=20, reason="update")]


@pytest.mark.rule("MKT-12", "CC-30")
def test_nothing_is_removed_as_unsold_from_an_empty_market():
    state = pass_on(position(3, phase="bureaucracy", step=3, market=(), deck=()))
    assert events(state, PlantRemoved) == []
