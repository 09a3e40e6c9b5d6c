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
