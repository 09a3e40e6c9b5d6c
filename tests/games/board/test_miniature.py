"""Maps as large as a stamp."""

import gzip
import re

import rules
from games.board.geometry import geometry
from games.board.miniature import draw_miniature, outlines
from tests.games.board.pictures import every_board


@every_board
def test_every_piece_that_a_picture_uses_is_in_the_outlines(board):
    used = set(re.findall(r'href="#([^"]+)"', draw_miniature(board, seat=3, own=list(board.cities))))
    known = set(re.findall(r'id="([^"]+)"', outlines([board])))
    assert used
    assert used <= known
    assert set(re.findall(r"url\(#([^)]+)\)", outlines([board]))) <= known


@every_board
def test_outlines_stay_within_the_picture(board):
    drawn = geometry(board.map, board.edition)
    for path in re.findall(r'd="(M[^"]+)"', outlines([board]).partition("mini-house")[0]):
        for ring in path.split("M")[1:]:
            numbers = [int(number) for number in re.findall(r"-?\d+", ring)]
            x, y = sum(numbers[0::2]), sum(numbers[1::2])
            assert -drawn.width < x < 2 * drawn.width
            assert -drawn.height < y < 2 * drawn.height


def test_maps_are_light():
    classic = [rules.board(map_id) for map_id in rules.MAPS]
    assert len(gzip.compress(outlines(classic).encode())) < 26_000


def test_areas_out_of_play_go_without_colour():
    board = rules.board("germany")
    picture = draw_miniature(board, [area.id for area in board.areas[:2]])
    assert picture.count('class="out"') == len(board.areas) - 2
    assert 'class="out"' not in draw_miniature(board)


def test_own_houses_have_their_shape_and_others_are_dots():
    picture = draw_miniature(rules.board("germany"), seat=2, own=["essen"], others=["kiel", "kiel", "bremen"])
    assert picture.count('href="#mini-house-2"') == 1
    assert 'class="house seat-2"' in picture
    assert picture.count("h0") == 2


def test_a_map_is_outlined_once():
    board = rules.board("germany")
    assert outlines([board, board]) == outlines([board])
