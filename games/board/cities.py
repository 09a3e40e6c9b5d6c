"""Draws the cities of a map with what is in their slots: houses, marks, prices."""

from collections.abc import Iterator
from html import escape
from itertools import pairwise

from django.utils.translation import gettext as _

from games.board.geometry import CAPSULE_HEIGHT, SLOT_PITCH, Point, plate_width
from games.board.glyphs import CROSS, HOUSES, START_CITY, WALLS, house_id, seat_class
from games.board.links import links_of
from games.board.picture import MARK_SLOT, House, MapPicture, Offer
from games.board.room import TAG_HEIGHT, TAG_WIDTH
from games.board.shapes import SMALL_PLATE, CityShape, city_shapes, place

UP = -4.2
"""How far down from there a house has its middle: it stands out of its plate."""
FEET = 4.2
"""And the price of a free slot its foot."""


def draw_cities(picture: MapPicture, *, is_live: bool) -> str:
    """All cities in play, and below them those that may still come into play."""
    sheet = _Sheet(picture, is_live=is_live)
    cities = city_shapes(picture.map, picture.edition)
    quiet = "".join(_quiet_city(city, sheet) for city in cities if city.area in picture.open_areas)
    frames = "".join(f"<g {place(at)}>{frame}</g>" for at, frame in start_frames(picture))
    return quiet + frames + "".join(_city(city, picture, sheet) for city in cities if city.area in picture.areas)


def start_frames(picture: MapPicture) -> Iterator[tuple[Point, str]]:
    """What lies behind the plates of cities in which networks begin, and the middle of each."""
    starts = picture.board.rules.networks.start_cities
    for city in city_shapes(picture.map, picture.edition) if starts else ():
        if city.id in starts and city.area in picture.areas:
            width, height = plate_width(len(picture.board.cities[city.id].slots)) + 5, CAPSULE_HEIGHT + 5
            box = f'x="{-width / 2:g}" y="{-height / 2:g}" width="{width:g}" height="{height:g}" rx="8.5"'
            yield city.at, f'<rect class="start-frame" {box}/>'


class _Sheet:
    """What it takes to draw cities, looked up once for all of them."""

    def __init__(self, picture: MapPicture, *, is_live: bool) -> None:
        self.is_live = is_live
        self.stop = ' tabindex="-1"' if is_live else ""
        """Lets a city that leads nowhere keep the focus when the drawing is replaced; links do so anyway."""
        self.own = picture.own_cities
        leads = is_live and (picture.offers or picture.planned)
        shown = links_of(picture) if leads else ()
        self.places = {link.pair: place for place, (link, _look) in enumerate(shown)}
        """The connections that lead to offers, counted from the first that is shown."""
        self.not_chosen = _("not chosen yet")
        self.house = _("{company} ({shape}) has the house for {slot}.")
        self.trust = _("The Trust")
        self.marked = _("Start city, marked with a uranium token.")
        self.marked_bare = _("Start city, marked without a token.")
        self.start = _("Networks begin here.")
        self.toll = _("It costs {cost} to enter.")
        self.blocked = _("Blocked: nobody builds here.")
        self.other = _("Or {offer}")
        self.closed = _("No slot is open yet.")
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
    content = f"<title>{title}</title>{city.plate}{city.badge}{city.name}{''.join(draw_slots(city, picture))}"
    if offer and offer.href and sheet.is_live:
        href = escape(offer.href)
        return (
            f'<a class="{kind} choice" {attributes} href="{href}" hx-get="{href}" aria-label="{title}">{content}</a>'
        )
    return f'<g class="{kind}" {attributes} role="img"{sheet.stop}>{content}</g>'


def city_class(city: CityShape, picture: MapPicture, own: frozenset[str]) -> str:
    return f"city{' own' if city.id in own else ''}{' planned' if city.id in picture.planned else ''}"


def _quiet_city(city: CityShape, sheet: _Sheet) -> str:
    return (
        f'<g class="city open" {city.place}{sheet.names(city)} role="img"{sheet.stop}>'
        f"<title>{escape(city.called)}: {escape(sheet.not_chosen)}</title>{SMALL_PLATE}{city.name}</g>"
    )


def _words(city: CityShape, picture: MapPicture, sheet: _Sheet) -> Iterator[str]:
    """What marks a city out, who is there and what it would take to join them."""
    yield f"{city.called}."
    played = picture.board.cities[city.id]
    if city.badge:
        yield sheet.discounted
    if city.id in picture.board.rules.networks.start_cities:
        yield sheet.start
    if played.node_cost:
        yield sheet.toll.format(cost=played.node_cost)
    if city.id in picture.blocked:
        yield sheet.blocked
    elif not played.slots_in(picture.step):
        yield sheet.closed
    if city.id in picture.marked:
        yield sheet.marked if picture.marked[city.id] else sheet.marked_bare
    for house in picture.houses.get(city.id, ()):
        shape, _path = HOUSES[house.seat]
        company = sheet.trust if house.seat is None else picture.names[house.seat]
        yield sheet.house.format(company=company, shape=shape, slot=house.slot)
    if offer := picture.planned.get(city.id) or picture.offers.get(city.id):
        yield offer.text
        if offer.other:
            yield sheet.other.format(offer=offer.other.text)
    elif city.id in picture.refusals:
        yield picture.refusals[city.id]


def draw_slots(city: CityShape, picture: MapPicture) -> Iterator[str]:
    """What each slot of a city shows, and the tag with what the next house costs."""
    houses = list(picture.houses.get(city.id, ()))
    planned, offer = picture.planned.get(city.id), picture.offers.get(city.id)
    played, ghost = picture.board.cities[city.id], planned
    can_be_built_in = played.slots_in(picture.step)
    for number, slot in enumerate(played.slots):
        right = (number - (len(played.slots) - 1) / 2) * SLOT_PITCH
        if house := next((house for house in houses if house.slot == slot), None):
            houses.remove(house)
            yield _house(house, right)
        elif ghost and ghost.slot == slot:
            yield _ghost(ghost, picture.seat, right)
            ghost = None
        elif slot == MARK_SLOT and city.id in picture.marked:
            yield _mark("" if picture.marked[city.id] else " bare", right)
        elif number < len(can_be_built_in) and city.id not in picture.blocked:
            yield f'{_hollow("slot", right)}<text class="slot-price" x="{right:g}" y="{FEET:g}">{slot}</text>'
        else:
            yield _hollow("slot shut", right)
            if city.id in picture.blocked:
                yield f'<path class="blocked" transform="translate({right:g} 0)" d="{CROSS}"/>'
    if tagged := planned or (offer if offer and offer.href else None):
        yield _tag(tagged, city)


def _hollow(kind: str, right: float) -> str:
    return f'<use class="{kind}" href="#slot" x="{right:g}" y="-1"/>'


def _house(house: House, right: float) -> str:
    halo = f'<circle class="halo" cx="{right:g}" cy="{UP:g}" r="11"/>' if house.is_new else ""
    name = house_id(house.seat)
    return f'{halo}<use class="house {seat_class(house.seat)}" href="#{name}" x="{right:g}" y="{UP:g}"/>'


def _ghost(planned: Offer, seat: int | None, right: float) -> str:
    """What the viewer has composed to place."""
    if planned.is_for == "mark":
        return _mark(" ghost", right)
    owner = None if planned.is_for == "trust" else seat
    _name, shape = HOUSES[owner]
    return (
        f'<g class="house ghost {seat_class(owner)}" transform="translate({right:g} {UP:g}) scale(.93)">'
        f'<path class="ghost-walls" d="{WALLS}"/>'
        f'<path class="ghost-shape" transform="translate(0 2.3) scale(.72)" d="{shape}"/></g>'
    )


def _mark(kind: str, right: float) -> str:
    """The mark of a start city."""
    return f'<g class="mark{kind}" transform="translate({right:g} -1.5)">{START_CITY}</g>'


def _tag(offer: Offer, city: CityShape) -> str:
    """What the next house costs the viewer, or that something can be placed there."""
    text = f"{offer.cost}" if offer.is_for == "viewer" else "+"
    kind = "tag too-dear" if offer.left is not None and offer.left < 0 else "tag"
    return (
        f'<g class="{kind}" {place(city.tag)}><rect x="{-TAG_WIDTH / 2:g}" y="{-TAG_HEIGHT / 2:g}" '
        f'width="{TAG_WIDTH:g}" height="{TAG_HEIGHT:g}" rx="{TAG_HEIGHT / 2:g}"/><text dy=".36em">{text}</text></g>'
    )
