"""Where the boards lie on the earth: as the folder of each map says."""

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from games.board.geometry import MAPS

Side = Literal["above", "below", "left", "right"]
"""Where the label of a city goes, seen from the city."""


class MapSource(Struct, frozen=True):
    """Where a board lies on the earth, and how it is put on paper.

    ``countries`` are ISO 3166-1 numbers of the lands that the board covers; each has a city of the board.
    ``parallels`` and ``meridian`` are those of the Albers projection. ``window`` bounds what is drawn at all: west,
    south, east, north in degrees; what a country owns beyond it is left out. ``width`` and ``tolerance`` (of the
    simplified coast) are in units of the drawing, about one pixel each on a laptop. ``detail`` and ``lakes`` name the
    files of the atlas. ``tilt`` draws the north larger than the south, as if seen from a height beyond it: by as much
    of the scale as it says. Where cities crowd in the north, it gives them room. ``labels`` puts the labels of some
    cities, by their ids, on one side of them.
    """

    countries: tuple[str, ...]
    parallels: tuple[float, float]
    meridian: float
    window: tuple[float, float, float, float]
    width: int
    lakes: str
    detail: str = "10m"
    tolerance: float = 0.9
    tilt: float = 0.0
    labels: Mapping[str, Side] = {}


class _File(Struct, frozen=True):
    atlas: MapSource


def source_of(map: str) -> MapSource:
    """What the ``map.json`` of a map says of its atlas."""
    return msgspec.json.decode((MAPS / map / "map.json").read_bytes(), type=_File).atlas
