"""The resource market: what is on sale, what lies beside it, and what the next refill brings."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import replace

import rules
from games.models.terms import market_name
from games.pages.panels.buyers import Buyer, buyers
from games.pages.panels.pieces import FUEL_NAMES, Companies
from games.pages.panels.uranium_market import UraniumMarket, uranium_market
from games.replay.history import Purchases
from games.story.names import Names
from rules import events

MANY = 6
"""Tokens of one kind at one price that are still drawn in a single row."""


@dataclass(frozen=True, slots=True)
class Basket:
    """What is composed of a kind: the ``wanted`` cheapest tokens. ``hrefs`` is where to want that many, from 1 on."""

    wanted: int
    hrefs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Room for a token. ``is_wanted``: it is being bought; ``href`` is where one composes to buy up to this one.

    ``number`` counts the tokens on sale from the cheapest, which is 1. ``is_other``: a token had just come or gone.
    ``is_too_dear``: nobody can buy it in this Step (MAP-IN-9).
    """

    is_full: bool
    number: int = 0
    is_wanted: bool = False
    href: str = ""
    is_other: bool = False
    is_too_dear: bool = False


@dataclass(frozen=True, slots=True)
class Space:
    """One price of the fuel market, with its places from the left; none where the kind is not sold at it."""

    price: int
    places: tuple[Place, ...]

    @property
    def is_crowded(self) -> bool:
        return len(self.places) > MANY


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

    ``ceiling`` is the price of the dearest token that can be bought, None where all can (MAP-IN-9).

    ``refills`` is what the table brings in each Step, and ``due`` at the next refill, None where there is none any
    more; ``refill`` is what it would bring now. ``notes`` say what else holds for this kind. The first ``shared``
    spaces are at the prices that the market has a box for. ``change`` is how many more are on sale than in the
    position to compare with.
    """

    kind: rules.FuelKind
    name: str
    spaces: tuple[Space, ...]
    on_sale: int
    cheapest: int | None
    ceiling: int | None
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
        """Those at prices with a box for all kinds."""
        return self.spaces[: self.shared]

    @property
    def further_spaces(self) -> tuple[Space, ...]:
        return self.spaces[self.shared :]

    @property
    def is_short(self) -> bool:
        """Whether the supply lacks some of what is due."""
        return self.due is not None and self.refill < self.due

    @property
    def is_too_dear(self) -> bool:
        """Whether none of the tokens can be bought in this Step."""
        return self.cheapest is not None and self.ceiling is not None and self.cheapest > self.ceiling


@dataclass(frozen=True, slots=True)
class MarketBoard:
    """One of the resource markets. Most boards have a single one, without ``id`` and ``name``."""

    id: str
    name: str
    tracks: tuple[FuelTrack, ...]

    @property
    def prices(self) -> tuple[int, ...]:
        """The prices with a box for all kinds."""
        return tuple(space.price for space in self.tracks[0].shared_spaces)


@dataclass(frozen=True, slots=True)
class FuelMarket:
    """All that is sold. ``notes`` say what holds for all kinds.

    ``buyers`` are there while turns go round (MAP-IN-7), ``uranium`` where mines sell to a market of their own.
    """

    boards: tuple[MarketBoard, ...]
    notes: tuple[str, ...]
    buyers: tuple[Buyer, ...]
    uranium: UraniumMarket | None

    @property
    def refills(self) -> tuple[Refill, ...]:
        """The Steps of the refills, as long as there are any."""
        return next((track.refills for board in self.boards for track in board.tracks if track.refills), ())

    @property
    def has_steps(self) -> bool:
        """Whether later Steps bring more or less."""
        return len(self.refills) > 1


@dataclass(frozen=True, slots=True)
class Supply:
    """What comes from the supply: what is ``due`` to each market in each Step, and what would come ``now``.

    ``step`` is the one in force at the next refill, as far as that is certain.
    """

    due: tuple[tuple[rules.Fuel, ...], ...]
    now: tuple[rules.Fuel, ...]
    sales: tuple[events.UraniumSold, ...] = ()
    step: int = 1

    @classmethod
    def of(cls, state: rules.State) -> "Supply":
        step = _step_of_refill(state)
        return cls(
            due=tuple(rules.refills_due(replace(state, step=step)) for step in (1, 2, 3)),
            now=rules.refills_of(replace(state, step=step)),
            sales=rules.uranium_sales(state),
            step=step,
        )


def _step_of_refill(state: rules.State) -> int:
    """While cities are built, another Step may be certain to begin before the refill (STEP-4, STEP-5, STEP-14)."""
    if state.phase is not rules.Phase.BUILDING:
        return state.step
    if state.next_step:
        return state.next_step
    return 2 if state.board.hooks.step2_is_due(state) else state.step


Baskets = Mapping[str, Mapping[rules.FuelKind, Basket]]
"""What the viewer is composing to buy, by market and kind."""


def fuel_market(
    view: rules.View, supply: Supply, table: Companies, baskets: Baskets, purchases: Purchases
) -> FuelMarket:
    """All that is sold in a position.

    :param table: the companies, by seat.
    :param purchases: what was bought in this phase, by seat, where turns go round.
    """
    return FuelMarket(
        boards=tuple(
            MarketBoard(market.id, market_name(market), tracks(view, supply, place, baskets.get(market.id, {})))
            for place, market in enumerate(view.board.markets)
        ),
        notes=() if view.phase is rules.Phase.FINISHED else tuple(_notes_for_all(view)),
        buyers=buyers(view, table, purchases),
        uranium=uranium_market(view, supply.sales, table),
    )


def tracks(
    view: rules.View, supply: Supply, market: int = 0, baskets: Mapping[rules.FuelKind, Basket] | None = None
) -> tuple[FuelTrack, ...]:
    """The tracks of the kinds that are sold in a market.

    :param market: its place among those of the board.
    :param baskets: what the viewer is composing to buy there.
    """
    spaces = {kind: prices for kind in rules.KINDS if (prices := rules.price_spaces(view, kind, market))}
    boxes = _boxes(tuple(spaces.values()))
    return tuple(
        _track(view, kind, market, spaces[kind], boxes, supply, (baskets or {}).get(kind, EMPTY)) for kind in spaces
    )


EMPTY = Basket(0, ())


def _track(
    view: rules.View,
    kind: rules.FuelKind,
    market: int,
    spaces: tuple[int, ...],
    boxes: tuple[int, ...],
    supply: Supply,
    basket: Basket,
) -> FuelTrack:
    prices = rules.market_prices(view, kind, market)
    is_refilled = view.phase is not rules.Phase.FINISHED and not (kind == "uranium" and view.phased_out)
    due = [tokens[market][kind] for tokens in supply.due]
    has_steps = view.board.rules.deal.has_step3
    coal_price = view.board.rules.coal_storage_price if kind == "coal" else 0
    ceiling = view.board.rules.fuel_sales.ceiling[view.step - 1]
    return FuelTrack(
        kind=kind,
        name=str(FUEL_NAMES[kind]),
        spaces=_spaces(spaces, len(prices), basket, boxes, ceiling),
        on_sale=len(prices),
        cheapest=prices[0] if prices else None,
        ceiling=ceiling,
        refills=tuple(
            Refill(step, tokens, step == supply.step)
            for step, tokens in enumerate(due, start=1)
            if is_refilled and (has_steps or step == supply.step)
        ),
        due=due[supply.step - 1] if is_refilled else None,
        refill=supply.now[market][kind],
        supply=view.supply[kind],
        storage=Storage(view.supply.coal, coal_price) if coal_price else None,
        notes=() if view.phase is rules.Phase.FINISHED else tuple(_notes(view, kind)),
        shared=len(boxes),
    )


@lru_cache(maxsize=512)
def _boxes(spaces: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """The prices for which a market has a box: all up to the dearest one that more than one kind has."""
    kinds = Counter(chain.from_iterable(map(set, spaces)))
    dearest = max((price for price, count in kinds.items() if count > 1), default=0)
    return tuple(sorted(price for price in kinds if price <= dearest))


@lru_cache(maxsize=512)
def _spaces(
    prices: tuple[int, ...], on_sale: int, basket: Basket, boxes: tuple[int, ...], ceiling: int | None
) -> tuple[Space, ...]:
    """The places grouped by price; tokens are on the most expensive ones (RES-7)."""
    first_token = len(prices) - on_sale
    grouped: dict[int, list[Place]] = {price: [] for price in boxes}
    for place, price in enumerate(prices):
        is_too_dear = ceiling is not None and price > ceiling
        grouped.setdefault(price, []).append(_place(place - first_token, basket, is_too_dear=is_too_dear))
    return tuple(Space(price, tuple(places)) for price, places in grouped.items())


def _place(token: int, basket: Basket, *, is_too_dear: bool) -> Place:
    """The place of a token by its number, the cheapest being 0; those below that are gone."""
    if token < 0:
        return Place(is_full=False, is_too_dear=is_too_dear)
    href = basket.hrefs[token] if token < len(basket.hrefs) else ""
    return Place(True, token + 1, is_wanted=token < basket.wanted, href=href, is_too_dear=is_too_dear)


def _notes_for_all(view: rules.View) -> Iterator[str]:
    sales, step = view.board.rules.fuel_sales, view.step
    if len(view.board.markets) > 1:
        yield _("All that a player buys in a turn comes from one of the markets. They share a supply.")
    if sales.ceiling[step - 1] is not None:
        yield _("In Step {step} only tokens that cost up to {ceiling} Elektro can be bought.").format(
            step=step, ceiling=sales.ceiling[step - 1]
        )
    if sales.tax[step - 1]:
        yield _("In Step {step} coal, oil and garbage cost {tax} Elektro more.").format(
            tax=sales.tax[step - 1], step=step
        )
    elif any(sales.tax[step:]):
        taxed = next(later for later in (2, 3) if later > step and sales.tax[later - 1])
        yield _("From Step {step} on, coal, oil and garbage cost {tax} Elektro more.").format(
            step=taxed, tax=sales.tax[taxed - 1]
        )


def _notes(view: rules.View, kind: rules.FuelKind) -> Iterator[str]:
    if kind == "oil":
        yield from _moved_oil(view)
    if kind == "garbage":
        yield from _garbage_discount(view)
    if kind == "uranium":
        yield from _phase_out(view)
        yield from _tokens_on_marks(view)


def _moved_oil(view: rules.View) -> Iterator[str]:
    """MAP-ME-7."""
    if view.oil_moved:
        yield ngettext(
            "{count} token moved to the cheap end, as the supply had none. Its place at the dear end stays closed "
            "until the oil is sold out.",
            "{count} tokens moved to the cheap end, as the supply had none. Their places at the dear end stay closed "
            "until the oil is sold out.",
            view.oil_moved,
        ).format(count=view.oil_moved)


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
