"""What a plan that asks had planned, as the answer that its owner begins with."""

from collections.abc import Sequence

import rules
from games.models import Seat, Slot, StandingPlan
from games.plans import active
from games.plans.language import BuildPlan


def kept(rows: Sequence[StandingPlan], state: rules.State, mine: Seat | None) -> rules.Action | None:
    """The cities of a plan for building that asks, as far as they can be built in now; None where there is none.

    What a plan for buying had planned is still there on the form for the rest of the round.
    """
    if mine is None or rules.Seat(mine.number) not in state.to_move or state.phase is not rules.Phase.BUILDING:
        return None
    seat = rules.Seat(mine.number)
    for row in rows:
        if row.slot == Slot.BUILDING and row.asks and active.is_for_now(row, state, seat):
            plan = active.read(row)
            return rules.BuildCities(_buildable(plan, state, seat)) if isinstance(plan, BuildPlan) else None
    return None


def _buildable(plan: BuildPlan, state: rules.State, seat: rules.Seat) -> tuple[str, ...]:
    cities: tuple[str, ...] = ()
    for wish in plan.cities:
        more = (*cities, wish.city)
        if len(more) <= (plan.houses or len(more)) and _can_build(more, state, seat):
            cities = more
    return cities


def _can_build(cities: tuple[str, ...], state: rules.State, seat: rules.Seat) -> bool:
    try:
        rules.apply(state, seat, rules.BuildCities(cities))
    except rules.RuleError:
        return False
    return True
