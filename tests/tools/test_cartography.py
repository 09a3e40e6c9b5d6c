import json
from math import hypot

import pytest

from tools.cartography.areas import area_shapes
from tools.cartography.layout import IS_ON_SIDE, lay_out
from tools.cartography.marks import length_inside
from tools.cartography.plane import albers, area_of, as_path, clipped, simplified
from tools.cartography.terrain import Atlas

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


def test_simplifying_keeps_ends_and_what_stands_out():
    assert simplified([(0, 0), (1, 0.1), (2, 5), (3, 0.1), (4, 0)], 1) == [(0, 0), (2, 5), (4, 0)]


def test_clipping_cuts_at_the_box():
    assert area_of(clipped(SQUARE, (5, 5, 20, 20))) == 25
    assert clipped(SQUARE, (11, 11, 20, 20)) == []


def test_paths_go_in_steps():
    assert as_path([SQUARE]) == "M0 0l10 0 0 10 -10 0z"


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
