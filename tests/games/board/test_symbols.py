"""The file that browsers have the pieces from, and what pages ask of it."""

import re
from xml.etree import ElementTree

import pytest
from django.contrib.staticfiles import finders

import rules
from games.board.glyphs import HOUSES, house, icon
from games.board.plants import draw_plant, draw_plant_strip
from games.board.symbols import SYMBOLS, draw_piece
from rules.versions import NEWEST

BOARDS = [rules.board(map, version=NEWEST) for map in rules.board_names(version=NEWEST)]
CARDS = {card for board in BOARDS for card in board.plants(tuple(area.id for area in board.areas)).values()}
"""Those of all boards, also of those that no new game is played on yet."""
KINDS = sorted({plant.kind for plant in CARDS})


@pytest.fixture(scope="module")
def symbols():
    path = finders.find(SYMBOLS)
    assert path
    return ElementTree.parse(path).getroot()


def asked_for(drawn: str) -> set[str]:
    return set(re.findall(r'<use href="[^"]*/pieces\.svg#([\w-]+)"', drawn))


def test_file_has_every_piece_that_is_drawn_and_no_other(symbols):
    ids = [symbol.get("id") for symbol in symbols]
    plants = [draw_plant(card) + draw_plant_strip(card, ()) for card in (*rules.PLANTS.values(), *CARDS)]
    signs = [draw_piece(piece) for piece in ("money", "log", "phase-bureaucracy")]
    drawn = asked_for("".join([*plants, *map(icon, KINDS), *map(house, HOUSES), *signs]))
    phases = {f"phase-{phase}" for phase in ("order", "auction", "resources", "building")}
    assert len(ids) == len(set(ids))
    assert set(ids) == drawn | phases


def test_pieces_need_nothing_that_a_browser_may_not_find_through_use(symbols):
    for element in symbols.iter():
        assert not {"style", "class"} & set(element.attrib)
        assert not any("url(" in value for value in element.attrib.values())


@pytest.mark.parametrize(("number", "tokens"), [(20, ("coal",)), (29, ("oil", "coal")), (50, ())])
def test_strip_shows_tokens_and_room_for_more(number, tokens):
    drawn = draw_plant_strip(rules.PLANTS[number], tokens)
    assert drawn.count('class="hollow"') == rules.PLANTS[number].storage - len(tokens)
    assert set(tokens) <= asked_for(drawn)
