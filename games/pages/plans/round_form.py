"""The rest of a round on one form: fuel, cities and power, composed with the same hands as a turn."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Literal, TypeVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec.structs import replace as changed

import rules
from games.models import Slot
from games.pages.panels.pieces import FUEL_NAMES
from games.pages.plans.fields import PlanForm, choose, elektro, tokens
from games.pages.plans.round_draft import RoundDraft, number
from games.pages.plans.round_panel import CityRow, FuelRow, RoundPanel, turns
from games.plans.answers import still_wanted
from games.plans.language import BuildPlan, BuyPlan, CityWish, FuelWish, Plan, PowerPlan
from games.plans.worst import Worst

HEADROOM = 3
"""How far above its present price a token may go where nothing else is said: others may buy before."""

P = TypeVar("P", bound=Plan)


class RoundForm(PlanForm):
    """Fuel, cities and power for what is left of a round. The player is asked for what they leave open.

    Empty limits are what the fields propose: a little more than the price of now, and never more than at worst.
    """

    slot = Slot.BUILDING
    macro = "round"
    floor = elektro(gettext_lazy("Keep at least"), required=False)
    otherwise = choose(
        gettext_lazy("If something is gone, or costs more"),
        [("less", gettext_lazy("go on with the rest")), ("ask", gettext_lazy("ask me"))],
    )

    def set_up(self, sent: QueryDict | None) -> None:
        bought, built = self._known(Slot.PURCHASE, BuyPlan), self._known(Slot.BUILDING, BuildPlan)
        if bought and self.planner.buys_in_turns:
            bought = still_wanted(bought, self.planner.player.fuel)
        powered = self._known(Slot.POWERING, PowerPlan)
        self.draft = RoundDraft(self.planner, sent, self.carried(sent), bought, built, powered)
        first = bought or built or BuyPlan(otherwise="less")
        self.initial = {
            "floor": first.floor or None,
            "otherwise": "ask" if first.otherwise == "ask" else "less",
            "houses": built and built.houses,
            "no-fuel": bought is not None and not bought.fuels,
            "no-cities": built is not None and not built.cities,
            "own-runs": self.draft.own_runs is not None,
        }
        if self.draft.purchase:
            self._add_fuel(bought)
        self._add_cities(built)
        self.fields["own-runs"] = forms.BooleanField(label=_("Run these plants"), required=False)

    def _known(self, slot: Slot, kind: type[P]) -> P | None:
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
        markets = self.planner.names.board.markets
        if len(markets) > 1:
            named = [(market.id, self.planner.names.market(market.id)) for market in markets]
            anywhere = ("", _("where I get most, or pay less"))
            self.fields["market"] = choose(_("Market"), [anywhere, *named], required=False)
            self.initial["market"] = (known and known.market) or ""

    def _add_cities(self, known: BuildPlan | None) -> None:
        wished = {wish.city: wish.most for wish in known.cities} if known else {}
        steps, said = self.draft.building.steps, self.draft.houses
        for step in steps:
            self.fields[f"{step.id}-most"] = elektro(_("up to"), required=False)
            self.initial[f"{step.id}-most"] = wished.get(step.id)
        self.fields["houses"] = forms.TypedChoiceField(
            label=_("Build"),
            choices=[
                ("", _("all of them")),
                *((str(count), str(count)) for count in range(1, max(len(steps), said + 1))),
            ],
            coerce=int,
            empty_value=None,
            required=False,
            error_messages={"invalid_choice": _("Choose one of these.")},
        )
        self.fields["no-cities"] = forms.BooleanField(label=_("Build nothing"), required=False)

    def is_left_empty(self, name: str, sent: QueryDict) -> bool:
        """What is composed is all there is, as links for some of it leave out what is none."""
        is_composed = "composed" in sent and name not in {"floor", "otherwise"}
        return is_composed or super().is_left_empty(name, sent)

    # What is composed -----------------------------------------------------------------------------------------------

    @cached_property
    def panel(self) -> RoundPanel:
        planner, draft = self.planner, self.draft
        fuel, steps = tuple(self.fuel_rows()), tuple(self.city_rows())
        built = tuple(rules.House(step.id, step.slot) for step in draft.first(draft.building.steps))
        houses = len(built)
        player = planner.player
        after = changed(player, fuel=player.fuel + draft.fuel, cities=(*player.cities, *built))
        plants = planner.state.plants.of(after.plants)
        powered = rules.most_cities(plants, after.fuel, after.network_size)
        bought = draft.purchase.total if draft.purchase else 0
        dearest = sorted((row.limit for row in steps), reverse=True)[:houses]
        income = rules.income(
            changed(planner.state, new_cities=planner.state.new_cities + houses), powered, after.network_size
        )
        return RoundPanel(
            is_now=planner.is_buying,
            in_turns=planner.buys_in_turns,
            token=next(self._wanted(), None) if planner.is_buying and planner.buys_in_turns else None,
            market=draft.market.market,
            turns=turns(planner.state, planner.seat, planner.names),
            purchase=draft.purchase,
            objection=draft.objection,
            fuel=fuel,
            buys_nothing=self._is_ticked("no-fuel"),
            building=draft.building,
            steps=steps,
            builds_nothing=self._is_ticked("no-cities"),
            houses=houses,
            total=bought + draft.building.total,
            at_most=(bought if planner.buys_at_once else sum(row.costs_at_most for row in fuel)) + sum(dearest),
            money=player.money,
            powered=powered,
            cities=after.network_size,
            income=income,
            reach=rules.most_cities(plants, after.fuel, len(planner.names.board.cities)),
            clear=f"{planner.address('round')}&composed=1",
            fields=tuple(self._filled_in()),
            unreadable=self.unreadable,
        )

    def _filled_in(self) -> Iterator[tuple[str, object]]:
        yield from (("plan", self.kind), ("composed", 1))
        yield from (("city", step.id) for step in self.draft.building.steps)
        if self.draft.built_now.free_start:
            yield "free_start", self.draft.built_now.free_start
        if self._is_ticked("own-runs"):
            yield from (("run", run.card.number) for run in self.draft.runs if run.is_on)
            yield from ((run.coal_field, run.coal) for run in self.draft.runs if run.card.is_hybrid)
        for name in self.fields:
            value = self[name].value()
            if value not in (None, "", False):
                yield name, "on" if value is True else value

    @cached_property
    def worst(self) -> Worst:
        return Worst.of(self.planner.state, self.planner.seat)

    def fuel_rows(self) -> Iterator[FuelRow]:
        if self.draft.purchase is None:
            return
        for row, offer in zip(self.draft.purchase.rows, self.draft.offers, strict=True):
            field = f"{row.kind}-most"
            limit = self._limit(field, self._proposed_for(offer, row.wanted))
            yield FuelRow(row, offer.prices, self.worst.prices(offer), limit, self[field])

    def _proposed_for(self, offer: rules.FuelOffer, wanted: int) -> int:
        """A limit for each of some tokens."""
        if not offer.prices:
            return 0
        last, left = max(wanted, 1) - 1, self.worst.prices(offer)
        now = offer.prices[min(last, len(offer.prices) - 1)]
        is_known = self.planner.state.phase is not rules.Phase.AUCTION and last < len(left)
        return min(now + HEADROOM, left[last]) if is_known else now + HEADROOM

    def city_rows(self) -> Iterator[CityRow]:
        built = rules.BuildCities(())
        for step in self.draft.building.steps:
            built = self._wish(step.id, step.cost).after(built)[0]
            worst = self.worst.city(built)
            field = f"{step.id}-most"
            limit = self._limit(field, step.cost if worst is None else worst)
            yield CityRow(step, worst, limit, self[field], step.id == built.free_start)

    def _limit(self, field: str, proposed: int) -> int:
        """What is filled in as a limit; what is proposed where nothing is."""
        self.fields[field].widget.attrs["placeholder"] = str(proposed)
        said = self[field].value()
        return proposed if said in (None, "") else number(str(said))

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
        said = self.cleaned_data
        wishes = [FuelWish(row.kind, said[row.kind], row.limit) for row in self._in_order() if said.get(row.kind)]
        if not wishes and not said.get("no-fuel"):
            return None
        return BuyPlan(
            tuple(wishes),
            floor=said["floor"] or 0,
            otherwise=said["otherwise"],
            market=said.get("market") or None,
            held=self.planner.player.fuel if self.planner.buys_in_turns else rules.NO_FUEL,
        )

    def _wanted(self) -> Iterator[FuelRow]:
        return (row for row in self._in_order() if row.row.wanted and row.prices)

    def _in_order(self) -> Sequence[FuelRow]:
        """The kinds as they are bought: where turns go round, that comes first which is sold out soonest."""
        rows = list(self.fuel_rows())
        return sorted(rows, key=lambda row: len(row.prices)) if self.planner.buys_in_turns else rows

    def _build_plan(self) -> BuildPlan | None:
        said = self.cleaned_data
        wishes = tuple(self._wish(row.step.id, row.limit) for row in self.city_rows())
        if not wishes and not said["no-cities"]:
            return None
        otherwise: Literal["next", "ask"] = "next" if said["otherwise"] == "less" else "ask"
        return BuildPlan(wishes, floor=said["floor"] or 0, otherwise=otherwise, houses=said.get("houses"))

    def _wish(self, city: str, most: int) -> CityWish:
        return CityWish(city, most, free_start=city == self.draft.built_now.free_start)

    def _power_plan(self) -> PowerPlan | None:
        runs = self.draft.own_runs if self._is_ticked("own-runs") else None
        return None if runs is None else PowerPlan(runs=runs)
