"""The plan for powering cities."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

import rules
from games.models import Slot
from games.pages.plans.fields import PlanForm, choose
from games.plans.language import Plan, PowerPlan

KEPT = [
    ("", gettext_lazy("it does not matter which")),
    ("coal", gettext_lazy("keep coal")),
    ("oil", gettext_lazy("keep oil")),
]
SCOPES = [
    ("round", gettext_lazy("in this round only")),
    ("game", gettext_lazy("in every round, until I change it")),
]


class PowerForm(PlanForm):
    """Power the most cities, burning as little as can be."""

    slot = Slot.POWERING
    macro = "powering"
    kept = forms.ChoiceField(
        label=gettext_lazy("Where a plant burns coal or oil"),
        choices=KEPT,
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": gettext_lazy("Choose one of these, please.")},
    )
    scope = choose(gettext_lazy("How long it stands"), SCOPES)

    def set_up(self, sent: QueryDict | None) -> None:
        known = self.standing if isinstance(self.standing, PowerPlan) else None
        self.initial = {"kept": (known and known.kept) or "", "scope": "round"}

    @property
    def has_hybrids(self) -> bool:
        """Whether there is anything to keep: plants on offer may become one's own before the plan answers."""
        plants = (*self.planner.player.plants, *self.planner.view.market.actual)
        return any(rules.PLANTS[plant].kind == "hybrid" for plant in plants)

    @property
    def is_for_the_game(self) -> bool:
        return bool(self.cleaned_data["scope"] == "game")

    def plan(self) -> Plan:
        return PowerPlan(kept=self.cleaned_data["kept"] or None)
