"""What a plan answers in a position, in short."""

import rules
from games.plans.answers import Act, Ask, answer
from games.plans.language import Plan
from games.plans.reasons import Reason


def does(state: rules.State, *plans: Plan, seat: int | None = None) -> str:
    """The action with which plans answer, as one writes it."""
    found = answer(plans, state, _asked(state, seat))
    assert isinstance(found, Act), found
    rules.apply(state, _asked(state, seat), found.action)
    return str(found.action)


def asks(state: rules.State, *plans: Plan, seat: int | None = None) -> Reason:
    """Why plans ask."""
    found = answer(plans, state, _asked(state, seat))
    assert isinstance(found, Ask), found
    return found.reason


def refused_by(state: rules.State, *plans: Plan) -> str:
    """The rule for which plans ask."""
    reason = asks(state, *plans)
    assert hasattr(reason, "rule"), reason
    return reason.rule


def says_nothing(state: rules.State, *plans: Plan) -> bool:
    return answer(plans, state, _asked(state, None)) is None


def _asked(state: rules.State, seat: int | None) -> rules.Seat:
    return state.to_move[0] if seat is None else rules.Seat(seat)
