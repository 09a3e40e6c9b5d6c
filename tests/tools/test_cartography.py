import json
from io import BytesIO
from itertools import accumulate
from math import hypot

import msgspec
import pytest
from PIL import Image

from tests import toyland
from tools.cartography.areas import area_shapes
from tools.cartography.layout import IS_ON_SIDE, lay_out
from tools.cartography.maps import MapSource
from tools.cartography.marks import length_inside
from tools.cartography.plane import (
    albers,
    albers_back,
    area_of,
    as_open_path,
    as_path,
    bulged,
    bulged_back,
    clipped,
    inside,
    simplified,
    softened,
    thinned,
    tilted,
    tilted_back,
)
from tools.cartography.relief import draw_relief
from tools.cartography.terrain import Atlas, read_terrain

RIVER = list(accumulate(toyland.RIVER, lambda at, step: (at[0] + step[0], at[1] + step[1])))

SQUARE = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]


def test_projection_puts_north_up_and_east_right():
    project = albers((48.5, 53.5), 10.4)
    (_, north), (_, south) = project((10.4, 54)), project((10.4, 48))
    (west, _), (east, _) = project((8, 51)), project((13, 51))
    assert north < south
    assert west < 0 < east


def test_projection_keeps_areas():
    project = albers((48.5, 53.5), 10.4)
    cell = [project(corner) for corner in ((10, 50), (11, 50), (11, 51), (10, 51))]
    farther = [project(corner) for corner in ((6, 50), (7, 50), (7, 51), (6, 51))]
    assert area_of(cell) == pytest.approx(area_of(farther))


@pytest.mark.parametrize("north", [1, -1])
def test_way_back_from_the_paper_leads_to_the_same_place(north):
    project, back = (turn((48.5 * north, 53.5 * north), 10.4) for turn in (albers, albers_back))
    assert back(project((14.2, 47.3 * north))) == pytest.approx((14.2, 47.3 * north))
    for tilt in (0.0, 0.3):
        there, again = tilted((0, 0, 100, 200), tilt), tilted_back((0, 0, 100, 200), tilt)
        assert again(there((20, 30))) == pytest.approx((20, 30))
        assert again(there((-40, 250))) == pytest.approx((-40, 250))


def test_bulge_draws_what_it_is_at_larger_and_leads_back():
    there, again = bulged((10, 20), 5, 0.8), bulged_back((10, 20), 5, 0.8)
    assert there((10, 20)) == (10, 20)
    assert there((10.1, 20))[0] == pytest.approx(10.18, abs=0.001)
    assert there((510, 20))[0] == pytest.approx(510, abs=0.1)
    assert again(there((13, 26))) == pytest.approx((13, 26))


def test_simplifying_keeps_ends_and_what_stands_out():
    assert simplified([(0, 0), (1, 0.1), (2, 5), (3, 0.1), (4, 0)], 1) == [(0, 0), (2, 5), (4, 0)]


def test_clipping_cuts_at_the_box():
    assert area_of(clipped(SQUARE, (5, 5, 20, 20))) == 25
    assert clipped(SQUARE, (11, 11, 20, 20)) == []


def test_line_is_cut_into_the_parts_inside_a_box_and_first_points_beyond():
    line = [(0, 0), (2, 0), (8, 0), (9, 0), (9, 5), (3, 5), (1, 5)]
    assert list(inside(line, (-1, -1, 5, 6))) == [[(0, 0), (2, 0), (8, 0)], [(3, 5), (1, 5)]]


def test_thinning_keeps_the_points_that_matter():
    wavy = [(x, x % 2 / 2) for x in range(20)]
    thin = thinned(wavy, lambda point: point[0] >= 15, 1)
    assert thin == [wavy[0], wavy[14], *wavy[15:]]


def test_paths_go_in_steps():
    assert as_path([SQUARE]) == "M0 0l10 0 0 10 -10 0z"
    assert as_open_path([SQUARE[:3], SQUARE[:2]]) == "M0 0l10 0 0 10M0 0l10 0"


def test_length_inside_a_box():
    assert length_inside((-5, 5), (15, 5), (0, 0, 10, 10)) == pytest.approx(10)
    assert length_inside((-5, 12), (15, 12), (0, 0, 10, 10)) == 0


def test_neighbours_share_their_arc(tmp_path):
    topology = {
        "transform": {"scale": [1, 1], "translate": [0, 0]},
        "arcs": [[[0, 0], [0, 5]], [[0, 5], [-5, 0], [0, -5], [5, 0]], [[0, 0], [5, 0], [0, 5], [-5, 0]]],
        "objects": {
            "countries": {
                "geometries": [
                    {"type": "Polygon", "id": "west", "arcs": [[0, 1]]},
                    {"type": "Polygon", "id": "east", "arcs": [[2, -1]]},
                ]
            }
        },
    }
    path = tmp_path / "atlas.json"
    path.write_text(json.dumps(topology))
    shapes = dict(Atlas(path, list).shapes("countries", (-10, -10, 10, 10)))
    assert shapes == {
        "west": [[(0, 0), (0, 5), (-5, 5), (-5, 0)]],
        "east": [[(0, 0), (5, 0), (5, 5), (0, 5)]],
    }
    assert dict(Atlas(path, list).shapes("countries", (1, -10, 10, 10))).keys() == {"east"}


def test_lines_that_touch_a_window_are_joined_from_their_arcs(tmp_path):
    rivers = [
        {"type": "LineString", "arcs": [0, 1]},
        {"type": "MultiLineString", "arcs": [[1], [2]]},
    ]
    topology = {
        "transform": {"scale": [1, 1], "translate": [0, 0]},
        "arcs": [[[0, 0], [1, 1]], [[1, 1], [1, 0]], [[50, 50], [1, 0]]],
        "objects": {"rivers": {"geometries": rivers}},
    }
    path = tmp_path / "atlas.json"
    path.write_text(json.dumps(topology))
    lines = list(Atlas(path, list).lines("rivers", (-5, -5, 5, 5)))
    assert lines == [[(0, 0), (1, 1), (2, 1)], [(1, 1), (2, 1)]]


@pytest.fixture(scope="module")
def toyland_atlas(tmp_path_factory):
    folder = tmp_path_factory.mktemp("atlas")
    toyland.write_atlas(folder)
    return folder


@pytest.fixture(scope="module")
def terrain(toyland_atlas):
    source = msgspec.convert(toyland.facts()["atlas"], MapSource)
    return read_terrain(source, toyland_atlas, [(city["lon"], city["lat"]) for city in toyland.CITIES])


def test_rivers_and_degrees_go_on_to_the_edge_of_the_stage(terrain):
    [river] = terrain.rivers
    assert [terrain.find(point) for point in river] == [pytest.approx(point, abs=0.1) for point in RIVER]
    left, top, right, bottom = terrain.stage
    across = [point for line in terrain.graticule for point in line]
    assert min(x for x, _y in across) < left + 40
    assert max(x for x, _y in across) > right - 40
    assert min(y for _x, y in across) < top + 40
    assert max(y for _x, y in across) > bottom - 40


def toyland_with(atlas, **words):
    source = msgspec.convert(toyland.facts()["atlas"] | words, MapSource)
    return read_terrain(source, atlas, [(city["lon"], city["lat"]) for city in toyland.CITIES])


def test_paper_with_a_margin_goes_so_far_beyond_the_cities(toyland_atlas):
    terrain = toyland_with(toyland_atlas, margin=70)
    xs, ys = zip(*(terrain.place((city["lon"], city["lat"])) for city in toyland.CITIES), strict=True)
    assert (min(xs), min(ys)) == pytest.approx((70, 70))
    assert (max(xs), max(ys)) == pytest.approx((terrain.width - 70, terrain.height - 70), abs=1)


def test_line_drawn_by_hand_is_closed_along_a_border(toyland_atlas):
    half = {"countries": {"half": [[[4, 52], [4, 46]]]}, "along": "001"}
    countries = toyland_with(toyland_atlas, drawing=half).countries
    [part], whole = countries["half"], countries["001"]
    assert area_of(part) == pytest.approx(sum(map(area_of, whole)) / 2, rel=0.05)


def test_place_is_abroad_on_other_land_alone(toyland_atlas):
    part = {"countries": {"half": [[[4, 52], [4, 46]]]}, "along": "001"}
    terrain = toyland_with(toyland_atlas, countries=[], margin=70, drawing=part)
    found = {east: terrain.is_abroad(terrain.place((east, 49))) for east in (-2, 1, 7)}
    assert found[-2] is False
    assert sorted([found[1], found[7]]) == [False, True]


def test_relief_has_light_and_shade_on_land_and_nothing_on_the_sea(terrain, toyland_atlas):
    relief = Image.open(BytesIO(draw_relief(terrain, toyland_atlas))).convert("RGBA")
    left, top, right, bottom = terrain.stage
    assert relief.width / relief.height == pytest.approx((right - left) / (bottom - top), rel=0.01)

    def on_relief(east, north):
        x, y = terrain.place((east, north))
        return round((x - left) * relief.width / (right - left)), round((y - top) * relief.height / (bottom - top))

    sea, land = on_relief(-1, 49), [on_relief(east / 10, 49) for east in range(10, 70)]
    assert relief.getpixel(sea)[3] == 0
    assert min(relief.getpixel(at)[3] for at in land) > 240
    shades = [relief.getpixel(at)[0] for at in land]
    assert min(shades) < 118
    assert max(shades) > 138


def test_areas_fill_the_paper_without_a_gap():
    places = {"a": (20.0, 20.0), "b": (80.0, 30.0), "c": (30.0, 80.0), "d": (75.0, 85.0), "e": (50.0, 50.0)}
    belongs = {"a": "north", "b": "north", "c": "south", "d": "south", "e": "middle"}
    shapes = area_shapes(places, belongs, (0, 0, 100, 100))
    # Only the four corners of the paper are cut.
    assert sum(area_of(ring) for rings in shapes.values() for ring in rings) == pytest.approx(10_000, rel=0.05)


@pytest.mark.parametrize("side", IS_ON_SIDE)
def test_label_goes_on_the_side_that_the_map_says(side):
    layout = lay_out({"a": (150.0, 150.0)}, {"a": "Long Town"}, [], (300, 300), sides={"a": side})
    left, top, right, bottom = layout.name_of("a").box
    assert {"above": bottom < 0, "below": top > 0, "left": right < 0, "right": left > 0}[side]


def test_city_with_fewer_slots_takes_less_room_and_a_board_without_costs_none_for_them():
    layout = lay_out({"a": (150.0, 150.0), "b": (250.0, 150.0)}, {"a": "A", "b": "B"}, [("a", "b")], (300, 300))
    narrow = lay_out(layout.homes, {"a": "A", "b": "B"}, layout.links, (300, 300), slots={"a": 1}, has_costs=False)
    assert narrow.plates["a"][2] < narrow.plates["b"][2] == layout.plates["a"][2]
    assert [kind for kind, _ in narrow.parts() if kind == "cost"] == []
    assert [kind for kind, _ in layout.parts() if kind == "cost"] == ["cost"]


def test_line_drawn_by_hand_keeps_its_ends_and_loses_its_corners():
    soft = softened([(0, 0), (10, 0), (10, 10)], is_ring=False)
    assert (soft[0], soft[-1]) == ((0, 0), (10, 10))
    assert (10, 0) not in soft
    assert 80 < area_of(softened(SQUARE, is_ring=True)) < 100


def test_crowded_cities_make_room_for_each_other():
    homes = {"a": (150.0, 150.0), "b": (160.0, 150.0), "c": (155.0, 160.0)}
    layout = lay_out(homes, dict.fromkeys(homes, "Town"), [("a", "b"), ("b", "c")], (300, 300))
    gaps = [
        max(abs(x0 - x1) / 50, abs(y0 - y1) / 18)
        for one, (x0, y0) in layout.cities.items()
        for other, (x1, y1) in layout.cities.items()
        if one < other
    ]
    assert min(gaps) > 1
    assert max(hypot(x - homes[city][0], y - homes[city][1]) for city, (x, y) in layout.cities.items()) < 60
