"""The shallow sea along coasts."""

import re

from games.board.cutting import path_of
from games.board.shelves import draw_shelves

WEST = [(0, 0), (100, 0), (100, 100), (0, 100)]
EAST = [(100, 0), (200, 0), (200, 100), (100, 100)]


def lines(*lands):
    """The corners of all lines that are followed, by how far apart they are at least."""
    drawn = draw_shelves(path_of(lands))
    paths = re.findall(r'id="coasts-(\d+)" d="([^"]*)"', drawn)
    return {int(apart): path for apart, path in paths}


def test_border_of_two_lands_is_no_coast():
    assert lines(WEST, EAST) == dict.fromkeys((24, 6), "M0 0l100 0M100 100l-100 0 0-100M100 0l100 0 0 100-100 0")


def test_land_alone_has_a_coast_all_round():
    assert lines(WEST)[6] == "M0 0l100 0 0 100-100 0 0-100"


def test_bends_that_are_too_small_to_show_are_left_out():
    bay = [(0, 0), (50, 0), (55, 10), (60, 0), (100, 0), (100, 100), (0, 100)]
    assert lines(bay)[6].startswith("M0 0l50 0 5 10 5-10 40 0")
    assert lines(bay)[24] == "M0 0l50 0 50 0 0 100-100 0 0-100"
