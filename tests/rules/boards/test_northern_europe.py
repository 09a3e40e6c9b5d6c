"""Northern Europe: each area in play exchanges two cards, and nuclear plants need a city in the east."""

import pytest

import rules
from rules.__main__ import state_line
from rules.events import PlantBought
from rules.invariants import check
from tests.rules.positions import (
    after,
    cards,
    company,
    events,
    first_with,
    offered_plants,
    pass_on,
    position,
    refused,
    stated_setup,
    tokens,
)

MAP = "northern-europe"
WEST = ("denmark", "norway", "sweden-south")
EAST = ("sweden-north", "finland", "baltic")


def northern(*companies, areas=WEST, **fields):
    return position([*companies, *[company(200)] * (3 - len(companies))], map=MAP, areas=areas, **fields)


def card(state, number):
    plant = state.plants[number]
    return plant.kind, plant.need, plant.cities, plant.storage


# Cards --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-NE-4", "CC-NE-1")
def test_areas_in_play_bring_their_cards_and_the_others_are_ordinary():
    state = northern(areas=WEST)
    assert {number: card(state, number) for number in (19, 26, 7, 46, 10, 39)} == {
        19: ("oil", 2, 4, 4),
        26: ("oil", 3, 5, 6),
        7: ("eco", 0, 1, 0),
        46: ("eco", 0, 6, 0),
        10: ("uranium", 2, 3, 4),
        39: ("eco", 0, 5, 0),
    }
    assert all(state.plants[number] == rules.PLANTS[number] for number in (18, 21, 22, 25, 32, 44))


@pytest.mark.rule("MAP-NE-4")
def test_the_other_three_areas_bring_theirs():
    state = northern(areas=EAST)
    assert {number: card(state, number) for number in (21, 25, 32, 44, 18, 22)} == {
        21: ("eco", 0, 2, 0),
        25: ("uranium", 1, 4, 2),
        32: ("garbage", 2, 6, 4),
        44: ("uranium", 1, 7, 2),
        18: ("oil", 1, 3, 2),
        22: ("eco", 0, 3, 0),
    }
    assert len(state.plants) == 42


@pytest.mark.rule("MAP-NE-4", "SET-10", "CC-NE-2")
def test_future_market_at_the_start_has_an_ecological_07_and_a_nuclear_10():
    state = rules.start(stated_setup(3, map=MAP, areas=WEST))
    assert cards(state)[1] == (7, 8, 9, 10)
    assert [state.plants[number].kind for number in cards(state)[1]] == ["eco", "coal", "oil", "uranium"]


@pytest.mark.rule("MAP-NE-4", "RCH-1")
def test_backs_are_those_of_the_numbers():
    state = northern(areas=WEST, options={"edition": "recharged"})
    assert (state.plants[7].half, state.plants[10].half, state.plants[46].half) == ("plug", "plug", "socket")


@pytest.mark.rule("MAP-NE-4", "CC-NE-8")
@pytest.mark.parametrize(("areas", "shown"), [(WEST, ("eco", 0, 2, 0)), (EAST, ("oil", 1, 3, 2))])
def test_18_burns_oil_only_with_the_baltic_states(areas, shown):
    assert card(northern(areas=areas), 18) == shown


@pytest.mark.rule("MAP-NE-4", "PLT-6", "CC-NE-11")
def test_46_powers_6_cities_without_fuel_if_norway_is_in_play():
    cities = "oslo bergen stavanger trondheim arendal tromso bodo kobenhavn"
    state = northern(company(0, [46], cities=cities), phase="bureaucracy", areas=WEST)
    after_run = after(state, "0: run 46")
    assert after_run.players[0].money == rules.payment(6)
    with refused("PLT-5"):
        after(state, "0: run 46:c3")


@pytest.mark.rule("MAP-NE-5", "SET-4")
def test_cards_of_drafted_areas_are_exchanged_as_they_are_picked():
    setup = rules.new_setup(rules.Options(map=MAP, areas="draft"), 3, "seed", version=first_with(MAP))
    state = rules.start(setup)
    assert state.plants[7].kind == "oil"
    state = after(state, "area norway")
    assert (state.plants[7].kind, rules.view(state).plants[7].kind) == ("eco", "eco")
    check(state)


# Nuclear plants -----------------------------------------------------------------------------------------------------

MARKET = (8, 9, 10, 16, 17, 19, 20, 27)


@pytest.mark.rule("MAP-NE-6", "MAP-NE-7", "CC-NE-3")
def test_nuclear_10_needs_a_city_in_the_east():
    state = northern(company(200, cities="oslo kobenhavn"), company(200, cities="malmo"), market=MARKET)
    assert offered_plants(state) == [8, 9, 16]
    with refused("MAP-NE-6", "Southern Sweden"):
        after(state, "open 10 10")
    owner = northern(company(200, cities="oslo kobenhavn malmo"), market=MARKET)
    assert 10 in offered_plants(owner)


@pytest.mark.rule("MAP-NE-7", "CC-NE-4")
@pytest.mark.parametrize(("areas", "may"), [(WEST, True), (("denmark", "norway", "finland"), False)])
def test_39_is_nuclear_only_without_southern_sweden(areas, may):
    state = northern(company(200, cities="oslo kobenhavn"), areas=areas, market=(36, 37, 38, 39, 40, 42, 44, 46))
    assert (39 in offered_plants(state)) is may


@pytest.mark.rule("MAP-NE-7", "CC-NE-5")
def test_44_is_nuclear_with_finland():
    areas = ("denmark", "norway", "finland")
    state = northern(company(200, cities="kobenhavn"), areas=areas, market=(38, 40, 42, 44, 46, 50))
    assert rules.view(state, 0).barred == (44,)


@pytest.mark.rule("MAP-NE-6", "CC-NE-6")
def test_nobody_can_open_11_in_round_1():
    state = northern(market=(8, 9, 10, 11, 12, 13, 14, 15), round=1, options={"edition": "recharged"})
    assert [rules.view(state, seat).barred for seat in state.order] == [(10, 11)] * 3


@pytest.mark.rule("MAP-NE-6", "RCH-9", "AUC-11", "CC-NE-7")
def test_discounted_nuclear_plant_costs_1_for_the_only_one_who_may_have_it():
    state = northern(company(200, cities="malmo"), market=(10, *MARKET[3:]), options={"edition": "recharged"})
    assert events(after(state, "open 10 1"), PlantBought) == [PlantBought(0, 10, 1, unopposed=True)]


@pytest.mark.rule("MAP-NE-6", "RCH-13", "CC-NE-7")
def test_discounted_nuclear_plant_that_nobody_opens_leaves():
    state = pass_on(
        northern(company(200, cities="malmo"), market=(10, *MARKET[3:]), options={"edition": "recharged"})
    )
    assert 10 in state.removed


@pytest.mark.rule("MAP-NE-8")
def test_owned_nuclear_plant_powers_any_city():
    state = northern(company(0, [10], "u2", "oslo bergen kobenhavn"), phase="bureaucracy")
    assert after(state, "0: run 10").players[0].money == rules.payment(3)


# Fuel ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-NE-2", "MAP-NE-3", "CC-NE-9")
def test_refill_in_step_1_of_two_players():
    state = position(2, map=MAP, areas=WEST, phase="bureaucracy")
    assert pass_on(state).resources == tokens("c20 o19 g13 u7")
    assert rules.market_prices(pass_on(state), "uranium")[0] == 6


@pytest.mark.rule("MAP-NE-2", "CC-NE-10")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_cheapest_tokens_at_the_start(edition):
    state = rules.start(stated_setup(4, map=MAP, edition=edition))
    assert [rules.market_prices(state, kind)[0] for kind in rules.KINDS] == [3, 3, 5, 7]


@pytest.mark.rule("MAP-NE-4")
def test_oil_for_a_regional_plant_can_be_bought_and_burnt():
    state = northern(company(), company(), company(50, [26], cities="oslo"), phase="resources")
    assert after(state, "buy o6").players[2].fuel == tokens("o6")
    with refused("PLT-7"):
        after(state, "buy o7")


@pytest.mark.rule("MAP-NE-4")
def test_first_printed_state_names_the_cards_that_differ():
    state = rules.start(stated_setup(3, map=MAP, areas=WEST))
    printed = state_line(0, state)["cards"]
    assert printed[10] == {"kind": "uranium", "need": 2, "cities": 3, "stores": 4}
    assert sorted(printed) == [7, 10, 19, 26, 39, 46]
    assert "cards" not in state_line(1, state)
