"""Composing a purchase of fuel."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import replace

import rules
from games.pages.composing.asked import Asked, PricedPanel
from games.pages.panels.pieces import FUEL_NAMES
from games.story.names import in_words

MOST_STEPS = 20
"""How many steps back are remembered."""


@dataclass(frozen=True, slots=True)
class PurchaseRow:
    """One kind of fuel: ``wanted`` tokens of at most ``most``, which is what is on sale and fits if bought alone.

    ``prices`` are those of these tokens in the market, cheapest first, and ``stored`` those of the ones that come
    from the coal storage after it. The wanted ones cost ``cost``, one more ``next_price``, None where there is none;
    beside all that is composed ``room`` is left. ``sold_out`` says why no more is to be had, if it is not for room.
    ``hrefs`` is where to want the tokens of the market, from 1 on. ``is_of_use`` where an own plant burns it.
    ``discount`` says why tokens cost less than its space says.
    """

    kind: rules.FuelKind
    name: str
    held: int
    wanted: int
    most: int
    cost: int
    next_price: int | None
    room: int
    sold_out: str
    prices: tuple[int, ...]
    stored: tuple[int, ...]
    hrefs: tuple[str, ...]
    is_of_use: bool
    discount: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """A purchase to take over at ``href``: what it is good for, and the fuel, in words."""

    href: str
    purpose: str
    fuel: str
    is_composed: bool


@dataclass(frozen=True, slots=True)
class MarketChoice:
    """A market with what can be bought there. At ``href`` a purchase begins anew in it, and so at those of its rows.

    ``id`` and ``name`` are empty where there is no other.
    """

    id: str
    name: str
    href: str
    rows: tuple[PurchaseRow, ...]


@dataclass(frozen=True, slots=True)
class PurchasePanel(PricedPanel):
    """Buy fuel in one of the ``markets``. ``powered_before`` is how many cities can be supplied without it.

    ``words`` name the fuel that is composed; empty where there is none. ``limits`` say how much can be bought of what
    is composed beyond that. ``trust_follows``: the Trust takes its fuel next. ``steps`` are what was composed so far,
    the present included, as notation. ``one_token``: turns go round, and whoever buys nothing is out (MAP-IN-7).
    """

    is_recalculated: ClassVar[bool] = True
    answer: ClassVar = "buy"
    shown_in: ClassVar[tuple[str, ...]] = ("fuel-market", "board", "cities")
    markets: tuple[MarketChoice, ...]
    market: MarketChoice
    proposals: tuple[Proposal, ...]
    powered_before: int
    words: str
    limits: tuple[str, ...]
    trust_follows: bool
    steps: tuple[str, ...]
    one_token: bool

    @property
    def rows(self) -> tuple[PurchaseRow, ...]:
        """Those of the market to buy in."""
        return self.market.rows

    @property
    def confirm(self) -> str:
        return _("Buy {fuel} for {total}").format(fuel=self.words, total=self.total) if self.words else ""

    @property
    def summary(self) -> str:
        if not self.words:
            return ""
        if not self.cities:
            sentence = _("{fuel} for {total} Elektro, {left} left.")
            return sentence.format(fuel=self.words, total=self.total, left=self.money_left)
        sentence = ngettext(
            "{fuel} for {total} Elektro, {left} left; you could power {powered} of {cities} city.",
            "{fuel} for {total} Elektro, {left} left; you could power {powered} of {cities} cities.",
            self.cities,
        )
        return sentence.format(
            fuel=self.words, total=self.total, left=self.money_left, powered=self.powered, cities=self.cities
        )


def purchase_panel(asked: Asked, decision: rules.PurchaseDecision, draft: rules.BuyResources | None) -> PurchasePanel:
    draft = draft or rules.BuyResources()
    steps = _Trail.to(draft, asked)
    player, wanted = asked.player, draft.fuel
    chosen = _market(asked, decision, draft)
    markets = tuple(
        _market_choice(asked, market, wanted, steps, is_chosen=market is chosen) for market in decision.markets
    )
    after = replace(player, fuel=player.fuel + wanted)
    return PurchasePanel(
        markets=markets,
        market=markets[decision.markets.index(chosen)],
        proposals=tuple(_proposals(asked, decision, draft, steps)),
        total=sum(sum(offer.prices[: wanted[offer.kind]]) for offer in chosen.fuels),
        money=decision.money,
        powered_before=asked.powers(player),
        powered=asked.powers(after),
        cities=player.network_size,
        reach=asked.reach(after),
        words=asked.names.fuel(wanted),
        limits=tuple(
            _limit(asked, chosen, offer)
            for offer in chosen.fuels
            if wanted[offer.kind] > min(offer.room, len(offer.prices))
        ),
        trust_follows=bool(asked.state.trust and asked.state.trust.plants and not asked.state.acted),
        undo=steps.back(),
        clear=steps.on(_beginning(chosen)) if wanted else "",
        steps=tuple(map(str, steps.taken)),
        one_token=decision.one_token,
    )


def _market(asked: Asked, decision: rules.PurchaseDecision, draft: rules.BuyResources) -> rules.PurchaseDecision:
    """The market that is bought in: where none is chosen yet, the one with the purchase that is proposed first."""
    proposed = draft if draft.market or not decision.elsewhere else rules.fuel_to_power_most(asked.player, decision)
    return decision.in_market_of(proposed)


def _beginning(market: rules.PurchaseDecision) -> rules.BuyResources:
    """Nothing yet, in a market."""
    return rules.BuyResources(market=market.market or None)


def _market_choice(
    asked: Asked, market: rules.PurchaseDecision, wanted: rules.Fuel, steps: "_Trail", *, is_chosen: bool
) -> MarketChoice:
    """What can be bought in a market; in one that is not chosen, that is all there is of the purchase."""
    wanted = wanted if is_chosen else rules.NO_FUEL
    return MarketChoice(
        id=market.market,
        name=asked.names.market(market.market),
        href=steps.on(_beginning(market)),
        rows=tuple(_purchase_row(asked, market, offer, wanted, steps) for offer in market.fuels),
    )


@dataclass(frozen=True, slots=True)
class _Trail:
    """What was composed in one turn, purchase after purchase, the present one last; the address carries them all."""

    asked: Asked
    taken: tuple[rules.BuyResources, ...]

    @classmethod
    def to(cls, draft: rules.BuyResources, asked: Asked) -> "_Trail":
        before = [step for step in asked.trail if isinstance(step, rules.BuyResources)] or [rules.BuyResources()]
        if before[-1] != draft:
            before.append(draft)
        return cls(asked, tuple(before[-MOST_STEPS:]))

    def on(self, purchase: rules.BuyResources) -> str:
        """Where this is composed next."""
        return self._address(purchase, self.taken)

    def back(self) -> str:
        """Where the last step is taken back; empty where there is none."""
        if len(self.taken) == 1:
            return ""
        *before, last, _undone = self.taken
        return self._address(last, before)

    def _address(self, purchase: rules.BuyResources, before: Sequence[rules.BuyResources]) -> str:
        fields: list[tuple[str, object]] = [(kind, amount) for kind, amount in purchase.fuel.items() if amount]
        if purchase.market:
            fields.append(("market", purchase.market))
        return self.asked.address("buy", [*fields, *(("before", step) for step in before)])


def _proposals(
    asked: Asked, decision: rules.PurchaseDecision, draft: rules.BuyResources, steps: _Trail
) -> Iterator[Proposal]:
    """Purchases that run plants. Where turns go round, they are bought in the turns to come, token by token."""
    if decision.one_token:
        return

    def proposal(purpose: str, purchase: rules.BuyResources) -> Proposal:
        fuel = asked.names.fuel(purchase.fuel)
        if decision.elsewhere:
            market = decision.in_market_of(purchase)
            fuel = _("{fuel} in the {market} market").format(fuel=fuel, market=asked.names.market(market.market))
        return Proposal(steps.on(purchase), purpose, fuel, purchase == draft)

    most = rules.fuel_to_power_most(asked.player, decision)
    for_all = rules.fuel_to_run_all(asked.player, decision)
    if most.fuel and most != for_all:
        cities = asked.powers(replace(asked.player, fuel=asked.player.fuel + most.fuel))
        purpose = ngettext("Power {cities} city", "Power {cities} cities", cities).format(cities=cities)
        yield proposal(purpose, most)
    if for_all.fuel:
        yield proposal(ngettext("Run your plant", "Run all plants", len(decision.plants)), for_all)


def _ceiling(asked: Asked) -> int | None:
    """The price of the dearest token that can be bought (MAP-IN-9); None where all can."""
    return asked.state.board.rules.fuel_sales.ceiling[asked.state.step - 1]


def _is_beyond_ceiling(asked: Asked, market: rules.PurchaseDecision, offer: rules.FuelOffer) -> bool:
    """Whether the market has more of a kind than can be bought in this Step."""
    return len(offer.prices) < len(rules.market_prices(asked.state, offer.kind, _place(asked, market)))


def _place(asked: Asked, market: rules.PurchaseDecision) -> int:
    return next(place for place, known in enumerate(asked.state.board.markets) if known.id == market.market)


def _is_sold(asked: Asked, market: rules.PurchaseDecision, kind: rules.FuelKind) -> bool:
    """Whether the market has places for a kind at all (MAP-KR-6)."""
    return asked.state.board.markets[_place(asked, market)].room[kind] > 0


def _sold_out(asked: Asked, market: rules.PurchaseDecision, offer: rules.FuelOffer) -> str:
    if not _is_sold(asked, market, offer.kind):
        return _("not sold here")
    return _("too dear in this Step") if _is_beyond_ceiling(asked, market, offer) else _("sold out")


def _limit(asked: Asked, decision: rules.PurchaseDecision, offer: rules.FuelOffer) -> str:
    """How much of a kind can be bought, and why no more."""
    kind, on_sale, room = offer.kind, len(offer.prices), offer.room
    burners = [plant.number for plant in decision.plants if kind in plant.burns]
    if not burners:
        return _("None of your plants burns {fuel}.").format(fuel=FUEL_NAMES[kind])
    if decision.market and not _is_sold(asked, decision, kind):
        market = asked.names.market(decision.market)
        return _("The {market} market sells no {fuel}.").format(market=market, fuel=FUEL_NAMES[kind])
    if on_sale < room and offer.stored:
        return _("At most {most} {fuel}: market and coal storage have no more.").format(
            most=on_sale, fuel=FUEL_NAMES[kind]
        )
    if on_sale < room and _is_beyond_ceiling(asked, decision, offer):
        sentence = _("At most {most} {fuel}: in Step {step} no token can be bought that costs more than {ceiling}.")
        return sentence.format(most=on_sale, fuel=FUEL_NAMES[kind], step=asked.state.step, ceiling=_ceiling(asked))
    if on_sale < room:
        return _("At most {most} {fuel}: the market has no more.").format(most=on_sale, fuel=FUEL_NAMES[kind])
    held = asked.player.fuel[kind]
    return ngettext(
        "At most {most} {fuel}: plant {plants} has room for {room}, and you have {held}.",
        "At most {most} {fuel}: plants {plants} have room for {room}, and you have {held}.",
        len(burners),
    ).format(
        most=room,
        fuel=FUEL_NAMES[kind],
        plants=in_words(map(asked.names.plant, burners)),
        room=held + room,
        held=held,
    )


def _purchase_row(
    asked: Asked, market: rules.PurchaseDecision, offer: rules.FuelOffer, wanted: rules.Fuel, steps: _Trail
) -> PurchaseRow:
    burnt = {kind for plant in market.plants for kind in plant.burns}
    most, on_market = min(offer.room, len(offer.prices)), len(offer.prices) - offer.stored
    amount = wanted[offer.kind]
    room = rules.storage_of(market.plants).room(asked.player.fuel + wanted)[offer.kind]
    return PurchaseRow(
        kind=offer.kind,
        name=str(FUEL_NAMES[offer.kind]),
        held=asked.player.fuel[offer.kind],
        wanted=amount,
        most=most,
        cost=sum(offer.prices[:amount]),
        next_price=offer.prices[amount] if room and amount < len(offer.prices) else None,
        room=room,
        sold_out=_sold_out(asked, market, offer),
        prices=offer.prices[: min(most, on_market)],
        stored=offer.prices[on_market:most],
        hrefs=tuple(_hrefs(asked, market, offer.kind, min(most, on_market), wanted, steps)),
        is_of_use=offer.kind in burnt,
        discount=_discount(asked, market, offer),
    )


def _hrefs(
    asked: Asked, market: rules.PurchaseDecision, kind: rules.FuelKind, most: int, wanted: rules.Fuel, steps: _Trail
) -> Iterator[str]:
    """Where to want so many tokens of a kind, from 1 on. One token is all there is of a turn, but not of a plan."""
    if market.one_token and not asked.carried:
        wanted, most = rules.NO_FUEL, min(most, 1)
    for tokens in range(1, most + 1):
        yield steps.on(rules.BuyResources.of(replace(wanted, **{kind: tokens}), market.market or None))


def _discount(asked: Asked, market: rules.PurchaseDecision, offer: rules.FuelOffer) -> str:
    """Why tokens cost less than the market says (MAP-CE-7); empty where they do not."""
    on_sale = rules.market_prices(asked.state, offer.kind, _place(asked, market))
    if all(price == printed for price, printed in zip(offer.prices, on_sale, strict=False)):
        return ""
    city = asked.names.city(asked.names.board.rules.garbage_discount_city)
    return _("1 Elektro less each with {city}").format(city=city)
