"""Draws the map of a game as SVG.

Plain functions that put strings together: with template loops the same picture takes nearly a hundred times as long.
Everything that is not a number of ours goes through :func:`escape`. Looks come from ``static/css/board.css``.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

import rules
from games.board.geometry import geometry
from games.board.glyphs import HOUSES
from games.board.picture import House, MapPicture, Offer
from games.board.sizes import SLOT_PITCH
from games.board.stencils import CityStencil, city_stencils, ground, link_stencils

SLOTS = ((10, -SLOT_PITCH), (15, 0.0), (20, SLOT_PITCH))
"""The price of each slot, and how far right of a city's middle it lies."""


def draw_map(picture: MapPicture) -> SafeString:
    """The map as one SVG element."""
    drawn = geometry(picture.map, picture.edition)
    seat = "" if picture.seat is None else f" seat-{picture.seat}"
    label = _("Map of {country}").format(country=rules.board(picture.map, picture.edition).name)
    return mark_safe(  # noqa: S308  Everything that is no number or path of ours is escaped.
        f'<svg class="board {picture.shape}{seat}" role="group" aria-label="{escape(label)}"'
        f' viewBox="0 0 {drawn.width} {drawn.height}">'
        f"{ground(picture.map, picture.edition, picture.areas, picture.open_areas)}"
        f"{_homes(picture)}{_links(picture)}{_cities(picture)}</svg>"
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
        lines.append(f'<line class="link{kind}" {link.line}/>')
        if kind != " out":
            costs.append(f'<g class="cost{kind}">{link.cost}</g>')
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


def _cities(picture: MapPicture) -> str:
    """All cities, those in play above the others."""
    quiet, in_play = [], []
    own, sentence = picture.own_cities, _("{company} ({shape}) has the house for {slot}.")
    notes = {True: _("not chosen yet"), False: _("out of play")}
    for city in city_stencils(picture.map, picture.edition):
        if city.area in picture.areas:
            in_play.append(_city(city, picture, sentence, is_own=city.id in own))
        else:
            is_open = city.area in picture.open_areas
            quiet.append(_quiet_city(city, notes[is_open], is_open=is_open))
    return "".join(quiet) + "".join(in_play)


def _city(city: CityStencil, picture: MapPicture, sentence: str, *, is_own: bool) -> str:
    planned = picture.planned.get(city.id)
    offer = planned or picture.offers.get(city.id)
    houses = picture.houses.get(city.id, ())
    title = escape(" ".join(_words(city, houses, picture.names, sentence, offer)))
    kind = f"city{' own' if is_own else ''}{' planned' if planned else ''}"
    content = f"<title>{title}</title>{city.capsule}{_slots(city, houses, picture)}{city.name}"
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


def _words(
    city: CityStencil, houses: Iterable[House], names: tuple[str, ...], sentence: str, offer: Offer | None
) -> Iterator[str]:
    """Who is in a city and what it would take to join them."""
    yield f"{city.called}."
    for house in houses:
        shape, _path = HOUSES[house.seat]
        yield sentence.format(company=names[house.seat], shape=shape, slot=house.slot)
    if offer:
        yield offer.text


def _slots(city: CityStencil, houses: Iterable[House], picture: MapPicture) -> str:
    x, y = city.at
    standing = {house.slot: house for house in houses}
    planned, offer = picture.planned.get(city.id), picture.offers.get(city.id)
    parts = []
    for number, (slot, right) in enumerate(SLOTS, start=1):
        at = round(x + right, 1)
        if slot in standing:
            parts.append(_house(standing[slot], at, y))
        elif planned and planned.slot == slot and picture.seat is not None:
            parts.append(_shape("house ghost", picture.seat, at, y))
        elif offer and offer.href and offer.slot == slot and not planned:
            parts.append(_price(offer.cost, at, y))
        elif number > picture.step:
            parts.append(f'<path class="shut" d="M{at - 3:g} {y:g}h6"/>')
        else:
            parts.append(f'<text class="slot" x="{at:g}" y="{y:g}" dy=".36em">{slot}</text>')
    return "".join(parts)


def _house(house: House, x: float, y: float) -> str:
    halo = f'<circle class="halo" cx="{x:g}" cy="{y:g}" r="8.5"/>' if house.is_new else ""
    return halo + _shape("house", house.seat, x, y)


def _shape(kind: str, seat: int, x: float, y: float) -> str:
    return f'<path class="{kind} seat-{seat}" transform="translate({x:g} {y:g})" d="{HOUSES[seat][1]}"/>'


def _price(cost: int, x: float, y: float) -> str:
    """What the next house costs the viewer, in the slot that it would take."""
    width = 17 if cost < 100 else 22
    return (
        f'<rect class="price" x="{x - width / 2:g}" y="{y - 7.5:g}" width="{width}" height="15" rx="7.5"/>'
        f'<text class="price" x="{x:g}" y="{y:g}" dy=".36em">{cost}</text>'
    )
