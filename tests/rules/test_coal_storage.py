"""The coal storage on the board of the USA in Recharged: coal for 8 when the market has none."""

import pytest

import rules
from rules.events import MarketRefilled, ResourcesBought
from tests.rules.positions import RECHARGED, after, company, events, pass_on, position, refused, tokens

MARKET = (30, 32, 33, 34, 35, 37, 38, 39)


def storage(on_sale, stored, *, plants=(25,), money=100, **fields):
    """Phase 3: seat 0 buys first, then seat 2. Market and storage hold so much coal, and seat 1 all the rest."""
    companies = [company(money, plants), company(100, (8, 31, 36), f"c{24 - on_sale - stored}"), company(100, (42,))]
    resources = f"c{on_sale} o18 g9 u2" if on_sale else "o18 g9 u2"
    defaults = {"phase": "resources", "order": (1, 2, 0), "map": "usa", "options": RECHARGED}
    return position(companies, market=MARKET, resources=resources, **{**defaults, **fields})


def coal_offer(state):
    return rules.legal(state, state.to_move[0]).fuels[0]


@pytest.mark.rule("MAP-USA-2")
def test_storage_is_empty_at_the_start():
    state = rules.start(rules.new_setup(rules.Options(map="usa", **RECHARGED), 4, "5eed"))
    assert (state.resources.coal, state.supply.coal) == (24, 0)


@pytest.mark.rule("MAP-USA-2", "MAP-USA-3")
def test_storage_is_the_supply_of_coal():
    state = storage(2, 5)
    assert state.supply.coal == 5
    assert coal_offer(state).prices == (8,) * 7
    assert [offer.stored for offer in rules.legal(state, 0).fuels] == [5, 0, 0, 0]


@pytest.mark.rule("MAP-USA-3", "CC-111")
def test_coal_comes_from_the_market_first_and_then_from_the_storage_at_8():
    state = after(storage(2, 5), "buy c4")
    assert events(state, ResourcesBought) == [ResourcesBought(0, tokens("c4"), 32)]
    assert (state.players[0].money, state.players[0].fuel) == (68, tokens("c4"))
    assert (state.resources.coal, state.supply.coal) == (0, 3)


@pytest.mark.rule("MAP-USA-3")
def test_market_comes_first_also_where_it_is_cheaper():
    state = storage(7, 0, plants=(20,))
    assert coal_offer(state).prices == (6, 7, 7, 7, 8, 8, 8)
    state = after(storage(5, 2, plants=(20,)), "buy c6")
    assert events(state, ResourcesBought)[0].price == 7 + 7 + 8 + 8 + 8 + 8
    assert (state.resources.coal, state.supply.coal) == (0, 1)


@pytest.mark.rule("MAP-USA-3")
def test_storage_is_left_alone_as_long_as_the_market_suffices():
    state = after(storage(8, 5), "buy c4")
    assert (state.resources.coal, state.supply.coal) == (4, 5)


@pytest.mark.rule("MAP-USA-3")
def test_all_coal_may_come_from_the_storage():
    state = after(storage(0, 7), "buy c4")
    assert (state.resources.coal, state.supply.coal, state.players[0].money) == (0, 3, 68)


@pytest.mark.rule("MAP-USA-3")
def test_next_player_finds_what_is_left_in_the_storage():
    state = after(storage(2, 5), "buy c4", "buy c3")
    assert (state.players[2].fuel, state.supply.coal) == (tokens("c3"), 0)


@pytest.mark.rule("MAP-USA-3", "RES-5", "CC-112")
def test_no_coal_can_be_bought_when_the_storage_is_empty_too():
    hoards = [company(100, (25,)), company(100, (20, 31, 36), "c18"), company(100, (15, 4), "c6")]
    state = position(hoards, phase="resources", order=(1, 2, 0), map="usa", resources="o18 g9 u2", options=RECHARGED)
    assert coal_offer(state).prices == ()
    with refused("RES-5"):
        after(state, "buy c1")


@pytest.mark.rule("MAP-USA-3", "RES-5")
def test_more_than_market_and_storage_hold_is_refused():
    with refused("RES-5", "only 7 can be bought"):
        after(storage(2, 5, plants=(20, 25)), "buy c8")


@pytest.mark.rule("MAP-USA-3", "RES-2", "PLT-7")
def test_storage_gives_no_more_than_the_own_plants_can_store():
    with refused("PLT-7"):
        after(storage(2, 5), "buy c5")


@pytest.mark.rule("MAP-USA-3", "RES-2")
@pytest.mark.parametrize("plants", [(24,), (26,), ()])
def test_storage_gives_nothing_to_those_who_burn_no_coal(plants):
    with refused("RES-2"):
        after(storage(0, 7, plants=plants), "buy c1")


@pytest.mark.rule("MAP-USA-3", "PLT-5")
def test_storage_feeds_hybrids():
    state = after(storage(0, 7, plants=(21,)), "buy c3 o1")
    assert (state.players[0].fuel, state.players[0].money) == (tokens("c3 o1"), 100 - 24 - 3)


@pytest.mark.rule("MAP-USA-3", "GEN-2")
def test_storage_gives_no_credit():
    assert after(storage(2, 5, money=24), "buy c3").players[0].money == 0
    with refused("GEN-2"):
        after(storage(2, 5, money=23), "buy c3")


@pytest.mark.rule("MAP-USA-3")
def test_whoever_can_buy_from_the_storage_is_not_passed_over():
    assert rules.forced(storage(0, 7, money=8), 0) is None
    assert rules.forced(storage(0, 7, money=7), 0) == rules.BuyResources()


@pytest.mark.rule("MAP-USA-3", "RES-5")
def test_only_coal_is_stored():
    hoards = [company(100, (16,)), company(100, (3, 7, 32), "o16"), company()]
    state = position(hoards, phase="resources", order=(1, 2, 0), map="usa", resources="c24 g9 u2", options=RECHARGED)
    assert state.supply.oil == 8
    with refused("RES-5"):
        after(state, "buy o1")


@pytest.mark.rule("MAP-USA-3", "RES-5")
def test_other_boards_of_recharged_have_no_storage():
    with refused("RES-5"):
        after(storage(0, 7, map="germany"), "buy c1")


@pytest.mark.rule("MAP-USA-4", "BUR-7", "BUR-8", "CC-113")
def test_burnt_coal_goes_to_the_storage_and_the_refill_comes_from_it():
    companies = [company(plants=(20,), fuel="c3", cities="boise"), *[company()] * 3]
    fields = {"order": (1, 2, 3, 0), "map": "usa", "options": RECHARGED}
    state = position(companies, phase="bureaucracy", resources="c19 o9 g9 u4", **fields)
    assert state.supply.coal == 2
    state = after(state, "0: run 20")
    assert state.supply.coal == 5
    state = pass_on(state)
    assert events(state, MarketRefilled)[0].fuel.coal == 5
    assert (state.resources.coal, state.supply.coal) == (24, 0)


@pytest.mark.rule("MAP-USA-4", "BUR-8")
def test_refill_takes_no_more_than_the_storage_has():
    state = pass_on(storage(5, 2, phase="bureaucracy"))
    assert (state.resources.coal, state.supply.coal) == (7, 0)


@pytest.mark.rule("MAP-USA-4", "AUC-17")
def test_coal_of_a_discarded_plant_goes_to_the_storage_and_can_be_bought_from_it():
    companies = [company(200, (4, 5, 13), "c8"), company(200, (8, 31, 36), "c16"), company(200, (25,))]
    state = position(companies, market=MARKET, map="usa", resources="o18 g9 u2", options=RECHARGED)
    assert (state.resources.coal, state.supply.coal) == (0, 0)
    state = after(state, "open 33 33", "pass", "pass", "discard 4", "decline", "decline")
    assert (state.phase, state.resources.coal, state.supply.coal) == ("resources", 0, 4)
    assert state.to_move == (2,)
    state = after(state, "buy c4")
    assert (state.players[2].money, state.supply.coal) == (200 - 32, 0)
