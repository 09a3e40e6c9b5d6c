"""The plans beside those for auctions: for drafting areas, buying, building and powering."""

from dataclasses import dataclass, replace
from typing import cast

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from games.models import PoweringRule, Slot
from games.pages import composing
from games.pages.composing.building import BuildingPanel, CityChoice
from games.pages.composing.purchase import PurchasePanel
from games.pages.panels.pieces import FUEL_NAMES
from games.pages.plans.fields import PlanForm, choose, elektro, rank, tokens
from games.plans.language import AreaPlan, BuildPlan, BuyPlan, CityWish, FuelWish, Plan, PowerPlan

HEADROOM = 2
"""How far above its present price a token may go at first: others may buy before."""
MOST_CITIES = 42


class AreasForm(PlanForm):
    """The areas to take, the most wanted first."""

    slot = Slot.AREAS
    macro = "areas"

    def set_up(self, sent: QueryDict | None) -> None:
        known = self.standing.areas if isinstance(self.standing, AreaPlan) else ()
        free = [area.id for area in self.planner.names.board.areas if area.id not in self.planner.state.areas]
        order = [*(area for area in known if area in free), *(area for area in free if area not in known)]
        for number, area in enumerate(order, 1):
            lowest_first = _("Write a whole number: the area with the lowest comes first.")
            self.fields[area] = rank(self.planner.names.area(area), lowest_first)
            self.initial[area] = number if area in known or not known else None

    def clean(self) -> None:
        if not self.errors and not any(self.cleaned_data.values()):
            raise forms.ValidationError(_("Number at least one area. The lowest number comes first."))

    def plan(self) -> Plan:
        wished = {area: place for area, place in self.cleaned_data.items() if place}
        return AreaPlan(tuple(sorted(wished, key=lambda area: wished[area])))


@dataclass(frozen=True, slots=True)
class FuelRow:
    """One kind of fuel: how much to buy, up to what price each. ``cheapest`` is what a token costs now.

    ``is_of_use`` where the own plants have room for it, or some is filled in. Others are for plants to come.
    """

    kind: rules.FuelKind
    name: str
    tokens: BoundField
    most: BoundField
    cheapest: int | None
    is_of_use: bool


class BuyForm(PlanForm):
    """Buy so much of each kind, up to a price for each token."""

    slot = Slot.PURCHASE
    macro = "purchase"
    purchase_floor = elektro(gettext_lazy("Always keep"))
    purchase_otherwise = choose(
        gettext_lazy("If I cannot get all of it"),
        [("less", gettext_lazy("buy as much as possible")), ("ask", gettext_lazy("ask me"))],
    )

    def set_up(self, sent: QueryDict | None) -> None:
        self.asked = self.planner.turn_in(rules.Phase.RESOURCES, self.carried(sent, *rules.KINDS))
        decision = cast(rules.PurchaseDecision, self.asked.decision)
        self.offers = {offer.kind: offer for offer in decision.fuels}
        known = self.standing if isinstance(self.standing, BuyPlan) else None
        self.initial = {
            "purchase_floor": known.floor if known else 0,
            "purchase_otherwise": known.otherwise if known else "ask",
        }
        wishes = {wish.kind: wish for wish in known.fuels} if known else {}
        propose = rules.fuel_to_power_most if self.planner.player.cities else rules.fuel_to_run_all
        is_begun = known is not None or (sent is not None and sent.get("action") == "buy")
        proposed = rules.NO_FUEL if is_begun else propose(self.planner.player, decision)
        for kind, offer in self.offers.items():
            wish = wishes.get(kind)
            self.fields[kind] = tokens(str(FUEL_NAMES[kind]))
            self.fields[f"{kind}-most"] = elektro(_("each for at most"))
            self.initial[kind] = wish.tokens if wish else proposed[kind]
            self.initial[f"{kind}-most"] = wish.most if wish else _ceiling(offer, proposed[kind])

    @property
    def panel(self) -> PurchasePanel:
        """What is filled in, as if it was bought now: for the market and for the price."""
        fuel = {kind: min(self._number(kind), len(offer.prices)) for kind, offer in self.offers.items()}
        panel = cast(PurchasePanel, composing.panel(self.asked, rules.BuyResources(**fuel)))
        return replace(panel, money=self.planner.player.money)

    def _number(self, kind: str) -> int:
        value = str(self[kind].value() or 0)
        return int(value) if value.isdecimal() and len(value) < 4 else 0

    @property
    def rows(self) -> list[FuelRow]:
        return [
            FuelRow(
                kind=kind,
                name=str(FUEL_NAMES[kind]),
                tokens=self[kind],
                most=self[f"{kind}-most"],
                cheapest=offer.prices[0] if offer.prices else None,
                is_of_use=bool(offer.room or self._number(kind)),
            )
            for kind, offer in self.offers.items()
        ]

    def clean(self) -> None:
        if not self.errors and not any(self.cleaned_data[kind] for kind in self.offers):
            raise forms.ValidationError(_("Say how much of which fuel to buy."))

    def plan(self) -> Plan:
        said = self.cleaned_data
        fuels = tuple(FuelWish(kind, said[kind], said[f"{kind}-most"]) for kind in self.offers if said[kind])
        return BuyPlan(fuels, floor=said["purchase_floor"], otherwise=said["purchase_otherwise"])


def _ceiling(offer: rules.FuelOffer, tokens: int) -> int:
    """What the last of some tokens costs now, and a little more."""
    return (offer.prices[min(max(tokens, 1), len(offer.prices)) - 1] if offer.prices else 0) + HEADROOM


class BuildForm(PlanForm):
    """Build in these cities, one after the other, each up to what it may cost."""

    slot = Slot.BUILDING
    macro = "building"
    building_floor = elektro(gettext_lazy("Always keep"))
    building_otherwise = choose(
        gettext_lazy("If I cannot get a city"),
        [("less", gettext_lazy("build in the cities above it")), ("ask", gettext_lazy("ask me"))],
    )

    def set_up(self, sent: QueryDict | None) -> None:
        known = self.standing if isinstance(self.standing, BuildPlan) else None
        self.initial = {
            "building_floor": known.floor if known else 0,
            "building_otherwise": known.otherwise if known else "ask",
        }
        wished = {wish.city: wish.most for wish in known.cities} if known else {}
        cities = tuple(wished) if sent is None else tuple(sent.getlist("city")[:MOST_CITIES])
        asked = self.planner.turn_in(rules.Phase.BUILDING, self.carried(sent, "city"))
        panel = cast(BuildingPanel, composing.panel(asked, rules.BuildCities(cities)))
        self.panel = replace(panel, money=self.planner.player.money)
        for step in panel.steps:
            self.fields[f"{step.id}-most"] = elektro(_("up to"))
            self.initial[f"{step.id}-most"] = wished.get(step.id, step.cost)

    @property
    def rows(self) -> list[tuple[CityChoice, BoundField]]:
        """The cities to build in, with what they cost now, and up to what price."""
        return [(step, self[f"{step.id}-most"]) for step in self.panel.steps]

    def clean(self) -> None:
        if not self.panel.steps:
            raise forms.ValidationError(_("Choose the cities to build in, on the map or in the list."))

    def plan(self) -> Plan:
        said = self.cleaned_data
        cities = tuple(CityWish(step.id, said[f"{step.id}-most"]) for step in self.panel.steps)
        return BuildPlan(cities, floor=said["building_floor"], otherwise=said["building_otherwise"])


class PowerForm(PlanForm):
    """Power the most cities, burning as little as can be."""

    slot = Slot.POWERING
    macro = "powering"

    def set_up(self, sent: QueryDict | None) -> None:
        known = self.standing if isinstance(self.standing, PowerPlan) else self.planner.rule
        kept = known.kept if known else None
        kinds = (kind for kind in rules.KINDS if kind == kept or kind in self.planner.fuels)
        choices = [("", PoweringRule.LEAST.label), *((kind, PoweringRule(kind).label) for kind in kinds)]
        self.fields["kept"] = choose(_("In this round"), choices, required=False)
        self.initial = {"kept": kept or ""}

    def plan(self) -> Plan:
        return PowerPlan(kept=self.cleaned_data["kept"] or None)
