"""The maps that can be drawn: a line each."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MapSource:
    """Where a board lies on the earth, and how it is put on paper.

    ``countries`` are ISO 3166-1 numbers of the lands that the board covers. ``parallels`` and ``meridian`` are those
    of the Albers projection. ``window`` bounds what is drawn at all: west, south, east, north in degrees; what a
    country owns beyond it is left out. ``width`` and ``tolerance`` (of the simplified coast) are in units of the
    drawing, about one pixel each on a laptop. ``detail`` and ``lakes`` name the files of the atlas.
    """

    map: str
    editions: tuple[str, ...]
    countries: tuple[str, ...]
    parallels: tuple[float, float]
    meridian: float
    window: tuple[float, float, float, float]
    width: int
    lakes: str
    detail: str = "10m"
    tolerance: float = 0.9


MAPS = (
    MapSource(
        map="germany",
        editions=("classic",),
        countries=("276",),
        parallels=(48.5, 53.5),
        meridian=10.4,
        window=(-2, 43, 24, 60),
        width=680,
        lakes="europe_50m",
    ),
    MapSource(
        map="usa",
        editions=("classic",),
        countries=("840",),
        parallels=(29.5, 45.5),
        meridian=-96,
        window=(-128, 18, -60, 56),
        width=920,
        lakes="north-america_50m",
        detail="50m",
    ),
)
