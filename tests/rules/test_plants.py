"""The cards: what they burn, store and supply."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from rules.plants import PLANTS, storage_of
from tests.rules.positions import after, cards, company, offered_plants, position, refused, tokens

FUELLED = [number for number, plant in PLANTS.items() if plant.need]


def powering(*companies, **fields):
    """Phase 5 of three players, seat 0 with the first company."""
    companies += (company(),) * (3 - len(companies))
    return position(companies, phase="bureaucracy", **fields)


def buying(plants, fuel="-", **fields):
    """Phase 3, seat 0 to buy."""
    companies = [company(500, plants, fuel), company(), company()]
    return position(companies, phase="resources", order=(1, 2, 0), **fields)


FOUR_CITIES = "essen munster dortmund kassel"


@pytest.mark.rule("PLT-1", "TV-1")
def test_number_is_the_minimum_bid():
    state = position(3, market=(14, 15, 16, 17, 18, 19, 20, 21))
    (offer,) = (offer for offer in rules.legal(state, 0).plants if offer.plant == 14)
    assert offer.least == 14


@pytest.mark.rule("PLT-1", "MKT-1")
def test_number_sorts_the_market():
    state = after(
        position(3, market=(20, 21, 22, 23, 24, 25, 26, 27), deck=(12, "step3")), "open 20 20", "pass", "pass"
    )
    assert cards(state) == ((12, 21, 22, 23), (24, 25, 26, 27))


@pytest.mark.rule("TV-1", "PLT-2")
def test_plant_14_burns_2_garbage_per_run():
    state = after(powering(company(plants=(14,), fuel="g4", cities=FOUR_CITIES)), "0: run 14")
    assert state.players[0].fuel == tokens("g2")


@pytest.mark.rule("TV-1", "PLT-3")
def test_plant_14_supplies_2_cities_however_much_it_stores():
    state = powering(company(money=0, plants=(14,), fuel="g4", cities=FOUR_CITIES))
    assert after(state, "0: run 14").players[0].money == rules.payment(2)


@pytest.mark.rule("TV-1", "PLT-4")
def test_plant_14_stores_4_garbage():
    assert after(buying((14,)), "buy g4").players[0].fuel == tokens("g4")
    with refused("PLT-7"):
        after(buying((14,)), "buy g5")


@pytest.mark.rule("TV-1", "PLT-2", "PLT-3")
def test_plant_with_half_its_fuel_does_not_run():
    with refused("PLT-2"):
        after(powering(company(plants=(14,), fuel="g1", cities=FOUR_CITIES)), "0: run 14")


@pytest.mark.rule("PLT-2")
def test_plant_runs_once_in_a_round():
    with refused("PLT-2"):
        after(powering(company(plants=(14,), fuel="g4", cities=FOUR_CITIES)), "0: run 14 14")


@pytest.mark.rule("TV-2", "PLT-5")
@pytest.mark.parametrize(("mix", "left"), [("c2", "o2"), ("o2", "c2"), ("c1o1", "c1 o1")])
def test_hybrid_burns_any_mix_of_its_need(mix, left):
    state = after(powering(company(plants=(5,), fuel="c2 o2", cities=FOUR_CITIES)), f"0: run 5:{mix}")
    assert state.players[0].fuel == tokens(left)


@pytest.mark.rule("TV-2", "PLT-5")
def test_plant_05_supplies_one_city():
    state = powering(company(money=0, plants=(5,), fuel="c2 o2", cities=FOUR_CITIES))
    assert after(state, "0: run 5:c2").players[0].money == rules.payment(1)


@pytest.mark.rule("TV-2", "PLT-5")
@pytest.mark.parametrize("run", ["5:c1", "5:o1", "5:c2o1", "5:c2o2", "5"])
def test_hybrid_burns_no_other_amount_than_its_need(run):
    with refused("PLT-5"):
        after(powering(company(plants=(5,), fuel="c2 o2", cities=FOUR_CITIES)), f"0: run {run}")


@pytest.mark.rule("PLT-5")
def test_only_hybrids_name_a_mix():
    with pytest.raises(rules.RuleError):
        after(powering(company(plants=(4,), fuel="c2", cities=FOUR_CITIES)), "0: run 4:c2")


@pytest.mark.rule("TV-3", "PLT-5", "PLT-7")
def test_hybrid_stores_any_mix_up_to_twice_its_need():
    legal = {
        (coal, oil)
        for coal, oil in product(range(8), repeat=2)
        if storage_of(PLANTS.of([5])).holds(rules.Fuel(coal, oil))
    }
    assert legal == {(coal, oil) for coal, oil in product(range(5), repeat=2) if coal + oil <= 4}


@pytest.mark.rule("TV-3", "PLT-5", "PLT-8")
def test_buying_3_coal_and_2_oil_for_plant_05_is_refused():
    with refused("PLT-7"):
        after(buying((5,)), "buy c3 o2")


@pytest.mark.rule("TV-4", "PLT-7")
@pytest.mark.parametrize(
    ("fuel", "fits"), [("o8", True), ("c4 o4", True), ("c5", False), ("c4 o5", False), ("o9", False), ("g1", False)]
)
def test_plants_03_05_and_13_together(fuel, fits):
    assert storage_of(PLANTS.of([3, 5, 13])).holds(tokens(fuel)) is fits


@pytest.mark.rule("TV-5", "PLT-6")
def test_plant_33_supplies_4_cities_without_fuel():
    state = powering(company(money=0, plants=(33,), cities=f"{FOUR_CITIES} osnabruck"))
    assert after(state, "0: run 33").players[0].money == rules.payment(4)


@pytest.mark.rule("TV-5", "PLT-6", "RES-2")
@pytest.mark.parametrize("fuel", ["c1", "o1", "g1", "u1"])
@pytest.mark.parametrize("plant", [33, 50])
def test_ecological_and_fusion_plants_store_nothing(plant, fuel):
    with pytest.raises(rules.RuleError):
        after(buying((plant,)), f"buy {fuel}")


@pytest.mark.rule("PLT-6")
def test_plant_50_runs_without_fuel():
    state = powering(company(money=0, plants=(50,), cities=FOUR_CITIES))
    assert after(state, "0: run 50").players[0].money == rules.payment(4)


@pytest.mark.rule("PLT-7", "CC-85")
def test_hybrid_takes_the_coal_that_the_coal_plant_leaves():
    state = powering(company(plants=(21, 25), fuel="c3 o1", cities=FOUR_CITIES))
    assert after(state, "0: run 21:c1o1 25").players[0].fuel == rules.NO_FUEL


@pytest.mark.rule("PLT-2", "CC-86")
@pytest.mark.parametrize("mix", ["c1o1", "c2"])
def test_two_plants_do_not_run_on_the_fuel_of_one(mix):
    with refused("PLT-2"):
        after(powering(company(plants=(21, 25), fuel="c2 o1", cities=FOUR_CITIES)), f"0: run 21:{mix} 25")


@pytest.mark.rule("CC-86")
@pytest.mark.parametrize("run", ["25", "21:c2", "21:c1o1"])
def test_either_plant_runs_on_the_fuel_of_one(run):
    after(powering(company(plants=(21, 25), fuel="c2 o1", cities=FOUR_CITIES)), f"0: run {run}")


@pytest.mark.rule("TV-10", "PLT-7")
def test_coal_moves_from_the_hybrid_to_make_room_for_oil():
    assert after(buying((4, 5), "c4"), "buy o4").players[0].fuel == tokens("c4 o4")


@pytest.mark.rule("PLT-7", "CC-61")
def test_hybrid_full_of_oil_leaves_room_for_4_coal():
    assert after(buying((4, 5), "o4"), "buy c4").players[0].fuel == tokens("c4 o4")
    with refused("PLT-7"):
        after(buying((4, 5), "o4"), "buy c5")


@pytest.mark.rule("PLT-7", "CC-62")
def test_6_coal_on_a_coal_plant_and_a_hybrid_leave_room_for_2_oil():
    assert after(buying((4, 5), "c6"), "buy o2").players[0].fuel == tokens("c6 o2")
    with refused("PLT-7"):
        after(buying((4, 5), "c6"), "buy o3")


@pytest.mark.rule("PLT-9", "AUC-16")
@pytest.mark.parametrize(("players", "most"), [(2, 4), (3, 3), (4, 3), (5, 3), (6, 3)])
def test_a_player_may_own_so_many_plants(players, most):
    hand = (7, 10, 15, 16)[:most]
    others = [company()] * (players - 1)
    market = (20, 21, 22, 23, 24, 25, 26, 27)
    full = position([company(plants=hand), *others], market=market, acted=tuple(range(1, players)))
    assert after(full, "open 20 20").discarding == 0
    room = position([company(plants=hand[1:]), *others], market=market, acted=tuple(range(1, players)))
    assert after(room, "open 20 20").discarding is None


@pytest.mark.rule("PLT-7")
@given(st.lists(st.sampled_from(FUELLED), max_size=4, unique=True), st.integers(0, 12), st.integers(0, 12))
def test_holding_is_legal_exactly_when_the_tokens_can_be_laid_on_the_plants(plants, coal, oil):
    assert storage_of(PLANTS.of(plants)).holds(rules.Fuel(coal, oil)) is can_be_laid(plants, coal, oil)


def can_be_laid(plants, coal, oil):
    """Try every number of coal on the hybrids."""
    room = {
        kind: sum(PLANTS[number].storage for number in plants if PLANTS[number].kind == kind)
        for kind in ("coal", "oil", "hybrid")
    }
    return any(
        coal - moved <= room["coal"] and max(0, oil - (room["hybrid"] - moved)) <= room["oil"]
        for moved in range(min(coal, room["hybrid"]) + 1)
    )


@pytest.mark.rule("AUC-4")
def test_opener_is_offered_the_actual_market():
    assert offered_plants(position(3)) == [3, 4, 5, 6]
