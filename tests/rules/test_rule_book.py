"""The rules of docs/rules.md, the tables of the code and the marks of the tests go together."""

import re
from itertools import chain

import pytest

import rules
from rules.plants import PLANTS
from tests.boards import FIRST
from tests.rules.rule_book import marked, rule_ids, table

EDITIONS = ("classic", "recharged")

NAMES = {map: rules.board(map).name for map in FIRST}
"""What the book calls each map."""

BOARDS = [(map, edition) for edition in EDITIONS for map in FIRST]
"""Those whose tables are in the book; the others have pages of their own, which their tests name."""

# Rules and tests ----------------------------------------------------------------------------------------------------


def test_every_rule_is_there_once():
    assert len(set(rule_ids())) == len(rule_ids())


def test_every_rule_has_a_test():
    tested = marked()
    assert [rule for rule in rule_ids() if rule not in tested] == []


def test_tests_name_rules_of_the_book_only():
    assert sorted(marked() - set(rule_ids())) == []


# Options ------------------------------------------------------------------------------------------------------------


def test_options_are_those_of_section_0_3():
    assert [row["option"].strip("`") for row in table("0.3")] == list(rules.Options.__struct_fields__)


@pytest.mark.parametrize("row", table("0.3"), ids=lambda row: row["option"].strip("`"))
def test_values_of_an_option_are_those_of_section_0_3(row):
    name = row["option"].strip("`")
    values = rules.board_names(version=rules.NEWEST) if name == "map" else rules.values_of(name)
    assert values == tuple(re.findall("`(.+?)`", row["values"]))


@pytest.mark.parametrize("row", table("0.3"), ids=lambda row: row["option"].strip("`"))
def test_default_of_an_option_is_that_of_section_0_3(row):
    default = getattr(rules.Options(), row["option"].strip("`"))
    if default is not None:
        assert row["default"].startswith(f"`{str(default).lower()}`")
        return
    for name in EDITIONS:
        of_edition = getattr(rules.edition(name), row["option"].strip("`"))
        assert f"`{of_edition}` in {name}" in row["default"]


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


@pytest.mark.rule("RCH-1")
def test_halves_of_the_deck_are_those_of_table_3_1():
    printed = {int(row["number"]): row["half"] for row in table("3.1")}
    assert printed == {plant.number: plant.half for plant in PLANTS.values()}


@pytest.mark.rule("SET-14")
@pytest.mark.parametrize(
    ("edition", "row"),
    [(edition, row) for number, edition in enumerate(EDITIONS) for row in table("3.3", number)],
    ids=lambda value: value["players"] if isinstance(value, dict) else value,
)
def test_settings_are_those_of_table_3_3(edition, row):
    found = rules.thresholds(rules.Options(edition=edition), int(row["players"][0]))
    printed = [int(row[name]) for name in ("areas", "plants each", "Step 2 at cities", "end at cities")]
    assert [found.areas, found.plants, found.step2, found.end] == printed


@pytest.mark.rule("SET-9", "MAP-CE-1", "MAP-BNL-1", "MAP-FR-1", "MAP-FR-2", "MAP-IT-1")
@pytest.mark.parametrize(("map", "edition"), BOARDS)
def test_start_market_is_that_of_table_3_4(map, edition):
    row = _start_row(map, edition)
    state = rules.start(rules.new_setup(rules.Options(edition=edition, map=map), players=4, seed="5eed"))
    for kind in rules.KINDS:
        assert (state.resources[kind], state.supply[kind]) == _tokens(row[kind])


@pytest.mark.rule("MAP-FR-2")
def test_option_gives_france_the_other_garbage_of_table_3_4():
    _, _, printed = _start_row("france", "recharged")["garbage"].partition("option")
    options = rules.Options(edition="recharged", map="france", france_recharged_garbage="classic")
    state = rules.start(rules.new_setup(options, players=4, seed="5eed"))
    assert (state.resources.garbage, state.supply.garbage) == _tokens(printed)


def _start_row(map, edition):
    (row,) = (row for row in table("3.4") if NAMES[map] in row["map"] and row["edition"] in (edition, "both"))
    return row


def _tokens(cell):
    """Market and supply, as in ``3-8 (18/6)``; what the spaces are follows from the first (RES-7)."""
    on_sale, left = re.search(r"\((\d+)/(\d+)\)", cell).groups()
    return int(on_sale), int(left)


@pytest.mark.rule("BUR-8", "MAP-CE-2", "MAP-BNL-2", "MAP-FR-6", "MAP-IT-2")
@pytest.mark.parametrize(("map", "edition"), BOARDS)
@pytest.mark.parametrize("players", range(2, 7))
def test_refill_is_that_of_table_3_5(map, edition, players):
    number = {"central-europe": 1, "benelux": 2}.get(map, 0)
    for row in table("3.5", number):
        printed = [int(amount) for amount in row[f"{players} players"].split("/")]
        assert [rules.board(map, edition).refill(players, step)[row["kind"]] for step in (1, 2, 3)] == printed


@pytest.mark.rule("TV-44", "SET-12", "RCH-4", "MAP-FR-3", "MAP-FR-4")
@pytest.mark.parametrize(("map", "edition"), BOARDS)
@pytest.mark.parametrize("players", range(2, 7))
def test_deck_is_that_of_table_3_6(map, edition, players):
    row = _deck_row(map, edition)
    printed = row["5-6 players" if players > 4 else f"{players} players"]
    setup = rules.new_setup(rules.Options(edition=edition, map=map), players=players, seed="5eed")
    removed, _, size = printed.rpartition("→ ")
    assert len(setup.deck) == int(size)
    always_out = set() if row["always out"] == "none" else {int(row["always out"])}
    unseen = set(PLANTS) - {*setup.market, *setup.deck}
    assert unseen >= always_out
    assert len(unseen - always_out) == sum(int(amount) for amount in re.findall(r"\d+", removed))


@pytest.mark.rule("TV-44", "SET-11", "RCH-5", "MAP-FR-3", "MAP-FR-4")
@pytest.mark.parametrize(("map", "edition"), BOARDS)
def test_top_card_is_that_of_table_3_6(map, edition):
    printed = _deck_row(map, edition)["top card"]
    top = rules.new_setup(rules.Options(edition=edition, map=map), players=4, seed="5eed").deck[0]
    assert printed == (f"a random {PLANTS[top].half} plant" if edition == "recharged" else str(top))


def _deck_row(map, edition):
    maps = "France" if map == "france" else "all but France"
    (row,) = (row for row in table("3.6") if (row["map"], row["edition"]) == (maps, edition))
    return row


@pytest.mark.rule("SET-1", "SET-3", "MAP-CE-9", "MAP-BNL-8")
@pytest.mark.parametrize(("map", "edition"), BOARDS)
def test_boards_are_those_of_table_3_8(map, edition):
    (row,) = (row for row in table("3.8") if row["map"] == NAMES[map])
    board = rules.board(map, edition)
    assert len(board.cities) == int(row["cities"])
    links = re.search(rf"(\d+)(?: {edition}|$)", row["links"])
    assert len(board.connections) == int(links[1])
    # No board has both: what the book calls cyan is called blue on the board of Germany.
    printed = row["areas that touch each other"].replace("cyan", "blue")
    colours = {area.id: area.colour.replace("cyan", "blue") for area in board.areas}
    touching = {
        frozenset((colours[one], colours[other])) for one, others in board.neighbours.items() for other in others
    }
    assert touching == {frozenset(pair.split("-")) for pair in printed.split(", ")}


def _links(map, edition):
    """The links of a board with their costs; cities that only changed their name have that of Recharged."""
    renamed = {"torgelow": "stralsund", "wiesbaden": "mainz"}
    return {
        frozenset((renamed.get(one, one), renamed.get(other, other))): cost
        for one, other, cost in rules.board(map, edition).connections
    }


@pytest.mark.rule("MAP-DE-1", "MAP-USA-1")
@pytest.mark.parametrize(
    ("map", "differences"),
    [
        ("germany", {"essen dortmund": (4, 5), "mannheim saarbrucken": (11, 16)}),
        (
            "usa",
            {
                "boise cheyenne": (24, None),
                "cincinnati raleigh": (15, None),
                "knoxville raleigh": (None, 11),
                "omaha chicago": (13, 12),
                "santa-fe houston": (21, 20),
            },
        ),
        *((map, {}) for map in ("central-europe", "benelux", "france", "italy")),
    ],
)
def test_editions_of_a_board_differ_as_table_3_8_says(map, differences):
    classic, recharged = _links(map, "classic"), _links(map, "recharged")
    found = {
        link: (classic.get(link), recharged.get(link))
        for link in classic.keys() | recharged.keys()
        if classic.get(link) != recharged.get(link)
    }
    assert found == {frozenset(link.split()): costs for link, costs in differences.items()}


@pytest.mark.rule("MAP-DE-1")
def test_two_cities_of_germany_have_other_names_in_recharged():
    classic, recharged = rules.board("germany", "classic").cities, rules.board("germany", "recharged").cities
    assert classic.keys() - recharged.keys() == {"torgelow", "wiesbaden"}
    assert recharged.keys() - classic.keys() == {"stralsund", "mainz"}
    assert recharged["stralsund"].area == classic["torgelow"].area
    assert recharged["mainz"].area == classic["wiesbaden"].area
