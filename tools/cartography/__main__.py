"""``python -m tools.cartography FOLDER [MAP …]``: see :mod:`tools.cartography`."""

import argparse
import json
from pathlib import Path
from typing import Any

import rules
from games.board.sizes import CAPSULE_HEIGHT, CAPSULE_WIDTH
from tools.cartography.areas import area_shapes
from tools.cartography.layout import lay_out
from tools.cartography.maps import MAPS, MapSource
from tools.cartography.marks import Layout
from tools.cartography.plane import Point, as_path, grown
from tools.cartography.terrain import BLEED, Terrain, read_terrain

FINISHED = Path("games/board/maps")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.cartography", description="Make the geometry of boards.")
    parser.add_argument("folder", type=Path, help="the folder with the unpacked atlas packages")
    parser.add_argument("maps", nargs="*", metavar="MAP", help="which maps; all if none is named")
    arguments = parser.parse_args()
    for source in MAPS:
        if not arguments.maps or source.map in arguments.maps:
            path = FINISHED / f"{'.'.join([source.map, *source.editions])}.json"
            path.write_text(_as_text(geometry_of(source, arguments.folder)), encoding="utf-8")
            print(f"{path}: {path.stat().st_size / 1000:.0f} kB")


def geometry_of(source: MapSource, data: Path) -> dict[str, Any]:
    """All that is needed to draw a board, as plain data (read by ``games.board.geometry``)."""
    board = rules.board(source.map, source.editions[0])
    terrain = read_terrain(source, data)
    layout = lay_out(
        homes={city.id: terrain.place((city.lon, city.lat)) for city in board.cities.values()},
        titles={city.id: city.name for city in board.cities.values()},
        links=[(one, other) for one, other, _ in board.connections],
        size=(terrain.width, terrain.height),
    )
    paper = grown((0, 0, terrain.width, terrain.height), BLEED)
    areas = area_shapes(layout.cities, {city.id: city.area for city in board.cities.values()}, paper)
    return {
        "map": source.map,
        "editions": source.editions,
        **_terrain(terrain),
        "areas": {area: as_path(rings) for area, rings in areas.items()},
        "cities": {city: _city(layout, city) for city in layout.cities},
        "costs": [[one, other, *_rounded(layout.cost_at((one, other)))] for one, other in layout.links],
    }


def _terrain(terrain: Terrain) -> dict[str, Any]:
    return {
        "width": terrain.width,
        "height": terrain.height,
        "land": as_path(terrain.land),
        "country": as_path(terrain.country),
        "lakes": as_path(terrain.lakes),
    }


def _city(layout: Layout, city: str) -> dict[str, Any]:
    x, y = layout.cities[city]
    name = layout.name_of(city)
    drawn = {
        "at": _rounded((x, y)),
        "name": {"lines": name.lines, "anchor": name.anchor, "at": _rounded((x + name.dx, y + name.dy))},
    }
    home_x, home_y = layout.homes[city]
    if abs(home_x - x) > CAPSULE_WIDTH / 2 + 1 or abs(home_y - y) > CAPSULE_HEIGHT / 2 + 1:
        drawn["home"] = _rounded((home_x, home_y))
    return drawn


def _rounded(point: Point) -> tuple[float, float]:
    return round(point[0], 1), round(point[1], 1)


def _as_text(geometry: dict[str, Any]) -> str:
    """JSON with a line for each city and cost, so that a change can be read."""
    parts = []
    for key, value in geometry.items():
        if isinstance(value, dict) and key != "areas":
            rows = (f"  {json.dumps(name)}: {json.dumps(row, ensure_ascii=False)}" for name, row in value.items())
            parts.append(f' "{key}": {{\n' + ",\n".join(rows) + "\n }")
        elif key == "costs":
            parts.append(f' "{key}": [\n' + ",\n".join(f"  {json.dumps(row)}" for row in value) + "\n ]")
        else:
            parts.append(f' "{key}": {json.dumps(value, ensure_ascii=False)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    main()
