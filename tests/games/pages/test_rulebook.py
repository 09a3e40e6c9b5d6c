"""The rules page: complete, exact, and only what holds. It is opened without a database, so it asks for nothing."""

import ast
import re
import time
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

import rules
from games.board.geometry import facts
from games.models import Game
from games.pages import rulebook
from games.pages.rulebook import tables
from games.pages.rulebook.book import Rulebook
from games.pages.rulebook.words import in_short, replaced
from powergrid.limits import WORK_OF_VISITORS
from rules.versions import NEWEST
from tests.boards import FIRST
from tests.factories import GameFactory, person_called
from tests.games.scripts import AUCTIONS
from tests.pages import html_of, words_of

ROOT = Path(rules.__file__).parents[1]
ID = re.compile(r"0\.3|[A-Z]+(-[A-Z]+)?-\d+[a-z]?")
EDITIONS = {"C": "classic", "R": "recharged"}
CHAPTERS = {path.parent.name: path.read_text() for path in (ROOT / "games/board/maps").glob("*/rules.html")}
BOARDS = {prefix: map for map, chapter in CHAPTERS.items() for prefix in re.findall(r'"(MAP-[A-Z]+)-1"', chapter)}
ONLY_ON = {"TRU-18": {"usa"}, "TRU-28": {"central-europe", "benelux", "northern-europe", "spain-portugal"}}
"""Rules for all boards which only say something on these."""
VARIANTS = {"TRU": "two_player_mode", "EXP": "start_cities", "FIRST": "first_game"}
"""The options that rules of a kind are about."""
KNOWN = [(edition, map) for edition in EDITIONS.values() for map in rules.board_names(edition, NEWEST)]
"""All boards that there are, also those that new games do not begin on yet."""
PAGES = [(edition, map) for edition in EDITIONS.values() for map in rules.board_names(edition)]

every_page = pytest.mark.parametrize(("edition", "map"), PAGES)
every_board = pytest.mark.parametrize("map", sorted({map for _, map in KNOWN}))


@cache
def page(edition: str, map: str) -> str:
    answer = Client().get(reverse("games:rules_of", args=[edition, map]))
    assert answer.status_code == 200
    return answer.content.decode()


def words(edition: str, map: str) -> str:
    """The text of the article, without tags and surplus space."""
    (article,) = re.findall(r"<article>.*</article>", page(edition, map), re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", article).split())


def anchors(edition: str, map: str) -> list[str]:
    return re.findall(r'\bid="([^"]*)"', page(edition, map))


def told(edition: str, map: str) -> set[str]:
    """The rules that a page tells."""
    return {anchor for anchor in anchors(edition, map) if ID.fullmatch(anchor)}


@cache
def written() -> dict[str, set[str]]:
    """Each rule of docs/rules.md and docs/rules/ with the editions that it holds in."""
    told = "".join(path.read_text() for path in (ROOT / "docs/rules.md", *(ROOT / "docs/rules").glob("*.md")))
    lines = re.findall(r"^- \*\*([A-Z0-9-]+[a-z]?)\*\* `([CR ]+)`", told, re.M)
    return {rule: {EDITIONS[mark] for mark in marks.split()} for rule, marks in lines}


def holding(edition: str, map: str) -> set[str]:
    """The rules of docs/rules.md that hold in an edition on a board."""
    book = Rulebook.of(edition, map)
    missing = {kind for kind, option in VARIANTS.items() if not book.has_variant(option)}
    return {
        rule
        for rule, editions in written().items()
        if edition in editions and BOARDS.get(rule.rpartition("-")[0], map) == map and map in ONLY_ON.get(rule, {map})
        if rule.partition("-")[0] not in missing
    }


def without_place(edition: str, map: str) -> set[str]:
    """The general rules whose place others of a board take."""
    book = Rulebook.of(edition, map)
    return {rule for rule in written() if replaced(book, [rule])}


def cited() -> set[str]:
    """The rules that the code of the rules names, among them all that a refusal can cite."""
    constants = {
        node.value
        for path in (ROOT / "rules").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return {text for text in constants if ID.fullmatch(text)}


# What is told -------------------------------------------------------------------------------------------------------


@every_page
def test_page_tells_the_rules_that_hold_and_no_others(edition, map):
    found, held = told(edition, map), holding(edition, map) | {"0.3"}
    assert found <= held
    assert found >= held - without_place(edition, map)


@every_board
def test_chapter_of_a_board_tells_its_rules_without_a_gap(map):
    told_of_it = CHAPTERS[map] + "".join(path.read_text() for path in (ROOT / "templates/rulebook").glob("*.html"))
    for prefix in (prefix for prefix, of in BOARDS.items() if of == map):
        numbers = {int(number) for number in re.findall(rf'"{prefix}-(\d+)"', told_of_it)}
        assert numbers == set(range(1, max(numbers) + 1))


@every_board
def test_rules_of_a_board_take_the_place_of_rules_that_there_are(map):
    general = set(re.findall(r'"((?!MAP-)[A-Z]+-\d+)"', CHAPTERS[map]))
    assert general <= written().keys()
    assert bool(general) == bool(replaced(Rulebook.of("classic", map, NEWEST), general))


@pytest.mark.parametrize(("edition", "map"), KNOWN)
def test_every_board_says_in_short_what_it_changes(edition, map):
    said = in_short(Rulebook.of(edition, map, NEWEST))
    assert said.endswith(".")
    assert "  " not in said


def test_passage_whose_place_a_rule_of_the_board_takes_leads_there():
    book = Rulebook.of("classic", "russia", NEWEST)
    assert replaced(book, ["AUC-13"]) == ["MAP-RU-8"]
    assert replaced(book, ["AUC-12"]) == []


def test_every_rule_that_a_refusal_cites_is_told_somewhere():
    assert len(cited()) > 40
    found = set().union(*(told(*shown) for shown in PAGES))
    maps = {rule.rpartition("-")[0] for rule in found}
    # Those of a map come with its page, which a map of a version that no game begins with has not.
    assert {rule for rule in cited() if not rule.startswith("MAP-") or rule.rpartition("-")[0] in maps} <= found


@every_page
def test_every_passage_has_an_address_of_its_own(edition, map):
    assert [anchor for anchor, count in Counter(anchors(edition, map)).items() if count > 1] == []


@every_page
def test_links_inside_the_page_lead_somewhere(edition, map):
    targets = set(re.findall(r'href="#([^"]*)"', page(edition, map)))
    assert "auction" in targets
    assert targets <= set(anchors(edition, map))


@pytest.mark.parametrize("map", rules.board_names())
def test_each_edition_speaks_of_what_it_has_only(map):
    classic, recharged = words("classic", map), words("recharged", map)
    assert [word for word in ("Trust", "discount token", "socket", "standard start cities") if word in classic] == []
    assert [word for word in ("obsolete", "first game", "newcomers") if word in recharged] == []


def test_each_board_speaks_of_its_own_rules_only():
    signs = {
        "coal storage": {("recharged", "usa"), ("classic", "south-africa"), ("recharged", "south-africa")},
        "phase-out": {("recharged", "germany"), ("recharged", "italy")},
        "house in Wien": {("classic", "central-europe"), ("recharged", "central-europe")},
        "five plants": {("classic", "benelux"), ("recharged", "benelux")},
        "Plant 13 is out of the game": {("classic", "france"), ("recharged", "france")},
    }
    found = {sign: {shown for shown in PAGES if sign in words(*shown)} for sign in signs}
    assert found == {sign: pages.intersection(PAGES) for sign, pages in signs.items()}


# The numbers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "map", "decks"),
    [
        ("classic", "germany", [(8, 27), (8, 27), (4, 31), (0, 35), (0, 35)]),
        ("classic", "france", [(8, 26), (8, 26), (4, 30), (0, 34), (0, 34)]),
        ("recharged", "usa", [(6, 29), (8, 27), (4, 31), (0, 35), (0, 35)]),
        ("recharged", "france", [(5, 29), (7, 27), (3, 31), (0, 34), (0, 34)]),
    ],
)
def test_decks_are_those_of_the_book(edition, map, decks):
    assert [(row.removed, row.deck) for row in Rulebook.of(edition, map).settings] == decks


@pytest.mark.rule("RCH-4", "MAP-FR-4")
def test_halves_taken_out_are_those_of_the_book():
    taken = {
        map: [(row.plugs_removed, row.sockets_removed) for row in Rulebook.of("recharged", map).settings]
        for map in ("italy", "france")
    }
    assert taken["italy"] == [(1, 5), (2, 6), (1, 3), (0, 0), (0, 0)]
    assert taken["france"] == [(0, 5), (1, 6), (0, 3), (0, 0), (0, 0)]


@pytest.mark.parametrize("edition", EDITIONS.values())
def test_building_example_of_germany_is_that_of_the_book(edition):
    alone, turn, other_order = Rulebook.of(edition, "germany").examples.building["attempts"]
    assert [(city.name, city.cost) for city in alone.cities] == [
        ("Duisburg", 10),
        ("Dortmund", 12),
        ("Aachen", 21),
        ("Düsseldorf", 0),
    ]
    assert "Düsseldorf already has a house" in alone.cities[-1].refusal
    assert (turn.total, other_order.total) == (36, 38)


@every_page
def test_building_example_says_the_same_on_every_board(edition, map):
    board = rules.board(map, edition)
    alone, *turns = Rulebook.of(edition, map).examples.building["attempts"]
    next_door, farther, past_bob, taken = alone.cities
    assert next_door.connection <= farther.connection
    assert map not in FIRST or next_door.connection == 0
    assert board.rules.networks.flat_cost or past_bob.way.split(" – ")[1:-1], "The way does not pass any city."
    open_slots = board.cities[facts(map).example.others[0]].open_slots
    assert bool(taken.refusal) == (open_slots[0] == 1)
    totals = [turn.total for turn in turns]
    assert len(totals) == 2 * (open_slots[1] > 1)
    assert totals == sorted({*totals})


@pytest.mark.parametrize(("edition", "cheapest"), [("classic", [3, 2, 6, 10]), ("recharged", [3, 2, 5, 10])])
def test_refill_example_of_germany_is_that_of_the_book(edition, cheapest):
    example = Rulebook.of(edition, "germany").examples.refill
    assert example["is_short"]
    assert example["refill"] == "4 coal, 4 oil, 3 garbage and 2 uranium"
    assert [track.cheapest for track in example["after"]] == cheapest


@every_page
def test_plant_of_the_example_is_sold_and_pushes_others(edition, map):
    book = Rulebook.of(edition, map)
    sale = book.examples.auctions["sale"]
    assert sale["sold"] in {card.label for card in sale["before"].actual}
    if sale["drawn"]:
        assert sale["drawn"] in {card.label for card in (*sale["after"].actual, *sale["after"].future)}
    if map in FIRST:
        assert sale["drawn"] in {card.label for card in sale["after"].future}
        assert sale["before"].future[0] in sale["after"].actual


@every_page
def test_auction_example_shows_who_opens_again_and_who_pays_the_least(edition, map):
    example = Rulebook.of(edition, map).examples.auctions
    lines = example["lines"]
    assert example["order"] == "Ana, Bob and Cid"
    assert example["seats"].startswith("Ana, ")
    assert sum(line.startswith("Ana put plant") for line in lines) == 2
    assert sum("as nobody else could bid" in line for line in lines) == 1
    assert "After the first auctions" in lines[-1]


def test_cities_that_connect_at_no_cost_are_named_together():
    groups = {frozenset(group) for group in tables.joined(rules.board("france", "classic"))}
    assert groups == {
        frozenset(("paris-est", "paris-nord", "paris-sud")),
        frozenset(("aix-en-provence", "marseille")),
    }


def test_examples_of_single_boards_are_those_of_the_book():
    garbage = Rulebook.of("classic", "central-europe").examples.garbage
    assert (garbage["with_city"], garbage["without"]) == ("5 + 6 + 6 + 6 + 7 = 30", "6 + 7 + 7 + 7 + 8 = 35")
    assert Rulebook.of("recharged", "usa").examples.coal_storage["sum"] == "7 + 8 + 8 + 8 + 8 + 8 = 47"
    fifth = Rulebook.of("classic", "benelux").examples.fifth_plant
    assert [card.number for card in fifth.actual] == [8, 9, 10, 11, 13]


# Choosing -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def rules_page():
    """Send the form of the rules page, or none of its fields."""
    return lambda **chosen: Client().get(reverse("games:rules"), chosen)


def test_rules_begin_with_those_that_most_games_are_played_by(rules_page):
    assert "Classic edition, on the map Germany" in words_of(rules_page())


def test_choice_leads_to_the_rules_of_that_edition_and_board(rules_page):
    answer = rules_page(edition="recharged", map="italy")
    assert answer.url == reverse("games:rules_of", args=["recharged", "italy"])
    chosen = re.findall(r'value="([\w-]+)"[^>]*? (?:selected|checked)', page("recharged", "italy"))
    assert chosen == ["recharged", "italy"]


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"edition": "deluxe", "map": "italy"}, "There is no such edition. Choose one of these."),
        ({"edition": "classic", "map": "atlantis"}, "There is no such map. Choose one of these."),
        ({"edition": "classic"}, "Choose a map."),
        ({"map": "italy"}, "Choose an edition."),
    ],
)
def test_choice_of_what_does_not_exist_is_answered_in_words(rules_page, chosen, sentence):
    answer = rules_page(**chosen)
    assert answer.status_code == 400
    assert sentence in words_of(answer)


@pytest.mark.parametrize(("edition", "map"), [("deluxe", "germany"), ("classic", "atlantis")])
def test_address_of_an_unknown_board_or_edition_is_not_found(edition, map):
    assert Client().get(f"/rules/{edition}/{map}/").status_code == 404


@pytest.mark.parametrize("edition", EDITIONS.values())
def test_address_without_a_board_leads_to_that_edition_on_the_usual_one(edition):
    assert Client().get(f"/rules/{edition}/").url == reverse("games:rules_of", args=[edition, "germany"])


def test_address_of_an_unknown_edition_without_a_board_is_not_found():
    assert Client().get("/rules/deluxe/").status_code == 404


# How one gets there -------------------------------------------------------------------------------------------------


def test_a_visitor_can_read_a_dozen_of_them_at_once_without_being_asked_to_wait():
    dozen = [*PAGES[:6], *PAGES[-6:]]
    for edition, map in dozen:
        page(edition, map)  # what is read and compiled once, for all visitors
    began = time.thread_time()
    for edition, map in dozen:
        Client().get(reverse("games:rules_of", args=[edition, map]))
    assert time.thread_time() - began < WORK_OF_VISITORS.at_once / 2


def test_refusal_links_to_the_rule_as_it_holds_in_the_game(client, db):
    options = rules.Options(edition="recharged", map="usa")
    html = html_of(_refused(client, GameFactory(options=options), "Ana", action="open", plant=3, bid=60))
    (address,) = re.findall(r'<a href="([^"]*)" target="_blank" rel="noopener">', html)
    assert address == rulebook.address("AUC-6", options) == "/rules/recharged/usa/#AUC-6"
    assert "AUC-6" in anchors("recharged", "usa")


def test_refusal_while_composing_links_to_the_rule_as_well(client, db):
    game = GameFactory(after=AUCTIONS)
    client.force_login(person_called("Bob"))
    html = html_of(client.get(game.get_absolute_url(), {"action": "buy", "oil": 20}))
    assert 'href="/rules/classic/germany/#' in html


def test_header_leads_to_the_rules_everywhere_and_from_a_game_to_its_own(client, db):
    game = GameFactory(options=rules.Options(map="italy"))
    assert f'href="{reverse("games:rules")}"' in html_of(client.get(reverse("matchmaking:lobby")))
    own = f'href="{reverse("games:rules_of", args=["classic", "italy"])}"'
    assert own in html_of(client.get(game.get_absolute_url()))
    assert own in html_of(client.get(reverse("games:history", args=[game.pk, 0])))


def test_only_the_rules_are_marked_in_the_header(client, db):
    client.force_login(person_called("Ana"))
    html = html_of(client.get(reverse("games:rules")))
    assert re.findall(r'<a [^>]*aria-current="true">([^<]*)', html) == ["Rules"]


def _refused(client: Client, game: Game, name: str, **fields):
    client.force_login(person_called(name))
    answer = client.post(reverse("games:play", args=[game.pk]), {"expected": game.sequence} | fields)
    assert answer.status_code == 422
    return answer
