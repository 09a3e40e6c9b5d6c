"""What a plan for buying resources answers."""

from collections.abc import Iterator

import rules
from games.plans.language import BuyPlan, FuelWish
from games.plans.reasons import BelowFloor, FuelTooDear, Reason


def buy(plan: BuyPlan, decision: rules.PurchaseDecision) -> rules.Action | Reason:
    """The whole purchase, or with ``less`` as much of it as can be had; whether it is on sale and fits, rules say."""
    if plan.otherwise == "less":
        return _purchase(_most(plan, decision))
    return _objection(plan, decision) or _purchase(_wanted(plan))


def _wanted(plan: BuyPlan) -> rules.Fuel:
    return sum((rules.Fuel(**{wish.kind: wish.tokens}) for wish in plan.fuels), rules.NO_FUEL)


def _objection(plan: BuyPlan, decision: rules.PurchaseDecision) -> Reason | None:
    """What of its own limits stands against the plan. What is not on sale has no price: that the rules refuse."""
    for wish, prices in _prices(plan, decision):
        if prices and prices[-1] > wish.most:
            return FuelTooDear(wish.kind, prices[-1], wish.most)
    price = decision.price(_wanted(plan))
    if price is not None and price > decision.money - plan.floor:
        return BelowFloor(price, decision.money, plan.floor)
    return None


def _prices(plan: BuyPlan, decision: rules.PurchaseDecision) -> Iterator[tuple[FuelWish, tuple[int, ...]]]:
    """Each wish with the prices of its tokens, as far as they are on sale."""
    taken = dict.fromkeys(rules.KINDS, 0)
    on_sale = {offer.kind: offer.prices for offer in decision.fuels}
    for wish in plan.fuels:
        first = taken[wish.kind]
        taken[wish.kind] += wish.tokens
        yield wish, on_sale[wish.kind][first : taken[wish.kind]]


def _most(plan: BuyPlan, decision: rules.PurchaseDecision) -> rules.Fuel:
    """Token by token what is on sale, cheap enough, fits beside the rest, and leaves the floor."""
    taken = rules.NO_FUEL
    for wish in plan.fuels:
        for _ in range(wish.tokens):
            more = taken + rules.Fuel(**{wish.kind: 1})
            if not _may_buy(more, wish, plan.floor, decision):
                break
            taken = more
    return taken


def _may_buy(fuel: rules.Fuel, wish: FuelWish, floor: int, decision: rules.PurchaseDecision) -> bool:
    """Whether a purchase can be made the last token of which is for this wish."""
    offer = next(offer for offer in decision.fuels if offer.kind == wish.kind)
    price = decision.price(fuel)
    return (
        price is not None
        and offer.prices[fuel[wish.kind] - 1] <= wish.most
        and price <= decision.money - floor
        and fuel[wish.kind] <= offer.room
        and fuel.coal + fuel.oil <= decision.mixed_room
    )


def _purchase(fuel: rules.Fuel) -> rules.BuyResources:
    return rules.BuyResources(fuel.coal, fuel.oil, fuel.garbage, fuel.uranium)
