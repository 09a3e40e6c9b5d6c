"""The plan for building."""

from dataclasses import dataclass, replace
from typing import cast

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from games.models import Slot
from games.pages import composing
from games.pages.composing.building import BuildingPanel, CityChoice
from games.pages.plans.fields import Elektro, PlanForm, choose
from games.plans.language import BuildPlan, CityWish, Plan

OTHERWISE = [
    ("less", gettext_lazy("build in those before it")),
    ("ask", gettext_lazy("ask me")),
]
MOST_CITIES = 42


@dataclass(frozen=True, slots=True)
class CityRow:
    """A city to build in, up to what price. ``choice`` says what it costs now."""

    choice: CityChoice
    most: BoundField


class BuildForm(PlanForm):
    """Build in these cities, one after the other, each up to what it may cost."""

    slot = Slot.BUILDING
    macro = "building"
    building_floor = Elektro(label=gettext_lazy("Always keep"))
    building_otherwise = choose(gettext_lazy("Where a city cannot be had"), OTHERWISE)

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
        for step in self.panel.steps:
            self.fields[f"{step.id}-most"] = Elektro(label=_("up to"))
            self.initial[f"{step.id}-most"] = wished.get(step.id, step.cost)

    @property
    def rows(self) -> list[CityRow]:
        return [CityRow(step, self[f"{step.id}-most"]) for step in self.panel.steps]

    def clean(self) -> None:
        if not self.panel.steps:
            raise forms.ValidationError(_("Choose the cities to build in, on the map or in the list."))

    def plan(self) -> Plan:
        said = self.cleaned_data
        cities = tuple(CityWish(step.id, said[f"{step.id}-most"]) for step in self.panel.steps)
        return BuildPlan(cities, floor=said["building_floor"], otherwise=said["building_otherwise"])
