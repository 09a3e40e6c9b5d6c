"""Central Europe: nuclear plants for those who have a city where they are built, cheaper garbage with Wien."""

import pytest
from msgspec.structs import replace

import rules
from rules.events import PlantBought
from tests.boards import FIRST
from tests.rules.positions import (
    after,
    company,
    events,
    marks,
    offered_plants,
    pass_on,
    pass_on_to,
    position,
    price_of,
    refused,
    stated_setup,
    tokens,
)

MARKET = (16, 17, 18, 19, 20, 22, 24, 25)
"""The actual market has one nuclear plant."""

NUCLEAR = (11, 17, 23, 28, 30, 31, 32, 33)
"""The actual market has no other."""

AREAS = ("poland-east", "czechia", "slovakia", "hungary", "austria")
EAST = {"map": "central-europe", "areas": AREAS}


def auction(*networks, market=MARKET, **fields):
    """Phase 2 among companies with 200 Elektro and these cities, Poland's west being out of play."""
    companies = [company(200, cities=cities) for cities in networks]
    companies += [company(200)] * (5 - len(companies))
    return position(companies, market=market, **{**EAST, **fields})


# Table and board ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-CE-1", "TV-41")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_cheapest_tokens_at_the_start(edition):
    state = rules.start(stated_setup(4, map="central-europe", edition=edition))
    assert [rules.market_prices(state, kind)[0] for kind in rules.KINDS] == [1, 3, 7, 8]
    assert rules.market_prices(state, "uranium") == (8, 10, 12, 14, 16)


@pytest.mark.rule("MAP-CE-2", "BUR-8")
def test_refill_is_that_of_central_europe():
    state = pass_on(auction(phase="bureaucracy", resources="c9 o9 g9 u4"))
    assert state.resources == tokens("c9 o9 g9 u4") + tokens("c7 o3 g3 u2")


@pytest.mark.rule("MAP-CE-9")
@pytest.mark.parametrize(
    ("area", "cities"),
    {
        "poland-east": "bialystok lublin warszawa krakow sosnowiec katowice czestochowa",
        "poland-west": "gdansk gdynia bydgoszcz wroclaw poznan szczecin lodz",
        "austria": "graz klagenfurt villach innsbruck salzburg linz wien",
        "czechia": "hradec-kralove brno ceske-budejovice praha ostrava plzen usti-nad-labem",
        "slovakia": "presov kosice poprad zilina bratislava trnava banska-bystrica",
        "hungary": "nyiregyhaza miskolc szeged kecskemet budapest pecs gyor",
    }.items(),
)
def test_cities_of_the_countries(area, cities):
    assert set(rules.board("central-europe").cities_in((area,))) == set(cities.split())


@pytest.mark.rule("MAP-CE-10")
def test_two_links_cost_nothing():
    free = {(one, other) for one, other, cost in rules.board("central-europe").connections if not cost}
    assert free == {("gdansk", "gdynia"), ("katowice", "sosnowiec")}


# Nuclear plants -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-CE-3")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
@pytest.mark.parametrize(
    ("city", "offered"),
    [
        *(("praha", True), ("bratislava", True), ("budapest", True)),
        *(("krakow", False), ("wien", False), ("", False)),
    ],
)
def test_nuclear_plant_needs_a_city_in_one_of_three_countries(edition, city, offered):
    state = auction(city, options={"edition": edition})
    assert (17 in offered_plants(state)) is offered


@pytest.mark.rule("MAP-CE-3")
def test_one_city_there_is_enough():
    assert 17 in offered_plants(auction("krakow katowice wien brno"))


@pytest.mark.rule("MAP-CE-3", "MAP-CE-4", "TV-37")
def test_company_with_cities_in_poland_and_austria_cannot_open_a_nuclear_plant():
    with refused("MAP-CE-3"):
        after(auction("krakow linz"), "open 17 17")


@pytest.mark.rule("MAP-CE-3", "MAP-CE-4", "TV-37", "AUC-7")
def test_company_with_cities_in_poland_and_austria_cannot_bid_for_a_nuclear_plant():
    state = after(auction("praha", "krakow linz", "brno"), "0: open 17 17")
    assert state.auction.bidders == (0, 2)
    with refused("GEN-9"):
        after(state, "1: bid 18")


@pytest.mark.rule("MAP-CE-3", "TV-37")
def test_with_brno_connected_the_same_company_can_open_a_nuclear_plant():
    state = auction("krakow linz", "bialystok", phase="building", order=(1, 2, 3, 4, 0))
    state = pass_on_to(after(state, "build brno"), "auction")
    assert 17 in offered_plants(state)
    assert 17 in after(state, "open 17 17").players[0].plants


@pytest.mark.rule("MAP-CE-4")
def test_opener_and_page_are_told_which_plants_are_barred():
    state = auction("wien", "praha", market=NUCLEAR)
    assert rules.legal(state, 0) == rules.OpeningDecision((), may_decline=True, barred=NUCLEAR[:4])
    assert rules.view(state, 0).barred == NUCLEAR[:4]
    assert rules.view(state, 1).barred == rules.view(state).barred == ()


@pytest.mark.rule("MAP-CE-3")
def test_refusal_says_where_a_city_is_needed():
    with pytest.raises(rules.RuleError, match="Czechia, Slovakia, Hungary"):
        after(auction("wien"), "open 17 17")


@pytest.mark.rule("MAP-CE-4", "CC-118")
def test_nobody_can_open_plant_11_in_round_1():
    state = auction(market=(8, 9, 10, 11, 12, 13, 14, 15), round=1)
    for seat in state.order:
        assert rules.view(state, seat).barred == (11,)
    assert offered_plants(state) == [8, 9, 10]


@pytest.mark.rule("MAP-CE-4", "EXP-1")
def test_mark_of_a_start_city_is_no_city_of_a_network():
    state = position(
        3,
        map="central-europe",
        areas=("poland-east", "czechia", "slovakia"),
        market=(8, 9, 10, 11, 12, 13, 14, 15),
        round=1,
        marked=marks("praha brno zilina"),
        options={"edition": "recharged", "start_cities": True},
    )
    assert 11 not in offered_plants(state)


@pytest.mark.rule("AUC-20", "MAP-CE-4")
def test_opener_is_released_from_the_duty_where_every_plant_on_offer_is_nuclear():
    state = auction(market=NUCLEAR, round=1)
    assert rules.forced(state, 0) == rules.DeclineAuction()
    state = after(state, "decline")
    assert state.acted == (0,)


@pytest.mark.rule("AUC-20", "MAP-CE-4")
def test_duty_of_round_1_stays_while_there_is_another_plant():
    state = auction(market=(11, 17, 23, 24, 30, 31, 32, 33), round=1)
    with refused("AUC-20"):
        after(state, "decline")
    assert offered_plants(state) == [24]


@pytest.mark.rule("AUC-20", "MAP-CE-4")
def test_duty_of_round_1_ends_where_the_others_cannot_be_paid():
    state = auction(market=(11, 17, 23, 24, 30, 31, 32, 33), round=1)
    poor = replace(state.players[0], money=23)
    assert rules.forced(state.with_player(0, poor), 0) == rules.DeclineAuction()


@pytest.mark.rule("MAP-CE-4", "CC-119", "AUC-7", "AUC-11")
def test_opener_gets_a_nuclear_plant_at_once_where_all_others_are_barred():
    state = after(auction("praha", "wien", "krakow"), "open 17 17")
    assert events(state, PlantBought) == [PlantBought(0, 17, 17, unopposed=True)]
    assert state.players[0].money == 183


@pytest.mark.rule("CC-119", "AUC-11")
def test_higher_opening_bid_is_refused_where_all_others_are_barred():
    state = auction("praha", "wien", "krakow")
    with refused("AUC-11"):
        after(state, "open 17 18")
    offers = {offer.plant: offer for offer in rules.legal(state, 0).plants}
    assert (offers[17].least, offers[17].most) == (17, 17)
    assert (offers[16].least, offers[16].most) == (16, 200)


@pytest.mark.rule("AUC-11", "RCH-9")
def test_discounted_nuclear_plant_costs_1_where_all_others_are_barred():
    state = auction("praha", market=MARKET[1:], options={"edition": "recharged"})
    with refused("AUC-11"):
        after(state, "open 17 2")
    assert after(state, "open 17 1").players[0].money == 199


@pytest.mark.rule("CC-119", "MAP-CE-4")
def test_barred_company_is_still_free_to_open():
    state = after(auction("praha", "wien"), "open 17 17")
    assert state.to_move == (1,)
    state = after(state, "open 18 18")
    assert state.auction.bidders == (1, 2, 3, 4)


@pytest.mark.rule("MAP-CE-4", "AUC-8", "GEN-6")
def test_turn_skips_barred_seats():
    state = after(auction("praha", "wien", "brno", "krakow", "budapest"), "open 17 17")
    asked = []
    for text in ("bid 18", "bid 19", "bid 20", "pass", "pass"):
        asked.extend(state.to_move)
        state = after(state, text)
    assert asked == [2, 4, 0, 2, 4]
    assert state.players[0].plants == (17,)


@pytest.mark.rule("AUC-11", "MAP-CE-4")
def test_opener_is_alone_where_those_left_are_barred():
    state = auction("praha", "wien", "brno", acted=(2, 3, 4))
    assert after(state, "open 17 17").players[0].plants == (17,)


@pytest.mark.rule("CC-120", "MAP-CE-5")
def test_nuclear_plant_powers_cities_of_every_country():
    companies = [company(0, plants=(23,), fuel="u1", cities="budapest krakow katowice"), *[company()] * 4]
    state = after(position(companies, phase="bureaucracy", **EAST), "0: run 23")
    assert state.players[0].money == rules.payment(3) == 44


@pytest.mark.rule("CC-121", "MAP-CE-6")
@pytest.mark.parametrize("cities", ["", "wien"])
def test_plant_50_is_for_everybody(cities):
    state = auction(cities, step=3, market=(46, 50), deck=())
    assert 50 in offered_plants(state)
    assert after(state, "open 50 50").auction.bidders == (0, 1, 2, 3, 4)


@pytest.mark.rule("MAP-CE-3")
@pytest.mark.parametrize("map", [map for map in FIRST if map != "central-europe"])
def test_other_maps_bar_nobody(map):
    assert 17 in offered_plants(position(3, market=(16, 17, 18, 19, 20, 22, 24, 25), map=map))


# Garbage and Wien ---------------------------------------------------------------------------------------------------


def buyer(cities, resources="c9 o9 g7 u2", **fields):
    """Phase 3: seat 0, with room for 6 garbage, 4 coal and 2 uranium, is the last to buy."""
    companies = [company(100, plants=(11, 25, 30), cities=cities), *[company()] * 4]
    done = {"order": (0, 1, 2, 3, 4), "acted": (1, 2, 3, 4)}
    return position(companies, phase="resources", resources=resources, **{**EAST, **done, **fields})


@pytest.mark.rule("TV-38", "MAP-CE-7", "MAP-CE-8")
@pytest.mark.parametrize(
    ("cities", "market", "wanted", "cost"),
    [
        *(("wien", "g7", "g5", 5 + 6 + 6 + 6 + 7), ("linz", "g7", "g5", 6 + 7 + 7 + 7 + 8)),
        *(("wien", "g22", "g2", 1 + 1), ("linz", "g22", "g2", 1 + 2)),
    ],
)
def test_garbage_with_wien_and_without(cities, market, wanted, cost):
    assert price_of(buyer(cities, market), wanted) == cost


@pytest.mark.rule("MAP-CE-7")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_no_token_costs_less_than_1(edition):
    assert price_of(buyer("wien", "g24", options={"edition": edition}), "g6") == 1 + 1 + 1 + 1 + 1 + 1


@pytest.mark.rule("MAP-CE-7")
def test_wien_counts_among_other_cities():
    assert price_of(buyer("krakow graz wien"), "g1") == 5


@pytest.mark.rule("MAP-CE-7")
def test_wien_makes_nothing_else_cheaper():
    assert price_of(buyer("wien"), "c3 u1") == price_of(buyer("linz"), "c3 u1")


@pytest.mark.rule("MAP-CE-7")
def test_prices_offered_are_those_of_the_buyer():
    prices = {
        cities: {offer.kind: offer.prices for offer in rules.legal(buyer(cities), 0).fuels}["garbage"]
        for cities in ("wien", "linz")
    }
    assert prices == {"wien": (5, 6, 6, 6, 7, 7, 7), "linz": (6, 7, 7, 7, 8, 8, 8)}


@pytest.mark.rule("MAP-CE-7")
def test_money_may_be_just_enough_with_wien():
    state = buyer("wien")
    state = state.with_player(0, replace(state.players[0], money=30))
    assert after(state, "buy g5").players[0].money == 0
    with refused("GEN-2"):
        after(state, "buy g6")


@pytest.mark.rule("MAP-CE-8", "CC-122")
def test_discount_counts_from_the_phase_3_after_the_house():
    state = buyer("linz", order=(1, 2, 3, 4, 0), acted=())
    assert price_of(state, "g1") == 6
    state = pass_on(after(state, "buy g1"))
    state = pass_on_to(after(state, "build wien"), "resources")
    state = after(state, *["buy"] * 4)
    prices = {offer.kind: offer.prices for offer in rules.legal(state, 0).fuels}["garbage"]
    assert prices[0] == rules.market_prices(state, "garbage")[0] - 1


@pytest.mark.rule("MAP-CE-7")
def test_houses_of_others_in_wien_help_nobody_else():
    companies = [company(100, plants=(30,), cities="linz"), company(cities="wien"), *[company()] * 3]
    state = position(companies, phase="resources", resources="g7", order=(0, 1, 2, 3, 4), acted=(1, 2, 3, 4), **EAST)
    assert price_of(state, "g1") == 6
