"""The check of a deck in a browser: its arithmetic against that of the rules, and the page on which it is done."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.templatetags.static import static
from django.urls import reverse
from playwright.sync_api import Page

import rules
from rules.events import PlantBuried, PlantDrawn, Step3CardDrawn
from rules.selfplay import play_game

BOARDS = [(edition, map) for edition in ("classic", "recharged") for map in rules.board_names(edition)]
SEEDS = ("0", "4f1c", "any text + more: ü", rules.seed_of("b7" * 16, ["Ana’s words", "🂡 and ü", "7:deck:13"]))

FIXED = """async ([script, games]) => {
  const { fixed } = await import(script);
  return Promise.all(games.map(fixed));
}"""
COMPARED = """async ([script, games]) => {
  const { compared } = await import(script);
  return Promise.all(games.map(({ seed, deck, turned }) => compared(seed, deck, turned)));
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
        "market": list(setup.market),
        "deck": list(setup.deck),
    }


def turned_in(states: list[rules.State]) -> Iterator[dict[str, Any]]:
    """The cards that everybody sees come up, or go under the deck."""
    for action, state in enumerate(states):
        for event in state.happened:
            match event:
                case PlantDrawn(plant):
                    yield {"event": "drawn", "card": plant, "action": action}
                case PlantBuried(plant):
                    yield {"event": "buried", "card": plant, "action": action}
                case Step3CardDrawn():
                    yield {"event": "drawn", "card": "step3", "action": action}


@pytest.mark.parametrize(("edition", "map"), BOARDS)
def test_script_draws_what_the_rules_draw_from_any_seed(run, edition, map):
    options = rules.Options(edition=edition, map=map)
    told, expected = [], []
    for players in range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1):
        for seed in SEEDS:
            told.append(
                {"edition": edition, "map": map, "players": players, "seed": seed, "drawsAreas": True, "version": 1}
            )
            expected.append(fixed_by(rules.new_setup(options, players, seed)))
    assert run(FIXED, told) == expected


def test_script_knows_every_board_and_version_and_no_others(run):
    known = [
        {"edition": edition, "map": map, "players": players, "version": version}
        for edition, map in BOARDS
        for players in range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1)
        for version in range(1, rules.VERSION + 1)
    ]
    strange = [{**known[0], key: "toString"} for key in known[0]]
    code = "async ([script, games]) => { const { isKnown } = await import(script); return games.map(isKnown); }"
    assert run(code, known + strange) == [True] * len(known) + [False] * len(strange)


@pytest.mark.parametrize("edition", ["classic", "recharged"])
@pytest.mark.parametrize("players", range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1))
def test_script_foretells_every_card_of_whole_games(run, edition, players):
    options = [rules.Options(edition=edition), rules.Options(edition=edition, map="france")]
    if edition == "classic":
        options.append(rules.Options(first_game=True))
    told = []
    for course in options:
        record, _ = play_game(course, players, rules.seed_of("5eed", [course.map]))
        turned = list(turned_in(list(rules.recorded_positions(record))))
        told.append({"seed": record.setup.seed, "deck": list(record.setup.deck), "turned": turned})
    assert any(card["card"] == "step3" for game in told for card in game["turned"])
    for game, answer in zip(told, run(COMPARED, told), strict=True):
        assert all(card["agrees"] for card in answer["found"])
        assert len(answer["found"]) == sum(card["event"] == "drawn" for card in game["turned"])


def test_script_finds_a_single_card_in_another_place(run):
    record, _ = play_game(rules.Options(), 3, "1")
    turned = list(turned_in(list(rules.recorded_positions(record))))
    drawn = [card for card in turned if card["event"] == "drawn"]
    drawn[4]["card"], drawn[6]["card"] = drawn[6]["card"], drawn[4]["card"]
    [answer] = run(COMPARED, [{"seed": "1", "deck": list(record.setup.deck), "turned": turned}])
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
