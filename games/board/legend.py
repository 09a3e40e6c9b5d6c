"""What the marks on a map mean, in words."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.board.glyphs import icon
from games.board.picture import MapPicture


@dataclass(frozen=True, slots=True)
class KeyLine:
    """A mark as an icon, and what it says."""

    icon: SafeString
    text: str


def map_key(picture: MapPicture) -> tuple[KeyLine, ...]:
    """The marks that this map shows, besides what every map does."""
    return tuple(_lines(picture))


def _lines(picture: MapPicture) -> Iterator[KeyLine]:
    if any(offer.href and offer.is_for == "viewer" for offer in picture.offers.values()):
        yield KeyLine(icon("next-price"), _("What a house there costs you, the connection included."))
    if any(house.is_new for houses in picture.houses.values() for house in houses):
        yield KeyLine(icon("new-house"), _("A house that is new since your last turn, or since the last action."))
    yield from _rules(picture)


def _rules(picture: MapPicture) -> Iterator[KeyLine]:
    """The marks of areas and cities with a rule of their own."""
    board = picture.board
    shown = (*picture.areas, *picture.open_areas)
    if set(shown).intersection(board.rules.nuclear_areas):
        sentence = _("Only whoever has a city in an area with this sign can acquire nuclear plants.")
        yield KeyLine(icon("uranium"), sentence)
    city = board.cities.get(board.rules.garbage_discount_city)
    if city and city.area in shown:
        sentence = _("With a house in {city} garbage costs 1 Elektro less, but never less than 1.")
        yield KeyLine(icon("garbage"), sentence.format(city=city.name))
    if picture.marked:
        sentence = _("Every network starts in a marked city: {cities}. In Step 1 there is no other way into these.")
        cities = get_text_list([board.cities[city].name for city in picture.marked], _("and"))
        yield KeyLine(icon("start-city"), sentence.format(cities=cities))
