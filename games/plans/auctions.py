"""What plans for auctions answer: opening, bidding, and scrapping a plant."""

from collections.abc import Iterable

import rules
from games.plans.language import AuctionPlan, Condition, Otherwise, ProxyBid, StandingPass, Wish
from games.plans.reasons import AboveLimit, Available, BelowFloor, NothingToOpen, Reason, ScrapUnsaid, Unwished


def pass_unless(plan: StandingPass, decision: rules.OpeningDecision | rules.BiddingDecision) -> rules.Action | Reason:
    """Pass, or put nothing up. The auction of another plant is no reason to ask: the seat can still open later."""
    match decision:
        case rules.OpeningDecision(plants=offers):
            available = tuple(offer.plant for offer in offers if offer.plant in plan.unless)
            return Available(available) if available else rules.DeclineAuction()
        case rules.BiddingDecision(plant=plant):
            return Available((plant,)) if plant in plan.unless else rules.PassBid()


def proxy_bid(plan: ProxyBid, decision: rules.BiddingDecision) -> rules.Action | Reason:
    return _bid(Wish(plan.plant, plan.limit, leaps=plan.leaps), decision, plan.beyond, floor=0)


def open_best(
    plan: AuctionPlan, decision: rules.OpeningDecision, view: rules.View, money: int
) -> rules.Action | Reason:
    """Put up the first plant with a wish that is on offer and within its limit."""
    offers = {offer.plant: offer for offer in decision.plants}
    to_open = {wish.plant: wish for wish in _counting(plan, view) if wish.opening is not None}
    for plant, wish in to_open.items():
        most = min(wish.limit, money - plan.floor)
        offer = offers.get(plant)
        if offer is not None and offer.least <= most:
            return rules.OpenAuction(plant, min(max(wish.opening or 0, offer.least), offer.most, most))
    if plan.otherwise == "pass":
        return rules.DeclineAuction()
    on_offer = set(view.market.actual)
    return NothingToOpen(
        missing=tuple(plant for plant in to_open if plant not in on_offer),
        barred=tuple(plant for plant in to_open if plant in decision.barred),
        dear=tuple(plant for plant in to_open if plant in on_offer.difference(decision.barred)),
    )


def bid_as_wished(plan: AuctionPlan, decision: rules.BiddingDecision, view: rules.View) -> rules.Action | Reason:
    wish = next((wish for wish in _counting(plan, view) if wish.plant == decision.plant), None)
    if wish is not None:
        return _bid(wish, decision, plan.otherwise, plan.floor)
    return Unwished(decision.plant) if plan.otherwise == "ask" else rules.PassBid()


def scrap(plan: ProxyBid | AuctionPlan, new_plant: int) -> rules.Action | Reason | None:
    """What to scrap for the plant that was bought; None if the plan is not about that plant."""
    about: Iterable[ProxyBid | Wish] = (plan,) if isinstance(plan, ProxyBid) else plan.wishes
    chosen = [wish.scrap for wish in about if wish.plant == new_plant]
    if not chosen:
        return None
    return next((action for action in chosen if action is not None), ScrapUnsaid(new_plant))


def _bid(wish: Wish, decision: rules.BiddingDecision, otherwise: Otherwise, floor: int) -> rules.Action | Reason:
    """One above the others or the next leap, never above the limit or the money without the floor."""
    most = min(wish.limit, decision.most - floor)
    if decision.least <= most:
        return rules.Bid(min((leap for leap in wish.leaps if decision.least <= leap <= most), default=decision.least))
    if otherwise == "pass":
        return rules.PassBid()
    if decision.least > wish.limit:
        return AboveLimit(wish.plant, decision.least, wish.limit)
    return BelowFloor(decision.least, decision.most, floor)


def _counting(plan: AuctionPlan, view: rules.View) -> list[Wish]:
    """Of each plant the first wish whose conditions hold; none where the seat has its plant, and wants no second."""
    if view.seat == view.bonus and not plan.second:
        return []
    found: dict[int, Wish] = {}
    for wish in plan.wishes:
        if all(_is_met(condition, view) for condition in wish.given):
            found.setdefault(wish.plant, wish)
    return list(found.values())


def _is_met(condition: Condition, view: rules.View) -> bool:
    if condition.kind == "drawn":
        return condition.holds is (condition.plant in (*view.market.actual, *view.market.future))
    buyers = [view.companies[seat] for seat in view.bought if condition.seat in (None, seat)]
    return condition.holds is any(condition.plant in (None, *buyer.plants) for buyer in buyers)
