"""``python -m tools.cartography FOLDER [MAP …]``: see :mod:`tools.cartography`."""

import argparse
import json
from collections.abc import Iterator, Mapping
from math import cos, pi, sin
from pathlib import Path
from typing import Any

import rules
from games.board.geometry import CAPSULE_HEIGHT, MAPS, board_of, plate_width
from tools.cartography.areas import AreaShapes, area_shapes
from tools.cartography.badges import place_badges
from tools.cartography.layout import lay_out
from tools.cartography.maps import Side, source_of
from tools.cartography.marks import Layout
from tools.cartography.plane import Point, as_open_path, as_path
from tools.cartography.relief import draw_relief
from tools.cartography.terrain import Terrain, read_terrain

EDITIONS = ("classic", "recharged")
SPOT = [(44 * cos(pi * step / 24), 30 * sin(pi * step / 24)) for step in range(48)]
LONGEST_LINE = 200  # what fits is written on one line: a city, a cost


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.cartography", description="Make the geometry of boards.")
    parser.add_argument("folder", type=Path, help="the folder with the unpacked atlas packages")
    parser.add_argument("maps", nargs="*", metavar="MAP", help="which maps; all if none is named")
    arguments = parser.parse_args()
    for map in arguments.maps or sorted(folder.name for folder in MAPS.iterdir()):
        path = MAPS / map / "geometry.json"
        terrain = read_terrain(source_of(map), arguments.folder, places_of(map))
        path.write_text(_as_text(geometry_of(map, terrain)), encoding="utf-8")
        if source_of(map).relief:
            path.with_name("relief.webp").write_bytes(draw_relief(terrain, arguments.folder))
        print(f"{path}: {path.stat().st_size / 1000:.0f} kB")


def places_of(map: str) -> list[Point]:
    """Where the cities of a map lie, in degrees."""
    return [(city.lon, city.lat) for board, _ in _boards(map) for city in board.cities.values()]


def geometry_of(map: str, terrain: Terrain) -> dict[str, Any]:
    """All that is needed to draw a map in any edition, as plain data (read by ``games.board.geometry``)."""
    return {
        "width": terrain.width,
        "height": terrain.height,
        "land": as_path(terrain.land),
        "countries": {country: as_path(rings) for country, rings in terrain.countries.items()},
        "islands": as_path(terrain.islands),
        "lakes": as_path(terrain.lakes),
        "rivers": as_open_path(terrain.rivers),
        "graticule": as_open_path(terrain.graticule),
        "layouts": list(_layouts(_boards(map), terrain, source_of(map).labels)),
    }


def _layouts(
    boards: list[tuple[rules.Board, list[str]]], terrain: Terrain, sides: Mapping[str, Side]
) -> Iterator[dict[str, Any]]:
    """What is drawn on the terrain: once for each board, and as alike as the boards are."""
    layout = None
    for board, editions in boards:
        layout = lay_out(
            homes={city.id: terrain.place((city.lon, city.lat)) for city in board.cities.values()},
            titles={city.id: city.name for city in board.cities.values()},
            links=[(one, other) for one, other, _ in board.connections],
            size=(terrain.width, terrain.height),
            like=layout,
            sides=sides,
            slots={city.id: len(city.slots) for city in board.cities.values()},
            has_costs=any(cost for *_, cost in board.connections),
        )
        shapes, spots = _shapes(board, layout, terrain), _spots(layout, terrain)
        yield {
            "editions": editions,
            **({"spots": {city: as_path([ring]) for city, ring in spots.items()}} if spots else {}),
            "areas": {
                country: {area: as_path(rings) for area, rings in areas.items()} for country, areas in shapes.items()
            }
            | {city: {board.cities[city].area: as_path([ring])} for city, ring in spots.items()},
            "cities": {city: _city(layout, board.cities[city]) for city in layout.cities},
            "badges": {owner: _rounded(at) for owner, at in place_badges(board, layout, terrain, shapes).items()},
            "costs": [
                [one, other, *_rounded(layout.cost_at((one, other)))]
                for one, other in layout.links
                if layout.has_costs
            ],
        }


def _boards(map: str) -> list[tuple[rules.Board, list[str]]]:
    boards: list[tuple[rules.Board, list[str]]] = []
    for board in (board_of(map, edition) for edition in EDITIONS if map in rules.board_names(edition, rules.NEWEST)):
        if boards and (boards[-1][0].cities, boards[-1][0].connections) == (board.cities, board.connections):
            boards[-1][1].append(board.edition)
        else:
            boards.append((board, [board.edition]))
    return boards


def _shapes(board: rules.Board, layout: Layout, terrain: Terrain) -> dict[str, AreaShapes]:
    """The shapes of the areas in each country, which hold only places of that country, if it has any."""
    places = {city: at for city, at in layout.cities.items() if not terrain.is_abroad(layout.homes[city])}
    countries = {city: terrain.country_at(layout.homes[city]) for city in places}
    area_of_place = {city.id: city.area for city in board.cities.values()}
    for area, further in source_of(board.map).areas.items():
        for number, at in enumerate(map(terrain.place, further)):
            place = f"{area} {number}"
            places[place], countries[place], area_of_place[place] = at, terrain.country_at(at), area
    return {
        country: area_shapes(
            {place: at for place, at in places.items() if countries[place] == country} or places,
            area_of_place,
            terrain.ground,
        )
        for country in terrain.countries
    }


def _spots(layout: Layout, terrain: Terrain) -> dict[str, list[Point]]:
    """The ground of each city abroad, which belongs to no country of the board."""
    return {
        city: [(x + right, y + down) for right, down in SPOT]
        for city, (x, y) in layout.cities.items()
        if terrain.is_abroad(layout.homes[city])
    }


def _city(layout: Layout, city: rules.City) -> dict[str, Any]:
    x, y = layout.cities[city.id]
    name = layout.name_of(city.id)
    drawn: dict[str, Any] = {
        "at": _rounded((x, y)),
        "name": {"lines": name.lines, "anchor": name.anchor, "at": _rounded((x + name.dx, y + name.dy))},
    }
    home_x, home_y = layout.homes[city.id]
    if abs(home_x - x) > plate_width(len(city.slots)) / 2 + 1 or abs(home_y - y) > CAPSULE_HEIGHT / 2 + 1:
        drawn["home"] = _rounded((home_x, home_y))
    if len(city.slots) != 3:
        drawn["slots"] = len(city.slots)
    return drawn


def _rounded(point: Point) -> tuple[float, float]:
    return round(point[0], 1), round(point[1], 1)


def _as_text(value: Any, indent: str = "") -> str:
    """JSON that breaks only where a line would be long, so that a change can be read."""
    text = json.dumps(value, ensure_ascii=False)
    if len(text) <= LONGEST_LINE or isinstance(value, str):
        return text
    inner = indent + " "
    if isinstance(value, dict):
        rows = (f"{inner}{json.dumps(key)}: {_as_text(part, inner)}" for key, part in value.items())
    else:
        rows = (inner + _as_text(part, inner) for part in value)
    return text[0] + "\n" + ",\n".join(rows) + f"\n{indent}{text[-1]}"


if __name__ == "__main__":
    main()
