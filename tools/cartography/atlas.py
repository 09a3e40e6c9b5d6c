"""Reads TopoJSON: shapes made of arcs that neighbours share."""

import json
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from tools.cartography.plane import Box, Line, Point, bounds


class Atlas:
    """One TopoJSON file.

    ``draw`` turns an arc of degrees into what is drawn. It is asked once for each arc, so neighbours keep one border.
    """

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
        ring: list[Point] = []
        for arc in arcs:
            line = self._line(arc)
            ring += line[1:] if ring else line
        return ring[:-1]

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
