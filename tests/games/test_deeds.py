import pytest

import rules
from games import deeds

PASS = '{"kind":"pass_bid"}'


def test_actions_and_what_was_taken_back_are_read_at_once():
    assert deeds.read_all([PASS, '{"kind":"undo","to":0}']) == [rules.PassBid(), deeds.TakenBack(0)]


@pytest.mark.parametrize(
    "deed", [rules.BuildCities(("koln", "essen")), deeds.TakenBack(12), deeds.TakenBack(0, agreed=True)], ids=str
)
def test_reading_inverts_writing(deed):
    assert deeds.read_all([deeds.write(deed)]) == [deed]


def test_rules_know_nothing_of_taking_back():
    with pytest.raises(rules.ActionSyntaxError):
        rules.action_from_json(deeds.write(deeds.TakenBack(12)))


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
        deeds.read_all(bodies)
