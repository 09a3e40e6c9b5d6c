"""Bremen: districts that cost something to enter, slots of 8, 14 and 20, an early end."""

import pytest

import rules
from rules.selfplay import play_game
from tests.rules.boards.building import builders, paid, price
from tests.rules.positions import after, refused


def bremen(*networks, **fields):
    return builders(*networks, map="bremen", **fields)


@pytest.mark.rule("MAP-HB-2", "CC-HB-1", "CC-HB-2")
def test_way_costs_the_districts_that_it_enters():
    assert price(bremen("seehausen"), "gropelingen") == 9 + 8 + 8
    assert price(bremen("seehausen"), "hafen") == 9 + 8
    assert price(bremen("hafen"), "seehausen") == 14 + 8


@pytest.mark.rule("MAP-HB-2", "MAP-HB-3", "CC-HB-4")
def test_way_back_may_cost_something_else():
    assert price(bremen("mitte"), "borgfeld") == 3 + 9 + 15 + 8
    assert price(bremen("borgfeld"), "mitte") == 9 + 3 + 1 + 8


@pytest.mark.rule("MAP-HB-2", "MAP-HB-5", "CC-HB-3", "CC-HB-5")
def test_first_district_and_own_ones_cost_nothing_to_enter():
    assert paid(bremen(), "mitte findorff walle") == (8 + 11 + 14, [8, 8, 8])
    assert price(bremen("mitte findorff"), "blockland") == 11 + 8


@pytest.mark.rule("MAP-HB-4", "CC-HB-6")
def test_small_districts_take_two_houses():
    assert paid(bremen("mitte", "findorff", step=2), "findorff")[1] == [14]
    with refused("BLD-9", says="no free slot left"):
        after(bremen("mitte", "findorff", "findorff", step=3), "build findorff")
    assert paid(bremen("findorff", "mitte", "mitte", step=3), "mitte")[1] == [20]


@pytest.mark.rule("MAP-HB-12", "CC-HB-7")
def test_thresholds_are_those_of_bremen():
    for edition in ("classic", "recharged"):
        plain = rules.Options(edition, "bremen")
        found = [rules.thresholds(plain, players, 3) for players in range(2, 7)]
        assert [settings.step2 for settings in found] == [5, 5, 5, 5, 4]
        assert [settings.end for settings in found] == [13, 13, 13, 12, 11]
        assert [settings.areas for settings in found] == [3, 3, 4, 5, 5]
    assert after(bremen("mitte findorff walle", players=6), "build gropelingen").step == 2
    assert after(bremen("mitte findorff walle", players=5), "build gropelingen").step == 1


@pytest.mark.rule("MAP-HB-12")
def test_plants_are_those_of_the_edition():
    assert [
        rules.thresholds(rules.Options(edition, "bremen"), 2, 3).plants for edition in ("classic", "recharged")
    ] == [
        4,
        3,
    ]


@pytest.mark.rule("MAP-HB-14")
def test_variants_that_are_not_offered():
    for edition, chosen in (
        ("recharged", {"start_cities": True}),
        ("recharged", {"two_player_mode": "trust"}),
        ("classic", {"first_game": True}),
    ):
        with refused("MAP-HB-14"):
            rules.check_options(rules.Options(edition, "bremen", **chosen), 3)
    assert not rules.has_trust(rules.Options("recharged", "bremen"), 2, 3)


@pytest.mark.rule("MAP-HB-2")
def test_bots_finish_a_game():
    _record, last = play_game(rules.Options("recharged", "bremen"), 5, "bots", version=3, check=True)
    assert last.is_over
