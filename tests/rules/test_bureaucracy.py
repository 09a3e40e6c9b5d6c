"""Phase 5: powering, income, refill."""

import pytest

import rules
from rules.events import CitiesPowered, MarketRefilled
from tests.rules.positions import after, company, events, pass_on, position, refused, some_cities, tokens

PLAYERS = range(2, 7)
MARKET = (29, 30, 32, 34, 35, 36, 38, 40)


def phase_5(*companies, players=3, **fields):
    """Phase 5 with the companies given, and others that own nothing."""
    companies += (company(),) * (players - len(companies))
    return position(companies, phase="bureaucracy", **{"market": MARKET, **fields})


def income(plants, fuel, cities, run):
    state = phase_5(company(0, plants, fuel, some_cities(cities)))
    return after(state, f"0: run {run}").players[0].money


@pytest.mark.rule("BUR-1", "BUR-7", "CC-71")
def test_burnt_tokens_can_come_back_in_the_refill_of_the_same_round():
    state = phase_5(company(0, (20, 31), "c6", some_cities(6)), players=6, resources="c18 o18 g6 u2")
    assert state.supply.coal == 0
    assert pass_on(after(state, "0: run 20 31")).resources.coal == 24


@pytest.mark.rule("BUR-1")
def test_income_comes_before_refill_and_market_update():
    told = [type(event).__name__ for event in pass_on(phase_5()).happened]
    assert told.index("CitiesPowered") < told.index("MarketRefilled") < told.index("PlantBuried")


@pytest.mark.rule("GEN-10")
def test_all_players_power_at_once_in_any_sequence():
    state = phase_5(company(0, (13,), "-", some_cities(1)), order=(2, 1, 0))
    assert state.to_move == (0, 1, 2)
    assert after(state, "1: run").to_move == (0, 2)


@pytest.mark.rule("GEN-10")
def test_sequence_of_powering_makes_no_difference():
    companies = [company(0, (plant,), "c2", city) for plant, city in ((4, "essen"), (10, "koln"), (25, "halle"))]
    one = after(phase_5(*companies), "0: run 4", "1: run 10", "2: run 25")
    other = after(phase_5(*companies), "2: run 25", "1: run 10", "0: run 4")
    assert rules.digest(one) == rules.digest(other)


@pytest.mark.rule("BUR-2")
def test_powering_twice_in_a_round_is_refused():
    with refused("BUR-2"):
        after(phase_5(company(0, (13,), "-", some_cities(1))), "0: run 13", "0: run")


@pytest.mark.rule("BUR-2", "BUR-7")
def test_tokens_burnt_go_to_the_supply():
    before = phase_5(company(0, (4,), "c4", some_cities(1)))
    state = after(before, "0: run 4")
    assert state.supply == before.supply + tokens("c2")
    assert state.resources == before.resources


@pytest.mark.rule("BUR-2")
def test_plant_of_somebody_else_cannot_be_run():
    with refused("BUR-2"):
        after(phase_5(company(0, (13,)), company(0, (18,))), "0: run 18")


@pytest.mark.rule("BUR-2", "BUR-3", "BUR-6", "TV-22")
def test_surplus_output_is_lost():
    before = phase_5(company(0, (7, 10, 15), "o6 c8", some_cities(6)))
    state = after(before, "0: run 7 10 15")
    assert state.players[0].money == 73
    assert state.players[0].fuel == tokens("o3 c4")
    assert state.supply == before.supply + tokens("o3 c4")
    (powered,) = events(state, CitiesPowered)
    assert (powered.cities, powered.income) == (6, 73)


@pytest.mark.rule("BUR-3", "BUR-5", "CC-84")
@pytest.mark.parametrize(("run", "paid", "left"), [("13", 22, "c3"), ("20", 54, "-"), ("13 20", 54, "-")])
def test_income_for_4_cities_with_plants_13_and_20(run, paid, left):
    state = after(phase_5(company(0, (13, 20), "c3", some_cities(4))), f"0: run {run}")
    assert state.players[0].money == paid
    assert state.players[0].fuel == tokens(left)


@pytest.mark.rule("BUR-4")
def test_any_plant_powers_any_city():
    assert income((11,), "u1", 7, "11") == 33


@pytest.mark.rule("BUR-5")
def test_player_may_power_nothing_although_able_to():
    state = after(phase_5(company(0, (13,), "-", some_cities(1))), "0: run")
    assert state.players[0].money == 10


@pytest.mark.rule("BUR-6", "TV-23")
def test_powering_4_cities_pays_54():
    assert income((20,), "c3", 4, "20") == 54


@pytest.mark.rule("BUR-6", "TV-24", "CC-83")
def test_powering_no_city_pays_10():
    assert income((4,), "-", 4, "") == 10


@pytest.mark.rule("BUR-6", "TV-25")
@pytest.mark.parametrize("cities", [20, 21, 22])
def test_powering_20_or_more_cities_pays_150(cities):
    assert rules.payment(cities) == 150


@pytest.mark.rule("BUR-6")
def test_payments():
    assert [rules.payment(cities) for cities in range(21)] == [
        *(10, 22, 33, 44, 54, 64, 73, 82, 90, 98, 105),
        *(112, 118, 124, 129, 134, 138, 142, 145, 148, 150),
    ]


@pytest.mark.rule("BUR-3")
def test_network_without_cities_is_paid_as_powering_none():
    assert income((13,), "-", 0, "13") == 10


@pytest.mark.rule("GEN-3")
def test_bank_pays_in_full_however_much_it_has_paid():
    state = phase_5(*[company(9000)] * 6, players=6)
    assert [player.money for player in pass_on(state).players] == [9010] * 6


@pytest.mark.rule("GEN-4", "BUR-7")
def test_tokens_add_up_after_every_part_of_the_phase():
    state = phase_5(company(0, (20, 31), "c6", some_cities(6)))
    for text in ("0: run 20 31", "1: run", "2: run"):
        state = after(state, text)
        rules.check(state)


@pytest.mark.rule("BUR-8", "BUR-9", "TV-20")
def test_refill_of_the_rule_books_example():
    companies = [
        company(plants=(4,), fuel="c4"),
        company(plants=(10,), fuel="c2"),
        company(plants=(3,), fuel="o2"),
        company(plants=(6,), fuel="g1"),
    ]
    state = phase_5(*companies, players=5, resources="c14 o16 g5 u2")
    assert state.supply.coal == 4
    state = pass_on(state)
    assert state.resources == rules.Fuel(coal=18, oil=20, garbage=8, uranium=4)
    assert state.supply.coal == 0
    assert [rules.market_prices(state, kind)[0] for kind in rules.KINDS] == [3, 2, 6, 10]


@pytest.mark.rule("BUR-8")
@pytest.mark.parametrize("map", ["germany", "usa"])
@pytest.mark.parametrize("step", [1, 2, 3])
@pytest.mark.parametrize("players", PLAYERS)
def test_refill_follows_table_3_5(map, players, step):
    due = {
        2: ("c3 o2 g1 u1", "c4 o2 g2 u1", "c3 o4 g3 u1"),
        3: ("c4 o2 g1 u1", "c5 o3 g2 u1", "c3 o4 g3 u1"),
        4: ("c5 o3 g2 u1", "c6 o4 g3 u2", "c4 o5 g4 u2"),
        5: ("c5 o4 g3 u2", "c7 o5 g3 u3", "c5 o6 g5 u2"),
        6: ("c7 o5 g3 u2", "c9 o6 g5 u3", "c6 o7 g6 u3"),
    }
    market = MARKET if step < 3 else MARKET[:6]
    state = pass_on(phase_5(players=players, step=step, map=map, market=market, resources="c9 o9 g9 u4"))
    assert state.resources == tokens("c9 o9 g9 u4") + tokens(due[players][step - 1])


@pytest.mark.rule("BUR-8")
def test_refill_is_told():
    state = pass_on(phase_5(resources="c9 o9 g9 u4"))
    assert events(state, MarketRefilled) == [MarketRefilled(tokens("c4 o2 g1 u1"))]


@pytest.mark.rule("BUR-8", "BUR-9", "CC-67")
def test_refill_takes_no_more_than_the_supply_holds_and_owes_nothing():
    nuclear = [
        company(plants=(11, 17), fuel="u4"),
        company(plants=(23, 28), fuel="u4"),
        company(plants=(34,), fuel="u1"),
    ]
    market = (30, 31, 32, 33, 35, 36, 37, 38)
    state = phase_5(*nuclear, players=5, step=2, market=market, resources="c9 o9 g9 u2")
    assert state.supply.uranium == 1
    state = pass_on(state)
    assert rules.market_prices(state, "uranium") == (12, 14, 16)


@pytest.mark.rule("BUR-9", "CC-67")
def test_shortage_of_one_kind_does_not_touch_the_others():
    nuclear = [
        company(plants=(11, 17), fuel="u4"),
        company(plants=(23, 28), fuel="u4"),
        company(plants=(34,), fuel="u2"),
    ]
    market = (30, 31, 32, 33, 35, 36, 37, 38)
    state = pass_on(phase_5(*nuclear, players=5, step=2, market=market, resources="c9 o9 g9 u2"))
    assert state.resources == rules.Fuel(coal=16, oil=14, garbage=12, uranium=2)


@pytest.mark.rule("BUR-8", "CC-68")
def test_last_free_place_is_filled_from_the_last_token_of_the_supply():
    state = pass_on(phase_5(players=5, resources="c9 o23 g9 u2"))
    assert (state.resources.oil, state.supply.oil) == (24, 0)
    assert rules.market_prices(state, "oil")[0] == 1


@pytest.mark.rule("BUR-8", "CC-69")
def test_full_market_is_not_refilled():
    assert pass_on(phase_5(resources="c9 o9 g24 u2")).resources.garbage == 24


@pytest.mark.rule("BUR-8", "SET-8", "CC-70")
def test_uranium_is_refilled_one_per_space_from_the_dear_end():
    state = pass_on(phase_5(players=5, resources="c9 o9 g9 u4"))
    assert rules.market_prices(state, "uranium") == (7, 8, 10, 12, 14, 16)


@pytest.mark.rule("MAP-DE-1", "CC-117")
def test_uranium_is_refilled_in_classic_germany_whoever_owns_plant_39():
    state = pass_on(phase_5(company(plants=(39,)), market=MARKET, resources="c9 o9 g9 u4"))
    assert state.resources.uranium == 5


@pytest.mark.rule("BUR-2", "BUR-3")
def test_best_run_is_offered():
    state = phase_5(company(0, (13, 20), "c3", some_cities(4)))
    decision = rules.legal(state, 0)
    assert decision.best == rules.parse_action("run 20")
    assert (decision.best_cities, decision.best_income) == (4, 54)


@pytest.mark.rule("PLT-2", "BUR-2")
@pytest.mark.parametrize(("plants", "fuel"), [((), "-"), ((4,), "c1"), ((21, 46), "c1"), ((6, 11), "-")])
def test_whoever_can_run_nothing_is_forced_to_run_nothing(plants, fuel):
    state = phase_5(company(0, plants, fuel, some_cities(1)))
    assert rules.forced(state, 0) == rules.RunPlants(())


@pytest.mark.rule("PLT-6", "BUR-5")
@pytest.mark.parametrize(("plants", "fuel"), [((13,), "-"), ((4,), "c2"), ((21, 46), "c1 o1"), ((11,), "u1")])
def test_whoever_can_run_a_plant_is_not_forced(plants, fuel):
    assert rules.forced(phase_5(company(0, plants, fuel, some_cities(1))), 0) is None


@pytest.mark.rule("GEN-8")
@pytest.mark.parametrize("text", ["0: buy c1", "0: decline", "0: build essen", "0: pass"])
def test_nothing_but_powering_is_possible(text):
    with refused("GEN-8"):
        after(phase_5(), text)


@pytest.mark.rule("GEN-8")
def test_next_round_waits_for_every_player():
    state = after(phase_5(), "2: run", "0: run")
    assert (state.phase, state.round) == ("bureaucracy", 3)
    assert after(state, "1: run").round == 4
