"""What a map shows, in words: for those who do not see it, below a picture, and what its marks mean."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

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


def about_map(picture: MapPicture) -> str:
    """How many houses the cities of a map have room for, and what paths cost."""
    return " ".join((*_slots(picture), *_paths(picture.board)))


def _slots(picture: MapPicture) -> Iterator[str]:
    known = (*picture.areas, *picture.open_areas)
    alike = defaultdict[tuple[tuple[int, ...], tuple[int, ...]], list[str]](list)
    for city in picture.board.cities.values():
        if city.area in known:
            alike[city.slots, city.open_slots].append(city.name)
    if all(len(prices) == 1 for prices, _open in alike):
        yield _("Each city has room for one house in the whole game, at the price that it shows.")
        return
    most = max(map(len, alike.values()), default=0)
    for (prices, opened), cities in sorted(alike.items(), key=lambda group: len(group[1])):
        if len(cities) == most:
            yield _three_houses(prices, are_others=len(alike) > 1)
        else:
            houses = get_text_list([*_houses(prices, opened)], _("and"))
            yield _("{cities}: {houses}.").format(cities=get_text_list(cities, _("and")), houses=houses)


def _three_houses(prices: Sequence[int], *, are_others: bool) -> str:
    sentence = (
        _(
            "Each other city has room for three houses: one for {first} Elektro, from Step 2 on one for {second},"
            " from Step 3 on one for {third}."
        )
        if are_others
        else _(
            "Each city has room for three houses: one for {first} Elektro, from Step 2 on one for {second}, from Step"
            " 3 on one for {third}."
        )
    )
    return sentence.format(first=prices[0], second=prices[1], third=prices[2])


def _houses(prices: tuple[int, ...], opened: tuple[int, ...]) -> Iterator[str]:
    """The slots of a city in words: ``opened`` says how many of them are open in each Step."""
    steps = [next(step for step, slots in enumerate(opened, 1) if slots > slot) for slot in range(len(prices))]
    for (price, step), count in Counter(zip(prices, steps, strict=True)).items():
        if not price:
            yield _("one house, for what its connection costs")
        elif step == 1:
            yield ngettext("one house for {price}", "{count} houses for {price}", count).format(
                price=price, count=count
            )
        else:
            yield ngettext(
                "one for {price} from Step {step} on", "{count} for {price} from Step {step} on", count
            ).format(price=price, step=step, count=count)


def _paths(board: rules.Board) -> Iterator[str]:
    if any(cost for _one, _other, cost in board.connections):
        yield _("The numbers on the lines are the costs of the connections.")
    yield from own_paths(board)


def own_paths(board: rules.Board) -> Iterator[str]:
    """What paths cost on a board beside, or instead of, its connections."""
    networks = board.rules.networks
    if any(city.node_cost for city in board.cities.values()):
        yield _("The number beside a city is what a path costs that enters it, whether it ends there or leads on.")
    if networks.transit_cost:
        yield _("A path costs {cost} for each city between your network and the new one.").format(
            cost=networks.transit_cost
        )
    if networks.flat_cost:
        yield _("No path costs more than {cost}: you pay that, too, where there is none.").format(
            cost=networks.flat_cost
        )
    if networks.next_island_cost:
        yield _(
            "No connection joins the islands: your first city on the second one costs {cost} instead, and has to be"
            " empty."
        ).format(cost=networks.next_island_cost)


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
    if city and _is_shown(picture, city.id):
        sentence = _("With a house in {city} garbage costs 1 Elektro less, but never less than 1.")
        yield KeyLine(icon("garbage"), sentence.format(city=city.name))
    if starts := _cities(board, (city for city in board.rules.networks.start_cities if _is_shown(picture, city))):
        sentence = _("Networks begin in the cities with two frames: {cities}. Each player can begin two.")
        yield KeyLine(icon("network-start"), sentence.format(cities=starts))
    if picture.blocked:
        yield KeyLine(icon("blocked"), _("In a city with a cross nobody can build, but paths lead through it."))
    if picture.marked:
        sentence = _("Every network starts in a marked city: {cities}. In Step 1 there is no other way into these.")
        cities = get_text_list([board.cities[city].name for city in picture.marked], _("and"))
        yield KeyLine(icon("start-city"), sentence.format(cities=cities))


def _is_shown(picture: MapPicture, city: str) -> bool:
    return picture.board.cities[city].area in (*picture.areas, *picture.open_areas)
