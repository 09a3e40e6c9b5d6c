"""What is filled in for the rest of a round, as far as it can be read: with what it would come to now."""

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

from django.http import QueryDict
from msgspec.structs import replace as changed

import rules
from games.models import Slot
from games.pages import composing
from games.pages.composing.building import BuildingPanel, CityChoice
from games.pages.composing.powering import PlantRun, powering_panel
from games.pages.composing.purchase import PurchasePanel, purchase_panel
from games.pages.plans.planner import PLENTY, Planner
from games.plans.answers import best_market
from games.plans.language import BuildPlan, BuyPlan, FuelWish, PowerPlan

MOST_CITIES = 42
MOST_TOKENS = 24

Fields = tuple[tuple[str, object], ...]


@dataclass(frozen=True)
class RoundDraft:
    """Fuel, cities and power: what was ``sent``, or where nothing was, what the plans ``bought`` to ``powered`` say.

    ``carried`` is what all addresses hold that compose further.
    """

    planner: Planner
    sent: QueryDict | None
    carried: Fields
    bought: BuyPlan | None
    built: BuildPlan | None
    powered: PowerPlan | None

    @cached_property
    def fuel(self) -> rules.Fuel:
        """The tokens, as far as they are on sale."""
        if not self.planner.has_still(Slot.PURCHASE):
            return rules.NO_FUEL
        if self.sent is None:
            return self._said
        return rules.Fuel(**{offer.kind: min(self._said[offer.kind], len(offer.prices)) for offer in self.offers})

    @property
    def offers(self) -> tuple[rules.FuelOffer, ...]:
        return self.market.fuels

    @cached_property
    def market(self) -> rules.PurchaseDecision:
        """The decision in the market to buy in: the one that is named, or else that which would be best now."""
        asked = self.planner.turn_in(rules.Phase.RESOURCES)
        wishes = tuple(FuelWish(kind, tokens, PLENTY) for kind, tokens in self._said.items())
        return best_market(BuyPlan(wishes, market=self.market_named), cast(rules.PurchaseDecision, asked.decision))

    @property
    def market_named(self) -> str | None:
        """In which of several markets the player wants to buy; None where they leave it open."""
        if self.sent is None:
            return self.bought.market if self.bought else None
        return self.sent.get("market") or None

    @cached_property
    def _said(self) -> rules.Fuel:
        """The tokens, on sale or not."""
        if self.sent is None:
            wishes = self.bought.fuels if self.bought else ()
            return sum((rules.Fuel(**{wish.kind: wish.tokens}) for wish in wishes), rules.NO_FUEL)
        return rules.Fuel(*(min(number(self.sent.get(kind, "")), MOST_TOKENS) for kind in rules.KINDS))

    @property
    def houses(self) -> int:
        """In how many of the cities to build at most; 0 where that is not said."""
        if self.sent is None:
            return (self.built and self.built.houses) or 0
        return min(number(self.sent.get("houses", "")), MOST_CITIES)

    @property
    def wanted(self) -> rules.BuyResources:
        return rules.BuyResources.of(self.fuel, self.market.market or None)

    @cached_property
    def purchase(self) -> PurchasePanel | None:
        """The fuel, as if it was bought now, and all of it at once; None once the seat has bought."""
        if not self.planner.has_still(Slot.PURCHASE):
            return None
        carried = self._without(*rules.KINDS, "no-fuel", "market")
        asked = self.planner.turn_in(rules.Phase.RESOURCES, carried, money=self.planner.player.money)
        decision = cast(rules.PurchaseDecision, asked.decision)
        return purchase_panel(asked, changed(decision, one_token=False), self.wanted)

    @cached_property
    def building(self) -> BuildingPanel:
        """The cities, as if they were built now, and with that fuel, from the money that it leaves.

        All can be composed, too dear or not.
        """
        named = [wish.city for wish in self.built.cities] if self.built else []
        cities = tuple(named) if self.sent is None else tuple(self.sent.getlist("city")[:MOST_CITIES])
        asked = self.planner.turn_in(rules.Phase.BUILDING, self._without("city", "free_start", "no-cities"))
        stocked = changed(asked.player, fuel=asked.player.fuel + self.fuel)
        asked = replace(asked, state=asked.state.with_player(asked.seat, stocked))
        panel = cast(BuildingPanel, composing.panel(asked, rules.BuildCities(cities, self._free_start_in(cities))))
        panel = replace(
            panel,
            money=self.planner.player.money - (self.purchase.total if self.purchase else 0),
            total=sum(step.cost for step in self.first(panel.steps)),
        )
        return replace(
            panel,
            choices=tuple(choice for choice in panel.choices if choice.cost <= panel.money_left),
            too_dear=tuple(choice for choice in panel.choices if choice.cost > panel.money_left),
        )

    def first(self, steps: tuple[CityChoice, ...]) -> tuple[CityChoice, ...]:
        """Those of some cities that are to be built in; the others are second choices."""
        return steps[: self.houses] if self.houses else steps

    @property
    def built_now(self) -> rules.BuildCities:
        """The cities that can be built in now."""
        cities = tuple(step.id for step in self.building.steps)
        return rules.BuildCities(cities, self._free_start_in(cities))

    def _free_start_in(self, cities: tuple[str, ...]) -> str | None:
        """The one of some cities in which a second network is to begin (MAP-JP-6)."""
        if self.sent is not None:
            said = self.sent.get("free_start")
        else:
            said = next((wish.city for wish in self.built.cities if wish.free_start), None) if self.built else None
        return said if said in cities else None

    @property
    def own_runs(self) -> rules.RunPlants | None:
        """The plants that the player chooses to run; None where their rule does."""
        if self.sent is None:
            return self.powered.runs if self.powered else None
        if "own-runs" not in self.sent:
            return None
        said = dict.fromkeys(map(number, self.sent.getlist("run")))
        return rules.RunPlants(tuple(self._run(plant) for plant in said if plant in self.planner.player.plants))

    def _run(self, plant: int) -> rules.Run:
        card = self.planner.state.plants[plant]
        if card.kind != "hybrid" or self.sent is None:
            return rules.Run(plant)
        need = card.need
        coal = min(number(self.sent.get(f"coal-{plant}", "")), need)
        return rules.Run(plant, coal=coal, oil=need - coal)

    @cached_property
    def runs(self) -> tuple[PlantRun, ...]:
        """The plants, and which of them to run: those chosen, or with that fuel the best."""
        player, fuel = self.planner.player, self.planner.player.fuel + self.fuel
        cities = player.network_size + len(self.building.steps)
        plants = self.planner.state.plants.without_mines(player.plants)
        pools_fuel = self.planner.state.edition.pools_fuel
        draft = self.own_runs or rules.best_run(plants, fuel, cities, pools_fuel=pools_fuel).action
        decision = rules.PoweringDecision(plants, fuel, cities, draft, 0, 0, pools_fuel=pools_fuel)
        return powering_panel(self.planner.turn_in(rules.Phase.BUREAUCRACY), decision, draft).plants

    @property
    def objection(self) -> rules.RuleError | None:
        """Why the fuel cannot be bought: where the seat is asked now, at the price of now; else at no price."""
        asked = self.planner.turn_in(rules.Phase.RESOURCES)
        if self.planner.is_buying:
            asked = replace(asked, state=self.planner.state)
        tried = (asked.objection(self.market.buying(fuel)) for fuel in self._bought_at_once)
        return next((objection for objection in tried if objection), None)

    @property
    def _bought_at_once(self) -> tuple[rules.Fuel, ...]:
        """All the fuel, or where turns go round a token of each kind."""
        if not self.planner.buys_in_turns:
            return (self.fuel,) if self.fuel else ()
        return tuple(rules.Fuel(**{kind: 1}) for kind, tokens in self.fuel.items() if tokens)

    def _without(self, *names: str) -> Fields:
        return tuple((name, value) for name, value in self.carried if name not in names)


def number(text: str) -> int:
    """A whole number that somebody sent, as forms read it ("12.0" is one); 0 where it is none that fits anywhere."""
    digits = re.sub(r"\.0*$", "", text.strip())
    fits = digits.isascii() and digits.isdecimal() and len(digits) <= len(str(rules.MOST_ELEKTRO))
    return int(digits) if fits else 0
