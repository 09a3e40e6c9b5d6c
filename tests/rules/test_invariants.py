"""The check of positions finds what is wrong with them."""

import msgspec
import pytest

import rules
from rules.invariants import BrokenInvariant, check_money
from rules.state import Step3Card, Trust
from tests.rules.positions import (
    AREAS,
    RECHARGED,
    after,
    company,
    marks,
    position,
    some_cities,
    the_trust,
    three_players,
    tokens,
    with_money,
)


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


RECHARGED_START = position(3, options=RECHARGED)


@pytest.mark.rule("RCH-8", "RCH-14")
@pytest.mark.parametrize("wrong", [{"phase": "resources"}, {"phase": "building"}, {"discount": 4}, {"discount": 99}])
def test_discount_token_in_the_wrong_place_is_found(wrong):
    assert RECHARGED_START.discount == RECHARGED_START.market[0]
    with pytest.raises(BrokenInvariant, match="RCH-8"):
        rules.check(broken(RECHARGED_START, **wrong))


MARKED = position(
    [company(cities="essen"), company(), company()],
    options={**RECHARGED, "start_cities": True},
    marked=marks("koln trier", with_token=1),
)


@pytest.mark.rule("GEN-4", "EXP-1", "EXP-2", "EXP-4")
@pytest.mark.parametrize(
    ("marked", "complaint"),
    [
        ((), "GEN-4"),
        (marks("koln trier"), "GEN-4"),
        (marks("koln essen", with_token=1), "EXP-4"),
        (marks("koln koln", with_token=1), "EXP-1"),
        (marks("koln berlin", with_token=1), "EXP-1"),
        (marks("koln atlantis", with_token=1), "EXP-1"),
    ],
    ids=["token lost", "token made", "beside a house", "twice", "outside the play area", "nowhere"],
)
def test_wrong_mark_is_found(marked, complaint):
    with pytest.raises(BrokenInvariant, match=complaint):
        rules.check(broken(MARKED, marked=marked))


AGAINST_THE_TRUST = position(
    [company(plants=(13,), cities="essen"), company()],
    options={**RECHARGED, "start_cities": True},
    trust=the_trust((10, 12, 20), cities="kassel", beside="koln"),
    marked=marks("koln"),
)


@pytest.mark.rule("GEN-5", "BLD-9", "TRU-3", "TRU-5", "TRU-12", "TRU-20", "TRU-21")
@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"plants": (3, 10, 12)}, "GEN-5"),
        ({"plants": (10, 12, 13)}, "GEN-5"),
        ({"plants": (10, 12, 12)}, "GEN-5"),
        ({"plants": (12, 10, 20)}, "sorted"),
        ({"plants": (10, 12)}, "SET-13"),
        ({"fuel": tokens("c1")}, "GEN-4"),
        ({"houses": houses(("kassel", 20))}, "TRU-21"),
        ({"houses": houses(("kassel", 10), ("kassel", 15))}, "TRU-20"),
        ({"houses": houses(("berlin", 10))}, "TRU-5"),
        ({"houses": houses(("essen", 10))}, "BLD-9"),
        ({"houses": houses(("koln", 10))}, "EXP-4"),
    ],
    ids=str,
)
def test_broken_trust_is_found(change, complaint):
    state = broken(AGAINST_THE_TRUST, trust=msgspec.structs.replace(AGAINST_THE_TRUST.trust, **change))
    with pytest.raises(BrokenInvariant, match=complaint):
        rules.check(state)


@pytest.mark.rule("TRU-3")
def test_seventeenth_house_of_the_trust_is_found():
    cities = " ".join(some_cities(17, edition="recharged"))
    position(2, options=RECHARGED, trust=the_trust(cities=cities.removesuffix(" fulda")))
    with pytest.raises(BrokenInvariant, match="TRU-3"):
        position(2, options=RECHARGED, trust=the_trust(cities=cities))


@pytest.mark.rule("TRU-12")
def test_fourth_plant_of_the_trust_is_found():
    trust = the_trust((10, 12, 13, 20))
    state = with_first(AGAINST_THE_TRUST, plants=())
    with pytest.raises(BrokenInvariant, match="TRU-12"):
        rules.check(broken(state, trust=trust, marked=(), supply=state.supply + tokens("u1")))


@pytest.mark.rule("TRU-15", "TRU-23")
@pytest.mark.parametrize(
    ("phase", "fuel", "complaint"),
    [("auction", "c1", "TRU-23"), ("building", "c7", "TRU-15"), ("building", "u1", "TRU-15")],
)
def test_fuel_that_the_trust_should_not_have_is_found(phase, fuel, complaint):
    with pytest.raises(BrokenInvariant, match=complaint):
        position(2, phase=phase, options=RECHARGED, trust=the_trust((10, 12), fuel))
    position(2, phase="building", options=RECHARGED, trust=the_trust((10, 12), "c3 o1"))


@pytest.mark.rule("TRU-1")
def test_trust_in_the_wrong_game_is_found():
    with pytest.raises(BrokenInvariant, match="TRU-1"):
        rules.check(broken(START, trust=Trust()))
    with pytest.raises(BrokenInvariant, match="TRU-1"):
        rules.check(broken(position(2, options=RECHARGED), trust=None))


@pytest.mark.parametrize("state", [START, RECHARGED_START, MARKED, AGAINST_THE_TRUST], ids=lambda _: "")
def test_good_position_is_left_alone(state):
    rules.check(state)


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
