"""What a plan for powering cities answers."""

import rules
from games.plans.language import PowerPlan


def run(plan: PowerPlan, decision: rules.PoweringDecision) -> rules.Action:
    if plan.runs is not None:
        return plan.runs
    if plan.kept is None:
        return decision.best
    return _keeping(plan.kept, decision)


def _keeping(kept: rules.FuelKind, decision: rules.PoweringDecision) -> rules.Action:
    """Of what supplies the most cities with the fewest tokens, the choice that burns least of one kind."""

    def merit(choice: rules.Powering) -> tuple[int, int, int, int]:
        tokens = sum(count for _, count in choice.burnt.items())
        return choice.cities, -tokens, -choice.burnt[kept], -len(choice.action.plants)

    return max(rules.all_runs(decision.plants, decision.fuel, decision.network_size), key=merit).action
