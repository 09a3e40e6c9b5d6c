"""Phase 3: buying fuel, and what tokens cost."""

import pytest
from msgspec.structs import replace

import rules
from rules.events import ResourcesBought
from tests.rules.positions import after, company, events, pass_on, position, refused, three_players, tokens


def buyer(plants, fuel="-", money=500, **fields):
    """Phase 3, seat 0 to buy."""
    companies = [company(money, plants, fuel), company(), company()]
    return position(companies, phase="resources", order=(1, 2, 0), **fields)


def price(state, wanted):
    return state.players[0].money - after(state, f"buy {wanted}").players[0].money


@pytest.mark.rule("RES-1")
def test_last_of_the_order_buys_first_and_each_once():
    state = position(3, phase="resources", order=(1, 2, 0))
    seen = []
    while state.phase == "resources":
        seen.extend(state.to_move)
        state = after(state, "buy")
    assert seen == [0, 2, 1]


@pytest.mark.rule("RES-1")
def test_buying_nothing_is_allowed():
    state = buyer((4,))
    assert after(state, "buy -").players == state.players


@pytest.mark.rule("RES-2")
def test_one_purchase_may_take_several_kinds():
    state = after(buyer((5, 6, 11)), "buy c2 o1 g1 u1")
    assert state.players[0].fuel == tokens("c2 o1 g1 u1")


@pytest.mark.rule("RES-2", "CC-63")
def test_fuel_that_no_own_plant_burns_cannot_be_bought():
    with refused("RES-2"):
        after(buyer((3, 13)), "buy c1")


@pytest.mark.rule("RES-2")
def test_fuel_that_no_own_plant_burns_is_offered_no_room():
    decision = rules.legal(buyer((3, 13)), 0)
    assert {offer.kind: offer.room for offer in decision.fuels if offer.room} == {"oil": 4}


@pytest.mark.rule("RES-3", "TV-8")
def test_two_coal_of_the_start_market_cost_2():
    assert price(buyer((4,)), "c2") == 2


@pytest.mark.rule("RES-3", "TV-9")
@pytest.mark.parametrize(
    ("plants", "wanted", "cost"), [((4, 10), "c5", 7), ((3,), "o4", 13), ((11,), "u2", 30), ((4, 10, 3), "c5 o4", 20)]
)
def test_purchases_from_the_start_market(plants, wanted, cost):
    assert price(buyer(plants), wanted) == cost


@pytest.mark.rule("RES-3", "RES-7")
def test_tokens_are_taken_from_the_cheapest_space_upwards():
    state = after(buyer((4, 10)), "buy c5")
    assert rules.market_prices(state, "coal")[:4] == (2, 3, 3, 3)


@pytest.mark.rule("RES-4")
def test_payment_goes_to_the_bank():
    state = after(buyer((4, 10)), "buy c5")
    assert [player.money for player in state.players] == [493, 50, 50]


@pytest.mark.rule("RES-4")
def test_purchase_is_told_with_its_price():
    assert events(after(buyer((4,)), "buy c2"), ResourcesBought) == [ResourcesBought(0, tokens("c2"), 2)]


@pytest.mark.rule("RES-5", "CC-64")
def test_more_than_the_market_holds_cannot_be_bought():
    state = buyer((11,), resources="c24 o18 g6 u1")
    assert price(state, "u1") == 16
    with refused("RES-5"):
        after(state, "buy u2")


@pytest.mark.rule("RES-5", "MAP-USA-1", "CC-65", "CC-114")
def test_sold_out_coal_cannot_be_bought_in_the_classic_usa():
    state = buyer((4,), map="usa", resources="o18 g6 u2")
    assert state.supply.coal == 24
    with refused("RES-5"):
        after(state, "buy c1")


@pytest.mark.rule("RES-5", "BUR-8", "MAP-USA-1", "CC-65")
def test_refill_brings_sold_out_coal_back():
    state = pass_on(buyer((4,), map="usa", resources="o18 g6 u2"))
    state = pass_on(pass_on(state))
    assert (state.round, state.resources.coal) == (4, 4)


@pytest.mark.rule("RES-6")
def test_twice_the_need_can_be_bought():
    assert after(buyer((20,)), "buy c6").players[0].fuel == tokens("c6")


@pytest.mark.rule("PLT-4", "PLT-8", "RES-2")
@pytest.mark.parametrize(("plant", "wanted"), [(20, "c7"), (3, "o5"), (6, "g3"), (29, "c1 o2")])
def test_more_than_twice_the_need_is_refused(plant, wanted):
    with refused("PLT-7"):
        after(buyer((plant,)), f"buy {wanted}")


@pytest.mark.rule("RES-7")
@pytest.mark.parametrize(
    ("kind", "left", "prices"),
    [
        ("coal", 5, (7, 7, 8, 8, 8)),
        ("garbage", 1, (8,)),
        ("uranium", 5, (8, 10, 12, 14, 16)),
        ("oil", 0, ()),
        ("oil", 24, tuple(price for price in range(1, 9) for _ in range(3))),
    ],
)
def test_tokens_lie_on_the_dearest_places(kind, left, prices):
    state = three_players()
    state = replace(state, resources=replace(state.resources, **{kind: left}))
    assert rules.market_prices(state, kind) == prices


@pytest.mark.rule("GEN-2", "RES-2", "CC-66")
def test_purchase_that_cannot_be_paid_is_refused_as_a_whole():
    state = buyer((10,), money=5, resources="c10 o18 g6 u2")
    with refused("GEN-2"):
        after(state, "buy c4")


@pytest.mark.rule("CC-66")
def test_part_of_the_purchase_that_can_be_paid_is_bought():
    state = buyer((10,), money=18, resources="c10 o18 g6 u2")
    with refused("GEN-2"):
        after(state, "buy c4")
    assert after(state, "buy c3").players[0].money == 18 - (5 + 6 + 6)


@pytest.mark.rule("GEN-2")
def test_cash_box_may_be_emptied():
    assert after(buyer((4,), money=2), "buy c2").players[0].money == 0


@pytest.mark.rule("RES-3")
def test_decision_prices_a_purchase_as_the_purchase_does():
    state = buyer((4, 5, 6))
    wanted = "c4 o2 g2"
    assert rules.legal(state, 0).price(tokens(wanted)) == price(state, wanted)


@pytest.mark.rule("PLT-7", "RES-2")
@pytest.mark.parametrize(
    ("plants", "fuel", "rooms", "mixed_room"),
    [
        ((3, 4, 5), "-", [8, 8, 0, 0], 12),
        ((3, 4, 5), "c5 o2", [3, 5, 0, 0], 5),
        ((4, 5), "o4", [4, 0, 0, 0], 4),
        ((6, 11, 13), "g1 u2", [0, 0, 1, 0], 0),
    ],
)
def test_purchase_is_offered_the_room_of_all_plants(plants, fuel, rooms, mixed_room):
    decision = rules.legal(buyer(plants, fuel), 0)
    assert [offer.room for offer in decision.fuels] == rooms
    assert decision.mixed_room == mixed_room


@pytest.mark.rule("RES-1", "RES-2")
@pytest.mark.parametrize(
    "state",
    [
        buyer((13,)),
        buyer((4,), "c4"),
        buyer((4,), money=0),
        buyer((6,), money=6),
        buyer((4,), resources="o18 g6 u2"),
    ],
    ids=["no plant that burns fuel", "no room", "no money", "too dear", "sold out"],
)
def test_whoever_can_buy_nothing_is_forced_to_buy_nothing(state):
    assert rules.forced(state, 0) == rules.BuyResources()


@pytest.mark.rule("RES-1")
@pytest.mark.parametrize("state", [buyer((4,), "c3", money=2), buyer((6,), money=7)])
def test_whoever_can_buy_one_token_is_not_forced(state):
    assert rules.forced(state, 0) is None


@pytest.mark.rule("GEN-8")
@pytest.mark.parametrize("text", ["build essen", "decline", "open 3 3", "run"])
def test_nothing_but_a_purchase_is_possible(text):
    with refused("GEN-8"):
        after(buyer((4,)), text)
