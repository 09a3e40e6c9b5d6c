"""What a plan for drafting areas answers."""

import rules
from games.plans.language import AreaPlan
from games.plans.reasons import NoneLeft, Reason


def take_first(plan: AreaPlan, decision: rules.AreaDecision) -> rules.Action | Reason:
    area = next((area for area in plan.areas if area in decision.areas), None)
    return NoneLeft() if area is None else rules.ChooseArea(area)
