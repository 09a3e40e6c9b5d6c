import pytest

import rules
from games.alerts.fuel_prices import fuel_prices
from games.story.names import Names
from tests.factories import CAST
from tests.rules.positions import company, position


def said(**fields) -> tuple[str, ...]:
    state = position([company(), company(), company(plants=[20])], phase="resources", **fields)
    decision = rules.legal(state, rules.Seat(2))
    assert isinstance(decision, rules.PurchaseDecision)
    return fuel_prices(state, decision, Names(CAST[:3], state.board))


def test_one_market_is_told_in_a_sentence():
    assert said(resources="c24 o18 g6") == ("Coal from 1, oil from 3, garbage from 7, uranium sold out.",)


@pytest.mark.rule("MAP-KR-5", "MAP-KR-6")
def test_each_of_several_markets_is_told_with_its_name_and_what_it_sells():
    assert said(map="korea") == (
        "North market: Coal from 1, oil from 3, garbage from 7.",
        "South market: Coal from 1, oil from 3, garbage from 7, uranium from 14.",
    )


@pytest.mark.rule("MAP-IN-9")
def test_fuel_that_is_too_dear_is_told_from_what_is_sold_out():
    assert said(map="india", resources="c13 o21 g20") == (
        "Coal too dear in this Step, oil from 2, garbage from 2, uranium sold out.",
    )
