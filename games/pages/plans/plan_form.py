"""A plan that is being made: its forms, filled in as far as somebody has come."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.models import Game
from games.pages.composing import Panel
from games.pages.composing.purchase import PurchasePanel
from games.pages.plans.building import BuildForm
from games.pages.plans.fields import PlanForm
from games.pages.plans.offers import FORMS, Offer, address, kind_of, offers
from games.pages.plans.planner import Planner
from games.pages.plans.powering import PowerForm
from games.pages.plans.purchase import BuyForm
from games.plans import active
from games.plans.language import Plan


@dataclass(frozen=True, slots=True)
class Planned:
    """What somebody is planning, as fields: composed so far, or sent and not taken. ``problem`` says why."""

    fields: QueryDict
    is_sent: bool = False
    problem: str = ""

    @property
    def kind(self) -> str:
        return self.fields.get("plan", "")

    @property
    def is_for_nothing(self) -> bool:
        """Whether they only want to see what there is to plan."""
        return not (self.kind or self.is_sent)

    @property
    def filled_in(self) -> QueryDict | None:
        """What the forms have to show again; None where they are opened."""
        return self.fields if self.is_sent or "composed" in self.fields else None


class NoSuchPlan(Exception):
    """What somebody wants to plan cannot be planned, or no longer; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Given:
    """A plan as it is to be given: for one round, or where that is None for the whole game."""

    plan: Plan
    round: int | None


@dataclass(frozen=True, slots=True)
class OpenPlan:
    """What is being planned. ``is_sent``: it was not taken, and the forms say why."""

    offer: Offer
    forms: tuple[PlanForm, ...]
    is_sent: bool

    @property
    def panels(self) -> tuple[Panel, ...]:
        """What is composed on the map and in the market."""
        return tuple(form.panel for form in self.forms if isinstance(form, BuyForm | BuildForm))

    @property
    def purchase(self) -> PurchasePanel | None:
        """The fuel to buy, of which the price is shown."""
        return next((form.panel for form in self.forms if isinstance(form, BuyForm)), None)

    def is_valid(self) -> bool:
        return all(form.is_valid() for form in self.forms)

    @property
    def problems(self) -> list[str]:
        """What is wrong, where that is to be marked at no field."""
        return [str(problem) for form in self.forms for problem in form.non_field_errors()]

    @property
    def given(self) -> list[Given]:
        return [Given(form.plan(), None if _is_for_the_game(form) else self.offer.round) for form in self.forms]


def open_plan(planner: Planner, game: Game, planned: Planned, plans: Sequence[Plan]) -> OpenPlan:
    """The forms for one thing that can be planned.

    :param plans: those in force, which are changed rather than made anew.
    :raises NoSuchPlan: there is no such thing, or not now.
    """
    kind = planned.kind
    kinds = FORMS.get(kind)
    if kinds is None:
        raise NoSuchPlan(_("This does not say what to plan. Please choose below."))
    offer = next((offer for offer in offers(planner, game) if offer.kind == kind), None)
    if kind == "pass" and planner.is_bidding:
        offer = Offer(kind, "", planner.state.round, address(planner, kind))
    if offer is None:
        raise NoSuchPlan(_too_late(kind))
    by_slot = {active.slot_of(plan): plan for plan in plans}
    known = [_changed(by_slot.get(form.slot), kind, form) for form in kinds]
    forms = tuple(form(planner, plan, kind, planned.filled_in) for form, plan in zip(kinds, known, strict=True))
    return OpenPlan(offer, forms, planned.is_sent)


def _changed(plan: Plan | None, kind: str, form: type[PlanForm]) -> Plan | None:
    """The plan that a form is for, if it can show it."""
    if plan is None or (len(FORMS[kind]) == 1 and kind_of(plan) != kind):
        return None
    return plan


def _is_for_the_game(form: PlanForm) -> bool:
    return isinstance(form, PowerForm) and form.is_for_the_game


def _too_late(kind: str) -> str:
    if kind in {"bid", "pass"}:
        return _("You are in no auction any more, so there is nothing to plan for it.")
    return _("That cannot be planned at this moment of the game. Please choose below.")
