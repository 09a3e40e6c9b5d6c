"""Whether the finished geometry of each board can be read: nothing lies on anything else."""

import re
from itertools import accumulate, combinations
from math import atan2, cos, degrees, dist, hypot, radians

from games.board.geometry import BADGE_RADIUS, CAPSULE_WIDTH, COST_RADIUS, MAPS, NAME_HEIGHT, geometry
from games.board.room import name_box, plate_box
from tests.games.board.pictures import KNOWN_BOARDS, every_known_board
from tools.cartography.marks import length_inside
from tools.cartography.plane import depth_in, distance_to_segment

LEAST_GAP = 2
"""Between two cities, in units of the drawing."""


def capsules(board):
    return {city: plate_box(drawn) for city, drawn in geometry(board.map, board.edition).cities.items()}


def names(board):
    return {city: name_box(drawn.name) for city, drawn in geometry(board.map, board.edition).cities.items()}


def costs(board):
    return {(one, other): (x, y) for one, other, x, y in geometry(board.map, board.edition).costs}


def lines(board):
    cities = geometry(board.map, board.edition).cities
    return {(one, other): (cities[one].at, cities[other].at) for one, other, _ in board.connections}


def overlap(one, other, gap=0.0):
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > -gap and min(one[3], other[3]) - max(one[1], other[1]) > -gap
    )


def touches_disc(box, middle, radius):
    """Whether a disc reaches into a box."""
    x = min(max(middle[0], box[0]), box[2]) - middle[0]
    y = min(max(middle[1], box[1]), box[3]) - middle[1]
    return hypot(x, y) < radius


def test_each_map_has_a_folder_and_each_folder_a_map():
    assert {folder.name for folder in MAPS.iterdir()} == {board.map for board in KNOWN_BOARDS}


@every_known_board
def test_geometry_covers_the_board(board):
    drawn = geometry(board.map, board.edition)
    assert drawn.cities.keys() == board.cities.keys()
    assert drawn.areas.keys() == drawn.countries.keys()
    assert {area for areas in drawn.areas.values() for area in areas} == {area.id for area in board.areas}
    costs = (
        {(one, other) for one, other, _ in board.connections}
        if any(cost for *_, cost in board.connections)
        else set()
    )
    assert {(one, other) for one, other, *_ in drawn.costs} == costs


@every_known_board
def test_names_are_those_of_the_board(board):
    written = {city: " ".join(drawn.name.lines) for city, drawn in geometry(board.map, board.edition).cities.items()}
    assert written == {city.id: city.name for city in board.cities.values()}


@every_known_board
def test_no_two_cities_touch(board):
    pairs = combinations(capsules(board).items(), 2)
    assert [(one, other) for (one, box), (other, second) in pairs if overlap(box, second, LEAST_GAP)] == []


@every_known_board
def test_no_two_names_overlap(board):
    pairs = combinations(names(board).items(), 2)
    assert [(one, other) for (one, box), (other, second) in pairs if overlap(box, second)] == []


@every_known_board
def test_no_name_lies_on_a_city(board):
    found = [
        (name, city)
        for name, box in names(board).items()
        for city, capsule in capsules(board).items()
        if overlap(box, capsule)
    ]
    assert found == []


@every_known_board
def test_each_name_is_nearer_to_its_city_than_to_any_other(board):
    cities = capsules(board)
    found = [
        (name, city)
        for name, box in names(board).items()
        for city, capsule in cities.items()
        if city != name and gap(box, capsule) <= gap(box, cities[name])
    ]
    assert found == []


def gap(one, other):
    """How far apart two boxes are."""
    across = max(one[0] - other[2], other[0] - one[2], 0)
    return hypot(across, max(one[1] - other[3], other[1] - one[3], 0))


@every_known_board
def test_no_name_lies_on_a_cost(board):
    found = [
        (name, link)
        for name, box in names(board).items()
        for link, middle in costs(board).items()
        if touches_disc(box, middle, COST_RADIUS)
    ]
    assert found == []


@every_known_board
def test_no_line_runs_through_much_of_a_name(board):
    """A line may cross a corner of a name; the halo of the letters keeps it readable."""
    crossed = {
        (city, link): length_inside(start, end, box)
        for city, box in names(board).items()
        for link, (start, end) in lines(board).items()
    }
    assert sum(crossed.values()) < 100
    assert [names for names, length in crossed.items() if length > 2.5 * NAME_HEIGHT] == []


@every_known_board
def test_no_line_runs_through_another_city(board):
    found = [
        (link, city)
        for link, (start, end) in lines(board).items()
        for city, capsule in capsules(board).items()
        if city not in link and length_inside(start, end, capsule)
    ]
    assert found == []


@every_known_board
def test_costs_lie_on_their_lines_and_clear_of_cities_and_each_other(board):
    drawn = lines(board)
    assert [link for link, at in costs(board).items() if distance_to_segment(at, *drawn[link]) > 0.5] == []
    boxes = capsules(board).items()
    assert [
        (link, city) for link, at in costs(board).items() for city, box in boxes if touches_disc(box, at, COST_RADIUS)
    ] == []
    pairs = combinations(costs(board).items(), 2)
    assert [(one, other) for (one, a), (other, b) in pairs if dist(a, b) < 2 * COST_RADIUS] == []


@every_known_board
def test_badges_lie_clear_of_everything_else(board):
    """The badge of a city may lie on the edge of that city."""
    badges = geometry(board.map, board.edition).badges.items()
    boxes = [*capsules(board).items(), *names(board).items()]
    assert [
        (owner, city)
        for owner, at in badges
        for city, box in boxes
        if city != owner and touches_disc(box, at, BADGE_RADIUS)
    ] == []
    discs = [at for _, at in badges] + list(costs(board).values())
    assert [
        (owner, at) for owner, middle in badges for at in discs if 0 < dist(at, middle) < BADGE_RADIUS + COST_RADIUS
    ] == []


@every_known_board
def test_everything_lies_on_the_paper(board):
    drawn = geometry(board.map, board.edition)
    boxes = {
        **{("city", city): box for city, box in capsules(board).items()},
        **{("name", city): box for city, box in names(board).items()},
    }
    assert [
        key
        for key, (left, top, right, bottom) in boxes.items()
        if left < 0 or top < 0 or right > drawn.width or bottom > drawn.height
    ] == []


@every_known_board
def test_every_city_lies_in_a_country_that_has_its_area(board):
    """Or on the coast of one: a simplified outline may leave out a harbour, and a capsule covers its true place."""
    drawn = geometry(board.map, board.edition)
    outlines = {country: list(rings_of(path)) for country, path in drawn.countries.items()}
    assert [
        city.id
        for city in board.cities.values()
        if not any(
            city.area in drawn.areas[country]
            and depth_in(rings, drawn.cities[city.id].home or drawn.cities[city.id].at) > -CAPSULE_WIDTH / 2
            for country, rings in outlines.items()
        )
    ] == []


def rings_of(path):
    """The rings of SVG path data as the tool writes it: absolute to begin with, then in relative steps."""
    for ring in re.findall("M([^z]+)z", path):
        numbers = iter(re.findall(r"-?[\d.]+", ring))
        steps = [(float(x), float(y)) for x, y in zip(numbers, numbers, strict=True)]
        yield list(accumulate(steps, lambda point, step: (point[0] + step[0], point[1] + step[1])))


@every_known_board
def test_connections_lead_roughly_the_way_they_do_on_earth(board):
    cities = board.cities
    turned = []
    for (one, other), ((x0, y0), (x1, y1)) in lines(board).items():
        start, end = cities[one], cities[other]
        east, north = (end.lon - start.lon) * cos(radians(start.lat)), end.lat - start.lat
        if abs(angle_between((x1 - x0, y0 - y1), (east, north))) > 100:
            turned.append((one, other))
    assert turned == []


def angle_between(one, other):
    """In degrees, from -180 to 180."""
    return (degrees(atan2(one[1], one[0]) - atan2(other[1], other[0])) + 180) % 360 - 180
