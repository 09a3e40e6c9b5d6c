"""What of a map a page shows, and how tags and titles find room on it."""

import random
from itertools import combinations, product
from math import dist

import pytest

from games.board.geometry import CAPSULE_HEIGHT, CAPSULE_WIDTH, COST_RADIUS, geometry
from games.board.links import links_of
from games.board.room import (
    AIR,
    SPACED,
    TAG_HEIGHT,
    TAG_WIDTH,
    box_round,
    frame,
    is_within,
    name_box,
    plate_box,
    widened,
    width_of,
)
from games.board.shapes import city_shapes
from games.board.titles import LINE_HEIGHT, names_about, titles
from tests.games.board.pictures import GERMANY, every_board, picture
from tests.games.board.test_geometry import overlap, touches_disc


def choices(board):
    """All areas, each alone, and some sets of two to five."""
    known = [area.id for area in board.areas]
    few = [some for most in range(2, 6) for some in combinations(known, most)]
    random.Random(board.map).shuffle(few)
    return [tuple(known), *((area,) for area in known), *few[:12]]


def shown(board, areas):
    """Every plate and name of some areas."""
    cities = [geometry(board.map, board.edition).cities[city] for city in board.cities_in(areas)]
    return [box for city in cities for box in (plate_box(city), name_box(city.name))]


@every_board
def test_frame_holds_all_that_is_in_play_and_no_more_than_some_air(board):
    for areas in choices(board):
        left, top, width, height = frame(board.map, board.edition, areas)
        lefts, tops, rights, bottoms = zip(*shown(board, areas), strict=True)
        air = [min(lefts) - left, min(tops) - top, left + width - max(rights), top + height - max(bottoms)]
        assert air == pytest.approx([AIR] * 4), areas


@every_board
def test_frame_of_no_areas_is_that_of_all(board):
    everything = tuple(area.id for area in board.areas)
    assert frame(board.map, board.edition, ()) == frame(board.map, board.edition, everything)


def test_what_may_still_come_into_play_is_in_the_frame():
    later = picture(areas=("west",), open_areas=("east",))
    assert later.frame == picture(areas=("west", "east")).frame != picture(areas=("west",)).frame


@every_board
def test_tag_hides_no_city_and_no_name_where_a_corner_is_free(board):
    drawn = geometry(board.map, board.edition)
    names = {city: name_box(each.name) for city, each in drawn.cities.items()}
    plates = {city: plate_box(each) for city, each in drawn.cities.items()}
    discs = [(x, y) for _one, _other, x, y in drawn.costs]

    def hides(city, tag):
        others = [plate for other, plate in plates.items() if other != city]
        return any(overlap(tag, box) for box in (*names.values(), *others))

    corners = list(product((-CAPSULE_WIDTH / 2 + 1, CAPSULE_WIDTH / 2 - 1), (-1, 1)))
    for city in city_shapes(board.map, board.edition):
        x, y = city.at
        assert dist((0, 0), city.tag) < CAPSULE_WIDTH, city.id
        tag = box_round((x + city.tag[0], y + city.tag[1]), TAG_WIDTH, TAG_HEIGHT)
        around = [
            box_round((x + right, y + side * (CAPSULE_HEIGHT / 2 + 4)), TAG_WIDTH, TAG_HEIGHT)
            for right, side in corners
        ]
        free = [
            corner
            for corner in around
            if not hides(city.id, corner) and not any(touches_disc(corner, disc, 1.5 * COST_RADIUS) for disc in discs)
        ]
        assert not free or not hides(city.id, tag), city.id


@every_board
def test_title_of_an_area_out_of_play_hides_no_city_no_name_and_no_cost(board):
    crowded = []
    for areas in choices(board):
        seen = picture(map=board.map, edition=board.edition, areas=areas)
        for title in titles(seen):
            box = box_round(title.at, *title.reach)
            hidden = any(overlap(box, other) for other in shown(board, areas))
            if hidden or any(touches_disc(box, link.at, COST_RADIUS) for link, _look in links_of(seen)):
                crowded.append((title.content, areas))
    assert crowded == []


@every_board
def test_each_area_left_out_has_one_title_near_a_city_of_its_own(board):
    for areas in choices(board):
        seen = picture(map=board.map, edition=board.edition, areas=areas)
        drawn = geometry(board.map, board.edition).cities
        for area, title in zip(seen.left_out, titles(seen), strict=True):
            assert title.at in [drawn[city].at for city in board.cities_in((area.id,))]


@every_board
def test_names_of_seas_and_lands_stand_where_nothing_else_is(board):
    for areas in choices(board):
        seen = picture(map=board.map, edition=board.edition, areas=areas)
        taken = [*shown(board, areas), *(box_round(title.at, *title.reach) for title in titles(seen))]
        costs = [link.at for link, _look in links_of(seen)] if geometry(board.map, board.edition).costs else []
        for name, at, is_beside in names_about(seen):
            box = box_round(at, SPACED * width_of(name), LINE_HEIGHT)
            assert not any(overlap(box, other) for other in taken), (name, areas)
            assert not any(touches_disc(box, at, COST_RADIUS) for at in costs), (name, areas)
            assert is_beside != is_within(box, seen.frame), (name, areas)
            assert is_within(box, widened(seen.frame, 1.9)), (name, areas)
            taken.append(box)


def test_names_of_seas_and_lands_are_those_that_find_room():
    whole, west = ({name for name, *_place in names_about(picture(areas=areas))} for areas in (GERMANY, ("west",)))
    assert {"NORTH SEA", "BALTIC SEA", "POLAND"} <= whole
    assert not {"NORTH SEA", "BALTIC SEA", "POLAND"} & west
