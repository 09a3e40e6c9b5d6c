import pytest

import rules
from games.pages import panels


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (3, "Plant 03 powers 1 city with 2 oil"),
        (46, "Plant 46 powers 7 cities with 3 coal or oil"),
        (50, "Plant 50 powers 6 cities without fuel"),
    ],
)
def test_plant_cards_can_be_read_aloud(number, words):
    assert panels.PlantCard(rules.PLANTS[number]).words == words


def test_mine_says_that_it_sells():
    mine = rules.Plant(11, "mine", need=0, cities=2, storage=0)
    assert panels.PlantCard(mine).words == "Mine 11 sells uranium, as for 2 cities"
