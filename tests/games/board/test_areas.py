"""The small pictures of the maps."""

from itertools import combinations
from xml.etree import ElementTree

import pytest

import rules
from games.board.areas import draw_areas

WIDEST_LETTER, TALLEST_LETTER = 26, 36
"""The average of the widest name in a common bold type of the size that the style sheet sets, and that size."""


def lines_of(drawing: str) -> list[tuple[str, int, int]]:
    """Each line of the names in a picture, with its middle."""
    spans = ElementTree.fromstring(drawing).iter("tspan")
    return [(str(span.text), int(span.attrib["x"]), int(span.attrib["y"])) for span in spans]


@pytest.mark.parametrize("edition", ["classic", "recharged"])
@pytest.mark.parametrize("map_id", rules.MAPS)
def test_names_of_areas_do_not_touch(map_id, edition):
    lines = lines_of(draw_areas(rules.board(map_id, edition)))
    for (one, x, y), (other, its_x, its_y) in combinations(lines, 2):
        wide = (len(one) + len(other)) * WIDEST_LETTER / 2
        assert abs(x - its_x) > wide or abs(y - its_y) >= TALLEST_LETTER, f"{one} touches {other}"


@pytest.mark.parametrize("map_id", rules.MAPS)
def test_every_area_is_named_once(map_id):
    board = rules.board(map_id)
    words = " ".join(line for line, _, _ in lines_of(draw_areas(board))).split()
    assert sorted(words) == sorted(word for area in board.areas for word in area.name.split())
