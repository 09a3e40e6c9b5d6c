import pytest

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
    assert panels.plant_card(number).words == words
