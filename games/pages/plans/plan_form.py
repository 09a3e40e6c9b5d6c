"""What can be planned at a moment of the game, and the forms for it, filled in as far as its owner has come."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from games.models import Game, Slot
from games.pages.composing import Panel
from games.pages.composing.purchase import PurchasePanel
from games.pages.plans.auction import BidForm, PassesForm, PassForm
from games.pages.plans.fields import PlanForm
from games.pages.plans.phases import AreasForm, BuildForm, BuyForm, PowerForm
from games.pages.plans.planner import Planner
from games.pages.plans.wishes import WishesForm
from games.plans import active
from games.plans.language import AreaPlan, AuctionPlan, Plan, ProxyBid, StandingPass

FORMS: dict[str, tuple[type[PlanForm], ...]] = {
    "areas": (AreasForm,),
    "bid": (BidForm,),
    "pass": (PassForm,),
    "passes": (PassesForm,),
    "wishes": (WishesForm,),
    "purchase": (BuyForm,),
    "building": (BuildForm,),
    "powering": (PowerForm,),
    "round": (BuyForm, BuildForm, PowerForm),
}
"""What can be planned, by the word for it in addresses and forms, and the forms that make it up."""

SLOTS = {
    Slot.PURCHASE: ("purchase", gettext_lazy("Buying")),
    Slot.BUILDING: ("building", gettext_lazy("Building")),
    Slot.POWERING: ("powering", gettext_lazy("Powering")),
}
"""What comes after the auctions of a round."""

FIRST_ROUND = 1
"""The round in which everybody has to buy a plant (AUC-20)."""


class NoSuchPlan(Exception):
    """What a player wants to plan cannot be planned, or no longer; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that can be planned; ``kind`` is a key of :data:`FORMS`. ``round`` is None before the first one."""

    kind: str
    title: str
    round: int | None
    href: str = ""


def offers(planner: Planner, game: Game) -> tuple[Offer, ...]:
    """What can be planned now, in the order in which it comes."""
    offered = sorted(_offered(planner, game), key=lambda offer: offer[2] or 0)
    return tuple(Offer(kind, title, in_round, planner.address(kind)) for kind, title, in_round in offered)


def presses(planner: Planner, plans: Sequence[Plan]) -> Iterator[Offer]:
    """What can be planned by one press, with nothing to fill in, unless that stands already.

    :param plans: those in force.
    """
    state = planner.state
    if planner.is_bidding and planner.seat not in {planner.auction.turn, planner.auction.bidder}:
        plant = planner.auction.plant
        if StandingPass(plant) not in plans:
            yield Offer("pass", _("Pass on plant {plant}").format(plant=planner.names.plant(plant)), state.round)
    is_now = state.phase is rules.Phase.AUCTION and planner.round_of(Slot.AUCTIONS) == state.round
    if is_now and state.round > FIRST_ROUND and StandingPass() not in plans:
        yield Offer("passes", _("Pass all auctions of this round"), state.round)


def _offered(planner: Planner, game: Game) -> Iterator[tuple[str, str, int | None]]:
    if planner.state.phase is rules.Phase.SETUP:
        decision = rules.legal(planner.state, planner.state.to_move[0])
        if isinstance(decision, rules.AreaDecision) and not game.areas_at_once:
            yield "areas", _("The areas to play in"), None
        return
    if planner.is_bidding:
        plant = planner.names.plant(planner.auction.plant)
        yield "bid", _("Bid for plant {plant}").format(plant=plant), planner.state.round
    in_round = planner.round_of(Slot.AUCTIONS)
    yield "wishes", _("Auctions"), in_round
    if in_round > FIRST_ROUND:
        yield "passes", _("Pass, unless …"), in_round
    for slot, (kind, title) in SLOTS.items():
        yield kind, str(title), planner.round_of(slot)
    if len({planner.round_of(slot) for slot in SLOTS}) == 1:
        yield "round", _("Buying, building and powering"), planner.round_of(Slot.PURCHASE)


def kind_of(plan: Plan) -> str:
    """The form in which a plan is changed."""
    match plan:
        case ProxyBid() | StandingPass(plant=int()):
            return "bid"
        case StandingPass():
            return "passes"
        case AuctionPlan():
            return "wishes"
        case AreaPlan():
            return "areas"
        case _:
            return SLOTS[active.slot_of(plan)][0]


@dataclass(frozen=True, slots=True)
class Planned:
    """What a player is planning, as fields: composed so far, or sent and not taken. ``problem`` says why."""

    fields: QueryDict
    is_sent: bool = False
    problem: str = ""

    @property
    def kind(self) -> str:
        return self.fields.get("plan", "")

    @property
    def filled_in(self) -> QueryDict | None:
        """What the forms have to show again; None where they are opened."""
        return self.fields if self.is_sent or "composed" in self.fields else None


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
    def given(self) -> list[tuple[Plan, int | None]]:
        """The plans as they are to be given, each for its round; that is None before the game."""
        return [(form.plan(), self.offer.round) for form in self.forms]


def open_plan(planner: Planner, game: Game, planned: Planned, plans: Sequence[Plan]) -> OpenPlan:
    """The forms for one thing that can be planned.

    :param plans: those in force, which are changed rather than made anew, where the forms can show them.
    :raises NoSuchPlan: there is no such thing, or not now.
    """
    kind = planned.kind
    if kind not in FORMS:
        raise NoSuchPlan(_("This does not say what to plan. Please choose below."))
    if kind == "pass" and planner.is_bidding:
        offer: Offer | None = Offer(kind, "", planner.state.round)
    else:
        offer = next((offer for offer in offers(planner, game) if offer.kind == kind), None)
    if offer is None and kind in {"bid", "pass"}:
        raise NoSuchPlan(_("You are no longer in an auction, so there is nothing to plan for it."))
    if offer is None:
        raise NoSuchPlan(_("You cannot plan that now. Please choose below."))
    known = {active.slot_of(plan): plan for plan in plans if kind in {kind_of(plan), "round"}}
    forms = tuple(form(planner, known.get(form.slot), kind, planned.filled_in) for form in FORMS[kind])
    return OpenPlan(offer, forms, planned.is_sent)
