"""What can be planned at a moment of the game, and the forms for it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import rules
from games.models import Game, Slot
from games.pages.plans.areas import AreasForm
from games.pages.plans.auction import BidForm, PassesForm, PassForm
from games.pages.plans.building import BuildForm
from games.pages.plans.fields import PlanForm
from games.pages.plans.planner import Planner
from games.pages.plans.powering import PowerForm
from games.pages.plans.purchase import BuyForm
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


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that can be planned; ``kind`` is a key of :data:`FORMS`. ``round`` is None before the first one."""

    kind: str
    title: str
    round: int | None
    href: str


@dataclass(frozen=True, slots=True)
class Press:
    """A plan that takes one press and nothing to fill in."""

    kind: str
    title: str
    round: int


def offers(planner: Planner, game: Game) -> tuple[Offer, ...]:
    """What can be planned now, in the order in which it comes."""
    offered = sorted(_offered(planner, game), key=lambda offer: offer[2] or 0)
    return tuple(Offer(kind, title, in_round, address(planner, kind)) for kind, title, in_round in offered)


def presses(planner: Planner, plans: Sequence[Plan]) -> tuple[Press, ...]:
    """What can be planned by one press, unless that stands already.

    :param plans: those in force.
    """
    state = planner.state
    found: list[Press] = []
    if planner.is_bidding and state.auction is not None and state.auction.turn != planner.seat:
        plant = state.auction.plant
        if state.auction.bidder != planner.seat and StandingPass(plant) not in plans:
            title = _("Pass on plant {plant}").format(plant=planner.names.plant(plant))
            found.append(Press("pass", title, state.round))
    if state.phase is rules.Phase.AUCTION and StandingPass() not in plans:
        in_round = planner.round_of(Slot.AUCTIONS)
        if in_round > FIRST_ROUND and in_round == state.round:
            found.append(Press("passes", _("Pass all auctions of this round"), in_round))
    return tuple(found)


def _offered(planner: Planner, game: Game) -> Iterator[tuple[str, str, int | None]]:
    if planner.state.phase is rules.Phase.SETUP:
        if _drafts_areas(planner) and not game.areas_at_once:
            yield "areas", _("The areas to play in"), None
        return
    if planner.is_bidding and planner.state.auction is not None:
        plant = planner.names.plant(planner.state.auction.plant)
        yield "bid", _("Bid for plant {plant}").format(plant=plant), planner.state.round
    in_round = planner.round_of(Slot.AUCTIONS)
    yield "wishes", _("Auctions"), in_round
    if in_round > FIRST_ROUND:
        yield "passes", _("Pass, unless …"), in_round
    for slot, (kind, title) in SLOTS.items():
        yield kind, str(title), planner.round_of(slot)
    if len({planner.round_of(slot) for slot in SLOTS}) == 1:
        yield "round", _("Buying, building and powering"), planner.round_of(Slot.PURCHASE)


def _drafts_areas(planner: Planner) -> bool:
    decision = rules.legal(planner.state, planner.state.to_move[0])
    return isinstance(decision, rules.AreaDecision)


def address(planner: Planner, kind: str) -> str:
    return f"{planner.page}?{urlencode({'plan': kind})}#plans"


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
