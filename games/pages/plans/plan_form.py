"""What can be planned at a moment of the game, and the forms for it, filled in as far as its owner has come."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext as _

import rules
from games.models import Game, Slot, StandingPlan
from games.pages.composing import Panel
from games.pages.plans.areas import AreasForm
from games.pages.plans.auction import BidForm, PassesForm, PassForm
from games.pages.plans.fields import PlanForm
from games.pages.plans.planner import PLENTY, Planner
from games.pages.plans.round_form import RoundForm
from games.pages.plans.round_panel import RoundPanel
from games.pages.plans.wishes import WishesForm
from games.pages.plans.wishes_panel import WishesPanel
from games.plans import active
from games.plans.language import AreaPlan, AuctionPlan, BuyPlan, FuelWish, Plan, ProxyBid, StandingPass

FORMS: dict[str, type[PlanForm]] = {
    "areas": AreasForm,
    "bid": BidForm,
    "pass": PassForm,
    "passes": PassesForm,
    "wishes": WishesForm,
    "round": RoundForm,
}
"""What can be planned, by the word for it in addresses and forms."""

SITTINGS = (rules.Phase.AUCTION, rules.Phase.RESOURCES, rules.Phase.BUILDING)
"""The phases of which all that is left can be said at once."""

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
    if planner.has_still(Slot.BUILDING) and (not planner.is_asked or planner.is_buying):
        yield "round", _("Fuel, cities, power"), planner.state.round


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
            return "round"


@dataclass(frozen=True, slots=True)
class Planned:
    """What a player is planning, as fields: composed so far, or sent and not taken. ``problem`` says why.

    ``purchase`` is what they compose to buy now, beside what they have planned.
    """

    fields: QueryDict
    is_sent: bool = False
    problem: str = ""
    purchase: rules.BuyResources | None = None

    @classmethod
    def begun(cls, kind: str, draft: rules.Action | None) -> Self:
        """What is asked of a player at once, with the fuel that is composed as an answer, if there is any."""
        purchase = draft if isinstance(draft, rules.BuyResources) else None
        return cls(QueryDict(urlencode({"plan": kind})), purchase=purchase)

    @property
    def kind(self) -> str:
        return self.fields.get("plan", "")

    @property
    def filled_in(self) -> QueryDict | None:
        """What the forms have to show again; None where they are opened."""
        return self.fields if self.is_sent or "composed" in self.fields else None


@dataclass(frozen=True, slots=True)
class OpenPlan:
    """What is being planned. ``is_sent``: it was not taken, and the form says why."""

    offer: Offer
    form: PlanForm
    is_sent: bool

    @property
    def sitting(self) -> RoundPanel | WishesPanel | None:
        """What is composed in the action panel: all that is left of the auctions, or of the round."""
        return self.form.panel if isinstance(self.form, RoundForm | WishesForm) else None

    @property
    def panels(self) -> tuple[Panel, ...]:
        """What is composed on the map and in the markets."""
        match self.sitting:
            case RoundPanel() as rest:
                return rest.panels
            case WishesPanel() as wishes:
                return (wishes,)
        return ()

    def is_valid(self) -> bool:
        return self.form.is_valid()

    @property
    def problems(self) -> list[str]:
        """What is wrong, where that is to be marked at no field."""
        return [str(problem) for problem in self.form.non_field_errors()]

    @property
    def given(self) -> tuple[Plan, ...]:
        return self.form.plans()

    @property
    def dropped(self) -> set[Slot]:
        """What was planned, and is planned no more."""
        return set(self.form.known) - {active.slot_of(plan) for plan in self.given}

    @property
    def is_now(self) -> bool:
        """Whether the player is asked now for some of it, and so answers."""
        planner = self.form.planner
        match self.form:
            case RoundForm():
                return planner.is_buying
            case WishesForm():
                return planner.is_asked and planner.state.phase is rules.Phase.AUCTION
        return False

    @property
    def purchase(self) -> rules.BuyResources | None:
        """The fuel to buy at once; None where nothing is said about it, or it is bought later or in turns."""
        bought = next((plan for plan in self.given if isinstance(plan, BuyPlan)), None)
        if bought is None or not isinstance(self.form, RoundForm) or not self.form.planner.buys_at_once:
            return None
        return self.form.draft.market.buying(rules.Fuel(**{wish.kind: wish.tokens for wish in bought.fuels}))


def open_plan(planner: Planner, game: Game, planned: Planned, plans: Sequence[Plan]) -> OpenPlan:
    """The form for one thing that can be planned.

    :param plans: those in force, which are changed rather than made anew, where the form can show them.
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
    if offer is None and kind == "round" and planner.is_asked and planner.has_still(Slot.BUILDING):
        raise NoSuchPlan(_("It is your turn by now. Please check what you composed, and send it."))
    if offer is None and kind == "round":
        raise NoSuchPlan(_("Your round is over, so there is nothing left to plan for it."))
    if offer is None:
        raise NoSuchPlan(_("You cannot plan that now. Please choose below."))
    known = {active.slot_of(plan): plan for plan in plans if kind_of(plan) == kind}
    if planned.purchase is not None:
        known[Slot.PURCHASE] = _purchase(planned.purchase, planner.player)
    return OpenPlan(offer, FORMS[kind](planner, known, kind, planned.filled_in), planned.is_sent)


def _purchase(purchase: rules.BuyResources, player: rules.Player) -> BuyPlan:
    """Fuel that is bought at whatever it costs now."""
    wishes = tuple(FuelWish(kind, tokens, PLENTY) for kind, tokens in purchase.fuel.items() if tokens)
    return BuyPlan(wishes, otherwise="less", market=purchase.market, held=player.fuel)


def sitting(planner: Planner, rows: Sequence[StandingPlan]) -> str:
    """What is asked of a player at once, by the word for it: all auctions, or the rest of the round.

    Empty where they have said it, so that they see what they said, and where they are asked for one thing of it.

    :param rows: their plans in force.
    """
    slots = {"wishes": (Slot.AUCTIONS, Slot.AUCTION), "round": (Slot.PURCHASE, Slot.BUILDING)}
    kind = "wishes" if planner.state.phase is rules.Phase.AUCTION else "round"
    if not planner.has_still(slots[kind][-1]) or planner.state.phase not in SITTINGS:
        return ""
    if planner.is_asked:
        return "round" if planner.is_buying else ""
    said = [row for row in rows if row.slot in slots[kind] and row.round in {None, planner.state.round}]
    return kind if not said or any(row.asks for row in said) else ""
