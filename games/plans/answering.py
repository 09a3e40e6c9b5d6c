"""What plans answer to the question that their seat is asked."""

from collections.abc import Sequence

from msgspec import Struct

import rules
from games.plans.language import Plan
from games.plans.reasons import Reason


class Act(Struct, frozen=True):
    """What the plan wants done: a legal action."""

    plan: Plan
    action: rules.Action


class Ask(Struct, frozen=True):
    """The plan is for this question, but cannot answer it."""

    plan: Plan
    reason: Reason


def answer(plans: Sequence[Plan], state: rules.State, seat: rules.Seat) -> Act | Ask | None:
    """What the plan that is for the present question answers; None where none of them is.

    Of several the one for this auction counts before the one for all auctions, and else the first. The answer follows
    from the position as the seat may see it: neither the deck nor others' hidden money changes it.

    :raises RuleError: the seat is not asked.
    """
    raise NotImplementedError
