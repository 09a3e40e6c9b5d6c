"""Spain & Portugal: nuclear plants are not for those whose cities all lie in Portugal."""

import pytest

import rules
from tests.rules.positions import after, company, offered_plants, pass_on_to, position, refused

MARKET = (15, 16, 17, 19, 20, 21, 24, 25)
AREAS = ("portugal", "andalusia", "centre")


def auction(*networks, **fields):
    companies = [company(200, cities=cities) for cities in networks]
    return position(companies, map="spain-portugal", areas=AREAS, **{"market": MARKET, **fields})


@pytest.mark.rule("MAP-ES-9", "CC-ES-4")
def test_company_with_cities_in_portugal_only_can_neither_open_nor_bid_for_a_nuclear_plant():
    state = auction("lisboa faro", "huelva", "merida")
    assert 17 not in offered_plants(state)
    with refused("MAP-ES-9", "Andalusia"):
        after(state, "open 17 17")
    state = auction("huelva", "lisboa faro", "merida")
    assert after(state, "open 17 17").auction.bidders == (0, 2)


@pytest.mark.rule("MAP-ES-9", "CC-ES-4")
def test_one_city_in_spain_lifts_this_from_the_next_auctions_on():
    state = auction("lisboa faro", "merida", "cordoba", phase="building", order=(1, 2, 0), acted=(1, 2))
    state = pass_on_to(after(state, "0: build huelva"), "auction")
    assert rules.view(state, 0).barred == ()


@pytest.mark.rule("MAP-ES-10", "CC-ES-5")
def test_company_without_a_city_may_open_11_in_round_1():
    market = (8, 9, 10, 11, 12, 13, 14, 15)
    state = auction("", "", "", market=market, round=1, options={"edition": "recharged"})
    assert 11 in offered_plants(state)
    assert after(state, "open 11 11").auction.bidders == (0, 1, 2)
