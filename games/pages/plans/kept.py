"""What a player who is asked to build had composed before: in a plan that asks, or for the rest of the round."""

from collections.abc import Iterable, Sequence

import rules
from games.models import Seat, StandingPlan
from games.pages.plans.plan_form import Planned
from games.pages.plans.planner import PLENTY
from games.pages.plans.round_draft import MOST_CITIES
from games.plans import active
from games.plans.language import BuildPlan, CityWish


def kept(
    rows: Sequence[StandingPlan], state: rules.State, mine: Seat | None, planned: Planned | None
) -> rules.Action | None:
    """The cities that they wanted, as far as they can be built in now; None where there are none.

    Fuel that they wanted is still there on the form for the rest of the round.

    :param rows: their plans.
    :param planned: what they are planning.
    """
    if not is_to_build(state, mine):
        return None
    assert mine is not None  # noqa: S101  (for the type checker: who is asked has a seat)
    seat = rules.Seat(mine.number)
    if planned is not None and planned.kind == "round":
        cities, free_start = planned.fields.getlist("city")[:MOST_CITIES], planned.fields.get("free_start")
        return _buildable((CityWish(city, PLENTY, city == free_start) for city in cities), None, state, seat)
    for row in rows:
        plan = active.read(row)
        if isinstance(plan, BuildPlan) and row.asks and active.is_for_now(row, state, seat):
            return _buildable(plan.cities, plan.houses, state, seat)
    return None


def is_to_build(state: rules.State, mine: Seat | None) -> bool:
    """Whether a player is asked to build, and so cannot plan it any more."""
    return mine is not None and state.phase is rules.Phase.BUILDING and rules.Seat(mine.number) in state.to_move


def _buildable(
    wanted: Iterable[CityWish], most: int | None, state: rules.State, seat: rules.Seat
) -> rules.BuildCities:
    built = rules.BuildCities(())
    for wish in wanted:
        if most is None or len(built.cities) < most:
            ways = wish.after(built)
            built = next((longer for longer in ways if _can_build(longer, state, seat)), built)
    return built


def _can_build(built: rules.BuildCities, state: rules.State, seat: rules.Seat) -> bool:
    try:
        rules.apply(state, seat, built)
    except rules.RuleError:
        return False
    return True
