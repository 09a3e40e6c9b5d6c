"""Korea: two resource markets over one supply."""

import pytest

import rules
from rules.__main__ import state_line
from rules.events import MarketRefilled, ResourcesBought
from tests.rules.positions import after, company, events, pass_on, position, price_of, refused, some_cities, tokens

FULL = "c12 o6 g2", "c12 o12 g4 u2"
"""North and South at the start."""


def buyer(plants, *, money=500, cities=(), **fields):
    """Phase 3, seat 0 to buy."""
    companies = [company(money, plants, cities=cities), company(), company()]
    return position(companies, phase="resources", order=(1, 2, 0), map="korea", **fields)


def end_of_round(players=3, **fields):
    return position(players, phase="bureaucracy", map="korea", **fields)


@pytest.mark.rule("MAP-KR-2", "MAP-KR-4", "GEN-4")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_start_is_the_same_in_both_editions(edition):
    state = rules.start(rules.new_setup(rules.Options(map="korea", edition=edition), 3, "5eed", version=3))
    assert state.markets == tuple(map(tokens, FULL))
    assert state.resources == tokens("c24 o18 g6 u2")
    assert state.supply == tokens("o6 g18 u10")


@pytest.mark.rule("MAP-KR-3", "CC-KR-1")
def test_three_coal_cost_less_in_the_north():
    state = buyer((20,))
    assert (price_of(state, "north c3"), price_of(state, "south c3")) == (1 + 1 + 2, 1 + 2 + 3)


@pytest.mark.rule("MAP-KR-3", "CC-KR-2")
def test_four_oil_cost_less_in_the_south():
    state = buyer((7,))
    assert (price_of(state, "north o4"), price_of(state, "south o4")) == (3 + 4 + 5 + 6, 3 + 3 + 4 + 4)


@pytest.mark.rule("MAP-KR-5", "CC-KR-3")
@pytest.mark.parametrize("text", ["buy c2 o1", "buy seoul c2", "buy north"])
def test_purchase_names_one_of_the_markets_just_where_something_is_bought(text):
    with refused("MAP-KR-5"):
        after(buyer((3, 4)), text)


@pytest.mark.rule("MAP-KR-5", "CC-KR-3")
def test_tokens_of_two_markets_cannot_be_bought_in_one_turn():
    with pytest.raises(rules.ActionSyntaxError):
        rules.parse_action("buy north c2 south o1")


@pytest.mark.rule("MAP-KR-5")
def test_nothing_is_bought_without_a_market():
    assert after(buyer((4,)), "buy").markets == tuple(map(tokens, FULL))


@pytest.mark.rule("MAP-KR-5")
def test_other_boards_have_no_markets_to_name():
    with refused("MAP-KR-5"):
        after(position(3, phase="resources"), "buy north c1")


@pytest.mark.rule("MAP-KR-5", "RES-5")
def test_no_more_can_be_bought_than_the_chosen_market_has():
    with refused("RES-5"):
        after(buyer((3, 7), markets=("c12 o3 g2", FULL[1])), "buy north o4")


@pytest.mark.rule("MAP-KR-5")
def test_purchase_leaves_the_other_market_alone_and_is_told_with_its_own():
    state = after(buyer((20,)), "buy south c3")
    assert state.markets == (tokens(FULL[0]), tokens("c9 o12 g4 u2"))
    assert state.resources == tokens("c21 o18 g6 u2")
    assert events(state, ResourcesBought) == [ResourcesBought(0, tokens("c3"), 6, "south")]


@pytest.mark.rule("MAP-KR-5")
def test_next_round_the_choice_is_free_again():
    state = pass_on(pass_on(pass_on(after(buyer((20,)), "buy south c1"))))
    state = pass_on(state)
    assert state.phase == "resources"
    while state.to_move != (0,):
        state = after(state, "buy")
    assert after(state, "buy north c1").players[0].fuel == tokens("c2")


@pytest.mark.rule("MAP-KR-6", "RES-5", "CC-KR-4")
def test_uranium_is_sold_in_the_south_only():
    state = buyer((4, 11))
    north, south = rules.legal(state, 0).markets
    assert (north.market, south.market) == ("north", "south")
    assert [market.fuels[3].prices for market in (north, south)] == [(), (14, 16)]
    with refused("RES-5"):
        after(state, "buy north c1 u1")
    assert price_of(state, "south u1") == 14


@pytest.mark.rule("MAP-KR-5", "RES-1")
def test_only_those_are_passed_over_who_can_buy_in_neither_market():
    assert rules.forced(buyer((11,), money=14), 0) is None
    assert rules.forced(buyer((11,), money=13), 0) == rules.BuyResources()


@pytest.mark.rule("MAP-KR-5")
def test_cheapest_market_is_proposed():
    for plants, proposal in [((20,), "buy north c3"), ((7,), "buy south o3")]:
        state = buyer(plants)
        assert str(rules.fuel_to_run_all(state.players[0], rules.legal(state, 0))) == proposal


@pytest.mark.rule("MAP-KR-8", "CC-KR-5")
def test_north_is_refilled_first():
    state = position(
        [company(), company(500, (20, 25, 31), "c11"), *[company()] * 3],
        phase="bureaucracy",
        map="korea",
        markets=("c5 o8 g8", "c5 o16 g16 u12"),
    )
    assert state.supply.coal == 3
    state = pass_on(state)
    assert ([market.coal for market in state.markets], state.supply.coal) == ([7, 6], 0)


@pytest.mark.rule("MAP-KR-8", "BUR-8", "CC-KR-6")
def test_room_of_each_market_limits_its_refill():
    state = end_of_round(6, step=2, markets=("c12 o7 g8", "c12 o10 g16 u12"))
    assert state.supply.oil == 7
    state = pass_on(state)
    assert ([market.oil for market in state.markets], state.supply.oil) == ([8, 14], 2)
    assert events(state, MarketRefilled) == [MarketRefilled(tokens("o5"), (tokens("o1"), tokens("o4")))]


@pytest.mark.rule("MAP-KR-9", "CC-KR-7")
def test_two_players_get_no_garbage_in_the_north():
    state = end_of_round(2)
    assert [market.refill(2, 1).garbage for market in state.board.markets] == [0, 1]


@pytest.mark.rule("MAP-KR-9")
@pytest.mark.parametrize(("players", "step"), [(3, 1), (4, 2), (5, 3), (6, 1)])
def test_both_refills_add_up_to_the_usual_one(players, step):
    board = rules.board("korea", version=3)
    assert board.refill(players, step) == rules.board("germany").refill(players, step)


@pytest.mark.rule("MAP-KR-1", "CC-KR-8")
def test_connections():
    companies = [company(500, cities="seoul incheon"), company(), company()]
    areas = ("capital", "southwest", "east")
    state = position(companies, phase="building", order=(1, 2, 0), map="korea", areas=areas)
    offers = {offer.city: offer.cost for offer in rules.legal(state, 0).cities}
    assert (offers["gaeseong"], offers["suwon"]) == (17, 13)


@pytest.mark.rule("MAP-KR-2", "BUR-7", "CC-KR-9")
def test_burnt_tokens_go_to_the_common_supply():
    companies = [company(plants=(20, 25), fuel="c5", cities="seoul"), company(), company()]
    state = position(companies, phase="bureaucracy", map="korea", markets=("c9 o6 g2", "c10 o12 g4 u2"))
    assert state.supply.coal == 0
    assert after(state, "0: run 20 25").supply.coal == 5


@pytest.mark.rule("MAP-KR-11", "EXP-2")
def test_uranium_tokens_of_start_cities_come_from_the_supply():
    options = rules.Options(map="korea", edition="recharged", start_cities=True)
    state = rules.start(rules.new_setup(options, 3, "5eed", version=3))
    city = rules.legal(state, state.to_move[0]).cities[0]
    assert rules.apply(state, state.to_move[0], rules.ChooseStartCity(city)).supply.uranium == 9


def test_printed_states_have_each_market():
    line = state_line(0, buyer((4,)))
    assert line["markets"] == {"north": tokens(FULL[0]), "south": tokens(FULL[1])}


@pytest.mark.rule("MAP-KR-7")
def test_where_a_network_lies_has_no_bearing_on_the_market():
    here, there = (buyer((20,), cities=some_cities(3, after=place, map="korea")) for place in (0, 14))
    assert rules.legal(here, 0) == rules.legal(there, 0)
    assert price_of(here, "north c3") == price_of(there, "north c3")
