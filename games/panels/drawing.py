"""Small parts of panels as HTML, put together in Python: those of which a page has many.

A template takes some ten times as long for each. What looks the same in all games is drawn once in each language.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.board.glyphs import house, icon
from games.panels.cities import Cities, CityPrice, CityRow
from games.panels.fuel_market import FuelTrack, Place
from games.panels.pieces import PlantCard
from games.panels.strip import Chip, Pip


def draw_plant(card: PlantCard) -> SafeString:
    """A plant in a line of text."""
    return _plant(card, get_language())


def draw_plant_card(card: PlantCard) -> SafeString:
    """A plant as a card."""
    return _plant_card(card, get_language())


@lru_cache(maxsize=512)
def _plant(card: PlantCard, _language: str) -> SafeString:
    words = escape(card.words)
    return mark_safe(  # noqa: S308  Everything that is no number or word of ours is escaped.
        f'<span class="plant of-{card.kind}" title="{words}">{icon(card.kind)}<b aria-hidden="true">{card.label}</b>'
        f'<small aria-hidden="true">{card.need or ""}→{card.powers}</small>'
        f'<span class="visually-hidden">{words}</span></span>'
    )


@lru_cache(maxsize=512)
def _plant_card(card: PlantCard, _language: str) -> SafeString:
    if card.is_hybrid:
        needs = f"{icon('coal')}/{icon('oil')}<b>×{card.need}</b>"
    else:
        needs = "".join(map(icon, card.tokens)) or icon(card.kind)
    return mark_safe(  # noqa: S308  Everything that is no number or word of ours is escaped.
        f'<span class="plant-card of-{card.kind}">'
        f'<b class="plant-number" aria-hidden="true">{card.label}</b>'
        f' <span class="plant-powers" aria-hidden="true">{card.powers}{icon("city")}</span>'
        f' <span class="plant-needs" aria-hidden="true">{needs}</span>'
        f' <span class="visually-hidden">{escape(card.words)}</span></span>'
    )


def draw_chips(chips: Iterable[Chip]) -> SafeString:
    """The phases of a round, as items of a list."""
    items = (
        f'<li class="{chip.state}"{_CURRENT if chip.state == "now" else ""}>{chip.number} '
        f"<span>{escape(chip.name)}</span></li>"
        for chip in chips
    )
    return mark_safe("\n".join(items))  # noqa: S308  Everything that is no number or word of ours is escaped.


_CURRENT = ' aria-current="step"'


def draw_pips(pips: Iterable[Pip]) -> SafeString:
    """The cities on the way to the end."""
    marks = (f'<i class="{"reached " if pip.reached else ""}{pip.mark}"></i>' for pip in pips)
    return mark_safe("".join(marks))  # noqa: S308  Nothing in it comes from outside.


def signed(number: int) -> str:
    """How much more or less something is, such as +5 or −3."""
    return f"{number:+}".replace("-", "−")


def draw_spaces(track: FuelTrack) -> SafeString:
    """The spaces of a kind in the fuel market, with their tokens."""
    token = icon(track.kind)
    spaces = (
        f'<span class="space"><i>{space.price}</i>'
        f"{''.join(_place(place, track.kind, token) for place in space.places)}</span>"
        for space in track.spaces
    )
    return mark_safe(  # noqa: S308  Everything that is no number or word of ours is escaped.
        f'<div class="spaces" aria-hidden="true">{"".join(spaces)}</div>'
    )


def _place(place: Place, kind: str, token: str) -> str:
    wanted = " is-wanted" if place.is_wanted else ""
    if place.href:
        href = escape(place.href)
        return (
            f'<a class="token{wanted}" id="token-{kind}-{place.number}" href="{href}" hx-get="{href}" tabindex="-1">'
            f"{token}</a>"
        )
    if place.is_full:
        return f'<b class="token{wanted or (" came" if place.is_other else "")}">{token}</b>'
    return '<s class="went"></s>' if place.is_other else "<s></s>"


def draw_city_rows(cities: Cities) -> SafeString:
    """The rows of the table of cities."""
    words = {"free": _("%(slot)s free"), "leaves": escape(_("Leaves")), "start city": escape(_("start city"))}
    rows = (_city(row, cities.have_prices, cities.have_choices, words) for row in cities.rows)
    return mark_safe("".join(rows))  # noqa: S308  Everything that is no number or word of ours is escaped.


def _city(row: CityRow, have_prices: bool, have_choices: bool, words: dict[str, str]) -> str:
    state = ' class="planned"' if row.is_planned else ' class="own"' if row.is_own else ""
    price = _price(row, row.price, words) if have_prices else ""
    return (
        f'<tr id="row-{row.id}"{state}><th scope="row">{escape(row.name)}</th>'
        f' <td class="area"><span class="swatch of-{row.colour}"></span>{escape(row.area)}</td>'
        f' <td class="houses"><div class="residents">{"".join(_houses(row, words))}</div></td>'
        f"{price}{_choice(row) if have_choices else ''}</tr>\n"
    )


def _houses(row: CityRow, words: dict[str, str]) -> Iterator[str]:
    if row.is_marked:
        yield f"<span>{icon('start-city')} {words['start city']}</span>"
    for resident in row.residents:
        new = ' class="new"' if resident.is_new else ""
        company = resident.company
        yield f"<span{new}>{resident.slot} {house(company.seat)} <bdi>{escape(company.name)}</bdi></span>"
    for slot in row.free:
        yield f'<span class="muted">{escape(words["free"] % {"slot": slot})}</span>'


def _price(row: CityRow, price: CityPrice | None, words: dict[str, str]) -> str:
    """What a house there costs the viewer, how to get there, and what that leaves them."""
    head = f' <td class="number left" data-label="{words["leaves"]}">'
    if price is None:
        note = f'<span class="muted">{escape(row.note)}</span>' if row.note else ""
        return f' <td class="price">{note}</td> <td class="way"></td>{head}</td>'
    left = f"{'' if price.left is None else price.left}"
    if price.missing:
        left = f'<span class="missing">{escape(_("%(missing)s short") % {"missing": price.missing})}</span>'
    return (
        f' <td class="price" data-value="{price.cost}" data-unit="Elektro">'
        f"{price.slot} + {price.connection} = <b>{price.cost}</b></td>"
        f' <td class="way">{escape(price.way)}</td>{head}{left}</td>'
    )


def _choice(row: CityRow) -> str:
    if not row.href:
        return ' <td class="act"></td>'
    href = escape(row.href)
    return (
        f' <td class="act"><a class="button quiet small" id="list-{row.id}" href="{href}" hx-get="{href}">'
        f'{escape(str(row.choice))}<span class="visually-hidden"> {escape(row.name)}</span></a></td>'
    )
