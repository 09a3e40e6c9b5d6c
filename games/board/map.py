"""Draws the map of a game as SVG.

Plain functions that put strings together: with template loops the same picture takes nearly a hundred times as long.
Everything that is not a number of ours goes through :func:`escape`. Looks come from ``static/css/board.css``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from html import escape
from itertools import pairwise
from math import hypot

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

import rules
from games.board.geometry import Point, geometry
from games.board.glyphs import HOUSES, START_CITY, seat_class
from games.board.picture import MARK_SLOT, House, MapPicture, Offer
from games.board.sizes import BADGE_RADIUS, CAPSULE_WIDTH, COST_RADIUS, SLOT_PITCH
from games.board.stencils import (
    CAPSULE,
    SMALL_CAPSULE,
    CityStencil,
    LinkStencil,
    badge,
    city_stencils,
    edges,
    ground,
    link_stencils,
    place,
)

Window = tuple[float, float, float, float]
"""What of a map is to be seen: from which x and y on, how wide and how high."""

SLOTS = tuple(zip(rules.SLOTS, (-SLOT_PITCH, 0.0, SLOT_PITCH), strict=True))
"""The price of each slot, and how far right of a city's middle it lies."""

BREADTH = 8
"""How far the lines of connections reach to their sides at most, as board.css draws them."""


def draw_map(picture: MapPicture) -> SafeString:
    """The map as one SVG element, to look at."""
    drawn = geometry(picture.map, picture.edition)
    content = f"{_ground(picture, 'outline')}{_pieces(picture, is_live=False)}"
    return _svg((0, 0, drawn.width, drawn.height), f"board {_look(picture)}", _label(picture), content)


def draw_detail(picture: MapPicture, window: Window) -> SafeString:
    """A part of a map, for the eye only. The page may have the whole map as well."""
    content = f"{_ground(picture, 'detail')}{_pieces(picture, is_live=False)}"
    return _svg(window, f"board {_look(picture)}", 'aria-hidden="true"', content)


def draw_ground(picture: MapPicture) -> SafeString:
    """What of a map stays as it is while a game goes on, once its areas are settled: to lie under the pieces."""
    drawn = geometry(picture.map, picture.edition)
    size = f'width="{drawn.width}" height="{drawn.height}" aria-hidden="true"'
    content = _ground(picture, "outline") + edges(drawn)
    return _svg((0, 0, drawn.width, drawn.height), "board ground", size, content)


def draw_pieces(picture: MapPicture) -> SafeString:
    """What of a map changes: to lie above the ground, for people to act on."""
    drawn = geometry(picture.map, picture.edition)
    window = (0, 0, drawn.width, drawn.height)
    return _svg(window, f"board pieces {_look(picture)}", _label(picture), _pieces(picture, is_live=True))


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that lies on a map: layers of SVG round its own middle, which lies ``at`` a place.

    It reaches no farther from there than ``reach``, to the sides and up and down.
    """

    layers: tuple[str, ...]
    at: Point
    reach: Point


def draw_terrain(picture: MapPicture) -> str:
    """The land with its areas, which lies under all pieces, to go into an SVG."""
    return _ground(picture, "terrain")


def fixtures(picture: MapPicture) -> Iterator[Piece]:
    """What lies on the terrain of a map for everybody, whoever has built, from below to above."""
    drawn = geometry(picture.map, picture.edition)
    bare = replace(picture, seat=None, houses={}, planned={})
    kinds = _kinds(bare)
    cities = city_stencils(picture.map, picture.edition)
    for city in cities:
        home = drawn.cities[city.id].home
        if home and city.area in picture.areas:
            yield _between(city.at, home, city.home)
    yield from (_between(*link.ends, _line(link, kinds[link.pair])) for link in _in_order(bare, kinds))
    yield from (_cost_disc(link, kinds[link.pair]) for link in _shown(bare, kinds))
    for area in _permitting(picture):
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
    own, planned = picture.own_cities, _planned(picture)
    links = link_stencils(picture.map, picture.edition, picture.version)
    kinds = ((link, " planned" if link.pair in planned else " own" if link.pair <= own else "") for link in links)
    return {link: kind for link, kind in kinds if kind}


def _hidden(picture: MapPicture, network: Iterable[LinkStencil]) -> dict[LinkStencil, str]:
    """Other connections whose costs the network would partly cover, and how they look."""
    beside = _beside(picture.map, picture.edition, picture.version)
    covered = [link for line in network for link in beside[line]]
    kinds = _kinds(picture) if covered else {}
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
    return _between(*link.ends, _own(_line(link, kind), seat))


def _cost_disc(link: LinkStencil, kind: str, seat: int | None = None) -> Piece:
    cost = _cost(link, kind, "")
    return Piece((_own(cost, seat) if kind in NETWORK else cost,), link.at, COST_REACH)


def _slotted(city: CityStencil, picture: MapPicture, own: frozenset[str]) -> Piece:
    """A city in play with its slots, but without its name."""
    capsule = f'<g class="{_city_class(city, picture, own)}">{CAPSULE}{city.badge}</g>'
    layers = (_own(capsule, picture.seat) if city.id in own else capsule, *_slots(city, picture))
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


def _svg(window: Window, classes: str, attributes: str, content: str) -> SafeString:
    view_box = " ".join(f"{value:g}" for value in window)
    return mark_safe(  # noqa: S308  Everything that is no number or path of ours is escaped.
        f'<svg class="{classes}" {attributes} viewBox="{view_box}">{content}</svg>'
    )


def _look(picture: MapPicture) -> str:
    seat = "" if picture.seat is None else f" {seat_class(picture.seat)}"
    return f"{picture.shape} calm-{picture.calm_corner}{seat}"


def _label(picture: MapPicture) -> str:
    label = _("Map of {country}").format(country=picture.board.name)
    return f'role="group" aria-label="{escape(label)}"'


def _ground(picture: MapPicture, prefix: str) -> str:
    return ground(picture.map, picture.edition, picture.areas, picture.open_areas, prefix)


def _pieces(picture: MapPicture, *, is_live: bool) -> str:
    """What changes. Where it ``is_live``, cities have names for scripts, and those to choose are links."""
    return f"{_homes(picture)}{_links(picture)}{_badges(picture)}{_cities(picture, is_live=is_live)}"


LINKS = (" out", " open", "", " own")
"""How a connection looks: as quiet as the quieter of the cities at its ends."""

NETWORK = (" own", " planned")
"""How those look that are the viewer's own, or will be."""


def _links(picture: MapPicture) -> str:
    """All lines, the louder above the quieter, with a light bed under the viewer's network; above them all costs."""
    kinds = _kinds(picture)
    shown = _shown(picture, kinds)
    network = "".join(link.track for link in shown if kinds[link.pair] in NETWORK)
    lines = [_line(link, kinds[link.pair]) for link in _in_order(picture, kinds) if kinds[link.pair] not in NETWORK]
    lines += [f'<path class="bed" d="{network}"/>'] if network else []
    lines += [_line(link, kinds[link.pair]) for link in shown if kinds[link.pair] in NETWORK]
    costs = "".join(_cost(link, kinds[link.pair], link.place) for link in shown)
    return f'{"".join(lines)}<g aria-hidden="true">{costs}</g>'


def _line(link: LinkStencil, kind: str) -> str:
    if link.is_free:
        return f'<line class="link{kind} free" {link.line}/><line class="bond" {link.line}/>'
    return f'<line class="link{kind}" {link.line}/>'


def _cost(link: LinkStencil, kind: str, place: str) -> str:
    return f'<g class="cost{kind}{" free" if link.is_free else ""}" {place}>{link.cost}</g>'


def _kinds(picture: MapPicture) -> dict[frozenset[str], str]:
    """How each connection looks, by the cities at its ends: as one of :data:`LINKS`, or composed."""
    own = picture.own_cities
    loudness = {city.id: _loudness(city, picture, own) for city in city_stencils(picture.map, picture.edition)}
    planned = _planned(picture)
    return {
        link.pair: " planned" if link.pair in planned else LINKS[min(loudness[city] for city in link.pair)]
        for link in link_stencils(picture.map, picture.edition, picture.version)
    }


def _planned(picture: MapPicture) -> set[frozenset[str]]:
    """The connections that lead to planned houses, by the cities at their ends."""
    return {frozenset(pair) for offer in picture.planned.values() for pair in pairwise(offer.path)}


def _in_order(picture: MapPicture, kinds: Mapping[frozenset[str], str]) -> list[LinkStencil]:
    """All connections, the quietest first: so they are drawn."""
    order = (" out",), (" open", ""), NETWORK
    links = link_stencils(picture.map, picture.edition, picture.version)
    return [link for group in order for link in links if kinds[link.pair] in group]


def _shown(picture: MapPicture, kinds: Mapping[frozenset[str], str]) -> list[LinkStencil]:
    """The connections whose costs are shown, in the order in which they are drawn."""
    return [link for link in _in_order(picture, kinds) if kinds[link.pair] != " out"]


def _loudness(city: CityStencil, picture: MapPicture, own: frozenset[str]) -> int:
    """The place in :data:`LINKS` of what a city asks of its connections."""
    if city.area in picture.areas:
        return 3 if city.id in own else 2
    return 1 if city.area in picture.open_areas else 0


def _homes(picture: MapPicture) -> str:
    """Where cities really lie that are drawn aside for want of room."""
    cities = city_stencils(picture.map, picture.edition)
    return "".join(city.home for city in cities if city.area in picture.areas)


def _badges(picture: MapPicture) -> str:
    """Which areas permit nuclear plants."""
    drawn = geometry(picture.map, picture.edition)
    sentence = _("{area}: with a city here one may acquire nuclear plants.")
    return "".join(
        f'<g class="badge permit" role="img" {place(drawn.badges[area.id])}>'
        f"<title>{escape(sentence.format(area=area.name))}</title>{badge('uranium')}</g>"
        for area in _permitting(picture)
    )


def _permitting(picture: MapPicture) -> list[rules.Area]:
    """The areas that permit nuclear plants, if they are not out of play."""
    board, known = picture.board, (*picture.areas, *picture.open_areas)
    return [area for area in board.areas if area.id in board.rules.nuclear_areas and area.id in known]


def _cities(picture: MapPicture, *, is_live: bool) -> str:
    """All cities, those in play above the others."""
    sheet = _Sheet(picture, is_live=is_live)
    cities = city_stencils(picture.map, picture.edition)
    in_play = "".join(_city(city, picture, sheet) for city in cities if city.area in picture.areas)
    return _quiet_cities(picture, sheet) + in_play


def _quiet_cities(picture: MapPicture, sheet: "_Sheet") -> str:
    """The cities that are not in play, or not yet."""
    notes = {True: _("not chosen yet"), False: _("out of play")}
    cities = (city for city in city_stencils(picture.map, picture.edition) if city.area not in picture.areas)
    opened = ((city, city.area in picture.open_areas) for city in cities)
    return "".join(_quiet_city(city, sheet, notes[is_open], is_open=is_open) for city, is_open in opened)


class _Sheet:
    """What it takes to draw cities, looked up once for all of them."""

    def __init__(self, picture: MapPicture, *, is_live: bool) -> None:
        self.is_live = is_live
        self.stop = ' tabindex="-1"' if is_live else ""
        """Lets a city that leads nowhere keep the focus when the drawing is replaced; links do so anyway."""
        self.own = picture.own_cities
        leads = is_live and (picture.offers or picture.planned)
        shown = _shown(picture, _kinds(picture)) if leads else ()
        self.places = {link.pair: place for place, link in enumerate(shown)}
        """The connections that lead to offers, counted from the first that is shown."""
        self.house = _("{company} ({shape}) has the house for {slot}.")
        self.trust = _("The Trust")
        self.marked = _("Start city, marked with a uranium token.")
        self.marked_bare = _("Start city, marked without a token.")
        self.discounted = _("With a house here garbage costs 1 Elektro less.")

    def names(self, city: CityStencil, offer: Offer | None = None) -> str:
        """What a script finds a city by, and the connections to it, which count from the first that is shown."""
        if not self.is_live:
            return ""
        path = offer.path if offer else ()
        way = " ".join(str(self.places[frozenset(pair)]) for pair in pairwise(path))
        leads = f' data-way="{way}"' if way else ""
        return f' id="city-{city.id}" data-city="{city.id}"{leads}'


def _city(city: CityStencil, picture: MapPicture, sheet: _Sheet) -> str:
    planned = picture.planned.get(city.id)
    offer = planned or picture.offers.get(city.id)
    title = escape(" ".join(_words(city, picture, sheet)))
    kind = _city_class(city, picture, sheet.own)
    attributes = f"{city.place}{sheet.names(city, offer)}"
    content = f"<title>{title}</title>{CAPSULE}{city.badge}{''.join(_slots(city, picture))}{city.name}"
    if offer and offer.href and sheet.is_live:
        href = escape(offer.href)
        return (
            f'<a class="{kind} choice" {attributes} href="{href}" hx-get="{href}" aria-label="{title}">{content}</a>'
        )
    return f'<g class="{kind}" {attributes} role="img"{sheet.stop}>{content}</g>'


def _city_class(city: CityStencil, picture: MapPicture, own: frozenset[str]) -> str:
    return f"city{' own' if city.id in own else ''}{' planned' if city.id in picture.planned else ''}"


def _quiet_city(city: CityStencil, sheet: _Sheet, note: str, *, is_open: bool) -> str:
    return (
        f'<g class="city {"open" if is_open else "out"}" {city.place}{sheet.names(city)} role="img"{sheet.stop}>'
        f"<title>{escape(city.called)}: {escape(note)}</title>{SMALL_CAPSULE}{city.name}</g>"
    )


def _words(city: CityStencil, picture: MapPicture, sheet: _Sheet) -> Iterator[str]:
    """What marks a city out, who is there and what it would take to join them."""
    yield f"{city.called}."
    if city.badge:
        yield sheet.discounted
    if city.id in picture.marked:
        yield sheet.marked if picture.marked[city.id] else sheet.marked_bare
    for house in picture.houses.get(city.id, ()):
        shape, _path = HOUSES[house.seat]
        company = sheet.trust if house.seat is None else picture.names[house.seat]
        yield sheet.house.format(company=company, shape=shape, slot=house.slot)
    if offer := picture.planned.get(city.id) or picture.offers.get(city.id):
        yield offer.text


def _slots(city: CityStencil, picture: MapPicture) -> Iterator[str]:
    """What each slot of a city shows."""
    standing = {house.slot: house for house in picture.houses.get(city.id, ())}
    planned, offer = picture.planned.get(city.id), picture.offers.get(city.id)
    can_be_built_in = rules.open_slots(picture.step)
    for slot, right in SLOTS:
        if slot in standing:
            yield _house(standing[slot], right)
        elif planned and planned.slot == slot:
            yield _ghost(planned, picture.seat, right)
        elif offer and offer.href and offer.slot == slot and not planned:
            yield _price(f"{offer.cost}" if offer.is_for == "viewer" else "+", right)
        elif slot == MARK_SLOT and city.id in picture.marked:
            yield _mark("" if picture.marked[city.id] else " bare", right)
        elif slot not in can_be_built_in:
            yield f'<path class="shut" d="M{right - 3:g} 0h6"/>'
        else:
            yield f'<text class="slot" x="{right:g}" dy=".36em">{slot}</text>'


def _house(house: House, right: float) -> str:
    halo = f'<circle class="halo" cx="{right:g}" r="8.5"/>' if house.is_new else ""
    return halo + _shape("house", house.seat, right)


def _shape(kind: str, seat: int | None, right: float) -> str:
    _name, path = HOUSES[seat]
    return f'<path class="{kind} {seat_class(seat)}" transform="translate({right:g})" d="{path}"/>'


def _ghost(planned: Offer, seat: int | None, right: float) -> str:
    """What the viewer has composed to place."""
    if planned.is_for == "mark":
        return _mark(" ghost", right)
    return _shape("house ghost", None if planned.is_for == "trust" else seat, right)


def _mark(kind: str, right: float) -> str:
    """The mark of a start city."""
    return f'<g class="mark{kind}" transform="translate({right:g})">{START_CITY}</g>'


def _price(price: str, right: float) -> str:
    """What the next house costs the viewer, in the slot that it would take."""
    width = 17 if len(price) < 3 else 22
    return (
        f'<rect class="price" x="{right - width / 2:g}" y="-7.5" width="{width}" height="15" rx="7.5"/>'
        f'<text class="price" x="{right:g}" dy=".36em">{price}</text>'
    )
