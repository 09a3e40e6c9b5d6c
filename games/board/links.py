"""Draws the connections of a map, and the networks of the companies along them."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import pairwise
from math import hypot
from typing import NamedTuple

import rules
from games.board.geometry import Point
from games.board.glyphs import seat_class
from games.board.picture import MapPicture
from games.board.shapes import CityShape, LinkShape, city_shapes, link_shapes

LOOKS = ("out", "open", "")
"""How a connection looks: as quiet as the quieter of the cities at its ends. One out of play is not shown."""

ASIDE = 6.4
"""From the middle of one strand to the next, where several companies have paid for a connection."""

Link = tuple[LinkShape, str]
"""A connection, and how it looks: as one of :data:`LOOKS`, or ``planned``."""


class Strand(NamedTuple):
    """A connection that a company has paid for: its place in units of the map, beside the strands of the others."""

    seat: int
    link: LinkShape
    track: str


def links_of(picture: MapPicture) -> list[Link]:
    """All connections that are shown, the quietest first: so they are drawn."""
    loudness = {city.id: _loudness(city, picture) for city in city_shapes(picture.map, picture.edition)}
    planned = {frozenset(pair) for offer in picture.planned.values() for pair in pairwise(offer.path)}
    links = [
        (link, "planned" if link.pair in planned else LOOKS[min(loudness[city] for city in link.pair)])
        for link in link_shapes(picture.map, picture.edition, picture.version)
    ]
    return sorted((link for link in links if link[1] != "out"), key=lambda link: link[1] != "open")


def strands(picture: MapPicture) -> list[Strand]:
    """All networks. Strands of one connection lie side by side, in the order of the seats."""
    links = _by_pair(picture.map, picture.edition, picture.version)
    seats = defaultdict[rules.Pair, list[int]](list)
    for seat, pairs in sorted(picture.networks.items()):
        for pair in pairs:
            seats[pair].append(seat)
    return [
        Strand(seat, links[pair], track)
        for pair, beside in seats.items()
        for seat, track in zip(beside, _tracks(links[pair].ends, len(beside)), strict=True)
    ]


@cache
def _by_pair(map: str, edition: str, version: int) -> dict[rules.Pair, LinkShape]:
    return {link.pair: link for link in link_shapes(map, edition, version)}


def draw_links(picture: MapPicture) -> str:
    """All connections, above them the networks and what is planned, above them all costs."""
    links = links_of(picture)
    lines = "".join(draw_line(*link) for link in links)
    costs = "".join(draw_cost(link, look, link.place) for link, look in links if link.cost)
    return f'{lines}{_draw_networks(strands(picture))}{_draw_plan(picture, links)}<g aria-hidden="true">{costs}</g>'


def draw_line(link: LinkShape, look: str) -> str:
    """A connection without its cost, on its bed."""
    kind = f" {look}" if look == "open" else ""
    tube = f'<path class="tube" d="{link.track}"/>' if link.is_free else ""
    return f'{tube}<path class="wire-bed" d="{link.track}"/><path class="link{kind}" d="{link.track}"/>'


def draw_strands(tracks: Iterable[str], seat: int) -> str:
    """Strands of one company."""
    track = "".join(tracks)
    return (
        f'<g class="strands {seat_class(seat)}"><path class="strand-edge" d="{track}"/>'
        f'<path class="strand" d="{track}"/></g>'
    )


def draw_bed(tracks: Iterable[str]) -> str:
    """What sets strands apart from all that lies below them."""
    return f'<path class="bed" d="{"".join(tracks)}"/>'


def draw_cost(link: LinkShape, look: str, place: str = "") -> str:
    """What a connection costs, on its disc. ``place`` are the attributes that move it there, if any."""
    kind = f" {look}" if look else ""
    return f'<g class="cost{kind}" {place}>{link.cost}</g>'


def _draw_networks(found: list[Strand]) -> str:
    by_seat = defaultdict[int, list[str]](list)
    for strand in found:
        by_seat[strand.seat].append(strand.track)
    if not by_seat:
        return ""
    bed = draw_bed(strand.track for strand in found)
    return bed + "".join(draw_strands(tracks, seat) for seat, tracks in sorted(by_seat.items()))


def _draw_plan(picture: MapPicture, links: list[Link]) -> str:
    """The ways to what the viewer has composed."""
    track = "".join(link.track for link, look in links if look == "planned")
    if not track or picture.seat is None:
        return ""
    strand = f'<path class="strand" d="{track}"/>'
    return f'<g class="planned {seat_class(picture.seat)}">{draw_bed([track])}{strand}</g>'


@lru_cache(maxsize=4096)
def _tracks(ends: tuple[Point, Point], number: int) -> tuple[str, ...]:
    """So many straight ways from one end to the other, side by side."""
    (x0, y0), (x1, y1) = ends
    length = hypot(x1 - x0, y1 - y0)
    return tuple(
        f"M{x0 + right:.1f} {y0 + down:.1f}L{x1 + right:.1f} {y1 + down:.1f}"
        for aside in ((place - (number - 1) / 2) * ASIDE for place in range(number))
        for right, down in [(-(y1 - y0) / length * aside, (x1 - x0) / length * aside)]
    )


def _loudness(city: CityShape, picture: MapPicture) -> int:
    """The place in :data:`LOOKS` of what a city asks of its connections."""
    if city.area in picture.areas:
        return 2
    return 1 if city.area in picture.open_areas else 0
