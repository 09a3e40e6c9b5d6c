"""The maps that can be drawn: a line each."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MapSource:
    """Where a board lies on the earth, and how it is put on paper.

    ``countries`` are ISO 3166-1 numbers of the lands that the board covers; each has a city of the board.
    ``parallels`` and ``meridian`` are those of the Albers projection. ``window`` bounds what is drawn at all: west,
    south, east, north in degrees; what a country owns beyond it is left out. ``width`` and ``tolerance`` (of the
    simplified coast) are in units of the drawing, about one pixel each on a laptop. ``detail`` and ``lakes`` name the
    files of the atlas. ``tilt`` draws the north larger than the south, as if seen from a height beyond it: by as much
    of the scale as it says. Where cities crowd in the north, it gives them room.
    """

    map: str
    countries: tuple[str, ...]
    parallels: tuple[float, float]
    meridian: float
    window: tuple[float, float, float, float]
    width: int
    lakes: str
    detail: str = "10m"
    tolerance: float = 0.9
    tilt: float = 0.0


_EUROPE = "europe_50m"

MAPS = (
    MapSource("germany", ("276",), (48.5, 53.5), 10.4, (-2, 43, 24, 60), width=680, lakes=_EUROPE),
    MapSource(
        "usa", ("840",), (29.5, 45.5), -96, (-128, 18, -60, 56), width=920, lakes="north-america_50m", detail="50m"
    ),
    MapSource(
        "central-europe", ("616", "203", "703", "348", "040"), (47.0, 53.5), 17.0, (5, 42, 30, 58), 980, lakes=_EUROPE
    ),
    MapSource("benelux", ("528", "056", "442"), (50.0, 53.0), 4.9, (-1, 47, 11, 56), width=640, lakes=_EUROPE),
    MapSource("france", ("250",), (43.5, 49.5), 2.4, (-9, 39, 14, 54), width=880, lakes=_EUROPE),
    MapSource("italy", ("380", "674"), (38.0, 45.5), 12.5, (2, 36.62, 23, 50), width=880, lakes=_EUROPE, tilt=0.6),
)
