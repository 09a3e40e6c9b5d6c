import pytest
from django.http import QueryDict

import rules
from games.pages import forms


@pytest.mark.rule("MAP-KR-5")
@pytest.mark.parametrize(
    ("fields", "action"),
    [
        ("coal=2&market=south", "buy south c2"),
        ("coal=2&oil=&market=", "buy c2"),
        ("market=north", "buy north"),
    ],
)
def test_purchase_says_its_market_where_there_are_several(fields, action):
    assert forms.read_action(QueryDict(f"action=buy&{fields}")) == rules.parse_action(action)


def test_market_with_a_strange_name_is_not_read():
    with pytest.raises(rules.ActionSyntaxError):
        forms.read_action(QueryDict("action=buy&coal=1&market=%3Cb%3E"))


@pytest.mark.rule("MAP-KR-5")
def test_market_without_fuel_is_no_answer():
    with pytest.raises(rules.ActionSyntaxError):
        forms.read_answer(QueryDict("action=buy&market=north"))


@pytest.mark.parametrize("fields", ["action=bid&amount=20500", "action=open&plant=20&bid=999999"])
def test_all_that_can_be_bid_can_be_read(fields):
    action = forms.read_action(QueryDict(fields))
    assert rules.parse_action(str(action)) == action


@pytest.mark.parametrize("amount", ["1000000", "5.5", "-1", "", "12345678901234567890", "True"])
def test_amount_that_nobody_can_bid_is_not_read(amount):
    with pytest.raises(rules.ActionSyntaxError):
        forms.read_action(QueryDict(f"action=bid&amount={amount}"))
