"""What plans answer to the question that their seat is asked."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

import rules
from games.plans import auctions
from games.plans.language import (
    AreaPlan,
    AuctionPlan,
    BuildPlan,
    BuyPlan,
    CityWish,
    FuelWish,
    Plan,
    PowerPlan,
    ProxyBid,
    StandingPass,
)
from games.plans.reasons import AnswerRefused, BelowFloor, CityTooDear, FuelTooDear, NoneLeft, Reason


class Act(Struct, frozen=True):
    """What the plan wants done: a legal action."""

    plan: Plan
    action: rules.Action


class Ask(Struct, frozen=True):
    """The plan is for this question, but cannot answer it."""

    plan: Plan
    reason: Reason


def answer(plans: Iterable[Plan], state: rules.State, seat: rules.Seat) -> Act | Ask | None:
    """What the plan for the present question answers; None if no plan is for it.

    A plan for this auction counts before one for all auctions. The answer follows from the position as the seat may
    see it: neither the deck nor others' hidden money changes it.

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
    """What a plan wants, legal or not; None if it is for another decision."""
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
            return _buy(plan, decision, state.players[seat].fuel)
        case BuildPlan(), rules.BuildingDecision():
            return _build(plan, state, seat)
        case PowerPlan(), rules.PoweringDecision():
            return run(plan, decision)
        case AreaPlan(), rules.AreaDecision():
            area = next((area for area in plan.areas if area in decision.areas), None)
            return NoneLeft() if area is None else rules.ChooseArea(area)
    return None


def _tried(plan: Plan, wanted: rules.Action | Reason, state: rules.State, seat: rules.Seat) -> Act | Ask:
    """What a plan wants, unless the rules refuse it."""
    if isinstance(wanted, Reason):
        return Ask(plan, wanted)
    try:
        rules.apply(state, seat, wanted)
    except rules.RuleError as refusal:
        return Ask(plan, _refused(refusal))
    return Act(plan, wanted)


def _refused(refusal: rules.RuleError) -> AnswerRefused:
    return AnswerRefused(refusal.rule, refusal.sentence, refusal.values)


def _buy(plan: BuyPlan, decision: rules.PurchaseDecision, held: rules.Fuel) -> rules.Action | Reason:
    """The whole purchase, or with ``less`` as much as can be had. The rules check whether it is on sale and fits."""
    if decision.one_token:
        plan = still_wanted(plan, held)
    market = best_market(plan, decision)
    if plan.otherwise == "less":
        return market.buying(_of_this_turn(plan, decision, _as_much_as_can_be(plan, market)))
    wanted = sum((rules.Fuel(**{wish.kind: wish.tokens}) for wish in plan.fuels), rules.NO_FUEL)
    return _purchase_objection(plan, market) or market.buying(_of_this_turn(plan, decision, wanted))


def still_wanted(plan: BuyPlan, held: rules.Fuel) -> BuyPlan:
    """What is left of a purchase: its wishes without the tokens that were bought since (MAP-IN-7)."""
    left, bought = [], {kind: max(0, tokens) for kind, tokens in (held - plan.held).items()}
    for wish in plan.fuels:
        met = min(wish.tokens, bought[wish.kind])
        bought[wish.kind] -= met
        left.append(replace(wish, tokens=wish.tokens - met))
    return replace(plan, fuels=tuple(left), held=held)


def best_market(plan: BuyPlan, decision: rules.PurchaseDecision) -> rules.PurchaseDecision:
    """The decision in the market that the plan names, or in the one where it gets most, and then pays least."""

    def merit(market: rules.PurchaseDecision) -> tuple[int, int]:
        fuel = _as_much_as_can_be(plan, market)
        return fuel.tokens, -(market.price(fuel) or 0)

    if not decision.elsewhere:
        return decision
    named = next((market for market in decision.markets if market.market == plan.market), None)
    return named or max(decision.markets, key=merit)


def _of_this_turn(plan: BuyPlan, decision: rules.PurchaseDecision, fuel: rules.Fuel) -> rules.Fuel:
    """All of it, or where turns go round its first token."""
    if not decision.one_token:
        return fuel
    first = next((wish.kind for wish in plan.fuels if wish.tokens and fuel[wish.kind]), None)
    return rules.NO_FUEL if first is None else rules.Fuel(**{first: 1})


def _purchase_objection(plan: BuyPlan, decision: rules.PurchaseDecision) -> Reason | None:
    """Which limit of the plan is exceeded, if any. What is not on sale has no price; the rules refuse that."""
    on_sale = {offer.kind: offer.prices for offer in decision.fuels}
    wanted = rules.NO_FUEL
    for wish in plan.fuels:
        first, wanted = wanted[wish.kind], wanted + rules.Fuel(**{wish.kind: wish.tokens})
        prices = on_sale[wish.kind][first : wanted[wish.kind]]
        if prices and prices[-1] > wish.most:
            return FuelTooDear(wish.kind, prices[-1], wish.most)
    price = decision.price(wanted)
    if price is not None and price > decision.money - plan.floor:
        return BelowFloor(price, decision.money, plan.floor)
    return None


def _as_much_as_can_be(plan: BuyPlan, decision: rules.PurchaseDecision) -> rules.Fuel:
    """Token by token what is on sale, cheap enough, fits, and leaves the floor; of a kind nothing beyond a gap.

    "At most 9 for the third coal" does not hold for the second.
    """
    taken, wanted = rules.NO_FUEL, rules.NO_FUEL
    for wish in plan.fuels:
        for _ in range(wish.tokens):
            wanted += (token := rules.Fuel(**{wish.kind: 1}))
            more = taken + token
            if more[wish.kind] == wanted[wish.kind] and _may_buy(more, wish, plan.floor, decision):
                taken = more
    return taken


def _may_buy(fuel: rules.Fuel, wish: FuelWish, floor: int, decision: rules.PurchaseDecision) -> bool:
    """Whether this fuel, the last token of it for this wish, can be bought."""
    offer = next(offer for offer in decision.fuels if offer.kind == wish.kind)
    price = decision.price(fuel)
    return (
        price is not None
        and offer.prices[fuel[wish.kind] - 1] <= wish.most
        and price <= decision.money - floor
        and fuel[wish.kind] <= offer.room
        and fuel.coal + fuel.oil <= decision.mixed_room
    )


def _build(plan: BuildPlan, state: rules.State, seat: rules.Seat) -> rules.Action | Reason:
    """The cities in their order. At one that cannot be had, the plan says whether to stop, to go on or to ask."""
    built = rules.BuildCities(())
    for wish in plan.cities:
        if len(built.cities) == plan.houses:
            break
        longer = _built_next(plan, state, seat, built, wish)
        if isinstance(longer, rules.BuildCities):
            built = longer
        elif plan.otherwise == "ask":
            return longer
        elif plan.otherwise == "less":
            break
    return built


def _built_next(
    plan: BuildPlan, state: rules.State, seat: rules.Seat, built: rules.BuildCities, wish: CityWish
) -> rules.BuildCities | Reason:
    """The cities built so far and the one of a wish, or why that cannot be had as it is wanted."""
    wanted, *others = wish.after(built)
    objection = _city_objection(plan, state, seat, wanted, wish.most)
    if objection is None:
        return wanted
    return next((way for way in others if not _city_objection(plan, state, seat, way, wish.most)), objection)


def _city_objection(
    plan: BuildPlan, state: rules.State, seat: rules.Seat, built: rules.BuildCities, most: int
) -> Reason | None:
    """Why the last of some cities cannot be had after the others."""
    try:
        quote = rules.quote(state, seat, built.cities, built.free_start)
        rules.apply(state, seat, built)
    except rules.RuleError as refusal:
        return _refused(refusal)
    last, money = quote.steps[-1], state.players[seat].money
    if last.cost > most:
        return CityTooDear(last.city, last.cost, most)
    if quote.total > money - plan.floor:
        return BelowFloor(quote.total, money, plan.floor)
    return None


def run(plan: PowerPlan, decision: rules.PoweringDecision) -> rules.Action:
    if plan.runs is not None:
        return plan.runs
    if plan.kept is None:
        return decision.best
    return _keeping(plan.kept, decision)


def _keeping(kept: rules.FuelKind, decision: rules.PoweringDecision) -> rules.Action:
    """Of what powers the most cities, the choice that burns least of one kind, and then the fewest tokens.

    One token of uranium does what two or three others do, so it would hardly ever be kept if tokens came first. Else
    coal and oil are burnt so that both last.
    """

    def merit(choice: rules.Powering) -> tuple[int, ...]:
        tokens, left = sum(count for _, count in choice.burnt.items()), decision.fuel - choice.burnt
        return choice.cities, -choice.burnt[kept], -tokens, -len(choice.action.plants), -abs(left.coal - left.oil)

    return max(rules.all_runs(decision), key=merit).action
