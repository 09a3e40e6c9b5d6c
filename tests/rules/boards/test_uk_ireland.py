"""UK & Ireland: two islands without a connection, and a network on each."""

from itertools import combinations

import pytest
from msgspec.structs import replace

import rules
from rules.play_area import check, drawn
from rules.selfplay import play_game
from tests.rules.boards.building import builders, offered, paid
from tests.rules.positions import after, offered_plants, refused, stated_setup, tokens

BOARD = rules.board("uk-ireland", version=3)
ISLANDS = {"great-britain": 28, "ireland": 12}
FIVE = ("northern-england", "wales", "southern-england", "northern-ireland", "republic-of-ireland")
THREE = ("wales", "northern-ireland", "republic-of-ireland")
"""The fewest cities that three areas can have: 18."""


def uk(*networks, areas=FIVE, **fields):
    return builders(*networks, map="uk-ireland", areas=areas, **fields)


# The board ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-UKI-1", "CC-UKI-10")
def test_no_link_joins_the_islands():
    cities = BOARD.cities
    assert {name: sum(city.island == name for city in cities.values()) for name in ISLANDS} == ISLANDS
    assert all(cities[one].island == cities[other].island for one, other, _cost in BOARD.connections)
    assert {(one, other) for one, other, cost in BOARD.connections if not cost} == {("london-north", "london-south")}
    scotland = ("scotland", *FIVE[:2], *FIVE[3:])
    assert rules.quote(uk("glasgow", areas=scotland), 0, ("inverness",)).steps[0].connection == 20
    assert rules.quote(uk("dublin"), 0, ("belfast",)).steps[0].connection == 10 + 6


@pytest.mark.rule("MAP-UKI-2", "CC-UKI-6")
def test_areas_of_each_island_hang_together():
    settings = rules.thresholds(rules.Options("recharged", "uk-ireland"), 3, 3)
    with refused("SET-3"):
        check(BOARD, ("scotland", "wales", "northern-ireland"), settings)
    check(BOARD, ("scotland", "northern-england", "northern-ireland"), settings)
    check(BOARD, ("scotland", "northern-ireland", "republic-of-ireland"), settings)


@pytest.mark.rule("MAP-UKI-2")
def test_areas_can_be_drawn_and_drafted_whichever_come_first():
    for seed in range(40):
        assert BOARD.are_connected(drawn(BOARD, 3, str(seed)))
    options = rules.Options("recharged", "uk-ireland", "draft")
    state = rules.start(rules.new_setup(options, 3, "0", version=3))
    assert len(rules.legal(state, 0).areas) == 6
    state = after(state, "area scotland")
    assert set(rules.legal(state, 1).areas) == {"northern-england", "northern-ireland", "republic-of-ireland"}


@pytest.mark.rule("MAP-UKI-2")
def test_every_city_in_play_is_within_reach():
    for count in (3, 4, 5):
        for areas in combinations([area.id for area in BOARD.areas], count):
            if BOARD.are_connected(areas):
                assert BOARD.largest_network(areas) == len(BOARD.cities_in(areas)) >= 18


# Two networks -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-UKI-3")
def test_first_city_in_the_game_costs_no_surcharge():
    assert paid(uk(), "london-north") == (10, [10])
    assert paid(uk(), "dublin") == (10, [10])


@pytest.mark.rule("MAP-UKI-4", "MAP-UKI-5", "CC-UKI-1")
def test_network_on_the_other_island_costs_20():
    state = uk("dublin")
    assert paid(state, "london-north") == (10 + 20, [10])
    assert paid(state, "london-north london-south") == (30 + 10, [10, 10])
    event = after(state, "build london-north").happened[0]
    assert (event.slot, event.connection, event.path) == (10, 20, ())
    assert ("london-north", 30, False) in offered(state)


@pytest.mark.rule("MAP-UKI-4", "CC-UKI-2")
def test_network_on_the_other_island_starts_in_an_empty_city_in_every_step():
    for step in (2, 3):
        with refused("MAP-UKI-4"):
            after(uk("dublin", "london-north", step=step), "build london-north")
    cost = rules.quote(uk("norwich"), 0, ("london-north",)).steps[0].connection
    assert paid(uk("norwich", "london-north", step=2), "london-north") == (15 + cost, [15])


@pytest.mark.rule("MAP-UKI-4", "BLD-3")
def test_network_on_an_island_without_an_empty_city_starts_beside_others_from_step_2_on():
    cities = [city for city in BOARD.cities_in(THREE) if BOARD.cities[city].island == "great-britain"]
    full = uk("dublin", " ".join(cities), areas=THREE, players=3, step=2)
    assert paid(full, cities[0]) == (15 + 20, [15])
    one_is_empty = uk("dublin", " ".join(cities[1:]), areas=THREE, players=3, step=2)
    assert paid(one_is_empty, cities[0]) == (10 + 20, [10])
    with refused("MAP-UKI-4"):
        after(one_is_empty, f"build {cities[1]}")


@pytest.mark.rule("MAP-UKI-5")
def test_no_connection_is_drawn_between_the_islands():
    links = rules.paid_links(BOARD, FIVE, ("dublin", "london-north", "london-south"))
    assert links == (frozenset(("london-north", "london-south")),)


# Nuclear plants -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-UKI-6", "CC-UKI-3")
def test_nobody_opens_a_nuclear_plant_without_a_city():
    state = rules.start(stated_setup(3, map="uk-ireland", market=(3, 10, 11, 13, 14, 15, 16, 18), deck=(20, "step3")))
    assert offered_plants(state) == [3, 10, 13]


@pytest.mark.rule("MAP-UKI-6", "CC-UKI-4")
def test_nuclear_plant_needs_a_city_outside_the_republic():
    state = uk("cork belfast", "cork dublin", "dublin cardiff")
    assert [rules.may_acquire(state, seat, 17) for seat in range(4)] == [True, False, True, False]
    assert all(rules.may_acquire(state, seat, 50) for seat in range(4))


# Thresholds ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAP-UKI-8", "CC-UKI-7")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_step_2_begins_when_every_city_has_a_house(edition):
    cities = BOARD.cities_in(THREE)
    networks = [" ".join(cities[seat::3]) for seat in range(3)]
    assert [len(network.split()) for network in networks] == [6, 6, 6]
    state = uk(*networks, areas=THREE, players=3, edition=edition)
    assert after(state, "build").step == 2
    one_is_empty = uk(networks[0].rpartition(" ")[0], *networks[1:], areas=THREE, players=3, edition=edition)
    assert after(one_is_empty, "build").step == 1


@pytest.mark.rule("MAP-UKI-10", "CC-UKI-8")
@pytest.mark.parametrize(
    ("areas", "cities", "end"),
    [
        (("wales", "northern-ireland", "republic-of-ireland"), 18, (18, 18)),
        (("northern-england", "northern-ireland", "republic-of-ireland"), 19, (19, 18)),
        (("scotland", "northern-england", "southern-england"), 22, (21, 18)),
    ],
)
def test_two_players_need_no_more_cities_than_there_are(areas, cities, end):
    assert len(BOARD.cities_in(areas)) == cities
    for edition, needed in zip(("classic", "recharged"), end, strict=True):
        state = uk(areas=areas, players=2, edition=edition)
        assert state.thresholds.end == rules.view(state).thresholds.end == state.setup.thresholds.end == needed


@pytest.mark.rule("MAP-UKI-10")
def test_end_is_known_once_all_areas_are():
    options = rules.Options("classic", "uk-ireland", "draft")
    state = rules.start(rules.new_setup(options, 2, "0", version=3))
    assert state.thresholds.end == 21
    state = after(state, "area wales", "area republic-of-ireland", "area northern-ireland")
    assert state.thresholds.end == 18


@pytest.mark.rule("MAP-UKI-11", "MAP-UKI-12", "CC-UKI-9")
def test_market_has_no_uranium_at_the_start():
    state = rules.start(rules.new_setup(rules.Options("classic", "uk-ireland"), 4, "0", version=3))
    assert (state.resources, state.supply) == (tokens("c24 o18 g12"), tokens("o6 g12 u12"))
    assert rules.refill_due(state) == tokens("c4 o3 g2 u1")
    assert rules.market_prices(replace(state, resources=tokens("u1")), "uranium") == (16,)


@pytest.mark.rule("MAP-UKI-13")
def test_variants_that_are_not_offered():
    with refused("MAP-UKI-13"):
        rules.check_options(rules.Options("recharged", "uk-ireland", start_cities=True), 3)
    with refused("MAP-UKI-13"):
        rules.check_options(rules.Options("recharged", "uk-ireland", two_player_mode="trust"), 3)
    assert not rules.has_trust(rules.Options("recharged", "uk-ireland"), 2, 3)
    rules.check_options(rules.Options("classic", "uk-ireland", first_game=True), 3)


@pytest.mark.rule("MAP-UKI-4")
def test_bots_finish_a_game_and_build_on_both_islands():
    _record, last = play_game(rules.Options("classic", "uk-ireland"), 2, "bots", version=3, check=True)
    islands = [{BOARD.cities[house.city].island for house in player.cities} for player in last.players]
    assert any(len(found) == 2 for found in islands)
