"""Where the boards lie on the earth: as the folder of each map says."""

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from games.board.geometry import MAPS

Side = Literal["above", "below", "left", "right"]
"""Where the label of a city goes, seen from the city."""


Degrees = tuple[float, float]
"""East, north."""


class Bulge(Struct, frozen=True):
    """What lies ``at`` a place is drawn larger by ``swelling`` times its size, half as much ``reach`` degrees off."""

    at: Degrees
    reach: float
    swelling: float


class Drawing(Struct, frozen=True):
    """What is drawn by hand, in degrees. It takes the place of what the atlas has of its kind; countries are added.

    Those are closed ``along`` the border of a country of the atlas, where one is named.
    """

    countries: Mapping[str, tuple[tuple[Degrees, ...], ...]] = {}
    along: str = ""
    land: tuple[tuple[Degrees, ...], ...] = ()
    lakes: tuple[tuple[Degrees, ...], ...] = ()
    rivers: tuple[tuple[Degrees, ...], ...] = ()


class MapSource(Struct, frozen=True):
    """Where a board lies on the earth, and how it is put on paper.

    ``countries`` are ISO 3166-1 numbers of the lands that the board covers. ``layer`` says where the atlas has them:
    provinces, with their codes in place of those numbers, are ``subunits``. ``parallels`` and ``meridian`` are those
    of the Albers projection. ``window`` bounds what is drawn at all: west, south, east, north in degrees; what a
    country owns beyond it is left out. ``width`` and ``tolerance`` (of the simplified coast) are in units of the
    drawing, about one pixel each on a laptop. The paper holds all of the countries, or with a ``margin`` only what
    lies as near to a city. ``detail`` and ``lakes`` name the files of the atlas. ``drawing`` has what that is too
    coarse for, and without ``relief`` there is none.

    Two things give cities room where they crowd: ``tilt`` draws the north larger than the south, as if seen from a
    height beyond it, by as much of the scale as it says; ``bulge`` draws the country round a place larger. ``labels``
    puts the labels of some cities, by their ids, on one side of them. ``areas`` names places without a city that
    belong to an area, where the nearest city does not.
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
    bulge: Bulge | None = None
    margin: int = 0
    layer: Literal["countries", "subunits"] = "countries"
    drawing: Drawing = Drawing()
    relief: bool = True
    labels: Mapping[str, Side] = {}
    areas: Mapping[str, tuple[Degrees, ...]] = {}


class _File(Struct, frozen=True):
    atlas: MapSource


def source_of(map: str) -> MapSource:
    """What the ``map.json`` of a map says of its atlas."""
    return msgspec.json.decode((MAPS / map / "map.json").read_bytes(), type=_File).atlas
