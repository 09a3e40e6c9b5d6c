"""The check of positions finds what is wrong with them."""

import msgspec
import pytest

import rules
from rules.invariants import BrokenInvariant, check_money
from rules.state import Step3Card
from tests.rules.positions import AREAS, after, company, position, some_cities, three_players, tokens, with_money


def broken(state, **fields):
    return msgspec.structs.replace(state, **fields)


def with_first(state, **fields):
    """The same position with another company in seat 0."""
    return state.with_player(0, msgspec.structs.replace(state.players[0], **fields))


def houses(*cities):
    return tuple(rules.House(city, slot) for city, slot in cities)


START = three_players()


@pytest.mark.parametrize(
    ("state", "complaint"),
    [
        (broken(START, supply=tokens("c1 o6 g18 u10")), "GEN-4"),
        (broken(START, supply=rules.Fuel(-1, 6, 18, 10), resources=rules.Fuel(25, 18, 6, 2)), "GEN-4"),
        (with_first(START, money=-1), "GEN-2"),
        (with_first(START, plants=(3,)), "GEN-5"),
        (with_first(START, plants=(99,)), "GEN-5"),
        (broken(START, market=START.market[1:]), "SET-13"),
        (broken(START, market=START.market[::-1]), "MKT-1"),
        (broken(START, step=3), "MKT-1"),
        (broken(START, deck=START.deck[1:-1], market=(*START.market, 13), step3_card=Step3Card.OUT), "MKT-1"),
        (broken(START, deck=START.deck[:-1], step3_card=Step3Card.MARKET), "MKT-1"),
        (broken(START, buried=(13,)), "MKT-10"),
        (broken(START, deck=START.deck[:-1]), "Step 3 card"),
        (broken(with_first(START, fuel=tokens("c1")), resources=tokens("c23 o18 g6 u2")), "PLT-8"),
        (with_first(START, cities=houses(("essen", 10), ("essen", 15))), "BLD-11"),
        (with_first(START, cities=houses(("berlin", 10))), "SET-5"),
        (with_first(START, cities=houses(("essen", 12))), "BLD-9"),
        (broken(START, order=(0, 1, 1)), "ORD-3"),
    ],
)
def test_broken_position_is_found(state, complaint):
    with pytest.raises(BrokenInvariant, match=complaint):
        rules.check(state)


@pytest.mark.rule("BLD-9")
def test_slot_taken_twice_is_found():
    state = position([company(cities="essen"), company(), company()])
    players = (state.players[0], state.players[0], state.players[2])
    with pytest.raises(BrokenInvariant, match="BLD-9"):
        rules.check(broken(state, players=players))


def test_good_position_is_left_alone():
    rules.check(START)


@pytest.mark.rule("BLD-16")
def test_house_too_many_is_found():
    state = broken(START, areas=tuple(AREAS["germany"]))
    with pytest.raises(BrokenInvariant, match="BLD-16"):
        rules.check(with_first(state, cities=houses(*((city, 10) for city in some_cities(23)))))
    rules.check(with_first(state, cities=houses(*((city, 10) for city in some_cities(22)))))


@pytest.mark.rule("GEN-2")
def test_money_that_no_event_tells_of_is_found():
    state = after(START, "open 4 4")
    with pytest.raises(BrokenInvariant, match="GEN-2"):
        check_money(START, with_money(state, 50, 50, 49))
