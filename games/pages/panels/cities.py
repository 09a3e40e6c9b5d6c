"""The map as a table: every city in play, who is there, and what it would take to join them."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from games.board.glyphs import HOUSES
from games.board.picture import MARK_SLOT, MapPicture, Offer
from games.models.terms import area_name
from games.pages.panels.pieces import Companies, Company, trust

CHOICES = {"viewer": gettext_lazy("Add"), "trust": gettext_lazy("Choose"), "mark": gettext_lazy("Choose")}
"""What choosing a city is called, by what the house there is for."""
FREE_START = gettext_lazy("Free start")


@dataclass(frozen=True, slots=True)
class Resident:
    """A house in a slot. ``shape`` is what houses of this company look like."""

    slot: int
    company: Company
    shape: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class CityRow:
    """A city. ``colour`` is that of its area, ``free`` are the slots that are open and empty, by price.

    ``prices`` are what a house costs the viewer, in each of the ways to build there; ``note`` says why there is none,
    where that is not plain to see, and ``refusal`` the same in a sentence. ``choices`` say what following an address
    does. ``is_start``: networks begin only in cities like this. ``toll`` is what a path pays that enters it.
    """

    id: str
    name: str
    area: str
    colour: str
    residents: tuple[Resident, ...]
    free: tuple[int, ...]
    is_own: bool
    is_planned: bool
    is_marked: bool
    is_start: bool
    toll: int
    prices: tuple[Offer, ...]
    note: str
    refusal: str
    choices: tuple[tuple[str | Promise, str], ...]


@dataclass(frozen=True, slots=True)
class Cities:
    """The cities in play by name, with the names of the areas that are not in play.

    ``have_areas``: the map has more than one.
    """

    rows: tuple[CityRow, ...]
    out: tuple[str, ...]
    have_areas: bool = True

    @property
    def have_prices(self) -> bool:
        return any(row.prices for row in self.rows)

    @property
    def have_choices(self) -> bool:
        return any(row.choices for row in self.rows)


def cities(picture: MapPicture, companies: Companies) -> Cities:
    board = picture.board
    areas = {area.id: area for area in board.areas if area.id in (*picture.areas, *picture.open_areas)}
    shown = [city for city in board.cities.values() if city.area in areas]
    own = picture.own_cities
    return Cities(
        rows=tuple(
            _row(city, areas[city.area], picture, companies, is_own=city.id in own)
            for city in sorted(shown, key=lambda city: city.name)
        ),
        out=tuple(area_name(area) for area in board.areas if area.id not in areas),
        have_areas=len(board.areas) > 1,
    )


def _row(city: rules.City, area: rules.Area, picture: MapPicture, companies: Companies, *, is_own: bool) -> CityRow:
    planned = picture.planned.get(city.id)
    offer = planned or picture.offers.get(city.id)
    offers = tuple(filter(None, (offer, offer.other if offer else None)))
    free = _free(city, picture) if area.id in picture.areas else ()
    return CityRow(
        id=city.id,
        name=city.name,
        area=area_name(area),
        colour=area.colour,
        residents=tuple(_residents(city.id, picture, companies)),
        free=free,
        is_own=is_own,
        is_planned=planned is not None,
        is_marked=city.id in picture.marked,
        is_start=city.id in picture.board.rules.networks.start_cities,
        toll=city.node_cost,
        prices=tuple(offer for offer in offers if offer.is_for == "viewer"),
        note=_note(city, picture, free, is_own=is_own),
        refusal=picture.refusals.get(city.id, ""),
        choices=tuple((_choice(offer, is_planned=planned is not None), offer.href) for offer in offers if offer.href),
    )


def _residents(city: str, picture: MapPicture, companies: Companies) -> Iterator[Resident]:
    for house in picture.houses.get(city, ()):
        company = trust() if house.seat is None else companies[house.seat]
        shape, _path = HOUSES[house.seat]
        yield Resident(house.slot, company, str(shape), house.is_new)


def _free(city: rules.City, picture: MapPicture) -> tuple[int, ...]:
    if city.id in picture.blocked:
        return ()
    taken = [house.slot for house in picture.houses.get(city.id, ())]
    if city.id in picture.marked:
        taken.append(MARK_SLOT)
    return tuple(city.free_slots(picture.step, taken))


def _note(city: rules.City, picture: MapPicture, free: tuple[int, ...], *, is_own: bool) -> str:
    if is_own:
        return _("yours")
    if city.area not in picture.areas:
        return _("not chosen yet")
    if city.id in picture.blocked:
        return _("blocked")
    if free:
        return ""
    slots = len(city.slots_in(picture.step))
    opens = next((step for step in range(picture.step + 1, 4) if len(city.slots_in(step)) > slots), 0)
    if not opens:
        return _("full")
    return (_("full until Step {step}") if slots else _("opens in Step {step}")).format(step=opens)


def _choice(offer: Offer, *, is_planned: bool) -> str | Promise:
    if is_planned:
        return gettext_lazy("Take out")
    return FREE_START if offer.free_start else CHOICES[offer.is_for]
