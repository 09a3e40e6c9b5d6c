"""South Africa: the coal storage of the USA, in both editions."""

import pytest

import rules
from tests.rules.positions import after, company, pass_on, position, price_of, tokens


def storage(on_sale, stored):
    """Phase 3, seat 0 to buy. Market and storage hold so much coal, and seat 1 all the rest."""
    hoard = company(100, (8, 31, 36), f"c{24 - on_sale - stored}")
    companies = [company(100, (25,)), hoard, company(100, (42,))]
    market = (30, 32, 33, 34, 35, 37, 38, 39)
    return position(
        companies,
        phase="resources",
        order=(1, 2, 0),
        map="south-africa",
        market=market,
        resources=f"c{on_sale} o15 g12 u3",
    )


@pytest.mark.rule("MAP-ZA-10", "MAP-ZA-11", "CC-ZA-5")
@pytest.mark.parametrize(("on_sale", "stored", "cost"), [(2, 5, 32), (4, 3, 31)])
def test_storage_sells_for_8_once_the_market_has_none_for_less(on_sale, stored, cost):
    assert price_of(storage(on_sale, stored), "c4") == cost


@pytest.mark.rule("MAP-ZA-8", "MAP-ZA-10", "CC-ZA-6")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_burnt_coal_goes_to_the_storage_which_is_empty_at_the_start(edition):
    options = {"edition": edition}
    companies = [company(plants=(20,), fuel="c6", cities="bloemfontein"), *[company()] * 3]
    state = position(companies, phase="bureaucracy", map="south-africa", options=options, resources="c18 o15 g12 u3")
    assert state.supply.coal == 0
    state = after(state, "0: run 20")
    assert state.supply.coal == 3
    state = pass_on(state)
    assert (state.resources.coal, state.supply.coal) == (21, 0)


@pytest.mark.rule("MAP-ZA-8")
def test_start_market():
    state = rules.start(rules.new_setup(rules.Options(map="south-africa"), 3, "5eed", version=3))
    assert state.resources == tokens("c24 o15 g12 u3")
