"""Draws the connections of a map: how loud each is, and the viewer's network above all others."""

from collections.abc import Mapping
from itertools import pairwise

from games.board.picture import MapPicture
from games.board.shapes import CityShape, LinkShape, city_shapes, link_shapes

LINKS = (" out", " open", "", " own")
"""How a connection looks: as quiet as the quieter of the cities at its ends."""

NETWORK = (" own", " planned")
"""How those look that are the viewer's own, or will be."""


def draw_links(picture: MapPicture) -> str:
    """All lines, the louder above the quieter, with a light bed under the viewer's network; above them all costs."""
    kinds = kinds_of(picture)
    order = links_in_order(picture, kinds)
    track = "".join(link.track for link in order if kinds[link.pair] in NETWORK)
    lines = [draw_line(link, kinds[link.pair]) for link in order]
    if track:
        lines.insert(sum(kind not in NETWORK for kind in kinds.values()), f'<path class="bed" d="{track}"/>')
    costs = "".join(draw_cost(link, kinds[link.pair], link.place) for link in shown_links(picture, kinds))
    return f'{"".join(lines)}<g aria-hidden="true">{costs}</g>'


def draw_line(link: LinkShape, kind: str) -> str:
    """A connection without its cost. ``kind`` is one of :data:`LINKS` or :data:`NETWORK`."""
    if link.is_free:
        return f'<line class="link{kind} free" {link.line}/><line class="bond" {link.line}/>'
    return f'<line class="link{kind}" {link.line}/>'


def draw_cost(link: LinkShape, kind: str, place: str) -> str:
    """What a connection costs, on its disc. ``place`` are the attributes that move it there, if any."""
    return f'<g class="cost{kind}{" free" if link.is_free else ""}" {place}>{link.cost}</g>'


def kinds_of(picture: MapPicture) -> dict[frozenset[str], str]:
    """How each connection looks, by the cities at its ends: as one of :data:`LINKS`, or composed."""
    own = picture.own_cities
    loudness = {city.id: _loudness(city, picture, own) for city in city_shapes(picture.map, picture.edition)}
    planned = planned_pairs(picture)
    return {
        link.pair: " planned" if link.pair in planned else LINKS[min(loudness[city] for city in link.pair)]
        for link in link_shapes(picture.map, picture.edition, picture.version)
    }


def planned_pairs(picture: MapPicture) -> set[frozenset[str]]:
    """The connections that lead to planned houses, by the cities at their ends."""
    return {frozenset(pair) for offer in picture.planned.values() for pair in pairwise(offer.path)}


def links_in_order(picture: MapPicture, kinds: Mapping[frozenset[str], str]) -> list[LinkShape]:
    """All connections, the quietest first: so they are drawn."""
    order = (" out",), (" open", ""), NETWORK
    links = link_shapes(picture.map, picture.edition, picture.version)
    return [link for group in order for link in links if kinds[link.pair] in group]


def shown_links(picture: MapPicture, kinds: Mapping[frozenset[str], str]) -> list[LinkShape]:
    """The connections whose costs are shown, in the order in which they are drawn."""
    return [link for link in links_in_order(picture, kinds) if kinds[link.pair] != " out"]


def _loudness(city: CityShape, picture: MapPicture, own: frozenset[str]) -> int:
    """The place in :data:`LINKS` of what a city asks of its connections."""
    if city.area in picture.areas:
        return 3 if city.id in own else 2
    return 1 if city.area in picture.open_areas else 0
