"""Where fuel lies on the mats of players."""

from collections import Counter
from random import Random

import pytest

import rules
from games.pages.panels.pieces import PlantCard, fuel_amounts
from games.pages.panels.stored import stored_plants


def stored(plants: tuple[int, ...], **fuel: int) -> dict[int, str]:
    """By plant the first letters of its tokens."""
    lying = stored_plants(tuple(map(PlantCard, rules.PLANTS.of(plants))), fuel_amounts(rules.Fuel(**fuel)))
    return {one.card.number: "".join(kind[0] for kind in one.tokens) for one in lying}


def test_each_plant_gets_what_it_needs_before_any_gets_more():
    assert stored((20, 21, 10), coal=4, oil=2) == {20: "ccc", 21: "oo", 10: "c"}
    assert stored((10, 21), coal=5) == {10: "ccc", 21: "cc"}


def test_hybrids_take_what_no_other_plant_has_room_for():
    assert stored((10, 21), coal=4, oil=4) == {10: "cccc", 21: "oooo"}


def test_plants_without_fuel_store_none():
    assert stored((13, 50), coal=0) == {13: "", 50: ""}


@pytest.mark.rule("PLT-4", "PLT-5", "PLT-7")
def test_all_fuel_that_a_company_may_have_finds_its_place():
    dice = Random(7)
    for _ in range(300):
        plants = tuple(sorted(dice.sample(sorted(rules.PLANTS), 4)))
        fuel = rules.NO_FUEL
        while room := [kind for kind, free in rules.storage_of(rules.PLANTS.of(plants)).room(fuel).items() if free]:
            fuel += rules.Fuel(**{dice.choice(room): 1})
            lying = stored_plants(tuple(map(PlantCard, rules.PLANTS.of(plants))), fuel_amounts(fuel))
            tokens = Counter(kind for one in lying for kind in one.tokens)
            assert tokens == Counter({kind: amount for kind, amount in fuel.items() if amount}), (plants, fuel)
            for one in lying:
                assert len(one.tokens) <= rules.PLANTS[one.card.number].storage
                assert set(one.tokens) <= set(rules.PLANTS[one.card.number].burns)
