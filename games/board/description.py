"""What a map shows, in words, for those who do not see it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

import rules
from games.board.glyphs import CHARACTERS
from games.board.picture import MapPicture


def describe(picture: MapPicture) -> str:
    """The map as one would tell it to its viewer: where they are, and what is new to them."""
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
