"""Composing a purchase of fuel."""

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import replace

import rules
from games.cast import in_words
from games.composing.asked import Asked
from games.panels import FUEL_NAMES


@dataclass(frozen=True, slots=True)
class PurchaseRow:
    """One kind of fuel: ``wanted`` tokens of at most ``most``, which is what is on sale and fits if bought alone.

    ``prices`` are those of these tokens in the market, cheapest first, and ``stored`` those of the ones that come
    from the coal storage after it. ``is_of_use`` where an own plant burns it. ``discount`` says why tokens cost less
    than its space says.
    """

    kind: rules.FuelKind
    name: str
    held: int
    wanted: int
    most: int
    prices: tuple[int, ...]
    stored: tuple[int, ...]
    is_of_use: bool
    discount: str


@dataclass(frozen=True, slots=True)
class PurchasePanel:
    """Buy fuel. ``powered`` of ``cities`` can be supplied after the purchase, ``powered_before`` without it.

    ``reach`` is how many could be with a larger network. ``words`` name the fuel that is composed; empty where there
    is none. ``limits`` say how much can be bought of what is composed beyond that. ``trust_follows``: the Trust takes
    its fuel next.
    """

    template: ClassVar[str] = "games/_buy_resources.html"
    composed_template: ClassVar[str] = "games/_buy_resources_composed.html"
    rows: tuple[PurchaseRow, ...]
    total: int
    money: int
    money_left: int
    powered_before: int
    powered: int
    cities: int
    reach: int
    words: str
    limits: tuple[str, ...]
    trust_follows: bool

    @property
    def summary(self) -> str:
        """What is composed, in a line; empty where nothing is."""
        if not self.words:
            return ""
        if not self.cities:
            sentence = _("{fuel} for {total} Elektro, {left} left.")
            return sentence.format(fuel=self.words, total=self.total, left=self.money_left)
        return _("{fuel} for {total} Elektro, {left} left; you could power {powered} of {cities} cities.").format(
            fuel=self.words, total=self.total, left=self.money_left, powered=self.powered, cities=self.cities
        )


def purchase_panel(asked: Asked, decision: rules.PurchaseDecision, draft: rules.BuyResources | None) -> PurchasePanel:
    wanted = draft.fuel if draft else rules.NO_FUEL
    player = asked.player
    after = replace(player, fuel=player.fuel + wanted)
    total = sum(sum(offer.prices[: wanted[offer.kind]]) for offer in decision.fuels)
    return PurchasePanel(
        rows=tuple(_purchase_row(asked, offer, wanted[offer.kind]) for offer in decision.fuels),
        total=total,
        money=decision.money,
        money_left=decision.money - total,
        powered_before=asked.powers(player),
        powered=asked.powers(after),
        cities=player.network_size,
        reach=asked.reach(after),
        words=asked.cast.fuel(wanted),
        limits=tuple(
            _limit(asked, offer)
            for offer in decision.fuels
            if wanted[offer.kind] > min(offer.room, len(offer.prices))
        ),
        trust_follows=bool(asked.state.trust and asked.state.trust.plants and not asked.state.acted),
    )


def _limit(asked: Asked, offer: rules.FuelOffer) -> str:
    """How much of a kind can be bought, and why no more."""
    kind, on_sale, room = offer.kind, len(offer.prices), offer.room
    burners = [number for number in asked.player.plants if kind in rules.PLANTS[number].burns]
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
        "At most {most} {fuel}: plant {plants} has room for {room}, and {held} are there.",
        "At most {most} {fuel}: plants {plants} have room for {room}, and {held} are there.",
        len(burners),
    ).format(
        most=room,
        fuel=FUEL_NAMES[kind],
        plants=in_words(map(asked.cast.plant, burners)),
        room=held + room,
        held=held,
    )


def _purchase_row(asked: Asked, offer: rules.FuelOffer, wanted: int) -> PurchaseRow:
    burnt = {kind for number in asked.player.plants for kind in rules.PLANTS[number].burns}
    most, on_market = min(offer.room, len(offer.prices)), len(offer.prices) - offer.stored
    return PurchaseRow(
        kind=offer.kind,
        name=str(FUEL_NAMES[offer.kind]),
        held=asked.player.fuel[offer.kind],
        wanted=wanted,
        most=most,
        prices=offer.prices[: min(most, on_market)],
        stored=offer.prices[on_market:most],
        is_of_use=offer.kind in burnt,
        discount=_discount(asked, offer, on_market),
    )


def _discount(asked: Asked, offer: rules.FuelOffer, on_market: int) -> str:
    """Why tokens cost less than the market says (MAP-CE-7); empty where they do not."""
    if offer.prices[:on_market] == rules.market_prices(asked.state.resources, offer.kind):
        return ""
    city = asked.cast.city(asked.cast.board.rules.garbage_discount_city)
    return _("1 Elektro less each with {city}").format(city=city)
