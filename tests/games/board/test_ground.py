"""The ground of a map: a picture of its own, which games in the same areas share."""

import re
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

import rules
from games.board.geometry import STAGE, geometry
from games.board.ground import ground_address, ground_file, relief_address, relief_file
from games.board.map import draw_ground
from games.board.picture import House
from tests.games.board.pictures import GERMANY, all_of, every_board, picture
from tools.cartography.maps import source_of


def ground(**changes):
    seen = picture(**changes)
    return ET.fromstring(ground_file(seen.map, seen.edition, seen.areas, seen.open_areas))


def kinds(svg):
    return {area.get("class") for area in svg.iter() if "area" in area.get("class", "").split()}


def test_areas_are_in_colour_fainter_or_plain():
    svg = ground(areas=("west", "southwest"), open_areas=("east",))
    colours = {area.id: area.colour for area in rules.board("germany").areas}
    assert kinds(svg) == {
        f"area of-{colours['west']}",
        f"area of-{colours['southwest']}",
        f"area of-{colours['east']} open",
        "area out",
    }


@every_board
def test_ground_reaches_as_far_beyond_the_map_as_any_frame_shows(board):
    drawn, areas = geometry(board.map, board.edition), tuple(area.id for area in board.areas)
    left, top, width, height = map(
        float, ground(map=board.map, edition=board.edition, areas=areas).get("viewBox", "").split()
    )
    beyond = (-left, -top, width + left - drawn.width, height + top - drawn.height)
    assert beyond == pytest.approx([STAGE * max(drawn.width, drawn.height)] * 4, abs=1)


@every_board
def test_file_draws_itself(board):
    """A page gives it no style sheet, no script and no other file."""
    text = ground_file(board.map, board.edition, tuple(area.id for area in board.areas), ()).decode()
    svg = ET.fromstring(text)
    assert not re.search("<script|@import|url\\((?!#)|https?://(?!www.w3.org/2000/svg)", text)
    known = {f"#{element.get('id')}" for element in svg.iter() if element.get("id")}
    assert {element.get("href") for element in svg.iter() if element.get("href")} <= known
    classes = {name for element in svg.iter() for name in element.get("class", "").split()}
    sheet = svg.findtext("{http://www.w3.org/2000/svg}style") or ""
    assert {name for name in classes if f".{name}" not in sheet} <= {"board"}
    tokens = set(re.findall(r"(--[\w-]+):", sheet))
    assert set(re.findall(r"var\((--[\w-]+)", sheet)) <= tokens
    assert "color-scheme: light dark" in sheet


def test_each_choice_of_areas_has_an_address_of_its_own():
    addresses = {
        ground_address(picture(areas=areas, open_areas=open_areas))
        for areas in combinations(GERMANY, 3)
        for open_areas in ((), tuple(area for area in GERMANY if area not in areas))
    }
    assert len(addresses) == 40


def test_address_is_the_same_whatever_happens_in_a_game():
    later = picture(houses={"essen": (House(0, 10),)}, step=3, seat=2, networks={0: (frozenset(("essen", "koln")),)})
    assert ground_address(later) == ground_address(picture())


def test_address_changes_with_the_drawing(monkeypatch):
    before = ground_address(picture())
    monkeypatch.setattr("games.board.shelves.WIDTHS", {})
    for kept in ("address_of_ground", "ground_file"):
        getattr(__import__("games.board.ground", fromlist=[kept]), kept).cache_clear()
    assert ground_address(picture()) != before


def test_map_shows_its_ground_and_its_relief_where_they_belong():
    svg = ET.fromstring(draw_ground(picture(areas=("west",))))
    ground, relief = svg.iter("image")
    drawn = geometry("germany", "classic")
    assert [ground.get("href"), relief.get("href")] == [
        ground_address(picture(areas=("west",))),
        relief_address("germany"),
    ]
    for image in (ground, relief):
        left, width = float(image.get("x", "")), float(image.get("width", ""))
        assert left + width / 2 == pytest.approx(drawn.width / 2)
    assert all_of(svg, "relief") == [relief]


@pytest.mark.parametrize("map", [map for map in rules.MAPS if source_of(map).relief])
def test_relief_is_grey_light_and_of_the_shape_of_the_ground(map):
    drawn, relief = geometry(map, "classic"), Image.open(relief_file(map))
    around = 2 * STAGE * max(drawn.width, drawn.height)
    assert relief.width / relief.height == pytest.approx((drawn.width + around) / (drawn.height + around), rel=0.01)
    assert relief_file(map).stat().st_size < 120_000
    shades = relief.convert("RGBA").getchannel("A")
    assert shades.getpixel((0, 0)) == 0
    assert shades.getextrema()[1] > 200
