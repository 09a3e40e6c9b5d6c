"""The rest of a round on one form: fuel, cities and power, composed with the same hands as a turn."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec.structs import replace as changed

import rules
from games.models import Slot
from games.pages import composing
from games.pages.composing.building import BuildingPanel
from games.pages.composing.powering import PlantRun, powering_panel
from games.pages.composing.purchase import PurchasePanel
from games.pages.panels.pieces import FUEL_NAMES
from games.pages.plans.fields import PlanForm, choose, elektro, tokens
from games.pages.plans.round_panel import CityRow, FuelRow, RoundPanel, turns
from games.plans.language import BuildPlan, BuyPlan, CityWish, FuelWish, Plan, PowerPlan
from games.plans.worst import Worst

HEADROOM = 3
"""How far above its present price a token may go where nothing else is said: others may buy before."""

MOST_CITIES = 42


class RoundForm(PlanForm):
    """Fuel, cities and power for what is left of a round. What is not said is asked when its time comes.

    Empty limits are what the fields propose: a little more than the price of now, and never more than at worst.
    """

    slot = Slot.BUILDING
    macro = "round"
    floor = elektro(gettext_lazy("Always keep"), required=False)
    otherwise = choose(
        gettext_lazy("If something is gone, or costs more"),
        [("less", gettext_lazy("go on with the rest")), ("ask", gettext_lazy("ask me"))],
    )

    def set_up(self, sent: QueryDict | None) -> None:
        self.sent = sent
        bought, built = self._known(Slot.PURCHASE, BuyPlan), self._known(Slot.BUILDING, BuildPlan)
        asks = (bought or built or BuyPlan(otherwise="less")).otherwise == "ask"
        self.initial = {
            "floor": (bought or built or BuyPlan()).floor or None,
            "otherwise": "ask" if asks else "less",
            "houses": built and built.houses,
            "no-fuel": bought is not None and not bought.fuels,
            "no-cities": built is not None and not built.cities,
        }
        if self.purchase:
            self._add_fuel(bought)
        self._add_cities(built)
        self.fields["own-runs"] = forms.BooleanField(label=_("Run these plants"), required=False)
        self.initial["own-runs"] = self._own_runs is not None

    def _known(self, slot: Slot, kind: type[Plan]) -> Plan | None:
        plan = self.known.get(slot)
        return plan if isinstance(plan, kind) else None

    def _add_fuel(self, known: BuyPlan | None) -> None:
        wished = {wish.kind: wish for wish in known.fuels} if known else {}
        for kind in rules.KINDS:
            self.fields[kind] = tokens(str(FUEL_NAMES[kind]))
            self.fields[f"{kind}-most"] = elektro(_("up to"), required=False)
            self.initial[kind] = wished[kind].tokens if kind in wished else 0
            self.initial[f"{kind}-most"] = wished[kind].most if kind in wished else None
        self.fields["no-fuel"] = forms.BooleanField(label=_("Buy nothing"), required=False)

    def _add_cities(self, known: BuildPlan | None) -> None:
        wished = {wish.city: wish.most for wish in known.cities} if known else {}
        for step in self.building.steps:
            self.fields[f"{step.id}-most"] = elektro(_("up to"), required=False)
            self.initial[f"{step.id}-most"] = wished.get(step.id)
        every = [("", _("all of them")), *((str(n), str(n)) for n in range(1, len(self.building.steps)))]
        self.fields["houses"] = forms.TypedChoiceField(
            label=_("Build"), choices=every, coerce=int, empty_value=None, required=False,
            error_messages={"invalid_choice": _("Choose one of these.")},
        )  # fmt: skip
        self.fields["no-cities"] = forms.BooleanField(label=_("Build nothing"), required=False)

    # What is composed -----------------------------------------------------------------------------------------------

    @property
    def is_now(self) -> bool:
        """Whether the seat is asked to buy now: then fuel is bought at once, at the price of now."""
        return self.planner.is_buying

    @cached_property
    def fuel(self) -> rules.Fuel:
        """The tokens that are filled in, as far as they are on sale."""
        if not self.planner.has_still(Slot.PURCHASE):
            return rules.NO_FUEL
        known = self._known(Slot.PURCHASE, BuyPlan)
        if self.sent is None:
            wished = [rules.Fuel(**{wish.kind: wish.tokens}) for wish in known.fuels] if known else []
            return sum(wished, rules.NO_FUEL)
        decision = cast(rules.PurchaseDecision, self.planner.turn_in(rules.Phase.RESOURCES).decision)
        on_sale = {offer.kind: len(offer.prices) for offer in decision.fuels}
        return rules.Fuel(**{kind: min(_number(self.sent.get(kind, "")), on_sale[kind]) for kind in rules.KINDS})

    @property
    def wanted(self) -> rules.BuyResources:
        return rules.BuyResources(**dict(self.fuel.items()))

    @cached_property
    def purchase(self) -> PurchasePanel | None:
        """The fuel, as if it was bought now; None once the seat has bought."""
        if not self.planner.has_still(Slot.PURCHASE):
            return None
        asked = self.planner.turn_in(rules.Phase.RESOURCES, self.carried(self.sent, *rules.KINDS, "no-fuel"))
        panel = cast(PurchasePanel, composing.panel(asked, self.wanted))
        return replace(panel, money=self.planner.player.money)

    @cached_property
    def building(self) -> BuildingPanel:
        """The cities, as if they were built now, and with that fuel."""
        known = self._known(Slot.BUILDING, BuildPlan)
        named = [wish.city for wish in known.cities] if known else []
        cities = tuple(named) if self.sent is None else tuple(self.sent.getlist("city")[:MOST_CITIES])
        asked = self.planner.turn_in(rules.Phase.BUILDING, self.carried(self.sent, "city", "no-cities"))
        player = asked.player
        stocked = asked.state.with_player(asked.seat, changed(player, fuel=player.fuel + self.fuel))
        panel = cast(BuildingPanel, composing.panel(replace(asked, state=stocked), rules.BuildCities(cities)))
        left = self.planner.player.money - panel.total - (self.purchase.total if self.purchase else 0)
        return replace(
            panel,
            money=self.planner.player.money,
            choices=tuple(choice for choice in panel.choices if choice.cost <= left),
            too_dear=tuple(choice for choice in panel.choices if choice.cost > left),
        )

    @property
    def _own_runs(self) -> rules.RunPlants | None:
        """The plants that a plan says to run; None where the rule says it."""
        known = self._known(Slot.POWERING, PowerPlan)
        return known.runs if known else None

    @cached_property
    def runs(self) -> tuple[PlantRun, ...]:
        """The plants, and which of them to run: as filled in, as planned, or with that fuel the best."""
        player = self.planner.player
        cities = player.network_size + len(self.building.steps)
        best = rules.best_run(player.plants, player.fuel + self.fuel, cities)
        draft = self._said_runs() or self._own_runs or best.action
        decision = rules.PoweringDecision(player.plants, player.fuel + self.fuel, cities, draft, 0, 0)
        return powering_panel(self.planner.turn_in(rules.Phase.BUREAUCRACY), decision, draft).plants

    def _said_runs(self) -> rules.RunPlants | None:
        """The runs that are filled in, as far as they are of plants that the seat has; None where none are."""
        if self.sent is None or "own-runs" not in self.sent:
            return None
        numbers = [
            number for number in map(_number, self.sent.getlist("run")) if number in self.planner.player.plants
        ]
        return rules.RunPlants(tuple(self._said_run(number) for number in dict.fromkeys(numbers)))

    def _said_run(self, number: int) -> rules.Run:
        plant = rules.PLANTS[number]
        if self.sent is None or plant.kind != "hybrid":
            return rules.Run(number)
        coal = min(_number(self.sent.get(f"coal-{number}", "")), plant.need)
        return rules.Run(number, coal=coal, oil=plant.need - coal)

    @cached_property
    def worst(self) -> Worst:
        return Worst.of(self.planner.state, self.planner.seat)

    @cached_property
    def panel(self) -> RoundPanel:
        planner, fuel, steps = self.planner, tuple(self.fuel_rows()), tuple(self.city_rows())
        said = _number(str(self["houses"].value() or ""))
        houses = min(said, len(steps)) if said else len(steps)
        player, to_build = planner.player, [row.step for row in steps[:houses]]
        built = tuple(rules.House(step.id, step.slot) for step in to_build)
        after = changed(player, fuel=player.fuel + self.fuel, cities=(*player.cities, *built))
        powered = rules.most_cities(after.plants, after.fuel, after.network_size)
        bought = self.purchase.total if self.purchase else 0
        dearest = sorted((row.limit for row in steps), reverse=True)[:houses]
        return RoundPanel(
            is_now=self.is_now,
            turns=turns(planner.state, planner.seat, planner.names),
            purchase=self.purchase,
            fuel=fuel,
            buys_nothing=self._is_ticked("no-fuel"),
            building=self.building,
            steps=steps,
            builds_nothing=self._is_ticked("no-cities"),
            houses=houses,
            total=bought + sum(step.cost for step in to_build),
            at_most=(bought if self.is_now else sum(row.costs_at_most for row in fuel)) + sum(dearest),
            money=player.money,
            powered=powered,
            cities=after.network_size,
            income=rules.payment(powered),
            reach=rules.most_cities(after.plants, after.fuel, len(planner.names.board.cities)),
            clear=f"{planner.address('round')}&composed=1",
            objection=self._objection(),
            fields=tuple(self._filled_in()),
        )

    def _filled_in(self) -> Iterator[tuple[str, object]]:
        yield from (("plan", self.kind), ("composed", 1))
        yield from (("city", step.id) for step in self.building.steps)
        if self["own-runs"].value():
            yield from (("run", run.card.number) for run in self.runs if run.is_on)
            yield from ((run.coal_field, run.coal) for run in self.runs if run.card.is_hybrid)
        for name in self.fields:
            value = self[name].value()
            if value not in (None, "", False):
                yield name, "on" if value is True else value

    def _objection(self) -> rules.RuleError | None:
        """Why the fuel cannot be bought: not at the price of now, or at no price."""
        asked = self.planner.turn_in(rules.Phase.RESOURCES)
        if self.is_now:
            asked = replace(asked, state=self.planner.state)
        return asked.objection(self.wanted) if self.fuel else None

    def fuel_rows(self) -> Iterator[FuelRow]:
        if self.purchase is None:
            return
        decision = cast(rules.PurchaseDecision, self.planner.turn_in(rules.Phase.RESOURCES).decision)
        for row, offer in zip(self.purchase.rows, decision.fuels, strict=True):
            limit = self._limit(f"{row.kind}-most", self._proposed_for(offer, row.wanted))
            left = self.worst.prices(offer)
            yield FuelRow(row, offer.prices, left, limit, self[f"{row.kind}-most"])

    def _proposed_for(self, offer: rules.FuelOffer, wanted: int) -> int:
        if not offer.prices:
            return 0
        last = max(wanted, 1) - 1
        now = offer.prices[min(last, len(offer.prices) - 1)]
        left = self.worst.prices(offer)
        return min(now + HEADROOM, left[last]) if last < len(left) else now + HEADROOM

    def city_rows(self) -> Iterator[CityRow]:
        for step in self.building.steps:
            worst = self.worst.city(rules.CityOffer(step.id, step.slot, step.connection, step.path))
            field = f"{step.id}-most"
            yield CityRow(step, worst, self._limit(field, step.cost if worst is None else worst), self[field])

    def _limit(self, field: str, proposed: int) -> int:
        """What is filled in as a limit; what is proposed where nothing is."""
        self.fields[field].widget.attrs["placeholder"] = str(proposed)
        said = self[field].value()
        return proposed if said in (None, "") else _number(str(said))

    def _is_ticked(self, field: str) -> bool:
        return field in self.fields and bool(self[field].value())

    # What is planned ------------------------------------------------------------------------------------------------

    def clean(self) -> None:
        if not self.errors and not self.plans():
            raise forms.ValidationError(_("Choose fuel, or cities, or tick that you want none."))

    def plan(self) -> Plan:
        return self.plans()[0]

    def plans(self) -> tuple[Plan, ...]:
        plans = (self._buy_plan(), self._build_plan(), self._power_plan())
        return tuple(plan for plan in plans if plan is not None)

    def _buy_plan(self) -> BuyPlan | None:
        said, panel = self.cleaned_data, self.purchase
        if panel is None:
            return None
        wishes = [FuelWish(row.kind, said[row.kind], row.limit) for row in self.fuel_rows() if said.get(row.kind)]
        if not wishes and not said["no-fuel"]:
            return None
        return BuyPlan(tuple(wishes), floor=said["floor"] or 0, otherwise=said["otherwise"])

    def _build_plan(self) -> BuildPlan | None:
        said = self.cleaned_data
        wishes = tuple(CityWish(row.step.id, row.limit) for row in self.city_rows())
        if not wishes and not said["no-cities"]:
            return None
        otherwise = "next" if said["otherwise"] == "less" else "ask"
        return BuildPlan(wishes, floor=said["floor"] or 0, otherwise=otherwise, houses=said.get("houses"))

    def _power_plan(self) -> PowerPlan | None:
        runs = self._said_runs()
        return PowerPlan(runs=runs) if runs is not None else None


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0
