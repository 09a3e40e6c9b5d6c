"""Draws the connections of a map: how loud each is, and the viewer's network above all others."""

from itertools import pairwise

from games.board.picture import MapPicture
from games.board.shapes import CityShape, LinkShape, city_shapes, link_shapes

LOOKS = (" out", " open", "", " own")
"""How a connection looks: as quiet as the quieter of the cities at its ends."""

NETWORK = (" own", " planned")
"""How those look that are the viewer's own, or will be. They lie above all others."""

_LAYERS = {" out": 0, " open": 1, "": 1, " own": 2, " planned": 2}

Link = tuple[LinkShape, str]
"""A connection, and how it looks: as one of :data:`LOOKS` or :data:`NETWORK`."""


def links_of(picture: MapPicture) -> list[Link]:
    """All connections, the quietest first: so they are drawn."""
    own = picture.own_cities
    loudness = {city.id: _loudness(city, picture, own) for city in city_shapes(picture.map, picture.edition)}
    planned = {frozenset(pair) for offer in picture.planned.values() for pair in pairwise(offer.path)}
    links = [
        (link, " planned" if link.pair in planned else LOOKS[min(loudness[city] for city in link.pair)])
        for link in link_shapes(picture.map, picture.edition, picture.version)
    ]
    return sorted(links, key=lambda link: _LAYERS[link[1]])


def with_costs(links: list[Link]) -> list[Link]:
    """Those whose costs are shown."""
    return [(link, look) for link, look in links if look != " out"]


def draw_links(picture: MapPicture) -> str:
    """All lines, with a light bed under the viewer's network; above them all costs."""
    links = links_of(picture)
    lines = [draw_line(*link) for link in links]
    network = [link.track for link, look in links if look in NETWORK]
    if network:
        lines.insert(len(links) - len(network), f'<path class="bed" d="{"".join(network)}"/>')
    costs = "".join(draw_cost(link, look, link.place) for link, look in with_costs(links))
    return f'{"".join(lines)}<g aria-hidden="true">{costs}</g>'


def draw_line(link: LinkShape, look: str) -> str:
    """A connection without its cost."""
    if link.is_free:
        return f'<line class="link{look} free" {link.line}/><line class="bond" {link.line}/>'
    return f'<line class="link{look}" {link.line}/>'


def draw_cost(link: LinkShape, look: str, place: str = "") -> str:
    """What a connection costs, on its disc. ``place`` are the attributes that move it there, if any."""
    return f'<g class="cost{look}{" free" if link.is_free else ""}" {place}>{link.cost}</g>'


def _loudness(city: CityShape, picture: MapPicture, own: frozenset[str]) -> int:
    """The place in :data:`LOOKS` of what a city asks of its connections."""
    if city.area in picture.areas:
        return 3 if city.id in own else 2
    return 1 if city.area in picture.open_areas else 0
