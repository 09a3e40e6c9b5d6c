"""The plan for drafting areas."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from games.models import Slot
from games.pages.plans.fields import PlanForm, rank
from games.plans.language import AreaPlan, Plan


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
