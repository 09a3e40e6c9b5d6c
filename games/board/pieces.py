"""What lies on a map, piece by piece, each round its own middle: so pictures in mails are put together.

Together they are the same as :func:`games.board.map.draw_map`. Each is painted from an image that is kept: that takes
a fraction of the time of drawing the whole map.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from games.board.cities import city_class, draw_slots
from games.board.geometry import BADGE_RADIUS, CAPSULE_WIDTH, COST_RADIUS, Point, geometry
from games.board.glyphs import seat_class
from games.board.links import NETWORK, draw_cost, draw_line, links_of, with_costs
from games.board.picture import MapPicture
from games.board.shapes import CAPSULE, SMALL_CAPSULE, badge, city_shapes

COST_REACH = (COST_RADIUS + 3, COST_RADIUS + 3)
BADGE_REACH = (BADGE_RADIUS + 3, BADGE_RADIUS + 3)
CAPSULE_REACH = (CAPSULE_WIDTH, CAPSULE_WIDTH)
"""How far costs, badges and cities reach at most, with the badges that cities have."""


class Piece(NamedTuple):
    """Layers of SVG round a middle that lies ``at`` a place, and reach no farther from there than ``reach``."""

    layers: tuple[str, ...]
    at: Point
    reach: Point


def fixtures(picture: MapPicture) -> Iterator[Piece]:
    """What lies on the terrain of a map before anybody builds, from below to above: painted once for a game."""
    bare = replace(picture, seat=None, houses={}, planned={})
    drawn = geometry(picture.map, picture.edition)
    cities = city_shapes(picture.map, picture.edition)
    for city in cities:
        home = drawn.cities[city.id].home
        if home and city.area in picture.areas:
            yield _between(city.at, home, city.home)
    yield from (_between(*link.ends, draw_line(link, look)) for link, look in links_of(bare))
    for area in picture.permitting:
        yield Piece((f'<g class="badge permit">{badge("uranium")}</g>',), drawn.badges[area.id], BADGE_REACH)
    for city in cities:
        if city.area not in picture.areas:
            kind = "open" if city.area in picture.open_areas else "out"
            yield Piece((f'<g class="city {kind}">{SMALL_CAPSULE}{city.name}</g>',), city.at, city.reach)


def pieces(picture: MapPicture) -> Iterator[Piece]:
    """What lies on the :func:`fixtures` of a map, from below to above: the viewer's network, costs and cities."""
    seat, own, links = picture.seat, picture.own_cities, with_costs(links_of(picture))
    network = [(link, look) for link, look in links if look in NETWORK]
    yield from (_between(*link.ends, f'<path class="bed" d="{link.track}"/>') for link, _look in network)
    yield from (_between(*link.ends, _own(draw_line(link, look), seat)) for link, look in network)
    for link, look in links:
        cost = draw_cost(link, look)
        yield Piece((_own(cost, seat) if look in NETWORK else cost,), link.at, COST_REACH)
    for city in city_shapes(picture.map, picture.edition):
        if city.area in picture.areas:
            capsule = f'<g class="{city_class(city, picture, own)}">{CAPSULE}{city.badge}</g>'
            layers = (_own(capsule, seat) if city.id in own else capsule, *draw_slots(city, picture))
            yield Piece(layers, city.at, CAPSULE_REACH)
            yield Piece((f'<g class="city">{city.name}</g>',), city.at, city.reach)


def _between(one: Point, other: Point, content: str) -> Piece:
    """A piece from one place to another, which it is drawn at already."""
    (x0, y0), (x1, y1) = one, other
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    moved = f'<g transform="translate({-x:g} {-y:g})">{content}</g>'
    return Piece((moved,), (x, y), (abs(x1 - x0) / 2 + 10, abs(y1 - y0) / 2 + 10))


def _own(content: str, seat: int | None) -> str:
    """Something that looks like the viewer's own, wherever it lies."""
    return content if seat is None else f'<g class="board {seat_class(seat)}">{content}</g>'
