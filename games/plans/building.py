"""What a plan for building answers."""

import rules
from games.plans.language import BuildPlan
from games.plans.reasons import BelowFloor, CityTooDear, Reason, refused


def build(plan: BuildPlan, state: rules.State, seat: rules.Seat) -> rules.Action | Reason:
    """The cities in their order, up to the first that cannot be had."""
    cities: tuple[str, ...] = ()
    for wish in plan.cities:
        objection = _objection(plan, state, seat, (*cities, wish.city), wish.most)
        if objection is not None:
            return objection if plan.otherwise == "ask" else rules.BuildCities(cities)
        cities = (*cities, wish.city)
    return rules.BuildCities(cities)


def _objection(
    plan: BuildPlan, state: rules.State, seat: rules.Seat, cities: tuple[str, ...], most: int
) -> Reason | None:
    """Why the last of these cities cannot be had after the others."""
    try:
        quote = rules.quote(state, seat, cities)
        rules.apply(state, seat, rules.BuildCities(cities))
    except rules.RuleError as refusal:
        return refused(refusal)
    last, money = quote.steps[-1], state.players[seat].money
    if last.cost > most:
        return CityTooDear(last.city, last.cost, most)
    if quote.total > money - plan.floor:
        return BelowFloor(quote.total, money, plan.floor)
    return None
