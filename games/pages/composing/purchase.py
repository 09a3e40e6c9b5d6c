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
    beside all that is composed ``room`` is left. ``hrefs`` is where to want the tokens of the market, from 1 on.
    ``is_of_use`` where an own plant burns it. ``discount`` says why tokens cost less than its space says.
    """

    kind: rules.FuelKind
    name: str
    held: int
    wanted: int
    most: int
    cost: int
    next_price: int | None
    room: int
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
class PurchasePanel(PricedPanel):
    """Buy fuel. ``powered_before`` is how many cities can be supplied without it.

    ``words`` name the fuel that is composed; empty where there is none. ``limits`` say how much can be bought of what
    is composed beyond that. ``trust_follows``: the Trust takes its fuel next. ``steps`` are what was composed so far,
    the present included, as notation.
    """

    is_recalculated: ClassVar[bool] = True
    answer: ClassVar = "buy"
    shown_in: ClassVar[tuple[str, ...]] = ("fuel-market",)
    rows: tuple[PurchaseRow, ...]
    proposals: tuple[Proposal, ...]
    powered_before: int
    words: str
    limits: tuple[str, ...]
    trust_follows: bool
    steps: tuple[str, ...]

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
    after = replace(player, fuel=player.fuel + wanted)
    total = sum(sum(offer.prices[: wanted[offer.kind]]) for offer in decision.fuels)
    return PurchasePanel(
        rows=tuple(_purchase_row(asked, decision, offer, wanted, steps) for offer in decision.fuels),
        proposals=tuple(_proposals(asked, decision, wanted, steps)),
        total=total,
        money=decision.money,
        powered_before=asked.powers(player),
        powered=asked.powers(after),
        cities=player.network_size,
        reach=asked.reach(after),
        words=asked.names.fuel(wanted),
        limits=tuple(
            _limit(asked, decision, offer)
            for offer in decision.fuels
            if wanted[offer.kind] > min(offer.room, len(offer.prices))
        ),
        trust_follows=bool(asked.state.trust and asked.state.trust.plants and not asked.state.acted),
        undo=steps.back(),
        clear=steps.on(rules.NO_FUEL) if wanted else "",
        steps=tuple(map(str, steps.taken)),
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

    def on(self, fuel: rules.Fuel) -> str:
        """Where this fuel is composed next."""
        return self._address(fuel, self.taken)

    def back(self) -> str:
        """Where the last step is taken back; empty where there is none."""
        if len(self.taken) == 1:
            return ""
        *before, last, _undone = self.taken
        return self._address(last.fuel, before)

    def _address(self, fuel: rules.Fuel, before: Sequence[rules.BuyResources]) -> str:
        amounts = [(kind, amount) for kind, amount in fuel.items() if amount]
        return self.asked.address("buy", [*amounts, *(("before", step) for step in before)])


def _proposals(
    asked: Asked, decision: rules.PurchaseDecision, wanted: rules.Fuel, steps: _Trail
) -> Iterator[Proposal]:
    def proposal(purpose: str, fuel: rules.Fuel) -> Proposal:
        return Proposal(steps.on(fuel), purpose, asked.names.fuel(fuel), fuel == wanted)

    most = rules.fuel_to_power_most(asked.player, decision).fuel
    for_all = rules.fuel_to_run_all(asked.player, decision).fuel
    if most and most != for_all:
        cities = asked.powers(replace(asked.player, fuel=asked.player.fuel + most))
        purpose = ngettext("Power {cities} city", "Power {cities} cities", cities).format(cities=cities)
        yield proposal(purpose, most)
    if for_all:
        yield proposal(ngettext("Run your plant", "Run all plants", len(decision.plants)), for_all)


def _limit(asked: Asked, decision: rules.PurchaseDecision, offer: rules.FuelOffer) -> str:
    """How much of a kind can be bought, and why no more."""
    kind, on_sale, room = offer.kind, len(offer.prices), offer.room
    burners = [plant.number for plant in decision.plants if kind in plant.burns]
    if not burners:
        return _("None of your plants burns {fuel}.").format(fuel=FUEL_NAMES[kind])
    if on_sale < room and offer.stored:
        return _("At most {most} {fuel}: market and coal storage have no more.").format(
            most=on_sale, fuel=FUEL_NAMES[kind]
        )
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
    asked: Asked, decision: rules.PurchaseDecision, offer: rules.FuelOffer, wanted: rules.Fuel, steps: _Trail
) -> PurchaseRow:
    burnt = {kind for plant in decision.plants for kind in plant.burns}
    most, on_market = min(offer.room, len(offer.prices)), len(offer.prices) - offer.stored
    amount = wanted[offer.kind]
    room = rules.storage_of(decision.plants).room(asked.player.fuel + wanted)[offer.kind]
    return PurchaseRow(
        kind=offer.kind,
        name=str(FUEL_NAMES[offer.kind]),
        held=asked.player.fuel[offer.kind],
        wanted=amount,
        most=most,
        cost=sum(offer.prices[:amount]),
        next_price=offer.prices[amount] if room and amount < len(offer.prices) else None,
        room=room,
        prices=offer.prices[: min(most, on_market)],
        stored=offer.prices[on_market:most],
        hrefs=tuple(
            steps.on(replace(wanted, **{offer.kind: tokens})) for tokens in range(1, min(most, on_market) + 1)
        ),
        is_of_use=offer.kind in burnt,
        discount=_discount(asked, offer, on_market),
    )


def _discount(asked: Asked, offer: rules.FuelOffer, on_market: int) -> str:
    """Why tokens cost less than the market says (MAP-CE-7); empty where they do not."""
    if offer.prices[:on_market] == rules.market_prices(asked.state, offer.kind):
        return ""
    city = asked.names.city(asked.names.board.rules.garbage_discount_city)
    return _("1 Elektro less each with {city}").format(city=city)
