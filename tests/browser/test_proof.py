"""The check of a deck in a browser: its arithmetic against that of the rules, and the page on which it is done."""

import json
from itertools import product
from typing import Any

import pytest
from django.templatetags.static import static
from django.urls import reverse
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect

import rules
from games.models import Game
from games.replay import history
from matchmaking import tables
from rules.boards import first_version
from rules.chance import shuffled
from rules.record import Record
from rules.selfplay import play_game
from rules.versions import NEWEST
from tests.browser.accessibility import assert_accessible
from tests.browser.conftest import SCHEMES, SCREENS, SIZES
from tests.browser.layout import assert_fits
from tests.extent import each_once
from tests.factories import GameFactory, TableFactory, play_to_the_end

EDITIONS = ("classic", "recharged")
PLAYERS = range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1)
SEEDS = ("0", "4f1c", "any text + more: ü", rules.seed_of("b7" * 16, ["Ana’s words", "🂡 and ü", "7:deck:13"]))

SLOW_FILES = """
const text = Blob.prototype.text;
Blob.prototype.text = async function () {
  await new Promise((done) => setTimeout(done, 150));
  return text.call(this);
};
"""
FIXED = """async ([script, [games, tables]]) => {
  const { fixed } = await import(script);
  return Promise.all(games.map((game) => fixed(game, tables)));
}"""
COMPARED = """async ([script, games]) => {
  const { compared } = await import(script);
  return Promise.all(games.map(({ seed, deck, turned, shuffles }) => compared(seed, deck, turned, shuffles)));
}"""
APART = """async ([script, seeds]) => {
  const { takenApart, commitmentOf } = await import(script);
  return Promise.all(seeds.map(async (seed) => ({ ...takenApart(seed), commitment: await commitmentOf(seed) })));
}"""


@pytest.fixture
def run(page_of, ana):
    """Run something with the script of the check, on a page that has no part in it."""
    page: Page = page_of(ana)
    page.goto(reverse("account_logout"))
    return lambda code, given: page.evaluate(code, [static("js/proof.js"), given])


def fixed_by(setup: rules.Setup) -> dict[str, Any]:
    """What the script has to find, given what it is told of a game."""
    return {
        "areas": list(setup.areas),
        "order": list(setup.order),
        "blocked": list(setup.blocked),
        "market": list(setup.market),
        "deck": list(setup.deck),
    }


def told_of(record: rules.Record) -> dict[str, Any]:
    """The cards that everybody sees come up, go under the deck or beside it, and what they came from."""
    turned = [
        {"event": seen.event, "card": seen.card, "action": action}
        for action, state in enumerate(rules.recorded_positions(record))
        for seen in rules.turned(state.happened)
    ]
    setup = record.setup
    return {"seed": setup.seed, "deck": list(setup.deck), "turned": turned, "shuffles": setup.board.hooks.shuffles}


@pytest.mark.parametrize("edition", EDITIONS)
def test_script_draws_what_the_rules_draw_from_any_seed(run, edition):
    told, expected = [], []
    for map, players, seed in product(rules.board_names(edition, NEWEST), PLAYERS, SEEDS):
        version = first_version(map, edition)
        game = {"edition": edition, "map": map, "players": players, "seed": seed}
        told.append({**game, "drawsAreas": True, "version": version})
        setup = rules.new_setup(rules.Options(edition=edition, map=map), players, seed, version=version)
        expected.append((game, fixed_by(setup)))
    for found, (game, fixed) in zip(run(FIXED, [told, rules.chance_tables()]), expected, strict=True):
        assert found == fixed, game


def test_script_knows_every_board_and_version_and_no_others(run):
    known = [
        {"edition": edition, "map": map, "players": players, "version": version}
        for edition in EDITIONS
        for version in range(1, NEWEST + 1)
        for map in rules.board_names(edition, version)
        for players in PLAYERS
    ]
    strange = [{**known[0], key: "toString"} for key in known[0]]
    code = """async ([script, [games, tables]]) => {
      const { isKnown } = await import(script);
      return games.map((game) => isKnown(game, tables));
    }"""
    assert run(code, [known + strange, rules.chance_tables()]) == [True] * len(known) + [False] * len(strange)


def test_record_without_a_version_is_of_the_first_with_its_board(run):
    record = {
        "format": "powergrid-game/1",
        "edition": "classic",
        "players": ["Ana", "Bob"],
        "setup": {},
        "actions": [],
    }
    maps = ("germany", "korea", "atlantis")
    code = """async ([script, [records, tables]]) => {
      const { readRecord } = await import(script);
      return records.map((record) => readRecord(record, tables).version || null);
    }"""
    records = [json.dumps({**record, "map": map}) for map in maps]
    assert run(code, [records, rules.chance_tables()]) == [1, first_version("korea"), None]


@pytest.mark.parametrize("edition", EDITIONS)
def test_script_foretells_every_card_of_whole_games(run, edition):
    maps = ("germany", "france", "spain-portugal", "russia", "china", "middle-east")
    options = [rules.Options(edition=edition, map=map) for map in maps]
    if edition == "classic":
        options.append(rules.Options(first_game=True))
    told, with_step3 = [], set()
    for course, players in product(options, PLAYERS):
        version = first_version(course.map, edition)
        record, _ = play_game(course, players, rules.seed_of("5eed", [course.map]), version=version)
        told.append(told_of(record))
        if any(card["card"] == "step3" for card in told[-1]["turned"]):
            with_step3.add(players)
    assert with_step3 == set(PLAYERS)
    for game, answer in zip(told, run(COMPARED, told), strict=True):
        assert all(card["agrees"] for card in answer["found"]), game
        assert len(answer["found"]) == sum(card["event"] == "drawn" for card in game["turned"]), game


def test_script_finds_a_single_card_in_another_place(run):
    record, _ = play_game(rules.Options(), 3, "1")
    game = told_of(record)
    drawn = [card for card in game["turned"] if card["event"] == "drawn"]
    drawn[4]["card"], drawn[6]["card"] = drawn[6]["card"], drawn[4]["card"]
    [answer] = run(COMPARED, [game])
    assert [place for place, card in enumerate(answer["found"]) if not card["agrees"]] == [4, 6]


def test_script_takes_seeds_apart_as_the_rules_do(run):
    seeds = [*SEEDS, "", "ab+", "ab+c", "ab+ff", "AB+61", "ab+efbbbf61", "ab+61+62", "ab\n+61", "ab+61\n"]
    expected = [
        {
            "secret": rules.secret_of(seed),
            "shares": list(rules.shares_of(seed)),
            "commitment": rules.commitment(rules.secret_of(seed)),
        }
        for seed in seeds
    ]
    assert run(APART, seeds) == expected


# The page -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def over(ana, bob):
    """A game that is over, to which Ana and Bob had added words."""
    table = TableFactory(host=ana, players=3, bots=1, first_game=True)
    tables.add_share(table, ana, "Ana’s words")
    return play_to_the_end(tables.join(table, bob, share="<b>bob</b> & ü").game)


def open_proof(page: Page, game: Game) -> Locator:
    page.goto(reverse("games:proof", args=[game.pk]))
    return page.locator("#proof-check")


def check(page: Page) -> None:
    page.get_by_role("button", name="Draw the cards again").click()


def test_browser_finds_by_itself_that_all_cards_came_from_the_seed(page_of, cid, over):
    page = page_of(cid)
    requests: list[str] = []
    open_proof(page, over)
    page.on("request", lambda request: requests.append(request.url))
    check(page)
    expect(page.locator("#proof-outcome")).to_have_text(
        "Everything agrees: the cards of this game came from this seed."
    )
    expect(page.locator("#proof-claims li:visible")).to_have_count(7)
    expect(page.locator("#proof-claims .fails:visible")).to_have_count(0)
    page.locator("#proof-turned summary").click()
    first = page.locator("#proof-cards tbody tr").first
    expect(first).to_contain_text("13")
    assert not [url for url in requests if not url.endswith("favicon.svg")]
    first.get_by_role("link").click()
    expect(page.locator("#past-heading")).to_contain_text("After action")


def test_another_seed_or_commitment_does_not_agree(page_of, ana, over):
    page = page_of(ana)
    form = open_proof(page, over)
    form.get_by_label("Commitment").fill("0" * 64)
    check(page)
    expect(page.locator("#proof-outcome")).to_contain_text("Not everything agrees.")
    expect(page.locator("#proof-claims .fails:visible")).to_have_count(1)
    form.get_by_label("Seed").fill("f00d")
    check(page)
    expect(page.locator("#proof-claims [data-claim=cards]")).to_have_class("fails")
    expect(page.locator("#proof-claims [data-claim=shares] b")).to_have_text("does not agree")


def test_record_is_checked_where_it_is(page_of, ana, over, tmp_path):
    record = Record(
        ("Ana", "Bob", "Cid"),
        over.read_setup(),
        tuple((move.seat, move.action) for move in history.moves(over)),
    )
    (tmp_path / "game.json").write_text(rules.write_record(record))
    changed = replace(record, setup=replace(record.setup, order=record.setup.order[::-1]))
    (tmp_path / "changed.json").write_text(rules.write_record(changed))
    unshuffled = tuple(reversed(shuffled(record.setup.seed, "step3", [31, 32, 33])))
    another = replace(record, setup=replace(record.setup, step3_deck=unshuffled))
    (tmp_path / "shuffled.json").write_text(rules.write_record(another))
    (tmp_path / "none.json").write_text('{"format": "something else"}')

    page = page_of(ana)
    page.add_init_script(SLOW_FILES)
    form = open_proof(page, over)
    form.get_by_label("Record").set_input_files(tmp_path / "game.json")
    expect(form.get_by_label("Seed")).to_have_value(record.setup.seed)
    check(page)
    expect(page.locator("#proof-outcome")).to_contain_text("All that the record says about its cards agrees")
    expect(page.locator("#proof-claims [data-claim=opened] b")).to_have_text("agrees")
    form.get_by_label("Record").set_input_files(tmp_path / "changed.json")
    check(page)
    expect(page.locator("#proof-claims [data-claim=order] b")).to_have_text("does not agree")
    expect(page.locator("#proof-claims [data-claim=deck] b")).to_have_text("agrees")
    form.get_by_label("Record").set_input_files(tmp_path / "shuffled.json")
    check(page)
    expect(page.locator("#proof-outcome")).to_contain_text("Not everything agrees.")
    expect(page.locator("#proof-claims .fails:visible")).to_have_attribute("data-claim", "shuffle")
    form.get_by_label("Record").set_input_files(tmp_path / "none.json")
    expect(page.locator("#proof-outcome")).to_have_text("This file is not a record of a game.")
    page.wait_for_timeout(200)  # the check that waited for it has said nothing else
    expect(page.locator("#proof-outcome")).to_have_text("This file is not a record of a game.")
    check(page)
    expect(page.locator("#proof-outcome")).to_contain_text("Everything agrees")


def test_game_that_the_script_cannot_draw_is_said_to_be_one(page_of, ana, over, tmp_path):
    (tmp_path / "game.json").write_text(
        '{"format": "powergrid-game/1", "edition": "classic", "map": "atlantis", "players": ["A", "B"],'
        ' "setup": {"seed": "1"}, "actions": []}'
    )
    page = page_of(ana)
    open_proof(page, over).get_by_label("Record").set_input_files(tmp_path / "game.json")
    check(page)
    expect(page.locator("#proof-outcome")).to_contain_text("cannot draw the cards of such a game")


def test_page_that_came_by_no_safe_way_says_so(page_of, ana, over):
    page = page_of(ana)
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    form = open_proof(page, over)
    expect(page.get_by_text("only on https pages")).to_be_visible()
    expect(form).to_be_hidden()


def test_without_a_script_the_page_says_how_to_check(page_of, ana, over):
    page = page_of(ana, java_script_enabled=False)
    form = open_proof(page, over)
    expect(page.get_by_text("This needs JavaScript.")).to_be_visible()
    expect(page.get_by_text("python -m rules verify FILE")).to_be_visible()
    expect(form).to_be_hidden()


@each_once(size=SIZES, scheme=SCHEMES[::-1])
def test_proof_is_accessible_and_fits_the_screen(page_of, ana, over, size, scheme, take_picture):
    page = page_of(ana, viewport=SCREENS[size], color_scheme=scheme)
    open_proof(page, over)
    check(page)
    page.locator("#proof-turned summary").click()
    expect(page.locator("#proof-cards tbody tr").first).to_be_visible()
    assert_fits(page)
    assert_accessible(page)
    take_picture(page, f"proof-{size}-{scheme}")
    running = GameFactory.create(players=6)
    open_proof(page, running)
    assert_fits(page)
    assert_accessible(page)
    take_picture(page, f"proof-running-{size}-{scheme}")
