"""Against the Trust: the fuel that it takes without paying, and gives back without burning."""

import pytest

import rules
from rules.events import MarketRefilled, ResourcesBought, TrustReturnedFuel, TrustTookFuel
from rules.state import Trust
from tests.rules.positions import (
    RECHARGED,
    after,
    company,
    events,
    pass_on,
    pass_on_to,
    position,
    refused,
    the_trust,
    tokens,
)


def purchases(plants, resources, *, first=None, third=None, **fields):
    """Phase 3 with a Trust that owns these plants; seat 1 comes third and is asked first."""
    options = {**RECHARGED, **fields.pop("options", {})}
    companies = [first or company(100, plants=(42,)), third or company(100, plants=(40,))]
    trust = the_trust(plants, cities=fields.pop("cities", ""))
    return position(companies, phase="resources", trust=trust, resources=resources, options=options, **fields)


def taken(plants, resources, **fields):
    """What the Trust takes of a market, in short form."""
    before = purchases(plants, resources, **fields)
    state = after(before, "buy")
    assert state.resources + state.trust.fuel == before.resources
    return str(state.trust.fuel)


# Its turn -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRU-8", "GEN-9")
def test_trust_takes_fuel_between_the_third_placed_and_the_first_player():
    state = purchases((10,), "c9 o9", order=(0, 1))
    assert state.to_move == (1,)
    state = after(state, "buy o1")
    assert [type(event) for event in state.happened] == [ResourcesBought, TrustTookFuel]
    assert events(state, TrustTookFuel) == [TrustTookFuel(rules.Fuel(coal=2))]
    assert state.to_move == (0,)
    assert events(after(state, "buy"), TrustTookFuel) == []


@pytest.mark.rule("TRU-8", "RES-1")
def test_third_placed_player_buys_before_the_trust_and_the_first_player_after_it():
    state = purchases((10,), "c6 o9", third=company(100, plants=(36,)))
    assert rules.legal(state, 1).fuels[0].prices == (7, 7, 7, 8, 8, 8)
    state = after(state, "buy c2")
    assert rules.legal(state, 0).fuels[0].prices == (8, 8)


@pytest.mark.rule("TRU-8")
def test_trust_lets_building_pass_by():
    state = purchases((10,), "c6 o9", order=(1, 0))
    state = pass_on(state)
    assert (state.phase, state.to_move) == ("building", (0,))
    state = after(state, "build")
    assert state.to_move == (1,)
    assert not [event for event in state.happened if type(event).__name__.startswith("Trust")]


# What it takes ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRU-15", "RES-3")
def test_trust_takes_one_run_of_each_plant_from_the_cheap_end_for_nothing():
    state = after(purchases((10, 14, 20), "c9 o9 g5 u2"), "buy")
    assert state.trust.fuel == tokens("c5 g2")
    assert state.resources == tokens("c4 o9 g3 u2")
    assert [player.money for player in state.players] == [100, 100]
    assert rules.legal(state, 0).fuels[0].prices == (7, 8, 8, 8)


@pytest.mark.rule("TRU-15")
@pytest.mark.parametrize(
    ("plants", "fuel"),
    [
        ((), "-"),
        ((13, 18, 50), "-"),
        ((3, 7, 9), "o6"),
        ((11, 17, 39), "u3"),
        ((6, 38), "g4"),
        ((5,), "c1 o1"),
        ((13, 16, 25), "c2 o2"),
        ((5, 12, 21), "c3 o3"),
    ],
)
def test_trust_never_takes_more_than_one_run(plants, fuel):
    assert taken(plants, "c9 o9 g9 u4") == fuel


@pytest.mark.rule("TRU-15")
def test_trust_without_fuel_to_take_is_not_told_of():
    assert events(after(purchases((13,), "c9 o9"), "buy"), TrustTookFuel) == []
    assert events(after(purchases((10,), "o9"), "buy"), TrustTookFuel) == []


@pytest.mark.rule("TRU-16")
@pytest.mark.parametrize(
    ("plants", "resources", "fuel"),
    [
        ((20,), "c2", "c2"),
        ((10, 20), "c4", "c4"),
        ((11, 17, 23), "u2", "u2"),
        ((38,), "-", "-"),
        ((14, 16), "g1 o9", "o2 g1"),
    ],
)
def test_trust_takes_what_there_is(plants, resources, fuel):
    assert taken(plants, resources) == fuel


@pytest.mark.rule("TRU-16", "TRU-17", "CC-100")
def test_coal_plant_is_served_before_the_hybrid():
    state = after(purchases((8, 12), "c4 o5"), "buy")
    assert state.trust.fuel == tokens("c4 o1")
    assert rules.legal(state, 0).fuels[0].prices == ()
    with refused("RES-5"):
        after(state, "buy c1")


@pytest.mark.rule("TRU-16", "TRU-17")
@pytest.mark.parametrize("plants", [(5, 8), (8, 12)])
def test_hybrid_takes_oil_where_the_coal_plant_has_taken_all_coal(plants):
    assert taken(plants, "c3 o5") == "c3 o2"


@pytest.mark.rule("TRU-17")
@pytest.mark.parametrize(
    ("plants", "resources", "fuel"),
    [
        ((29,), "c9 o9", "c1"),
        ((12,), "c9 o9", "c1 o1"),
        ((46,), "c9 o9", "c2 o1"),
        ((46,), "c1 o9", "c1 o2"),
        ((46,), "c9", "c3"),
        ((46,), "c1 o1", "c1 o1"),
        ((29, 46), "c9 o9", "c3 o1"),
        ((12, 29, 46), "c2 o9", "c2 o4"),
    ],
)
def test_hybrid_takes_coal_and_oil_in_turn_beginning_with_coal(plants, resources, fuel):
    assert taken(plants, resources) == fuel


@pytest.mark.rule("TRU-17", "CC-101")
def test_hybrid_skips_the_kind_that_is_sold_out():
    assert taken((46,), "o2") == "o2"


@pytest.mark.rule("TRU-18", "MAP-USA-3", "CC-102")
def test_trust_takes_nothing_from_the_coal_storage():
    first, third = company(plants=(20, 31, 36), fuel="c18"), company(plants=(4,), fuel="c1")
    state = purchases((10,), "o9", first=first, third=third, map="usa")
    assert (state.resources.coal, state.supply.coal) == (0, 5)
    state = after(state, "buy")
    assert (state.trust.fuel, state.supply.coal) == (rules.NO_FUEL, 5)


@pytest.mark.rule("TRU-18", "MAP-USA-3", "CC-102")
def test_player_buys_from_the_coal_storage_what_the_trust_may_not_take():
    state = after(purchases((10,), "c1 o9", map="usa"), "buy")
    assert (str(state.trust.fuel), state.resources.coal) == ("c1", 0)
    assert after(state, "buy c1").players[0].money == 100 - 8


@pytest.mark.rule("TRU-28", "MAP-CE-7")
def test_house_of_the_trust_in_vienna_makes_garbage_cheaper_for_nobody():
    areas = ("austria", "czechia", "slovakia")
    fields = {"map": "central-europe", "areas": areas, "cities": "wien"}
    state = purchases((14,), "c9 o9 g6", third=company(100, plants=(6,)), **fields)
    assert rules.legal(state, 1).fuels[2].prices == (7, 7, 7, 8, 8, 8)
    assert str(after(state, "buy").trust.fuel) == "g2"


# What becomes of it -------------------------------------------------------------------------------------------------


def end_of_round(trust, resources, **fields):
    """Phase 5; nobody else holds fuel."""
    options = {**RECHARGED, **fields.pop("options", {})}
    return position(
        [company(), company()], phase="bureaucracy", trust=trust, resources=resources, options=options, **fields
    )


@pytest.mark.rule("TRU-23", "BUR-8")
def test_trust_returns_its_fuel_in_time_for_the_refill():
    state = end_of_round(the_trust((11, 17, 23), "u3"), "c9 o9 g9 u9")
    assert state.supply.uranium == 0
    state = after(state, "run", "run")
    assert events(state, TrustReturnedFuel) == [TrustReturnedFuel(tokens("u3"))]
    assert [event for event in state.happened if isinstance(event, TrustReturnedFuel | MarketRefilled)] == [
        TrustReturnedFuel(tokens("u3")),
        MarketRefilled(tokens("c3 o2 g1 u1")),
    ]
    assert (state.resources.uranium, state.supply.uranium, state.trust.fuel) == (10, 2, rules.NO_FUEL)


@pytest.mark.rule("TRU-23", "BUR-8")
def test_refill_is_foretold_with_the_fuel_that_the_trust_will_return():
    state = end_of_round(the_trust((11, 17, 23), "u3"), "c9 o9 g9 u9")
    assert rules.refill_of(state) == tokens("c3 o2 g1 u1")
    assert events(after(state, "run", "run"), MarketRefilled) == [MarketRefilled(rules.refill_of(state))]


@pytest.mark.rule("TRU-23", "MAP-USA-2", "MAP-USA-4")
def test_coal_of_the_trust_goes_to_the_coal_storage():
    state = end_of_round(the_trust((20, 25), "c5"), "c19 o9", map="usa")
    state = after(state, "run", "run")
    assert (state.resources.coal, state.supply.coal) == (22, 2)


@pytest.mark.rule("TRU-23")
def test_trust_returns_its_fuel_after_both_players_have_powered_and_earns_nothing():
    state = after(end_of_round(the_trust((20,), "c3"), "c9"), "run")
    assert state.trust.fuel == tokens("c3")
    state = after(state, "run")
    assert state.trust == Trust(plants=(20,))
    assert [player.money for player in state.players] == [60, 60]


@pytest.mark.rule("TRU-23")
def test_trust_that_has_no_fuel_is_not_told_of():
    assert events(after(end_of_round(the_trust((13,)), "c9"), "run", "run"), TrustReturnedFuel) == []


@pytest.mark.rule("TRU-26", "BUR-8")
@pytest.mark.parametrize(("step", "refill"), [(1, "c3 o2 g1 u1"), (2, "c4 o2 g2 u1"), (3, "c3 o4 g3 u1")])
def test_refill_is_that_of_two_players(step, refill):
    state = after(end_of_round(the_trust(), "c9 o9 g9 u4", step=step), "run", "run")
    assert events(state, MarketRefilled) == [MarketRefilled(tokens(refill))]


@pytest.mark.rule("TRU-26", "BUR-8")
@pytest.mark.parametrize(("step", "refill"), [(1, "c4 o2 g1 u1"), (2, "c5 o3 g2 u1"), (3, "c3 o4 g3 u1")])
def test_option_makes_it_that_of_three(step, refill):
    options = {"trust_refill": "three"}
    state = after(end_of_round(the_trust(), "c9 o9 g9 u4", step=step, options=options), "run", "run")
    assert events(state, MarketRefilled) == [MarketRefilled(tokens(refill))]


@pytest.mark.rule("TRU-26", "BUR-8")
def test_option_does_nothing_where_two_players_play_without_the_trust():
    options = {**RECHARGED, "trust_refill": "three", "two_player_mode": "plain"}
    state = position(2, phase="bureaucracy", resources="c9 o9 g9 u4", options=options)
    assert events(after(state, "run", "run"), MarketRefilled) == [MarketRefilled(tokens("c3 o2 g1 u1"))]


@pytest.mark.rule("TRU-15", "TRU-23", "GEN-4")
def test_trust_runs_the_same_plants_round_after_round():
    state = purchases((10, 14, 50), "c9 o9 g9 u4")
    for _ in range(3):
        state = after(pass_on_to(state, "resources"), "buy")
        assert state.trust.fuel == tokens("c2 g2")
        rules.check(state)
        state = pass_on_to(state, "bureaucracy")
        assert state.trust.fuel == tokens("c2 g2")
