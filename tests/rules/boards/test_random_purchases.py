"""Random legal games on boards that sell fuel in their own way: what is offered can be bought, and nothing else."""

from random import Random

import pytest
from msgspec.structs import replace

import rules
from rules import invariants
from tests.rules.candidates import candidates, is_offered
from tests.rules.random_play import MOST_ACTIONS, random_action


@pytest.mark.rule("MAP-KR-5", "MAP-IN-7", "MAP-IN-9", "MAP-IN-11", "MAP-ME-6", "GEN-4")
@pytest.mark.parametrize("map", ["korea", "india", "north-america", "south-africa", "middle-east"])
def test_purchases_are_refused_just_where_they_are_not_offered(map):
    chance = Random(f"purchases {map}")
    options = rules.Options(map=map, edition="classic")
    state = rules.start(rules.new_setup(options, 3, f"purchases {map}", version=3))
    moves = 0
    while not state.is_over:
        seat = chance.choice(state.to_move)
        decision = rules.legal(state, seat)
        if isinstance(decision, rules.PurchaseDecision):
            for action in _tried(candidates(state, seat, decision, chance)):
                assert is_offered(state, seat, decision, action) == _is_accepted(state, seat, action), str(action)
        before, state = state, rules.apply(state, seat, _action(state, seat, decision, chance))
        rules.check(state)
        invariants.check_money(before, state)
        moves += 1
        assert moves < MOST_ACTIONS


def _tried(actions):
    """These actions, and the purchases among them in every market and nowhere."""
    yield from actions
    purchases = [action for action in actions if isinstance(action, rules.BuyResources)]
    yield from (replace(action, market=market) for action in purchases for market in ("north", "south", "nowhere"))


def _action(state, seat, decision, chance):
    """Any legal action, but the best run where no other may do."""
    is_bound = isinstance(decision, rules.PoweringDecision) and decision.least_cities
    return decision.best if is_bound else random_action(state, seat, chance)


def _is_accepted(state, seat, action):
    try:
        rules.apply(state, seat, action)
    except rules.RuleError:
        return False
    return True
