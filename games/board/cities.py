"""Draws the cities of a map with what is in their slots: houses, marks, prices."""

from collections.abc import Iterator
from html import escape
from itertools import pairwise

from django.utils.translation import gettext as _

import rules
from games.board.geometry import SLOT_PITCH
from games.board.glyphs import HOUSES, START_CITY, seat_class
from games.board.links import links_of, with_costs
from games.board.picture import MARK_SLOT, House, MapPicture, Offer
from games.board.shapes import CAPSULE, SMALL_CAPSULE, CityShape, city_shapes

SLOTS = tuple(zip(rules.SLOTS, (-SLOT_PITCH, 0.0, SLOT_PITCH), strict=True))
"""The price of each slot, and how far right of a city's middle it lies."""


def draw_cities(picture: MapPicture, *, is_live: bool) -> str:
    """All cities, those in play above the others."""
    sheet = _Sheet(picture, is_live=is_live)
    cities = city_shapes(picture.map, picture.edition)
    in_play = "".join(_city(city, picture, sheet) for city in cities if city.area in picture.areas)
    return _quiet_cities(picture, sheet) + in_play


def _quiet_cities(picture: MapPicture, sheet: "_Sheet") -> str:
    """The cities that are not in play, or not yet."""
    notes = {True: _("not chosen yet"), False: _("out of play")}
    cities = (city for city in city_shapes(picture.map, picture.edition) if city.area not in picture.areas)
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
        shown = with_costs(links_of(picture)) if leads else ()
        self.places = {link.pair: place for place, (link, _look) in enumerate(shown)}
        """The connections that lead to offers, counted from the first that is shown."""
        self.house = _("{company} ({shape}) has the house for {slot}.")
        self.trust = _("The Trust")
        self.marked = _("Start city, marked with a uranium token.")
        self.marked_bare = _("Start city, marked without a token.")
        self.discounted = _("With a house here garbage costs 1 Elektro less.")

    def names(self, city: CityShape, offer: Offer | None = None) -> str:
        """What a script finds a city by, and the connections to it, which count from the first that is shown."""
        if not self.is_live:
            return ""
        path = offer.path if offer else ()
        way = " ".join(str(self.places[frozenset(pair)]) for pair in pairwise(path))
        leads = f' data-way="{way}"' if way else ""
        return f' id="city-{city.id}" data-city="{city.id}"{leads}'


def _city(city: CityShape, picture: MapPicture, sheet: _Sheet) -> str:
    planned = picture.planned.get(city.id)
    offer = planned or picture.offers.get(city.id)
    title = escape(" ".join(_words(city, picture, sheet)))
    kind = city_class(city, picture, sheet.own)
    attributes = f"{city.place}{sheet.names(city, offer)}"
    content = f"<title>{title}</title>{CAPSULE}{city.badge}{''.join(draw_slots(city, picture))}{city.name}"
    if offer and offer.href and sheet.is_live:
        href = escape(offer.href)
        return (
            f'<a class="{kind} choice" {attributes} href="{href}" hx-get="{href}" aria-label="{title}">{content}</a>'
        )
    return f'<g class="{kind}" {attributes} role="img"{sheet.stop}>{content}</g>'


def city_class(city: CityShape, picture: MapPicture, own: frozenset[str]) -> str:
    return f"city{' own' if city.id in own else ''}{' planned' if city.id in picture.planned else ''}"


def _quiet_city(city: CityShape, sheet: _Sheet, note: str, *, is_open: bool) -> str:
    return (
        f'<g class="city {"open" if is_open else "out"}" {city.place}{sheet.names(city)} role="img"{sheet.stop}>'
        f"<title>{escape(city.called)}: {escape(note)}</title>{SMALL_CAPSULE}{city.name}</g>"
    )


def _words(city: CityShape, picture: MapPicture, sheet: _Sheet) -> Iterator[str]:
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


def draw_slots(city: CityShape, picture: MapPicture) -> Iterator[str]:
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
