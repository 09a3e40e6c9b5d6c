"""The ways in which the rules say no."""

import copy
import pickle

import pytest

import rules

REFUSAL = rules.RuleError("AUC-6", "You have {money} Elektro and cannot bid {amount}.", money=8, amount=21)


def test_sentence_of_a_refusal_is_filled_in_when_shown():
    assert str(REFUSAL) == "You have 8 Elektro and cannot bid 21."


@pytest.mark.parametrize("carry", [copy.copy, lambda refusal: pickle.loads(pickle.dumps(refusal))])
def test_refusal_survives_the_way_to_another_process(carry):
    carried = carry(REFUSAL)
    assert (carried.rule, str(carried), carried.values) == (REFUSAL.rule, str(REFUSAL), REFUSAL.values)
