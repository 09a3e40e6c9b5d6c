"""What lies on a map, piece by piece: for pictures that are painted and not drawn as a whole.

Together these are the same as :func:`games.board.map.draw_map`.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from math import hypot

from games.board.cities import city_class, draw_slots
from games.board.geometry import BADGE_RADIUS, CAPSULE_WIDTH, COST_RADIUS, Point, geometry
from games.board.glyphs import seat_class
from games.board.links import NETWORK, draw_cost, draw_line, kinds_of, links_in_order, planned_pairs, shown_links
from games.board.picture import MapPicture
from games.board.shapes import CAPSULE, SMALL_CAPSULE, CityStencil, LinkStencil, badge, city_stencils, link_stencils

BREADTH = 8
"""How far the lines of connections reach to their sides at most, as board.css draws them."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that lies on a map: layers of SVG round its own middle, which lies ``at`` a place.

    It reaches no farther from there than ``reach``, to the sides and up and down.
    """

    layers: tuple[str, ...]
    at: Point
    reach: Point


def fixtures(picture: MapPicture) -> Iterator[Piece]:
    """What lies on the terrain of a map for everybody, whoever has built, from below to above."""
    drawn = geometry(picture.map, picture.edition)
    bare = replace(picture, seat=None, houses={}, planned={})
    kinds = kinds_of(bare)
    cities = city_stencils(picture.map, picture.edition)
    for city in cities:
        home = drawn.cities[city.id].home
        if home and city.area in picture.areas:
            yield _between(city.at, home, city.home)
    yield from (_between(*link.ends, draw_line(link, kinds[link.pair])) for link in links_in_order(bare, kinds))
    yield from (_cost_disc(link, kinds[link.pair]) for link in shown_links(bare, kinds))
    for area in picture.permitting:
        yield Piece((f'<g class="badge permit">{badge("uranium")}</g>',), drawn.badges[area.id], BADGE_REACH)
    for city in cities:
        if city.area not in picture.areas:
            kind = "open" if city.area in picture.open_areas else "out"
            yield Piece((f'<g class="city {kind}">{SMALL_CAPSULE}{city.name}</g>',), city.at, city.reach)


def pieces(picture: MapPicture) -> Iterator[Piece]:
    """What lies on the :func:`fixtures` of a map, from below to above: together the same as :func:`draw_map`."""
    return (make() for _look, make in looks(picture))


Look = tuple[object, ...]
"""All that says how a piece looks, beside the map and the step of the game."""


def looks(picture: MapPicture) -> Iterator[tuple[Look, Callable[[], Piece]]]:
    """How each of the :func:`pieces` looks, and what makes it: for those who may have such a one already."""
    seat, network, own = picture.seat, _network(picture), picture.own_cities
    yield from ((("bed", link.pair), partial(_bed, link)) for link in network)
    for link, kind in network.items():
        yield ("line", link.pair, kind, seat), partial(_network_line, link, kind, seat)
    for link, kind in (_hidden(picture, network) | network).items():
        yield ("cost", link.pair, kind, seat), partial(_cost_disc, link, kind, seat)
    for city in city_stencils(picture.map, picture.edition):
        if city.area in picture.areas:
            yield _city_look(city, picture, own), partial(_slotted, city, picture, own)
            yield ("name", city.id), partial(_name, city)


def _network(picture: MapPicture) -> dict[LinkStencil, str]:
    """The connections that are the viewer's own, or will be, and how they look."""
    own, planned = picture.own_cities, planned_pairs(picture)
    links = link_stencils(picture.map, picture.edition, picture.version)
    kinds = ((link, " planned" if link.pair in planned else " own" if link.pair <= own else "") for link in links)
    return {link: kind for link, kind in kinds if kind}


def _hidden(picture: MapPicture, network: Iterable[LinkStencil]) -> dict[LinkStencil, str]:
    """Other connections whose costs the network would partly cover, and how they look."""
    beside = _beside(picture.map, picture.edition, picture.version)
    covered = [link for line in network for link in beside[line]]
    kinds = kinds_of(picture) if covered else {}
    return {link: kinds[link.pair] for link in covered if kinds[link.pair] not in (" out", *NETWORK)}


@cache
def _beside(map: str, edition: str, version: int) -> dict[LinkStencil, list[LinkStencil]]:
    """The connections whose costs lie so near the line of another one that it would cover a part of them."""
    links, near = link_stencils(map, edition, version), COST_RADIUS + BREADTH
    return {
        line: [link for link in links if link != line and _distance(link.at, *line.ends) < near] for line in links
    }


def _distance(at: Point, one: Point, other: Point) -> float:
    """How far a place is from a line between two others."""
    (x, y), (x0, y0), (x1, y1) = at, one, other
    across, down = x1 - x0, y1 - y0
    along = ((x - x0) * across + (y - y0) * down) / (across**2 + down**2)
    along = min(max(along, 0), 1)
    return hypot(x - x0 - along * across, y - y0 - along * down)


def _city_look(city: CityStencil, picture: MapPicture, own: frozenset[str]) -> Look:
    placed = (of.get(city.id) for of in (picture.houses, picture.marked, picture.planned, picture.offers))
    return ("city", city.id, picture.seat if city.id in own or city.id in picture.planned else None, *placed)


def _bed(link: LinkStencil) -> Piece:
    return _between(*link.ends, f'<path class="bed" d="{link.track}"/>')


def _network_line(link: LinkStencil, kind: str, seat: int | None) -> Piece:
    return _between(*link.ends, _own(draw_line(link, kind), seat))


def _cost_disc(link: LinkStencil, kind: str, seat: int | None = None) -> Piece:
    cost = draw_cost(link, kind, "")
    return Piece((_own(cost, seat) if kind in NETWORK else cost,), link.at, COST_REACH)


def _slotted(city: CityStencil, picture: MapPicture, own: frozenset[str]) -> Piece:
    """A city in play with its slots, but without its name."""
    capsule = f'<g class="{city_class(city, picture, own)}">{CAPSULE}{city.badge}</g>'
    layers = (_own(capsule, picture.seat) if city.id in own else capsule, *draw_slots(city, picture))
    return Piece(layers, city.at, CAPSULE_REACH)


def _name(city: CityStencil) -> Piece:
    return Piece((f'<g class="city">{city.name}</g>',), city.at, city.reach)


COST_REACH = (COST_RADIUS + 3, COST_RADIUS + 3)
BADGE_REACH = (BADGE_RADIUS + 3, BADGE_RADIUS + 3)
CAPSULE_REACH = (CAPSULE_WIDTH, CAPSULE_WIDTH)
"""How far costs, badges and cities reach at most, with the badges that cities have."""


def _between(one: Point, other: Point, content: str) -> Piece:
    """A piece from one place to another, which it is drawn at already."""
    (x0, y0), (x1, y1) = one, other
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    moved = f'<g transform="translate({-x:g} {-y:g})">{content}</g>'
    return Piece((moved,), (x, y), (abs(x1 - x0) / 2 + 10, abs(y1 - y0) / 2 + 10))


def _own(content: str, seat: int | None) -> str:
    """Something that looks like the viewer's own, wherever it lies."""
    return content if seat is None else f'<g class="board {seat_class(seat)}">{content}</g>'
