"""What a map shows, in words: for those who do not see it, below a picture, and what its marks mean."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

import rules
from games.board.glyphs import CHARACTERS, icon
from games.board.picture import MapPicture


def describe(picture: MapPicture) -> str:
    """The map in sentences for its viewer: where they are, and what is new to them."""
    return " ".join(_sentences(picture))


def caption(picture: MapPicture) -> str:
    """Whose houses are whose, and what their rings mean, in a line below the picture."""
    seats: list[int | None] = [*range(len(picture.names))]
    if any(house.seat is None for houses in picture.houses.values() for house in houses):
        seats.append(None)
    signs = " · ".join(f"{CHARACTERS[seat]}\N{NO-BREAK SPACE}{_who(picture, seat)}" for seat in seats)
    if _new(picture):
        return _("{signs} · Ringed: new since your last turn").replace("{signs}", signs)
    return signs


def _who(picture: MapPicture, seat: int | None) -> str:
    """The name of a company, which turns no other words round, whatever script it is in."""
    if seat is None:
        return _("The Trust")
    if seat == picture.seat:
        return _("you")
    return f"\N{FIRST STRONG ISOLATE}{picture.names[seat]}\N{POP DIRECTIONAL ISOLATE}"


def _sentences(picture: MapPicture) -> Iterator[str]:
    board = picture.board
    yield _("Map of {country}.").format(country=picture.map_name)
    if own := _cities(board, picture.own_cities):
        yield _("You are in {cities}.").format(cities=own)
    new = _new(picture)
    for seat in (seat for seat in (*range(len(picture.names)), None) if seat in new):
        if seat is not None and seat == picture.seat:
            yield _("New since your last turn, you: {cities}.").format(cities=_cities(board, new[seat]))
        else:
            name = _("The Trust") if seat is None else picture.names[seat]
            sentence = _("New since your last turn, {name}: {cities}.")
            yield sentence.replace("{cities}", _cities(board, new[seat])).replace("{name}", name)


def _new(picture: MapPicture) -> dict[int | None, list[str]]:
    """By seat, the cities where it has built since the viewer last looked."""
    found = defaultdict(list)
    for city, houses in picture.houses.items():
        for house in houses:
            if house.is_new:
                found[house.seat].append(city)
    return found


def _cities(board: rules.Board, cities: Iterable[str]) -> str:
    chosen = set(cities)
    return get_text_list([city.name for city in board.cities.values() if city.id in chosen], _("and"))


class KeyLine(NamedTuple):
    """A mark as an icon, and what it says."""

    icon: SafeString
    text: str


def map_key(picture: MapPicture) -> tuple[KeyLine, ...]:
    """The marks that this map shows, besides what every map does."""
    return tuple(_key(picture))


def _key(picture: MapPicture) -> Iterator[KeyLine]:
    if any(offer.href and offer.is_for == "viewer" for offer in picture.offers.values()):
        yield KeyLine(icon("next-price"), _("What a house there costs you, the connection included."))
    if any(house.is_new for houses in picture.houses.values() for house in houses):
        yield KeyLine(icon("new-house"), _("A house that is new since your last turn, or since the last action."))
    board = picture.board
    if picture.permitting:
        yield KeyLine(icon("uranium"), _("To acquire a nuclear plant you need a city in an area with this sign."))
    city = board.cities.get(board.rules.garbage_discount_city)
    if city and city.area in (*picture.areas, *picture.open_areas):
        sentence = _("With a house in {city} garbage costs 1 Elektro less, but never less than 1.")
        yield KeyLine(icon("garbage"), sentence.format(city=city.name))
    if picture.marked:
        sentence = _("Every network starts in a marked city: {cities}. In Step 1 there is no other way into these.")
        cities = get_text_list([board.cities[city].name for city in picture.marked], _("and"))
        yield KeyLine(icon("start-city"), sentence.format(cities=cities))
