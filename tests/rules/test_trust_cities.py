"""Against the Trust: its houses while the players build, the Steps and the end."""

import msgspec
import pytest

import rules
from rules.events import (
    CityBuilt,
    GameEnded,
    MarkerReturned,
    MarketRefilled,
    PlantRemoved,
    StepBegan,
    TrustHousePlaced,
)
from tests.rules.positions import (
    RECHARGED,
    after,
    company,
    events,
    marks,
    offered_cities,
    pass_on,
    position,
    price_of_cities,
    refused,
    some_cities,
    the_trust,
    tokens,
)

SIX = "dresden leipzig halle erfurt kassel dortmund"
"""The first cities of the Trust."""

FREE = tuple(city for city in some_cities(21, edition="recharged") if city not in SIX.split())
"""The fifteen other cities of the play area."""


def building(first, third, *, trust, order=(0, 1), options=None, **fields):
    """Phase 4: the networks of the two players, the one of seat 1 is asked first; both can pay anything."""
    companies = [company(500, cities=first), company(500, cities=third)]
    return position(
        companies, phase="building", order=order, trust=trust, options={**RECHARGED, **(options or {})}, **fields
    )


# The first six cities -----------------------------------------------------------------------------------------------


@pytest.mark.rule("TRU-19", "TV-35")
def test_no_player_connects_a_city_of_the_trust_in_step_1():
    state = building("", "munster", trust=the_trust(cities=SIX))
    assert offered_cities(state).keys().isdisjoint(SIX.split())
    with refused("BLD-9"):
        after(state, "build dortmund")


@pytest.mark.rule("TRU-19", "BLD-6")
def test_path_passes_through_a_city_of_the_trust():
    state = after(building("", "munster", trust=the_trust(cities=SIX)), "build frankfurt-am-main")
    (built,) = events(state, CityBuilt)
    assert (built.slot, built.connection) == (10, 2 + 20)
    assert built.path == ("munster", "dortmund", "frankfurt-am-main")


@pytest.mark.rule("TRU-19", "TRU-20", "TV-35")
def test_city_of_the_trust_costs_15_in_step_2_and_brings_no_further_house():
    state = building("", "munster", trust=the_trust(cities=SIX), step=2)
    assert price_of_cities(state, "dortmund") == 15 + 2
    state = after(state, "build dortmund")
    assert events(state, TrustHousePlaced) == []
    assert state.houses("dortmund") == ((None, 10), (1, 15))
    assert state.trust.reserve == 10


@pytest.mark.rule("TRU-19", "BLD-10")
def test_second_player_in_a_city_of_the_trust_pays_20_in_step_3():
    state = building("munster dortmund", "essen", trust=the_trust(cities=SIX), step=3)
    assert price_of_cities(state, "dortmund") == 20 + 5
    assert after(state, "build dortmund").houses("dortmund") == ((None, 10), (0, 15), (1, 20))


# The house that follows ---------------------------------------------------------------------------------------------


@pytest.mark.rule("TRU-20", "TV-34")
def test_trust_follows_into_an_empty_city_that_a_player_connects():
    state = building("", "munster", trust=the_trust(cities=SIX))
    assert price_of_cities(state, "essen") == 10 + 6
    state = after(state, "build essen")
    assert state.houses("essen") == ((1, 10), (None, 15))
    assert state.trust.reserve == 9
    assert events(state, TrustHousePlaced) == [TrustHousePlaced(seat=1, city="essen", slot=15)]


@pytest.mark.rule("TRU-20", "TV-34")
@pytest.mark.parametrize("step", [1, 2])
def test_other_player_cannot_build_beside_player_and_trust_before_step_3(step):
    state = building("essen", "koln", trust=the_trust(cities=SIX, beside="essen"), step=step)
    with pytest.raises(rules.RuleError, match="build a third one in Step 3") as refusal:
        after(state, "build essen")
    assert refusal.value.rule == "BLD-9"


@pytest.mark.rule("TRU-20", "TV-34")
def test_other_player_builds_beside_player_and_trust_for_20_in_step_3():
    state = building("essen", "koln", trust=the_trust(cities=SIX, beside="essen"), step=3)
    assert price_of_cities(state, "essen") == 20 + 4 + 2
    state = after(state, "build essen")
    assert state.houses("essen") == ((0, 10), (None, 15), (1, 20))
    assert events(state, TrustHousePlaced) == []


@pytest.mark.rule("TRU-20")
def test_trust_follows_where_a_network_starts():
    state = after(building("", "", trust=the_trust(cities=SIX)), "build koln")
    assert state.houses("koln") == ((1, 10), (None, 15))


@pytest.mark.rule("TRU-20", "CC-104")
@pytest.mark.parametrize("step", [2, 3])
def test_trust_follows_in_later_steps(step):
    trust = the_trust(cities=SIX, beside=" ".join(FREE[:7]))
    assert trust.reserve == 3
    state = after(building(FREE[:4], FREE[4:7], trust=trust, step=step), "build mainz")
    assert state.houses("mainz") == ((1, 10), (None, 15))
    assert state.trust.reserve == 2


@pytest.mark.rule("TRU-20", "CC-103")
def test_second_slot_stays_free_where_the_trust_has_no_house_left():
    trust = the_trust(cities=SIX, beside=" ".join(FREE[:10]))
    assert trust.reserve == 0
    state = building(FREE[:5], FREE[5:10], trust=trust, step=2)
    state = after(state, "build fulda")
    assert state.houses("fulda") == ((1, 10),)
    assert state.trust == trust
    assert price_of_cities(state, "fulda") == 15 + 28


@pytest.mark.rule("TRU-20", "BLD-7")
def test_last_house_goes_to_the_first_of_several_cities():
    trust = the_trust(cities=SIX, beside=" ".join(FREE[:9]))
    assert trust.reserve == 1
    state = building(FREE[:5], FREE[5:9], trust=trust)
    assert price_of_cities(state, "fulda wurzburg nurnberg") == (10 + 8) + (10 + 11) + (10 + 8)
    state = after(state, "build fulda wurzburg nurnberg")
    assert events(state, TrustHousePlaced) == [TrustHousePlaced(1, "fulda", 15)]
    assert [state.houses(city) for city in ("wurzburg", "nurnberg")] == [((1, 10),)] * 2
    assert state.trust.reserve == 0


@pytest.mark.rule("TRU-20", "BLD-14")
def test_trust_stays_away_from_a_list_of_cities_that_is_refused_as_a_whole():
    state = building("", "munster", trust=the_trust(cities=SIX))
    state = state.with_player(1, msgspec.structs.replace(state.players[1], money=30))
    with refused("BLD-14"):
        after(state, "build essen dusseldorf koln")
    assert state.trust.reserve == 10


@pytest.mark.rule("TRU-21")
@pytest.mark.parametrize("step", [1, 2, 3])
def test_trust_never_takes_a_slot_of_20(step):
    state = building("", "munster", trust=the_trust(cities=SIX), step=step)
    for city in sorted(offered_cities(state).keys() - set(SIX.split())):
        assert {house.slot for house in after(state, f"build {city}").trust.houses} == {10, 15}


# Where a network starts ---------------------------------------------------------------------------------------------


@pytest.mark.rule("TRU-21", "BLD-3")
@pytest.mark.parametrize("step", [2, 3])
def test_city_with_a_house_of_the_trust_is_not_empty(step):
    state = building("koln", "", trust=the_trust(cities=SIX, beside="koln"), step=step)
    with refused("BLD-3"):
        after(state, "build dortmund")
    assert set(offered_cities(state).values()) == {10}


def all_taken(step, **fields):
    """Every city has a house: six of the Trust, fifteen of seat 0, and in ten of these the Trust has followed."""
    return building(FREE, "", trust=the_trust(cities=SIX, beside=" ".join(FREE[:10])), step=step, **fields)


@pytest.mark.rule("TRU-21", "BLD-3", "CC-79")
def test_network_starts_at_the_second_slot_when_player_and_trust_left_no_city_empty():
    assert offered_cities(all_taken(2)) == dict.fromkeys((*SIX.split(), *FREE[10:]), 15)
    state = after(all_taken(2), "build kassel")
    assert state.houses("kassel") == ((None, 10), (1, 15))


@pytest.mark.rule("TRU-21", "BLD-3")
def test_in_step_3_it_may_start_at_the_third_slot_too():
    expected = dict.fromkeys((*SIX.split(), *FREE[10:]), 15) | dict.fromkeys(FREE[:10], 20)
    assert offered_cities(all_taken(3)) == expected


@pytest.mark.rule("TRU-21", "BLD-3")
def test_no_network_starts_in_step_1_when_no_city_is_empty():
    state = all_taken(1)
    assert offered_cities(state) == {}
    assert rules.forced(state, 1) == rules.BuildCities(())


@pytest.mark.rule("TRU-21", "BLD-3")
def test_option_lets_a_network_start_beside_the_trust_while_other_cities_are_empty():
    options = {"start_city_must_be_empty": False}
    state = building("koln", "", trust=the_trust(cities=SIX, beside="koln"), step=2, options=options)
    assert price_of_cities(state, "dortmund") == 15
    assert events(after(state, "build dortmund"), TrustHousePlaced) == []


@pytest.mark.rule("TRU-6", "TRU-20", "TRU-21", "CC-108")
def test_network_starts_for_10_in_a_marked_city_beside_the_trust():
    trust = the_trust(cities=SIX, beside="koln trier")
    options = {"start_cities": True}
    state = building("", "", trust=trust, marked=marks("koln trier"), options=options)
    assert offered_cities(state) == {"koln": 10, "trier": 10}
    state = after(state, "build koln")
    assert state.houses("koln") == ((1, 10), (None, 15))
    assert events(state, TrustHousePlaced) == []
    assert events(state, MarkerReturned) == [MarkerReturned("koln", token=True)]
    assert state.trust.reserve == 8


@pytest.mark.rule("TRU-6", "EXP-6")
def test_marked_city_beside_the_trust_is_connected_for_10_from_step_2_on():
    trust = the_trust(cities=SIX, beside="koln trier aachen")
    options = {"start_cities": True}
    state = building("koln", "aachen", trust=trust, marked=marks("trier"), options=options, step=2)
    assert price_of_cities(state, "trier") == 10 + 19
    state = after(state, "build trier")
    assert (state.houses("trier"), state.marked) == (((1, 10), (None, 15)), ())


# Steps and end ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TRU-24")
def test_step_2_begins_at_7_cities_and_the_game_ends_at_18():
    settings = rules.thresholds(rules.Options(**RECHARGED), 2)
    assert (settings.step2, settings.end) == (7, 18)


@pytest.mark.rule("TRU-22", "TRU-24", "CC-105", "STEP-5")
def test_step_2_is_triggered_by_7_cities_of_a_player():
    trust = the_trust(cities=SIX, beside=" ".join(FREE[:6]))
    state = after(building(FREE[:6], "", trust=trust), "build", f"build {FREE[6]}")
    assert [state.houses(city) for city in FREE[:7]] == [((0, 10), (None, 15))] * 7
    assert (state.phase, state.step) == ("bureaucracy", 2)
    assert StepBegan(2) in state.happened


@pytest.mark.rule("STEP-5", "STEP-7", "TRU-23", "TRU-26")
def test_step_2_begins_before_the_trust_returns_its_fuel_and_the_refill_follows_it():
    trust = the_trust((20,), "c3", cities=SIX)
    state = building(FREE[:6], "", trust=trust, market=(21, 22, 23, 24, 25, 26, 27, 28), resources="c9 o9 g9 u4")
    state = after(state, "build", f"build {FREE[6]}")
    assert events(state, PlantRemoved) == [PlantRemoved(21, "step2")]
    assert state.trust.fuel == tokens("c3")
    state = after(state, "run", "run")
    assert events(state, MarketRefilled) == [MarketRefilled(tokens("c4 o2 g2 u1"))]
    assert state.trust.fuel == rules.NO_FUEL


@pytest.mark.rule("TRU-22", "CC-105")
def test_houses_of_the_trust_do_not_trigger_step_2():
    trust = the_trust(cities=SIX, beside=" ".join(FREE[:10]))
    state = after(building(FREE[:5], FREE[5:10], trust=trust), "build", "build")
    assert (state.phase, state.step) == ("bureaucracy", 1)


@pytest.mark.rule("TRU-22", "TRU-24", "END-1")
@pytest.mark.parametrize(
    ("cities", "phase"), [("dresden leipzig", "bureaucracy"), ("dresden leipzig halle", "finished")]
)
def test_game_ends_at_18_cities_of_a_player(cities, phase):
    state = building([*FREE, *cities.split()], "", trust=the_trust(cities=SIX, beside=" ".join(FREE[:10])), step=3)
    assert pass_on(state).phase == phase


def ending(*companies, **fields):
    """The last action of a game: seat 0 has 18 cities and can build no more."""
    trust = the_trust((36, 38, 50), "c3 g3", cities=SIX)
    return pass_on(position(companies, phase="building", step=3, trust=trust, options=RECHARGED, **fields))


@pytest.mark.rule("TRU-25", "END-5")
def test_trust_cannot_win_with_the_best_plants():
    leader = company(9, plants=(13,), cities=(*FREE, "dresden", "leipzig", "halle"))
    state = ending(leader, company(20, cities="kassel"))
    assert [(entry.seat, entry.rank, entry.powered) for entry in state.standing] == [(0, 1, 1), (1, 2, 0)]
    assert events(state, GameEnded) == [GameEnded((0,))]


@pytest.mark.rule("TRU-25", "END-7", "CC-89")
@pytest.mark.parametrize(
    ("money", "ranks"), [((9, 20), {1: 1, 0: 2}), ((20, 9), {0: 1, 1: 2}), ((9, 9), {0: 1, 1: 1})]
)
def test_tie_of_the_two_players_is_broken_by_money_only(money, ranks):
    leader = company(money[0], plants=(13,), cities=(*FREE, "dresden", "leipzig", "halle"))
    state = ending(leader, company(money[1], plants=(18, 22), cities="kassel"))
    assert {entry.seat: entry.rank for entry in state.standing} == ranks
    assert {entry.powered for entry in state.standing} == {1}


@pytest.mark.rule("GEN-4", "END-3")
def test_trust_keeps_its_fuel_when_the_game_ends():
    leader = company(9, plants=(20,), fuel="c3", cities=(*FREE, "dresden", "leipzig", "halle"))
    state = ending(leader, company(20))
    rules.check(state)
    assert state.trust.fuel == rules.Fuel(coal=3, garbage=3)
    assert state.is_over
