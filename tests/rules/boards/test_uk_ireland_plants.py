"""UK & Ireland: nuclear plants are for those who have a city outside the Republic."""

import pytest

import rules
from tests.rules.positions import first_with


@pytest.mark.rule("MAP-UKI-6", "CC-UKI-3", "CC-UKI-4")
def test_nuclear_plant_needs_a_city_outside_the_republic():
    board = rules.board("uk-ireland", version=first_with("uk-ireland"))
    nuclear = board.rules.nuclear
    assert (nuclear.rule, nuclear.without_city) == ("MAP-UKI-6", False)
    assert {area.id for area in board.areas} - {*nuclear.areas} == {"republic-of-ireland"}
