"""Australia: any city can be connected for 20, and areas need not touch."""

from itertools import combinations

import pytest

import rules
from rules.play_area import check, cuts_off
from tests.rules.boards.building import builders, offered, paid, price
from tests.rules.positions import after, refused

BOARD = rules.board("australia", "recharged", 3)


def australia(*networks, **fields):
    return builders(*networks, map="australia", **fields)


@pytest.mark.rule("MAP-AUS-1", "MAP-AUS-3", "CC-AUS-1")
def test_any_city_is_connected_for_20_where_no_way_is_cheaper():
    assert price(australia("perth"), "kalgoorlie") == 10 + 12
    assert price(australia("perth"), "sydney-north") == 10 + 20
    assert price(australia("perth", "sydney-north", step=2), "sydney-north") == 15 + 20


@pytest.mark.rule("MAP-AUS-3", "CC-AUS-2")
def test_way_that_costs_more_is_not_taken():
    state = australia("bendigo")
    assert price(state, "launceston") == 10 + 20
    assert after(state, "build launceston").happened[0].path == ()


@pytest.mark.rule("MAP-AUS-3", "MAP-AUS-4", "CC-AUS-3")
def test_later_ways_start_there_too():
    assert paid(australia("adelaide"), "darwin katherine") == (10 + 20 + 10 + 6, [10, 10])


@pytest.mark.rule("MAP-AUS-3")
def test_first_city_has_no_connection_cost():
    assert {cost for _city, cost, _free in offered(australia())} == {10}


@pytest.mark.rule("MAP-AUS-4")
def test_flat_connections_are_not_drawn():
    areas = tuple(area.id for area in BOARD.areas)
    assert rules.paid_links(BOARD, areas, ("adelaide", "darwin", "katherine")) == (
        frozenset(("darwin", "katherine")),
    )


@pytest.mark.rule("MAP-AUS-2")
def test_any_areas_go_together():
    settings = rules.thresholds(rules.Options("recharged", "australia"), 3, 3)
    for areas in combinations([area.id for area in BOARD.areas], 3):
        check(BOARD, areas, settings)
        assert not cuts_off(BOARD, areas)
    options = rules.Options("recharged", "australia", "draft")
    state = after(rules.start(rules.new_setup(options, 3, "0", version=3)), "area west")
    assert len(rules.legal(state, 1).areas) == 4


@pytest.mark.rule("MAP-AUS-18")
def test_variants_that_are_not_offered():
    for chosen in ({"start_cities": True}, {"two_player_mode": "trust"}):
        with refused("MAP-AUS-18"):
            rules.check_options(rules.Options("recharged", "australia", **chosen), 3)
    assert not rules.has_trust(rules.Options("recharged", "australia"), 2, 3)
