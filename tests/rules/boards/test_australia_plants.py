"""Australia: nuclear plants are mines, which power nothing and are no plants too many."""

import pytest

import rules
from rules.bots import decide
from tests.rules.positions import after, company, position, refused

AREAS = ("queensland", "new-south-wales", "victoria")
CITIES = "bendigo geelong hobart launceston"


def australia(*companies, **fields):
    return position([*companies, *[company(200)] * (3 - len(companies))], map="australia", areas=AREAS, **fields)


@pytest.mark.rule("MAP-AUS-5")
def test_nuclear_plants_are_mines():
    plants = australia().plants
    mines = {number: plant.cities for number, plant in plants.items() if plant.is_mine}
    assert mines == {11: 2, 23: 3, 28: 4, 34: 5, 39: 6}
    assert {plants[number].powers for number in mines} == {0}
    assert not any(plants[number].is_ecological or plants[number].burns for number in mines)


@pytest.mark.rule("MAP-AUS-5")
def test_17_is_not_in_the_game():
    assert australia().board.rules.missing_plants == (17,)


@pytest.mark.rule("MAP-AUS-6", "PLT-9", "CC-AUS-4")
def test_mine_is_no_plant_too_many_and_never_goes():
    market = (11, 12, 13, 25, 26, 27, 29, 30)
    state = australia(company(200, [10, 15, 20]), market=market, acted=(1, 2))
    state = after(state, "open 11 11")
    assert (state.discarding, state.players[0].plants) == (None, (10, 11, 15, 20))
    state = australia(company(200, [10, 11, 15, 20, 23]), market=market[1:], acted=(1, 2))
    state = after(state, "open 25 25")
    assert [offer.plant for offer in rules.legal(state, 0).plants] == [10, 15, 20]
    with refused("MAP-AUS-6"):
        after(state, "discard 11")
    assert after(state, "discard 10").players[0].plants == (11, 15, 20, 23, 25)


@pytest.mark.rule("MAP-AUS-6", "ORD-2")
def test_mine_counts_for_the_player_order():
    state = australia(company(plants=[10]), company(plants=[39]), company(plants=[20]), phase="bureaucracy")
    for seat in (0, 1, 2):
        state = rules.apply(state, seat, rules.RunPlants(()))
    assert state.order == (1, 2, 0)


@pytest.mark.rule("MAP-AUS-7", "CC-AUS-11")
def test_mine_powers_no_city():
    state = australia(company(0, [10, 39], "c2", CITIES), phase="bureaucracy")
    decision = rules.legal(state, 0)
    assert (decision.best_cities, str(decision.best)) == (2, "run 10")
    assert [plant.number for plant in decision.plants] == [10]
    with refused("MAP-AUS-7"):
        after(state, "0: run 10 39")


@pytest.mark.rule("MAP-AUS-7", "RES-2")
def test_nothing_can_be_bought_for_a_mine():
    state = australia(company(), company(), company(50, [11]), phase="resources")
    assert rules.forced(state, 2) == rules.BuyResources()
    with refused("RES-2"):
        after(state, "buy u1")


@pytest.mark.rule("MAP-AUS-6")
def test_bot_buys_a_mine_beside_all_the_plants_it_may_have():
    state = australia(company(200, [30, 31, 32]), market=(20, 21, 22, 28, 40, 42, 44, 46), acted=(1, 2))
    assert decide(state, rules.Seat(0)) == rules.OpenAuction(28, 28)
