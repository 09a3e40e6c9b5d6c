"""The resource market: what is on sale, what lies beside it, and what the next refill brings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import replace

import rules
from games.pages.panels.pieces import FUEL_NAMES
from games.story.names import Names


@dataclass(frozen=True, slots=True)
class Basket:
    """What is composed of a kind: the ``wanted`` cheapest tokens. ``hrefs`` is where to want that many, from 1 on."""

    wanted: int
    hrefs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Room for a token. ``is_wanted``: it is being bought; ``href`` is where one composes to buy up to this one.

    ``number`` counts the tokens on sale from the cheapest, which is 1. ``is_other``: a token had just come or gone.
    """

    is_full: bool
    number: int = 0
    is_wanted: bool = False
    href: str = ""
    is_other: bool = False


@dataclass(frozen=True, slots=True)
class Space:
    """One price of the fuel market, with its places from the left."""

    price: int
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Refill:
    """What the table brings of a kind at the end of a round in a Step."""

    step: int
    tokens: int
    is_next: bool


@dataclass(frozen=True, slots=True)
class Storage:
    """The coal storage: its tokens are for sale, too, once the market has none (MAP-USA-3)."""

    tokens: int
    price: int


@dataclass(frozen=True, slots=True)
class FuelTrack:
    """One kind of fuel on sale. ``cheapest`` is the price of the next token, None where it is sold out.

    ``refills`` is what the table brings in each Step, and ``due`` at the next refill, None where there is none any
    more; ``refill`` is what the ``supply`` has of it now. There always is room for all tokens. ``notes`` say what
    else holds for this kind. The first ``shared`` spaces are at prices that every kind has. ``change`` is how many
    more are on sale than in the position to compare with.
    """

    kind: rules.FuelKind
    name: str
    spaces: tuple[Space, ...]
    on_sale: int
    cheapest: int | None
    refills: tuple[Refill, ...]
    due: int | None
    refill: int
    supply: int
    storage: Storage | None
    notes: tuple[str, ...]
    shared: int
    change: int = 0

    @property
    def shared_spaces(self) -> tuple[Space, ...]:
        """Those at the prices that every kind has."""
        return self.spaces[: self.shared]

    @property
    def further_spaces(self) -> tuple[Space, ...]:
        return self.spaces[self.shared :]

    @property
    def is_short(self) -> bool:
        """Whether the supply lacks some of what is due."""
        return self.due is not None and self.refill < self.due


def fuel_market(
    view: rules.View,
    due: Sequence[rules.Fuel],
    refill: rules.Fuel,
    baskets: Mapping[rules.FuelKind, Basket] | None = None,
) -> tuple[FuelTrack, ...]:
    """The tracks of the kinds that are sold, in the first market where there are several.

    :param due: what a refill brings, see :func:`refills_due`.
    :param refill: what the next one would bring of that if it came now.
    :param baskets: what the viewer is composing to buy.
    """
    spaces = {kind: prices for kind in rules.KINDS if (prices := rules.price_spaces(view, kind))}
    return tuple(
        _track(view, kind, spaces, [tokens[kind] for tokens in due], refill[kind], (baskets or {}).get(kind, EMPTY))
        for kind in spaces
    )


EMPTY = Basket(0, ())


def refills_due(state: rules.State) -> tuple[rules.Fuel, ...]:
    """What a refill brings by the table, for each Step (BUR-8)."""
    return tuple(rules.refill_due(replace(state, step=step)) for step in (1, 2, 3))


def _track(
    view: rules.View,
    kind: rules.FuelKind,
    spaces: Mapping[rules.FuelKind, tuple[int, ...]],
    due: Sequence[int],
    refill: int,
    basket: Basket,
) -> FuelTrack:
    prices = rules.market_prices(view, kind)
    is_refilled = view.phase is not rules.Phase.FINISHED and not (kind == "uranium" and view.phased_out)
    coal_price = view.board.rules.coal_storage_price if kind == "coal" else 0
    return FuelTrack(
        kind=kind,
        name=str(FUEL_NAMES[kind]),
        spaces=_spaces(spaces[kind], len(prices), basket),
        on_sale=len(prices),
        cheapest=prices[0] if prices else None,
        refills=tuple(
            Refill(step, tokens, step == view.step) for step, tokens in enumerate(due, start=1) if is_refilled
        ),
        due=due[view.step - 1] if is_refilled else None,
        refill=refill,
        supply=view.supply[kind],
        storage=Storage(view.supply.coal, coal_price) if coal_price else None,
        notes=() if view.phase is rules.Phase.FINISHED else tuple(_notes(view, kind)),
        shared=_shared(tuple(spaces.values())),
    )


@lru_cache(maxsize=512)
def _shared(spaces: tuple[tuple[int, ...], ...]) -> int:
    """How many prices are the same for all kinds of fuel, from the lowest on: the market has a box for each."""
    boxes = zip(*(dict.fromkeys(prices) for prices in spaces), strict=False)
    return len(list(takewhile(lambda prices: len(set(prices)) == 1, boxes)))


@lru_cache(maxsize=512)
def _spaces(prices: tuple[int, ...], on_sale: int, basket: Basket) -> tuple[Space, ...]:
    """The places grouped by price; tokens are on the most expensive ones (RES-7)."""
    first_token = len(prices) - on_sale
    grouped: dict[int, list[Place]] = {}
    for place, price in enumerate(prices):
        grouped.setdefault(price, []).append(_place(place - first_token, basket))
    return tuple(Space(price, tuple(places)) for price, places in grouped.items())


def _place(token: int, basket: Basket) -> Place:
    """The place of a token by its number, the cheapest being 0; those below that are gone."""
    if token < 0:
        return Place(is_full=False)
    href = basket.hrefs[token] if token < len(basket.hrefs) else ""
    return Place(is_full=True, number=token + 1, is_wanted=token < basket.wanted, href=href)


def _notes(view: rules.View, kind: rules.FuelKind) -> Iterator[str]:
    if kind == "garbage":
        yield from _garbage_discount(view)
    if kind == "uranium":
        yield from _phase_out(view)
        yield from _tokens_on_marks(view)


def _garbage_discount(view: rules.View) -> Iterator[str]:
    """MAP-CE-7."""
    board = view.board
    city = board.cities.get(board.rules.garbage_discount_city)
    if city is None or city.area not in view.areas:
        return
    if view.seat is not None and view.seat in {owner for owner, _slot in view.houses(city.id)}:
        sentence = _("You have a house in {city}. Each token costs you 1 Elektro less, but at least 1.")
    else:
        sentence = _("A player with a house in {city} pays 1 Elektro less for each token.")
    yield sentence.format(city=city.name)


def _phase_out(view: rules.View) -> Iterator[str]:
    """MAP-DE-2 to MAP-DE-4."""
    plant = view.board.rules.phase_out_plant
    if view.phased_out:
        yield _("Nuclear phase-out: uranium is no longer refilled.")
    elif plant and plant not in (*view.removed, *(view.trust.plants if view.trust else ())):
        yield _("Once a player buys plant {plant}, uranium is no longer refilled.").format(plant=Names.plant(plant))


def _tokens_on_marks(view: rules.View) -> Iterator[str]:
    """EXP-2."""
    tokens = sum(marker.token for marker in view.marked)
    if tokens:
        yield ngettext(
            "{count} more token marks a start city, and comes back to the supply from there.",
            "{count} more tokens mark start cities, and come back to the supply from there.",
            tokens,
        ).format(count=tokens)
