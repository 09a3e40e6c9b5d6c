"""What else Recharged does otherwise than classic: plants per player, no obsolete plants, refill, ties."""

import pytest

import rules
from rules.events import GameEnded, PlantRemoved
from tests.rules.positions import (
    MARKET,
    RECHARGED,
    after,
    build_next,
    company,
    end_of_building,
    events,
    pass_on,
    pass_on_to,
    position,
    some_cities,
)

PLAIN = RECHARGED | {"two_player_mode": "plain"}

# Plants per player --------------------------------------------------------------------------------------------------


@pytest.mark.rule("PLT-10", "AUC-16")
@pytest.mark.parametrize("players", [2, 3, 6])
def test_fourth_plant_costs_one_of_the_others_with_any_number_of_players(players):
    companies = [company(200, (3, 5, 7)), *[company(0)] * (players - 1)]
    state = position(companies, market=MARKET, options=PLAIN)
    state = after(state, "open 21 21", *["pass"] * (players - 1))
    assert (state.discarding, state.players[0].plants) == (0, (3, 5, 7, 21))
    state = after(state, "discard 5")
    assert (state.discarding, state.players[0].plants) == (None, (3, 7, 21))


@pytest.mark.rule("PLT-10")
def test_third_plant_costs_no_other():
    state = after(position([company(200, (3, 5)), company(0)], market=MARKET, options=PLAIN), "open 21 21", "pass")
    assert (state.discarding, state.players[0].plants) == (None, (3, 5, 21))


@pytest.mark.rule("PLT-10", "PLT-9")
def test_two_players_may_own_four_plants_in_classic_only():
    assert rules.thresholds(rules.Options(), 2).plants == 4
    assert rules.thresholds(rules.Options(**PLAIN), 2).plants == 3


# Rules of classic that are not there --------------------------------------------------------------------------------


@pytest.mark.rule("RCH-7")
def test_plants_smaller_than_the_largest_network_stay_in_the_market():
    market = (6, 7, 8, 9, 20, 21, 22, 23)
    state = end_of_building(0, 0, 9, market=market, deck=(30, "step3"), options=RECHARGED)
    assert build_next(state, 2).market == (7, 8, 9, 20, 21, 22, 23, 30)  # 06 made way for Step 2
    assert state.market == market


@pytest.mark.rule("RCH-7")
def test_drawn_plant_smaller_than_the_largest_network_stays_in_the_market():
    companies = [company(200, cities=some_cities(9)), company(200), company(200)]
    state = position(companies, step=2, market=MARKET, deck=(7, "step3"), options=RECHARGED)
    state = after(state, "open 20 1", "pass", "pass")
    assert state.market == (7, *MARKET[1:])
    assert events(state, PlantRemoved) == []


@pytest.mark.rule("RCH-7", "RCH-13")
def test_nothing_more_than_the_discounted_plant_leaves_when_nobody_buys():
    state = pass_on(position(3, market=MARKET, deck=(30, "step3"), options=RECHARGED))
    assert events(state, PlantRemoved) == [PlantRemoved(20, "discount")]


@pytest.mark.rule("RCH-7", "STEP-17")
def test_no_plant_leaves_and_none_comes_while_cities_are_built():
    state = end_of_building(0, 0, 5, market=(3, 4, 5, 6, 7, 8, 9, 10), deck=("step3", 30), options=RECHARGED)
    state = build_next(state)
    assert events(state, PlantRemoved) == []
    assert state.deck == ("step3", 30)


# Refill -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BUR-8", "TV-21")
@pytest.mark.parametrize("map", ["germany", "usa"])
def test_refill_of_the_rule_books_example(map):
    companies = [
        company(plants=(4,), fuel="c4"),
        company(plants=(10,), fuel="c2"),
        company(plants=(3,), fuel="o2"),
        company(plants=(6,), fuel="g1"),
        company(),
    ]
    state = position(companies, phase="bureaucracy", resources="c14 o16 g8 u2", map=map, options=RECHARGED)
    assert state.supply.coal == 4
    assert rules.market_prices(state, "garbage") == (6, 6, 7, 7, 7, 8, 8, 8)
    state = pass_on(state)
    assert state.resources == rules.Fuel(coal=18, oil=20, garbage=11, uranium=4)
    assert state.supply.coal == 0
    assert [rules.market_prices(state, kind)[0] for kind in rules.KINDS] == [3, 2, 5, 10]


@pytest.mark.rule("BUR-8", "TV-21")
def test_purchases_of_the_rule_books_example_leave_that_market():
    companies = [
        company(plants=(4,)),
        company(plants=(20,)),
        company(plants=(3,)),
        company(plants=(6,)),
        company(),
    ]
    state = position(companies, phase="resources", order=(4, 3, 2, 1, 0), options=RECHARGED)
    state = after(state, "buy c4", "buy c6", "buy o2", "buy g1", "buy")
    assert state.resources == rules.Fuel(coal=14, oil=16, garbage=8, uranium=2)


# Building on the Recharged board of Germany -------------------------------------------------------------------------


@pytest.mark.rule("BLD-5", "MAP-DE-1", "TV-13", "TV-14", "TV-15", "TV-16", "TV-17", "TV-18")
@pytest.mark.parametrize(
    ("step", "seat", "cities", "total"),
    [
        (1, 0, "duisburg", 10),
        (1, 0, "dortmund", 12),
        (1, 0, "aachen", 21),
        (1, 1, "duisburg", 12),
        (2, 0, "dusseldorf", 17),
        (2, 0, "koln", 21),
        (2, 0, "dusseldorf koln", 36),
        (2, 0, "koln dusseldorf", 38),
    ],
)
def test_rule_books_examples_cost_the_same_on_the_recharged_board(step, seat, cities, total):
    companies = [company(cities="essen munster"), company(cities="dusseldorf koln"), company()]
    state = position(companies, phase="building", step=step, options=RECHARGED)
    assert rules.quote(state, seat, tuple(cities.split())).total == total


@pytest.mark.rule("BLD-5", "MAP-DE-1")
def test_dortmund_is_5_from_essen_on_the_recharged_board():
    state = position([company(cities="essen"), company(), company()], phase="building", options=RECHARGED)
    assert rules.quote(state, 0, ("dortmund",)).steps[0].connection == 5


# The end ------------------------------------------------------------------------------------------------------------

ANA = company(20, (20, 25, 44), "c5", some_cities(17, map="usa"))
BOB = company(20, (26, 34, 35), "o3 u1", some_cities(16, map="usa"))


def final(*companies, **options):
    """A game of three on the map of the USA, over after a last turn without building; each seat's rank."""
    done = tuple(range(len(companies) - 1))
    fields = {"order": (len(companies) - 1, *done), "acted": done, "market": (29, 30, 31, 32, 36, 37)}
    state = position(companies, phase="building", step=3, map="usa", options=options, **fields)
    state = after(state, "build")
    assert state.is_over
    return state


def ranks(state):
    return [entry.rank for entry in sorted(state.standing, key=lambda entry: entry.seat)]


@pytest.mark.rule("END-6", "END-7", "CC-89")
@pytest.mark.parametrize(("edition", "expected"), [("classic", [1, 2, 3]), ("recharged", [1, 1, 3])])
def test_networks_settle_a_tie_in_classic_only(edition, expected):
    state = final(ANA, BOB, company(), edition=edition)
    assert [entry.powered for entry in state.standing] == [15, 15, 0]
    assert ranks(state) == expected


@pytest.mark.rule("END-7")
def test_shared_victory_is_told():
    state = final(ANA, BOB, company(), **RECHARGED)
    assert events(state, GameEnded) == [GameEnded(winners=(0, 1))]


@pytest.mark.rule("END-7")
def test_more_money_settles_a_tie():
    poorer = company(19, ANA.plants, "c5", ANA.cities)
    assert ranks(final(poorer, BOB, company(), **RECHARGED)) == [2, 1, 3]


@pytest.mark.rule("END-6", "END-7")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
@pytest.mark.parametrize(("tiebreak", "expected"), [("money_cities", [1, 2, 3]), ("money", [1, 1, 3])])
def test_table_can_choose_what_settles_a_tie_in_both_editions(edition, tiebreak, expected):
    assert ranks(final(ANA, BOB, company(), edition=edition, tiebreak=tiebreak)) == expected


@pytest.mark.rule("END-7", "CC-87")
def test_most_money_wins_when_nobody_powers_a_city():
    state = final(company(10, cities=some_cities(17, map="usa")), company(30), company(20), **RECHARGED)
    assert ranks(state) == [3, 1, 2]


@pytest.mark.rule("END-1", "SET-14")
@pytest.mark.parametrize("networks", [(17, 0), (16, 0, 0)])
def test_recharged_game_goes_on_below_the_end_threshold(networks):
    state = end_of_building(*networks, step=2, market=(25, 26, 27, 28, 29, 30, 31, 32), options=PLAIN)
    assert pass_on(state).phase == "bureaucracy"


@pytest.mark.rule("END-1", "SET-14")
@pytest.mark.parametrize("networks", [(18, 0), (17, 0, 0)])
def test_recharged_game_ends_at_the_end_threshold(networks):
    state = end_of_building(*networks, step=2, market=(25, 26, 27, 28, 29, 30, 31, 32), options=PLAIN)
    assert pass_on(state).is_over


# From one round to the next -----------------------------------------------------------------------------------------


@pytest.mark.rule("MKT-10", "MKT-11", "BUR-10")
@pytest.mark.parametrize("step", [1, 2])
def test_highest_future_plant_is_buried_in_phase_5(step):
    state = position(3, phase="bureaucracy", step=step, market=MARKET, deck=(3, 16, "step3"), options=RECHARGED)
    state = pass_on(state)
    assert state.market == (3, *MARKET[:7])
    assert state.deck == (16, "step3", 27)


@pytest.mark.rule("RCH-8", "RCH-13", "GEN-8")
def test_round_after_round_the_lowest_plant_goes_when_nobody_buys():
    state = position(3, market=MARKET, deck=(28, 29, 30, 31, 32, 33, "step3"), options=RECHARGED)
    lowest = []
    for _ in range(3):
        lowest.append(state.discount)
        state = pass_on_to(pass_on(state), "auction")
    assert lowest == [20, 21, 22]
