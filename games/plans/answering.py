"""What plans answer to the question that their seat is asked."""

from collections.abc import Iterable

from msgspec import Struct

import rules
from games.plans import areas, auctions, building, powering, purchases
from games.plans.language import AreaPlan, AuctionPlan, BuildPlan, BuyPlan, Plan, PowerPlan, ProxyBid, StandingPass
from games.plans.reasons import Reason, refused


class Act(Struct, frozen=True):
    """What the plan wants done: a legal action."""

    plan: Plan
    action: rules.Action


class Ask(Struct, frozen=True):
    """The plan is for this question, but cannot answer it."""

    plan: Plan
    reason: Reason


def answer(plans: Iterable[Plan], state: rules.State, seat: rules.Seat) -> Act | Ask | None:
    """What the plan that is for the present question answers; None where none of them is.

    Of several the one for this auction counts before the one for all auctions, and else the first. The answer follows
    from the position as the seat may see it: neither the deck nor others' hidden money changes it.

    :raises RuleError: the seat is not asked.
    """
    decision = rules.legal(state, seat)
    for plan in sorted(plans, key=lambda plan: plan.slot != "auction"):
        wanted = _wanted(plan, decision, state, seat)
        if wanted is not None:
            return _tried(plan, wanted, state, seat)
    return None


def _wanted(
    plan: Plan, decision: rules.Decision, state: rules.State, seat: rules.Seat
) -> rules.Action | Reason | None:
    """What a plan says to a decision, legal or not; None where it is for something else."""
    match plan, decision:
        case StandingPass(plant=None), rules.OpeningDecision() | rules.BiddingDecision():
            return auctions.pass_unless(plan, decision)
        case StandingPass(), rules.BiddingDecision() if plan.plant == decision.plant:
            return auctions.pass_unless(plan, decision)
        case ProxyBid(), rules.BiddingDecision() if plan.plant == decision.plant:
            return auctions.proxy_bid(plan, decision)
        case AuctionPlan(), rules.BiddingDecision():
            return auctions.bid_as_wished(plan, decision, rules.view(state, seat))
        case AuctionPlan(), rules.OpeningDecision():
            return auctions.open_best(plan, decision, rules.view(state, seat), state.players[seat].money)
        case ((ProxyBid() | AuctionPlan()), rules.DiscardDecision()):
            return auctions.scrap(plan, decision.new_plant)
        case BuyPlan(), rules.PurchaseDecision():
            return purchases.buy(plan, decision)
        case BuildPlan(), rules.BuildingDecision():
            return building.build(plan, state, seat)
        case PowerPlan(), rules.PoweringDecision():
            return powering.run(plan, decision)
        case AreaPlan(), rules.AreaDecision():
            return areas.take_first(plan, decision)
    return None


def _tried(plan: Plan, wanted: rules.Action | Reason, state: rules.State, seat: rules.Seat) -> Act | Ask:
    """What a plan wants, unless the rules refuse it."""
    if isinstance(wanted, Reason):
        return Ask(plan, wanted)
    try:
        rules.apply(state, seat, wanted)
    except rules.RuleError as refusal:
        return Ask(plan, refused(refusal))
    return Act(plan, wanted)
