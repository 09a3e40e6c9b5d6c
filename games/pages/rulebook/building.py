"""The worked example of building: two companies on a corner of the board, and what more cities would cost one."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from msgspec.structs import replace

import rules
from games.board.geometry import Corner, facts, geometry
from games.board.picture import House, MapPicture, Offer
from games.board.room import Window
from games.pages.rulebook.tables import Example, start
from games.story.names import in_words

ANA, BOB = "Ana", "Bob"
OWN, OTHER = rules.Seat(0), rules.Seat(1)
MARGIN, LEAST_WIDTH = 60, 440
"""Between the example's cities and the edge of its picture, and across it: in units of the drawing."""
CLOSE_MARGIN, CLOSE_WIDTH = 36, 200
"""The same where only what Ana does first is to be seen."""


class CityRow(NamedTuple):
    """A city that Ana wants: by which way she gets there, and what it costs, or why she may not build there."""

    name: str
    way: str = ""
    slot: int = 0
    connection: int = 0
    cost: int = 0
    refusal: str = ""


class Attempt(NamedTuple):
    """Cities that Ana could build, each by itself; one after the other where there is a ``total``."""

    title: str
    cities: tuple[CityRow, ...]
    total: int | None = None


def building_example(options: rules.Options, version: int) -> Example:
    """Who is where, in words and drawn, and what Ana could build. ``window`` is the part of the map to look at.

    ``step`` is the picture of a city that she reaches without passing Bob's, and ``close_by`` the part to look at.
    """
    corner = facts(options.map).example
    state = _position(options, corner, version)
    return {
        "own": _names(state, corner.own),
        "others": _names(state, corner.others),
        "picture": _picture(state, corner, corner.empty[2]),
        "step": _picture(state, corner, corner.empty[1]),
        "close_by": _window(options, (*corner.own, corner.empty[1]), CLOSE_MARGIN, CLOSE_WIDTH),
        "window": _window(options, (*corner.own, *corner.others, *corner.empty)),
        "attempts": tuple(_attempts(state, corner)),
    }


def _position(options: rules.Options, corner: Corner, version: int) -> rules.State:
    state = start(options, version=version)
    # In round 1 some boards restrict where networks grow (MAP-JP-7), and chance blocks cities of others (MAP-NYC-4).
    every_area = tuple(area.id for area in state.board.areas)
    state = replace(state, areas=every_area, round=2, setup=replace(state.setup, blocked=()))
    for seat, cities in ((OWN, corner.own), (OTHER, corner.others)):
        houses = tuple(rules.House(city, _first_slot(state.board, city)) for city in cities)
        state = state.with_player(seat, replace(state.players[seat], cities=houses))
    return state


def _attempts(state: rules.State, corner: Corner) -> Iterator[Attempt]:
    second, first, other = replace(state, step=2), corner.others[0], corner.others[1]
    yield Attempt(_("In Step 1, one of these"), tuple(_city(state, city) for city in (*corner.empty, first)))
    if len(state.board.cities[first].slots) == 1:
        return
    yield _turn(second, (first, other), _("In Step 2, both in one turn"))
    yield _turn(second, (other, first), _("In Step 2, both in the other order"))


def _city(state: rules.State, city: str) -> CityRow:
    try:
        (offer,) = rules.quote(state, OWN, (city,)).steps
    except rules.RuleError as refusal:
        return CityRow(state.board.cities[city].name, refusal=_(refusal.sentence).format(**refusal.values))
    return _row(state, offer)


def _turn(state: rules.State, cities: tuple[str, ...], title: str) -> Attempt:
    quote = rules.quote(state, OWN, cities)
    return Attempt(title, tuple(_row(state, offer) for offer in quote.steps), quote.total)


def _row(state: rules.State, offer: rules.CityOffer) -> CityRow:
    cities = state.board.cities
    way = " – ".join(cities[city].name for city in offer.path)
    return CityRow(cities[offer.city].name, way, offer.slot, offer.connection, offer.cost)


def _names(state: rules.State, cities: Sequence[str]) -> str:
    return in_words(state.board.cities[city].name for city in cities)


def _picture(state: rules.State, corner: Corner, city: str) -> MapPicture:
    """Ana has composed to build in a city, and her way there stands out."""
    (offer,) = rules.quote(state, OWN, (city,)).steps
    standing = dict.fromkeys(corner.own, OWN) | dict.fromkeys(corner.others, OTHER)
    return MapPicture(
        map=state.options.map,
        edition=state.options.edition,
        areas=state.areas,
        step=1,
        names=(ANA, BOB),
        houses={city: (House(seat, _first_slot(state.board, city)),) for city, seat in standing.items()},
        networks={
            seat: rules.paid_links(state.board, state.areas, tuple(cities))
            for seat, cities in ((OWN, corner.own), (OTHER, corner.others))
        },
        seat=OWN,
        version=state.setup.version,
        planned={offer.city: Offer(offer.city, offer.slot, offer.cost, "", offer.path)},
    )


def _first_slot(on: rules.Board, city: str) -> int:
    return on.cities[city].slots[0]


def _window(
    options: rules.Options, cities: Sequence[str], margin: int = MARGIN, least_width: int = LEAST_WIDTH
) -> Window:
    """The part of the map round some cities, in the shape of a picture, as far as the map goes."""
    drawn = geometry(options.map, options.edition)
    xs, ys = zip(*(drawn.cities[city].at for city in cities), strict=True)
    width = max(max(xs) - min(xs) + 2 * margin, least_width)
    height = max(max(ys) - min(ys) + 2 * margin, width / 2)
    left, top = _edge(min(xs), max(xs), width, drawn.width), _edge(min(ys), max(ys), height, drawn.height)
    return left, top, width, height


def _edge(first: float, last: float, size: float, limit: int) -> float:
    """Where a stretch of a size begins that has others in its middle, and ends within the limit."""
    return max(0, min((first + last - size) / 2, limit - size))
