"""The plan for buying fuel."""

from dataclasses import dataclass, replace
from typing import cast, get_args

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from games.models import Slot
from games.pages import composing
from games.pages.composing.purchase import PurchasePanel
from games.pages.panels import FUEL_NAMES
from games.pages.plans.fields import Elektro, PlanForm, choose
from games.plans.language import BuyPlan, FuelWish, Plan

OTHERWISE = [
    ("less", gettext_lazy("buy as much of it as can be had")),
    ("ask", gettext_lazy("ask me")),
]
HEADROOM = 2
"""How far above its present price a token may become dearer at first: others may buy before."""
KINDS: tuple[rules.FuelKind, ...] = get_args(rules.FuelKind)


@dataclass(frozen=True, slots=True)
class FuelRow:
    """One kind of fuel: how much of it to buy, none dearer than what. ``prices`` says what it costs now."""

    kind: rules.FuelKind
    name: str
    tokens: BoundField
    most: BoundField
    room: int
    prices: str


class BuyForm(PlanForm):
    """Buy so much of each kind, no token dearer than what."""

    slot = Slot.PURCHASE
    macro = "purchase"
    purchase_floor = Elektro(label=gettext_lazy("Always keep"))
    purchase_otherwise = choose(gettext_lazy("Where not all of it can be had"), OTHERWISE)

    def set_up(self, sent: QueryDict | None) -> None:
        asked = self.planner.turn_in(rules.Phase.RESOURCES, self.carried(sent, *KINDS))
        decision = cast(rules.PurchaseDecision, asked.decision)
        known = self.standing if isinstance(self.standing, BuyPlan) else None
        wishes = {wish.kind: wish for wish in known.fuels} if known else {}
        propose = rules.fuel_to_power_most if self.planner.player.cities else rules.fuel_to_run_all
        proposed = propose(self.planner.player, decision)
        self.initial = {
            "purchase_floor": known.floor if known else 0,
            "purchase_otherwise": known.otherwise if known else "ask",
        }
        self.offers = {offer.kind: offer for offer in decision.fuels}
        for kind in KINDS:
            wish = wishes.get(kind)
            is_left_out = known is not None or (sent is not None and sent.get("action") == "buy")
            tokens = wish.tokens if wish else (0 if is_left_out else proposed[kind])
            self.fields[kind] = _tokens(FUEL_NAMES[kind])
            self.fields[f"{kind}-most"] = Elektro(label=_("none dearer than"))
            self.initial[kind] = tokens
            self.initial[f"{kind}-most"] = wish.most if wish else _ceiling(self.offers[kind], tokens)
        self._asked, self._decision = asked, decision

    @property
    def panel(self) -> PurchasePanel:
        """What is filled in, as if it was bought now: for the market and for the price."""
        fuel = {kind: min(self._number(kind), len(self.offers[kind].prices)) for kind in KINDS}
        panel = cast(PurchasePanel, composing.panel(self._asked, rules.BuyResources(**fuel)))
        return replace(panel, money=self.planner.player.money)

    def _number(self, kind: str) -> int:
        value = str(self[kind].value() or 0)
        return int(value) if value.isdecimal() and len(value) < 4 else 0

    @property
    def rows(self) -> list[FuelRow]:
        return [self._row(kind) for kind in KINDS]

    def _row(self, kind: rules.FuelKind) -> FuelRow:
        offer = self.offers[kind]
        return FuelRow(kind, str(FUEL_NAMES[kind]), self[kind], self[f"{kind}-most"], offer.room, _prices(offer))

    @property
    def of_use(self) -> list[FuelRow]:
        """The kinds that the own plants have room for, and those that are filled in."""
        return [row for row in self.rows if row.room or self._number(row.kind)]

    @property
    def others(self) -> list[FuelRow]:
        """Kinds for plants that are still to be bought."""
        return [row for row in self.rows if not (row.room or self._number(row.kind))]

    def clean(self) -> None:
        if not self.errors and not any(self.cleaned_data[kind] for kind in KINDS):
            raise forms.ValidationError(_("Say how much of which fuel to buy."))

    def plan(self) -> Plan:
        said = self.cleaned_data
        fuels = tuple(FuelWish(kind, said[kind], said[f"{kind}-most"]) for kind in KINDS if said[kind])
        return BuyPlan(fuels, floor=said["purchase_floor"], otherwise=said["purchase_otherwise"])


def _tokens(name: object) -> forms.IntegerField:
    return forms.IntegerField(
        label=str(name),
        min_value=0,
        max_value=24,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={
            "required": _("Say how many, please."),
            "invalid": _("A whole number is needed."),
            "min_value": _("From 0 to 24 tokens, please."),
            "max_value": _("From 0 to 24 tokens, please."),
        },
    )


def _ceiling(offer: rules.FuelOffer, tokens: int) -> int:
    """What the last of some tokens costs now, and a little more."""
    return (offer.prices[min(max(tokens, 1), len(offer.prices)) - 1] if offer.prices else 0) + HEADROOM


def _prices(offer: rules.FuelOffer) -> str:
    if not offer.prices:
        return _("sold out now")
    return _("now from {price} each").format(price=offer.prices[0])
