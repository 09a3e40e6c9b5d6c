"""Draws the map of a game as SVG.

Plain functions that put strings together: with template loops the same picture takes nearly a hundred times as long.
Everything that is not a number of ours goes through :func:`escape`. Looks come from ``static/css/board.css``.
"""

from collections.abc import Iterator
from itertools import pairwise

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

import rules
from games.board.geometry import geometry
from games.board.glyphs import HOUSES, START_CITY, seat_class
from games.board.picture import MARK_SLOT, House, MapPicture, Offer
from games.board.sizes import SLOT_PITCH
from games.board.stencils import CityStencil, badge, city_stencils, ground, link_stencils

Window = tuple[float, float, float, float]
"""What of a map is to be seen: from which x and y on, how wide and how high."""

SLOTS = tuple(zip(rules.SLOTS, (-SLOT_PITCH, 0.0, SLOT_PITCH), strict=True))
"""The price of each slot, and how far right of a city's middle it lies."""


def draw_map(picture: MapPicture) -> SafeString:
    """The map as one SVG element."""
    drawn = geometry(picture.map, picture.edition)
    label = _("Map of {country}").format(country=rules.board(picture.map, picture.edition).name)
    attributes = f'role="group" aria-label="{escape(label)}"'
    return _draw(picture, (0, 0, drawn.width, drawn.height), attributes, "outline")


def draw_detail(picture: MapPicture, window: Window) -> SafeString:
    """A part of a map, for the eye only. The page may have the whole map as well."""
    return _draw(picture, window, 'aria-hidden="true"', "detail")


def _draw(picture: MapPicture, window: Window, attributes: str, prefix: str) -> SafeString:
    seat = "" if picture.seat is None else f" seat-{picture.seat}"
    view_box = " ".join(f"{value:g}" for value in window)
    return mark_safe(  # noqa: S308  Everything that is no number or path of ours is escaped.
        f'<svg class="board {picture.shape} calm-{picture.calm_corner}{seat}" {attributes} viewBox="{view_box}">'
        f"{ground(picture.map, picture.edition, picture.areas, picture.open_areas, prefix)}"
        f"{_homes(picture)}{_links(picture)}{_badges(picture)}{_cities(picture)}</svg>"
    )


LINKS = (" out", " open", "", " own")
"""How a connection looks: as quiet as the quieter of the cities at its ends."""


def _links(picture: MapPicture) -> str:
    """All lines, and above them all costs."""
    own = picture.own_cities
    loudness = {city.id: _loudness(city, picture, own) for city in city_stencils(picture.map, picture.edition)}
    planned = {frozenset(pair) for offer in picture.planned.values() for pair in pairwise(offer.path)}
    lines, costs = [], []
    for link in link_stencils(picture.map, picture.edition):
        one, other = link.ends
        kind = " planned" if link.pair in planned else LINKS[min(loudness[one], loudness[other])]
        free = " free" if link.is_free else ""
        lines.append(f'<line class="link{kind}{free}" {link.line}/>')
        if link.is_free:
            lines.append(f'<line class="bond" {link.line}/>')
        if kind != " out":
            costs.append(f'<g class="cost{kind}{free}">{link.cost}</g>')
    return f'{"".join(lines)}<g aria-hidden="true">{"".join(costs)}</g>'


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
    board, drawn = rules.board(picture.map, picture.edition), geometry(picture.map, picture.edition)
    sentence = _("{area}: with a city here one may acquire nuclear plants.")
    return "".join(
        f'<g class="permit" role="img"><title>{escape(sentence.format(area=area.name))}</title>'
        f"{badge('uranium', drawn.badges[area.id])}</g>"
        for area in board.areas
        if area.id in board.rules.nuclear_areas and area.id in (*picture.areas, *picture.open_areas)
    )


def _cities(picture: MapPicture) -> str:
    """All cities, those in play above the others."""
    quiet, in_play = [], []
    own, sentences = picture.own_cities, _Sentences()
    notes = {True: _("not chosen yet"), False: _("out of play")}
    for city in city_stencils(picture.map, picture.edition):
        if city.area in picture.areas:
            in_play.append(_city(city, picture, sentences, is_own=city.id in own))
        else:
            is_open = city.area in picture.open_areas
            quiet.append(_quiet_city(city, notes[is_open], is_open=is_open))
    return "".join(quiet) + "".join(in_play)


class _Sentences:
    """What there is to say of cities, looked up once for all of them."""

    def __init__(self) -> None:
        self.house = _("{company} ({shape}) has the house for {slot}.")
        self.trust = _("The Trust")
        self.marked = _("Start city, marked with a uranium token.")
        self.marked_bare = _("Start city, marked without a token.")
        self.discounted = _("With a house here garbage costs 1 Elektro less.")


def _city(city: CityStencil, picture: MapPicture, sentences: _Sentences, *, is_own: bool) -> str:
    planned = picture.planned.get(city.id)
    offer = planned or picture.offers.get(city.id)
    title = escape(" ".join(_words(city, picture, sentences)))
    kind = f"city{' own' if is_own else ''}{' planned' if planned else ''}"
    content = f"<title>{title}</title>{city.capsule}{city.badge}{_slots(city, picture)}{city.name}"
    if offer and offer.href:
        href = escape(offer.href)
        link = f'id="city-{city.id}" data-city="{city.id}" href="{href}" hx-get="{href}" aria-label="{title}"'
        return f'<a class="{kind} choice" {link}>{content}</a>'
    return f'<g class="{kind}" data-city="{city.id}" role="img">{content}</g>'


def _quiet_city(city: CityStencil, note: str, *, is_open: bool) -> str:
    return (
        f'<g class="city {"open" if is_open else "out"}" data-city="{city.id}" role="img">'
        f"<title>{escape(city.called)}: {escape(note)}</title>{city.small_capsule}{city.name}</g>"
    )


def _words(city: CityStencil, picture: MapPicture, sentences: _Sentences) -> Iterator[str]:
    """What marks a city out, who is there and what it would take to join them."""
    yield f"{city.called}."
    if city.badge:
        yield sentences.discounted
    if city.id in picture.marked:
        yield sentences.marked if picture.marked[city.id] else sentences.marked_bare
    for house in picture.houses.get(city.id, ()):
        shape, _path = HOUSES[house.seat]
        company = sentences.trust if house.seat is None else picture.names[house.seat]
        yield sentences.house.format(company=company, shape=shape, slot=house.slot)
    if offer := picture.planned.get(city.id) or picture.offers.get(city.id):
        yield offer.text


def _slots(city: CityStencil, picture: MapPicture) -> str:
    x, y = city.at
    standing = {house.slot: house for house in picture.houses.get(city.id, ())}
    planned, offer = picture.planned.get(city.id), picture.offers.get(city.id)
    parts = []
    for number, (slot, right) in enumerate(SLOTS, start=1):
        at = round(x + right, 1)
        if slot in standing:
            parts.append(_house(standing[slot], at, y))
        elif planned and planned.slot == slot:
            parts.append(_ghost(planned, picture.seat, at, y))
        elif offer and offer.href and offer.slot == slot and not planned:
            parts.append(_price(f"{offer.cost}" if offer.is_for == "viewer" else "+", at, y))
        elif slot == MARK_SLOT and city.id in picture.marked:
            parts.append(_mark("" if picture.marked[city.id] else " bare", at, y))
        elif number > picture.step:
            parts.append(f'<path class="shut" d="M{at - 3:g} {y:g}h6"/>')
        else:
            parts.append(f'<text class="slot" x="{at:g}" y="{y:g}" dy=".36em">{slot}</text>')
    return "".join(parts)


def _house(house: House, x: float, y: float) -> str:
    halo = f'<circle class="halo" cx="{x:g}" cy="{y:g}" r="8.5"/>' if house.is_new else ""
    return halo + _shape("house", house.seat, x, y)


def _shape(kind: str, seat: int | None, x: float, y: float) -> str:
    _name, path = HOUSES[seat]
    return f'<path class="{kind} {seat_class(seat)}" transform="translate({x:g} {y:g})" d="{path}"/>'


def _ghost(planned: Offer, seat: int | None, x: float, y: float) -> str:
    """What the viewer has composed to place."""
    if planned.is_for == "mark":
        return _mark(" ghost", x, y)
    return _shape("house ghost", None if planned.is_for == "trust" else seat, x, y)


def _mark(kind: str, x: float, y: float) -> str:
    """The mark of a start city."""
    return f'<g class="mark{kind}" transform="translate({x:g} {y:g})">{START_CITY}</g>'


def _price(price: str, x: float, y: float) -> str:
    """What the next house costs the viewer, in the slot that it would take."""
    width = 17 if len(price) < 3 else 22
    return (
        f'<rect class="price" x="{x - width / 2:g}" y="{y - 7.5:g}" width="{width}" height="15" rx="7.5"/>'
        f'<text class="price" x="{x:g}" y="{y:g}" dy=".36em">{price}</text>'
    )
