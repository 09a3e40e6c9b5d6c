"""France: three cities called Paris, no plant 13, plant 11 early."""

import pytest

import rules
from rules.plants import PLANTS, STEP3
from tests.rules.positions import (
    after,
    cards,
    company,
    offered_cities,
    pass_on,
    position,
    refused,
    stated_setup,
    tokens,
    with_money,
)

PLAYERS = range(2, 7)
PARIS = "paris-nord paris-est paris-sud"
SEEDS = [f"{number:04}" for number in range(30)]


def drawn(players=4, seed="5eed", **options):
    return rules.new_setup(rules.Options(map="france", **options), players=players, seed=seed)


def builder(*networks, money=100, step=1, **fields):
    """Phase 4 of three companies with these cities; seat 0 is the last to build."""
    companies = [company(money, cities=cities) for cities in networks]
    companies += [company(money)] * (3 - len(companies))
    return position(companies, map="france", phase="building", step=step, acted=(1, 2), **fields)


def paid_for(state, cities):
    return [step.cost for step in rules.quote(state, 0, tuple(cities.split())).steps]


# Tokens -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-FR-1", "TV-41")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_cheapest_uranium_costs_5_at_the_start(edition):
    state = rules.start(stated_setup(4, map="france", edition=edition))
    assert rules.market_prices(state, "uranium") == (5, 6, 7, 8, 10, 12, 14, 16)


@pytest.mark.rule("MAP-FR-2")
@pytest.mark.parametrize(
    ("options", "garbage"),
    [
        ({}, 6),
        ({"edition": "recharged"}, 9),
        ({"edition": "recharged", "france_recharged_garbage": "classic"}, 6),
    ],
)
def test_coal_oil_and_garbage_start_as_in_the_base_game(options, garbage):
    state = rules.start(stated_setup(4, map="france", **options))
    assert state.resources == rules.Fuel(24, 18, garbage, 8)
    assert state.supply == rules.Fuel(0, 6, 24 - garbage, 4)


@pytest.mark.rule("MAP-FR-6", "BUR-8")
def test_refill_is_that_of_the_base_game():
    state = position(4, map="france", phase="bureaucracy", resources="c9 o9 g9 u4")
    assert pass_on(state).resources == tokens("c9 o9 g9 u4") + tokens("c5 o3 g2 u1")


# Cards --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-FR-3")
@pytest.mark.parametrize(("players", "unseen"), [(2, 8), (3, 8), (4, 4), (5, 0), (6, 0)])
def test_classic_deck_has_plant_11_on_top_and_no_plant_13(players, unseen):
    for seed in SEEDS:
        setup = drawn(players, seed)
        assert setup.market == (3, 4, 5, 6, 7, 8, 9, 10)
        assert (setup.deck[0], setup.deck[-1]) == (11, STEP3)
        others = set(setup.deck[1:-1])
        assert others <= set(PLANTS) - {*setup.market, 11, 13}
        assert len(others) == 32 - unseen


@pytest.mark.rule("CC-131", "MAP-FR-3")
def test_first_plant_sold_makes_room_for_plant_11():
    state = with_money(rules.start(drawn(3)), 50)
    state = after(state, "open 3 3", "pass", "pass")
    assert cards(state) == ((4, 5, 6, 7), (8, 9, 10, 11))


@pytest.mark.rule("MAP-FR-4")
@pytest.mark.parametrize(
    ("players", "plugs", "sockets"), [(2, 0, 5), (3, 1, 6), (4, 0, 3), (5, 0, 0), (6, 0, 0)], ids=str
)
def test_recharged_deck_and_market_without_plant_13(players, plugs, sockets):
    for seed in SEEDS:
        setup = drawn(players, seed, edition="recharged")
        halves = [PLANTS[card].half for card in setup.deck[:-1]]
        assert 11 in setup.market
        assert [PLANTS[plant].half for plant in setup.market] == ["plug"] * 8
        assert 13 not in (*setup.market, *setup.deck)
        assert (halves[0], setup.deck[-1]) == ("plug", STEP3)
        assert (halves.count("plug"), halves.count("socket")) == (4 - plugs, 29 - sockets)


@pytest.mark.rule("MAP-FR-4")
def test_any_other_plug_plant_can_open_the_market_or_lie_on_top():
    setups = [drawn(4, seed, edition="recharged") for seed in SEEDS]
    others = set(range(3, 16)) - {11, 13}
    assert {plant for setup in setups for plant in setup.market} == {*others, 11}
    assert {setup.deck[0] for setup in setups} <= others
    assert len({setup.deck[0] for setup in setups}) > 3


# Areas --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-FR-7")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
@pytest.mark.parametrize("players", PLAYERS)
def test_paris_is_in_play_wherever_the_areas_are_drawn(edition, players):
    board = rules.board("france", edition)
    for seed in SEEDS:
        areas = drawn(players, seed, edition=edition).areas
        assert "centre" in areas
        assert board.are_connected(areas)


@pytest.mark.rule("MAP-FR-7", "SET-4")
def test_every_other_area_can_be_drawn():
    assert {area for seed in SEEDS for area in drawn(3, seed).areas} == {
        area.id for area in rules.board("france").areas
    }


@pytest.mark.rule("MAP-FR-7", "SET-4")
def test_host_may_leave_paris_out():
    options = rules.Options(map="france", areas="host")
    areas = ("east", "south", "southwest")
    assert rules.new_setup(options, 3, "5eed", areas).areas == areas


@pytest.mark.rule("MAP-FR-7", "SET-4")
def test_draft_may_begin_elsewhere():
    state = rules.start(rules.new_setup(rules.Options(map="france", areas="draft"), 3, "5eed"))
    assert after(state, "area south").areas == ("south",)


# Links --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-FR-5", "MAP-FR-8")
def test_links_that_cost_nothing():
    free = {(one, other) for one, other, cost in rules.board("france").connections if not cost}
    assert free == {
        ("paris-est", "paris-nord"),
        ("paris-est", "paris-sud"),
        ("paris-nord", "paris-sud"),
        ("aix-en-provence", "marseille"),
    }


@pytest.mark.rule("TV-40", "MAP-FR-5", "BLD-13")
def test_first_company_builds_all_of_paris_for_30():
    state = after(builder(), f"build {PARIS}")
    assert state.players[0].money == 70
    assert [house.slot for house in state.players[0].cities] == [10, 10, 10]


@pytest.mark.rule("CC-132", "MAP-FR-5", "BLD-9")
@pytest.mark.parametrize("city", ["paris-est", "paris-sud"])
def test_paris_cities_of_another_are_closed_in_step_1(city):
    with refused("BLD-9"):
        after(builder("paris-nord", "paris-est paris-sud"), f"build {city}")


@pytest.mark.rule("CC-132", "MAP-FR-5", "BLD-10")
def test_paris_cities_of_another_cost_15_each_in_step_2():
    state = builder("paris-nord", "paris-est paris-sud", step=2)
    assert paid_for(state, "paris-est paris-sud") == [15, 15]


@pytest.mark.rule("MAP-FR-5", "BLD-11")
def test_no_company_has_two_houses_in_one_paris_city():
    with refused("BLD-11"):
        after(builder("paris-nord", step=2), "build paris-nord")


@pytest.mark.rule("CC-133", "MAP-FR-5", "BLD-7")
@pytest.mark.parametrize(
    "cities", ["paris-sud paris-est paris-nord", "paris-nord paris-sud paris-est", "paris-est paris-nord paris-sud"]
)
def test_first_paris_city_from_orleans_costs_17_and_the_others_10(cities):
    assert paid_for(builder("orleans"), cities) == [10 + 7, 10, 10]


@pytest.mark.rule("MAP-FR-5", "BLD-6")
def test_way_from_north_to_south_through_paris_costs_its_outer_links_only():
    state = builder("rouen", areas=("centre", "northwest", "southwest"))
    assert offered_cities(state)["orleans"] == 10 + 9 + 7
