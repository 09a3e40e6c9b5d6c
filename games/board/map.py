"""Draws the map of a game as SVG.

Plain functions that put strings together: with template loops the same picture takes nearly a hundred times as long.
Everything that is not a number of ours goes through :func:`escape`. Looks come from ``static/css/board.css``.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

import rules
from games.board.geometry import City, Geometry, Point, geometry
from games.board.glyphs import HOUSES
from games.board.picture import House, MapPicture, Offer
from games.board.sizes import CAPSULE_HEIGHT, CAPSULE_WIDTH, COST_RADIUS, NAME_HEIGHT, SLOT_PITCH

SLOTS = (10, 15, 20)
_SLOT_AT = {10: -SLOT_PITCH, 15: 0.0, 20: SLOT_PITCH}


def draw_map(picture: MapPicture) -> SafeString:
    """The map as one SVG element."""
    drawn = geometry(picture.map, picture.edition)
    own = {city for city, houses in picture.houses.items() if any(house.seat == picture.seat for house in houses)}
    seat = "" if picture.seat is None else f" seat-{picture.seat}"
    label = escape(_("Map of {country}").format(country=rules.board(picture.map, picture.edition).name))
    return mark_safe(  # noqa: S308  Everything that is no number or path of ours is escaped.
        f'<svg class="board {picture.shape}{seat}" role="group" aria-label="{label}"'
        f' viewBox="0 0 {drawn.width} {drawn.height}">'
        f"{_ground(picture.map, picture.edition, picture.areas, picture.open_areas)}"
        f"{_homes(drawn, picture)}{_network(drawn, picture, own)}"
        f"{''.join(_city(drawn.cities[city.id], city, picture, city.id in own) for city in _cities(picture))}</svg>"
    )


def _cities(picture: MapPicture) -> Iterator[rules.City]:
    """Cities out of play first, so that nothing of theirs lies over the others."""
    board = rules.board(picture.map, picture.edition)
    return iter(sorted(board.cities.values(), key=lambda city: city.area in picture.areas))


@lru_cache(maxsize=256)
def _ground(map: str, edition: str, areas: tuple[str, ...], open_areas: tuple[str, ...]) -> str:
    drawn = geometry(map, edition)
    outline = f"outline-{escape(map)}-{escape(edition)}"
    shapes = "".join(
        f'<path class="area {_area_class(area, areas, open_areas)}" d="{drawn.areas[area.id]}"/>'
        for area in rules.board(map, edition).areas
    )
    return (
        f'<clipPath id="{outline}"><path d="{drawn.country}"/></clipPath>'
        f'<path class="land" d="{drawn.land}"/><path class="coast" d="{drawn.country}"/>'
        f'<g clip-path="url(#{outline})">{shapes}</g>'
        f'<path class="border" d="{drawn.country}"/><path class="lakes" d="{drawn.lakes}"/>'
    )


def _area_class(area: rules.Area, areas: tuple[str, ...], open_areas: tuple[str, ...]) -> str:
    if area.id in areas:
        return f"of-{escape(area.colour)}"
    return f"of-{escape(area.colour)} open" if area.id in open_areas else "out"


def _homes(drawn: Geometry, picture: MapPicture) -> str:
    """Where cities really lie, with a thin line to each that is drawn somewhere else for want of room."""
    return "".join(
        _home(drawn.cities[city.id].at, home)
        for city in _cities(picture)
        if city.area in picture.areas and (home := drawn.cities[city.id].home)
    )


def _home(at: Point, home: Point) -> str:
    return (
        f'<line class="leader" x1="{at[0]}" y1="{at[1]}" x2="{home[0]}" y2="{home[1]}"/>'
        f'<circle class="home" cx="{home[0]}" cy="{home[1]}" r="2"/>'
    )


def _network(drawn: Geometry, picture: MapPicture, own: set[str]) -> str:
    """All lines, and above them all costs."""
    board = rules.board(picture.map, picture.edition)
    in_play = {city.id for city in board.cities.values() if city.area in picture.areas}
    planned = {frozenset(pair) for offer in picture.planned.values() for pair in pairwise(offer.path)}
    lines, costs = [], []
    for (one, other, cost), (_one, _other, x, y) in zip(board.connections, drawn.costs, strict=True):
        (x0, y0), (x1, y1) = drawn.cities[one].at, drawn.cities[other].at
        kind = _line_class(one, other, in_play, own, planned)
        lines.append(f'<line class="{kind}" x1="{x0}" y1="{y0}" x2="{x1}" y2="{y1}"/>')
        if kind != "link out":
            costs.append(
                f'<g class="cost{kind[4:]}"><circle cx="{x}" cy="{y}" r="{COST_RADIUS}"/>'
                f'<text x="{x}" y="{y}" dy=".36em">{cost}</text></g>'
            )
    return "".join(lines) + "".join(costs)


def _line_class(one: str, other: str, in_play: set[str], own: set[str], planned: set[frozenset[str]]) -> str:
    if one not in in_play or other not in in_play:
        return "link out"
    if frozenset((one, other)) in planned:
        return "link planned"
    return "link own" if one in own and other in own else "link"


def _city(drawn: City, city: rules.City, picture: MapPicture, is_own: bool) -> str:
    if city.area not in picture.areas:
        return _quiet_city(drawn, city, is_open=city.area in picture.open_areas)
    offer = picture.planned.get(city.id) or picture.offers.get(city.id)
    houses = picture.houses.get(city.id, ())
    title = escape(" ".join(_words(city, houses, picture.names, offer)))
    classes = f"city{' own' if is_own else ''}{' planned' if city.id in picture.planned else ''}"
    content = f"<title>{title}</title>{_capsule(drawn)}{_slots(drawn, houses, picture, city.id)}{_name(drawn)}"
    if offer and offer.href:
        return (
            f'<a class="{classes} choice" data-city="{city.id}" href="{escape(offer.href)}" aria-label="{title}">'
            f"{content}</a>"
        )
    return f'<g class="{classes}" data-city="{city.id}">{content}</g>'


def _quiet_city(drawn: City, city: rules.City, *, is_open: bool) -> str:
    x, y = drawn.at
    state = "open" if is_open else "out"
    note = _("not chosen yet") if is_open else _("out of play")
    return (
        f'<g class="city {state}" data-city="{city.id}"><title>{escape(city.name)}: {escape(note)}</title>'
        f'<rect class="capsule" x="{x - 18:g}" y="{y - 5:g}" width="36" height="10" rx="5"/>{_name(drawn)}</g>'
    )


def _words(city: rules.City, houses: tuple[House, ...], names: tuple[str, ...], offer: Offer | None) -> Iterator[str]:
    """Who is in a city and what it would take to join them."""
    yield f"{city.name}."
    for house in houses:
        shape, _path = HOUSES[house.seat]
        values = {"company": names[house.seat], "shape": shape, "slot": house.slot}
        yield _("{company} ({shape}) has the house for {slot}.").format(**values)
    if offer:
        yield offer.text


def _capsule(drawn: City) -> str:
    x, y = drawn.at
    return (
        f'<rect class="capsule" x="{x - CAPSULE_WIDTH / 2:g}" y="{y - CAPSULE_HEIGHT / 2:g}"'
        f' width="{CAPSULE_WIDTH:g}" height="{CAPSULE_HEIGHT:g}" rx="{CAPSULE_HEIGHT / 2:g}"/>'
    )


def _slots(drawn: City, houses: tuple[House, ...], picture: MapPicture, city: str) -> str:
    x, y = drawn.at
    standing = {house.slot: house for house in houses}
    parts = []
    for number, slot in enumerate(SLOTS, start=1):
        at = round(x + _SLOT_AT[slot], 1)
        planned, offer = picture.planned.get(city), picture.offers.get(city)
        if slot in standing:
            parts.append(_house(standing[slot], at, y))
        elif planned and planned.slot == slot and picture.seat is not None:
            parts.append(_shape("house ghost", picture.seat, at, y))
        elif offer and offer.href and offer.slot == slot and not planned:
            parts.append(_price(offer, at, y))
        elif number > picture.step:
            parts.append(f'<path class="shut" d="M{at - 3:g} {y}h6"/>')
        else:
            parts.append(f'<text class="slot" x="{at}" y="{y}" dy=".36em">{slot}</text>')
    return "".join(parts)


def _house(house: House, x: float, y: float) -> str:
    halo = f'<circle class="halo" cx="{x}" cy="{y}" r="8.5"/>' if house.is_new else ""
    return halo + _shape("house", house.seat, x, y)


def _shape(kind: str, seat: int, x: float, y: float) -> str:
    return f'<path class="{kind} seat-{seat}" transform="translate({x} {y})" d="{HOUSES[seat][1]}"/>'


def _price(offer: Offer, x: float, y: float) -> str:
    """What the next house costs the viewer, in the slot it would take."""
    width = 15.0 if offer.cost < 100 else 20.0
    return (
        f'<rect class="price" x="{x - width / 2:g}" y="{y - 7:g}" width="{width:g}" height="14" rx="7"/>'
        f'<text class="price" x="{x}" y="{y}" dy=".36em">{offer.cost}</text>'
    )


def _name(drawn: City) -> str:
    x, y = drawn.name.at
    lines = "".join(
        f'<tspan x="{x}" y="{y + NAME_HEIGHT * line:g}">{escape(text)}</tspan>'
        for line, text in enumerate(drawn.name.lines)
    )
    return f'<text class="name {drawn.name.anchor}">{lines}</text>'
