"""The maps to choose from: in which order they come, and what each says of itself."""

import pytest

import rules
from games.board.geometry import facts
from games.pages.map_choice import map_choices, maps_played_lately
from tests.factories import GameFactory

MOST_LETTERS = 70
"""In the line about a map, which a phone shows in two."""


def test_favourites_come_first_then_what_was_played_lately_then_the_rest_by_place():
    found = map_choices("recharged", favourites=["italy", "usa"], lately=["italy", "usa", "france"])
    first = ["italy", "usa", "france"]
    assert [map for map, _choice in found] == first + [map for map in rules.MAPS if map not in first]
    assert [map for map, choice in found if choice.is_favourite] == ["italy", "usa"]
    assert [map for map, choice in found if choice.is_recent] == ["italy", "usa", "france"]


def test_map_that_is_no_more_is_no_favourite():
    assert [map for map, _choice in map_choices(favourites=["atlantis"])] == list(rules.MAPS)


def test_latest_games_say_what_was_played_lately(ana):
    for map in ("italy", "france", "italy"):
        GameFactory(options=rules.Options(map=map))
    assert maps_played_lately(ana) == ["italy", "france"]


@pytest.mark.parametrize("map", rules.MAPS)
def test_each_map_says_in_a_line_what_is_special(map):
    assert 0 < len(facts(map).special) <= MOST_LETTERS
    assert not facts(map).special.endswith(".")
