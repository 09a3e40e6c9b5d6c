"""What lies on a map, piece by piece, each round its own middle: so pictures in mails are put together.

Together they are the same as :func:`games.board.map.draw_map`. Each is painted from an image that is kept: that takes
a fraction of the time of drawing the whole map.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from games.board.cities import draw_slots, start_frames
from games.board.geometry import BADGE_RADIUS, CAPSULE_WIDTH, COST_RADIUS, Point, geometry
from games.board.links import Strand, draw_bed, draw_cost, draw_line, draw_strands, links_of, strands
from games.board.picture import MapPicture
from games.board.shapes import SMALL_PLATE, CityShape, badge, city_shapes
from games.board.titles import titles

COST_REACH = (COST_RADIUS + 3, COST_RADIUS + 3)
BADGE_REACH = (BADGE_RADIUS + 3, BADGE_RADIUS + 3)
PLATE_REACH = (CAPSULE_WIDTH, CAPSULE_WIDTH)
"""How far costs, badges and cities reach at most, with the badges that cities have."""


class Piece(NamedTuple):
    """Layers of SVG round a middle that lies ``at`` a place, and reach no farther from there than ``reach``."""

    layers: tuple[str, ...]
    at: Point
    reach: Point


def fixtures(picture: MapPicture) -> Iterator[Piece]:
    """What lies on the ground of a map before anybody builds, from below to above: painted once for a game."""
    drawn = geometry(picture.map, picture.edition)
    cities = city_shapes(picture.map, picture.edition)
    for city in cities:
        home = drawn.cities[city.id].home
        if home and city.area in picture.areas:
            yield _between((city.at, home), city.home)
    yield from (_between(link.ends, draw_line(link, look)) for link, look in links_of(picture))
    yield from (Piece((frame,), at, PLATE_REACH) for at, frame in start_frames(picture))
    for area in picture.permitting:
        yield Piece((f'<g class="badge permit">{badge("uranium")}</g>',), drawn.badges[area.id], BADGE_REACH)
    for city in cities:
        if city.area in picture.open_areas:
            yield Piece((f'<g class="city open">{SMALL_PLATE}{city.name}</g>',), city.at, city.reach)
        if city.toll and city.area in picture.areas:
            yield _toll(city, drawn.badges[city.id])


def pieces(picture: MapPicture) -> Iterator[Piece]:
    """What lies on the :func:`fixtures` of a map, from below to above: titles, networks, costs and cities."""
    for title in titles(picture):  # in the language of the reader, so nothing to be kept for a game
        yield Piece((title.content,), title.at, title.reach)
    for link, beside in groupby(strands(picture), key=lambda strand: strand.link):
        yield _between(link.ends, _draw_beside(list(beside)))
    for link, look in links_of(picture):
        if link.cost:
            yield Piece((draw_cost(link, look),), link.at, COST_REACH)
    for city in city_shapes(picture.map, picture.edition):
        if city.area in picture.areas:
            yield Piece(
                (f'<g class="city">{city.plate}{city.badge}</g>', *draw_slots(city, picture)), city.at, PLATE_REACH
            )
            yield Piece((f'<g class="city">{city.name}</g>',), city.at, city.reach)


def _toll(city: CityShape, at: Point) -> Piece:
    """What it costs to enter a city."""
    x, y = at
    return Piece((f'<g transform="translate({-x:g} {-y:g})">{city.toll}</g>',), at, COST_REACH)


def _draw_beside(found: list[Strand]) -> str:
    """The strands of one connection."""
    bed = draw_bed(strand.track for strand in found)
    return bed + "".join(draw_strands([strand.track], strand.seat) for strand in found)


def _between(ends: tuple[Point, Point], content: str) -> Piece:
    """A piece from one place to another, which it is drawn at already."""
    (x0, y0), (x1, y1) = ends
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    moved = f'<g transform="translate({-x:g} {-y:g})">{content}</g>'
    return Piece((moved,), (x, y), (abs(x1 - x0) / 2 + 16, abs(y1 - y0) / 2 + 16))
