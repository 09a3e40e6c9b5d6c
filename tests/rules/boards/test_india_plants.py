"""India: garbage plants burn a token more than printed, and store no more for it."""

import pytest

import rules
from tests.rules.positions import after, company, position, refused, stated_setup, tokens

CITIES = "chennai madurai coimbatore hyderabad thiruvananthapuram bangalore-north bangalore-south"


def india(*companies, **fields):
    return position(companies, map="india", **fields)


@pytest.mark.rule("MAP-IN-6", "CC-IN-6")
@pytest.mark.parametrize(
    ("number", "need", "storage"), [(6, 2, 2), (14, 3, 4), (19, 3, 4), (24, 3, 4), (30, 4, 6), (38, 4, 6)]
)
def test_garbage_plants_need_one_more_and_store_as_printed(number, need, storage):
    plant, printed = india(company(), company()).plants[number], rules.PLANTS[number]
    assert (plant.need, plant.storage) == (need, storage) == (printed.need + 1, printed.storage)
    assert (plant.kind, plant.powers) == ("garbage", printed.powers)


@pytest.mark.rule("MAP-IN-6")
def test_all_other_plants_are_as_printed():
    plants = india(company(), company()).plants
    assert all(plant == rules.PLANTS[number] for number, plant in plants.items() if plant.kind != "garbage")


@pytest.mark.rule("MAP-IN-6", "CC-IN-5")
def test_30_runs_with_4_garbage_and_not_with_3():
    state = india(company(0, [13, 30], "g3", CITIES), company(), phase="bureaucracy")
    assert rules.legal(state, 0).best_cities == 1
    with refused("PLT-2"):
        after(state, "0: run 13 30")
    state = india(company(0, [13, 30], "g4", CITIES), company(), phase="bureaucracy")
    assert after(state, "0: run 13 30").players[0].fuel == rules.NO_FUEL
    assert rules.legal(state, 0).best_cities == 7


@pytest.mark.rule("MAP-IN-6", "PLT-7", "CC-IN-5")
def test_30_holds_6_garbage_at_most():
    plants = india(company(), company()).plants
    assert rules.storage_of(plants.of((13, 30))).holds(tokens("g6"))
    assert not rules.storage_of(plants.of((13, 30))).holds(tokens("g7"))


@pytest.mark.rule("MAP-IN-5", "CC-IN-10")
def test_plant_11_is_not_in_the_game():
    setup = rules.new_setup(rules.Options(map="india"), 4, "seed", version=stated_setup(4, map="india").version)
    assert (setup.deck[0], len(setup.deck)) == (13, 30)
    assert 11 not in (*setup.market, *setup.deck)
