import pytest

import rules
from games.replay import action_rows

PASS = '{"kind":"pass_bid"}'


def test_actions_and_what_was_taken_back_are_read_at_once():
    assert action_rows.read_all([PASS, '{"kind":"undo","to":0}']) == [rules.PassBid(), action_rows.TakenBack(0)]


@pytest.mark.parametrize(
    "action",
    [rules.BuildCities(("koln", "essen")), action_rows.TakenBack(12), action_rows.TakenBack(0, agreed=True)],
    ids=str,
)
def test_reading_inverts_writing(action):
    assert action_rows.read_all([action_rows.write(action)]) == [action]


def test_rules_know_nothing_of_taking_back():
    with pytest.raises(rules.ActionSyntaxError):
        rules.action_from_json(action_rows.write(action_rows.TakenBack(12)))


@pytest.mark.parametrize(
    "bodies",
    [
        [PASS, '{"kind": "jump"}'],
        [PASS, ""],
        [""],
        [f"{PASS},{PASS}"],
        ['{"kind": "bid"', '"amount": 5}'],
        ['{"kind": "undo"}'],
        ['{"kind": "undo", "to": -1}'],
        ['{"kind": "undo", "to": 1, "from": 2}'],
        ['{"why": ' + "[" * 100_000 + "]" * 100_000 + "}"],
    ],
    ids=lambda bodies: bodies[-1][:20],
)
def test_list_with_a_text_that_is_not_one_deed_is_refused(bodies):
    with pytest.raises(rules.ActionSyntaxError):
        action_rows.read_all(bodies)
