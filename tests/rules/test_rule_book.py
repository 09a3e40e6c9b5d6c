"""The rules of docs/rules.md, the tables of the code and the marks of the tests go together."""

import re
from itertools import chain

import pytest

import rules
from rules.plants import PLANTS
from tests.rules.rule_book import later, marked, rule_ids, table

REASONS = {"recharged", "start cities", "trust", "central europe", "benelux", "france", "italy", "expansion maps"}


# Rules and tests ----------------------------------------------------------------------------------------------------


def test_every_rule_is_there_once():
    assert len(set(rule_ids())) == len(rule_ids())


def test_every_rule_has_a_test_or_waits_for_its_edition_or_map():
    accounted_for = marked() | later().keys()
    assert [rule for rule in rule_ids() if rule not in accounted_for] == []


def test_no_rule_that_has_a_test_is_said_to_wait():
    assert sorted(marked() & later().keys()) == []


def test_tests_and_waiting_list_name_rules_of_the_book_only():
    assert sorted((marked() | later().keys()) - set(rule_ids())) == []


def test_rules_wait_for_an_edition_a_variant_or_a_map_only():
    assert set(later().values()) <= REASONS


# Tables -------------------------------------------------------------------------------------------------------------


def test_plants_are_those_of_table_3_1():
    kinds = {"ecological": "eco", "hybrid (coal/oil)": "hybrid"}
    printed = {}
    for row in table("3.1"):
        number, need = int(row["number"]), row["need"].replace("–", "0")
        printed[number] = (kinds.get(row["kind"], row["kind"]), int(need), int(row["cities powered"]))
        assert row["stores up to"].replace("–", "0") == str(2 * int(need))
    assert printed == {plant.number: (plant.kind, plant.need, plant.powers) for plant in PLANTS.values()}


def test_payments_are_those_of_table_3_2():
    cells = chain.from_iterable(row.items() for number in (0, 1) for row in table("3.2", number))
    printed = {int(cities.rstrip("+")): int(paid) for cities, paid in cells if cities != "cities"}
    assert printed == {cities: rules.payment(cities) for cities in range(22)}


@pytest.mark.parametrize("row", table("3.3"), ids=lambda row: row["players"])
def test_settings_are_those_of_table_3_3(row):
    found = rules.thresholds(rules.Options(), int(row["players"]))
    printed = [int(row[name]) for name in ("areas", "plants each", "Step 2 at cities", "end at cities")]
    assert [found.areas, found.plants, found.step2, found.end] == printed


@pytest.mark.parametrize("map", ["germany", "usa"])
def test_start_market_is_that_of_table_3_4(map):
    (row,) = (row for row in table("3.4") if row["map"] == "Germany, USA" and row["edition"] == "classic")
    counts = {kind: re.search(r"\((\d+)/(\d+)\)", row[kind]) for kind in rules.KINDS}
    state = rules.start(rules.new_setup(rules.Options(map=map), players=4, seed="5eed"))
    assert {kind: (str(state.resources[kind]), str(state.supply[kind])) for kind in rules.KINDS} == {
        kind: found.groups() for kind, found in counts.items()
    }


@pytest.mark.parametrize("map", ["germany", "usa"])
@pytest.mark.parametrize("players", range(2, 7))
def test_refill_is_that_of_table_3_5(map, players):
    for row in table("3.5"):
        printed = [int(amount) for amount in row[f"{players} players"].split("/")]
        assert [rules.board(map).refill(players, step)[row["kind"]] for step in (1, 2, 3)] == printed


@pytest.mark.parametrize("players", range(2, 7))
def test_size_of_the_deck_is_that_of_table_3_6(players):
    column = "5-6 players" if players > 4 else f"{players} players"
    size = int(table("3.6")[0][column].split("→")[1])
    assert len(rules.new_setup(rules.Options(), players=players, seed="5eed").deck) == size


@pytest.mark.rule("SET-3")
@pytest.mark.parametrize("name", ["Germany", "USA"])
def test_boards_are_those_of_table_3_8(name):
    (row,) = (row for row in table("3.8") if row["map"] == name)
    board = rules.board(name.lower())
    assert len(board.cities) == int(row["cities"])
    assert len(board.connections) == int(row["links"].split()[0])
    # The book calls by the name cyan what the board of Germany calls blue.
    colours = {area.id: area.colour.replace("blue", "cyan") for area in board.areas}
    touching = {
        frozenset((colours[one], colours[other])) for one, others in board.neighbours.items() for other in others
    }
    assert touching == {frozenset(pair.split("-")) for pair in row["areas that touch each other"].split(", ")}
