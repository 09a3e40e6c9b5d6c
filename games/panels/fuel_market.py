"""The resource market: what is on sale, what lies beside it, and what the next refill brings."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from games.cast import Cast
from games.panels.pieces import FUEL_NAMES


@dataclass(frozen=True, slots=True)
class Space:
    """One price of the fuel market: its places, from the left, hold a token or not."""

    price: int
    places: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Storage:
    """The coal storage: its tokens are for sale, too, once the market has none (MAP-USA-3)."""

    tokens: int
    price: int

    @property
    def icons(self) -> range:
        """One item for each token."""
        return range(self.tokens)


@dataclass(frozen=True, slots=True)
class FuelTrack:
    """One kind of fuel on sale. ``cheapest`` is the price of the next token, None where it is sold out.

    ``due`` is what the table brings at the next refill, None where there is none any more; ``refill`` is what the
    ``supply`` has of it now. There always is room for all tokens. ``notes`` say what else holds for this kind.
    """

    kind: rules.FuelKind
    name: str
    spaces: tuple[Space, ...]
    on_sale: int
    cheapest: int | None
    due: int | None
    refill: int
    supply: int
    storage: Storage | None
    notes: tuple[str, ...]

    @property
    def is_short(self) -> bool:
        """Whether the supply lacks some of what is due."""
        return self.due is not None and self.refill < self.due


def fuel_market(view: rules.View, due: rules.Fuel, refill: rules.Fuel) -> tuple[FuelTrack, ...]:
    """The four tracks.

    :param due: what the next refill brings by the table.
    :param refill: what it would bring of that if it came now.
    """
    return tuple(_track(view, kind, due[kind], refill[kind]) for kind in rules.KINDS)


def _track(view: rules.View, kind: rules.FuelKind, due: int, refill: int) -> FuelTrack:
    prices = rules.market_prices(view.resources, kind)
    is_over = view.phase is rules.Phase.FINISHED
    return FuelTrack(
        kind=kind,
        name=str(FUEL_NAMES[kind]),
        spaces=_spaces(kind, len(prices)),
        on_sale=len(prices),
        cheapest=prices[0] if prices else None,
        due=None if is_over or _is_phased_out(view, kind) else due,
        refill=refill,
        supply=view.supply[kind],
        storage=_storage(view, kind),
        notes=() if is_over else tuple(_notes(view, kind)),
    )


def _spaces(kind: rules.FuelKind, on_sale: int) -> tuple[Space, ...]:
    """The places grouped by price; tokens are on the dearest ones (RES-7)."""
    prices = rules.SPACES[kind]
    first_token = len(prices) - on_sale
    grouped: dict[int, list[bool]] = {}
    for place, price in enumerate(prices):
        grouped.setdefault(price, []).append(place >= first_token)
    return tuple(Space(price, tuple(places)) for price, places in grouped.items())


def _is_phased_out(view: rules.View, kind: rules.FuelKind) -> bool:
    return kind == "uranium" and view.phased_out


def _storage(view: rules.View, kind: rules.FuelKind) -> Storage | None:
    price = rules.board(view.map, view.edition).rules.coal_storage_price
    return Storage(view.supply.coal, price) if kind == "coal" and price else None


def _notes(view: rules.View, kind: rules.FuelKind) -> Iterator[str]:
    if kind == "garbage":
        yield from _garbage_discount(view)
    if kind == "uranium":
        yield from _phase_out(view)
        yield from _tokens_on_marks(view)


def _garbage_discount(view: rules.View) -> Iterator[str]:
    """MAP-CE-7."""
    board = rules.board(view.map, view.edition)
    city = board.cities.get(board.rules.garbage_discount_city)
    if city is None or city.area not in view.areas:
        return
    owners = {owner for owner, _slot in view.houses(city.id)}
    if view.seat is not None and view.seat in owners:
        yield _("You have {city}: each token costs you 1 Elektro less, but at least 1.").format(city=city.name)
    else:
        yield _("Whoever has {city} pays 1 Elektro less for each token.").format(city=city.name)


def _phase_out(view: rules.View) -> Iterator[str]:
    """MAP-DE-2 to MAP-DE-4."""
    plant = rules.board(view.map, view.edition).rules.phase_out_plant
    if view.phased_out:
        yield _("Nuclear phase-out: uranium is not refilled any more.")
    elif plant and plant not in (*view.removed, *(view.trust.plants if view.trust else ())):
        yield _("Once somebody buys plant {plant}, uranium is not refilled any more.").format(plant=Cast.plant(plant))


def _tokens_on_marks(view: rules.View) -> Iterator[str]:
    """EXP-2."""
    tokens = sum(marker.token for marker in view.marked)
    if tokens:
        yield ngettext(
            "{count} more token marks a start city, and comes back to the supply from there.",
            "{count} more tokens mark start cities, and come back to the supply from there.",
            tokens,
        ).format(count=tokens)
