"""Versions of the rules: a changed edition or board stands beside the old one, and old games go on as they began."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import rules
from rules import boards, editions
from rules.versions import NEWEST
from tests.rules.recorded_games import FOLDER, bot_games

GAME = FOLDER / "germany-3p-step-3-card-in-phase-2.json"


NEXT = NEWEST + 1
"""A version that is still to come."""


def test_there_are_recorded_games_of_every_version():
    assert {game.setup.version for game in bot_games()} == set(range(1, NEWEST + 1))


def test_new_games_are_of_the_newest_version_or_of_the_one_before_it():
    assert rules.VERSION in {NEWEST - 1, NEWEST}
    assert rules.new_setup(rules.Options(), 3, "0123").version == rules.VERSION


def test_tables_are_of_versions_that_there_are_and_each_holds_from_another_one_on():
    found = [(table.name, table.since) for table in editions._EDITIONS]
    found += [(name, board.since) for name, group in boards._BOARDS.items() for board in group]
    assert len(set(found)) == len(found)
    assert {since for _, since in found} <= set(range(1, NEWEST + 1))


def test_first_version_is_left_out_of_json():
    setup = rules.new_setup(rules.Options(), 3, "0123", version=1)
    assert "version" not in msgspec.to_builtins(setup)
    assert '"rules"' not in rules.write_record(rules.Record(("A", "B", "C"), setup, ()))


@pytest.mark.parametrize("version", [0, -1, NEXT, 10**30])
def test_unknown_version_is_refused(version):
    with pytest.raises(rules.RuleError, match=f"There is no such version of the rules: the newest is {NEWEST}"):
        rules.new_setup(rules.Options(), 3, "0123", version=version)
    setup = msgspec.structs.replace(rules.new_setup(rules.Options(), 3, "0123"), version=version)
    with pytest.raises(rules.RuleError, match="There is no such version"):
        rules.start(setup)


@pytest.mark.parametrize("version", [0, -1, NEXT, 10**18, 10**30])
def test_record_of_an_unknown_version_is_refused(version):
    text = json.dumps({**json.loads(GAME.read_text()), "rules": version})
    with pytest.raises(rules.RecordError):
        rules.read_record(text)


@pytest.mark.parametrize("version", ["1", 1.5, True, None, [1], {}])
def test_record_with_a_version_that_is_no_number_is_refused(version):
    text = json.dumps({**json.loads(GAME.read_text()), "rules": version})
    with pytest.raises(rules.RecordError, match="This is not a game record"):
        rules.read_record(text)


def test_record_may_name_the_first_version():
    text = json.dumps({**json.loads(GAME.read_text()), "rules": 1})
    assert rules.read_record(text) == rules.read_record(GAME.read_bytes())


# Another version ----------------------------------------------------------------------------------------------------

CHANGED = f'''"""Classic rules with a later Step 2, 14 on top of the deck and the discount token."""

from msgspec.structs import replace

from rules.dealing import Recipe
from rules.editions.base import Thresholds
from rules.editions.classic import CLASSIC
from rules.map_rules import MapRules

_THRESHOLDS = {{
    players: Thresholds(old.areas, old.plants, step2=old.step2 + 1, end=old.end + 1)
    for players, old in CLASSIC.thresholds.items()
}}


def _recipe(players: int, on: MapRules) -> Recipe:
    return CLASSIC.recipe(players, replace(on, early_plant=14))


CLASSIC_NEXT = replace(
    CLASSIC,
    thresholds=_THRESHOLDS,
    recipe=_recipe,
    top_plant=14,
    has_discount_token=True,
    since={NEXT},
)
'''

ASKED = f"""
import sys
import rules
from rules.selfplay import play_game
from rules.state import Setup
import msgspec

assert rules.__file__.startswith(sys.argv[1]), rules.__file__
new, state = play_game(rules.Options(), 4, "0123", check=True)
old = rules.new_setup(rules.Options(), 4, "0123", version=1)
usa = [rules.board("usa", version=version).links["boston"]["new-york"] for version in (1, {NEXT})]
said = {{
    "digests": [rules.digest(rules.replay(record.setup, record.moves)) for record in map(
        rules.read_record, (open(path, "rb").read() for path in sys.argv[2:]))],
    "new": [new.setup.version, new.setup.deck[0], rules.start(new.setup).discount, new.setup.thresholds.end],
    "old": [old.version, old.deck[0], rules.start(old).discount, old.thresholds.end],
    "most": max(player.network_size for player in state.players),
    "stored": msgspec.convert(msgspec.to_builtins(new.setup), Setup) == new.setup,
    "record": rules.read_record(rules.write_record(new)) == new,
    "written": '"rules": {NEXT}' in rules.write_record(new),
    "usa": usa,
    "same": rules.board("germany", version=1) is rules.board("germany"),
    "recharged": rules.edition("recharged", {NEWEST}) is rules.edition("recharged"),
    "view": rules.view(state).thresholds.end,
    "game": rules.write_record(new),
    "end": rules.digest(state),
}}
print(msgspec.json.encode(said).decode())
"""


ASKED_BEFORE = """
import sys
import rules
import msgspec

record = rules.read_record(sys.stdin.read())
said = {
    "new": rules.new_setup(rules.Options(), 4, "0123").version,
    "end": rules.digest(rules.replay(record.setup, record.moves)),
}
print(msgspec.json.encode(said).decode())
"""


def asked(folder, begins, code, *paths, told=""):
    """What a copy of the rules says in which an edition and a board were changed as docs/rules-versions.md has it.

    :param begins: the version of its new games.
    """
    package = folder / "rules"
    shutil.copytree(Path(rules.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "editions" / "classic_next.py").write_text(CHANGED)
    _change(package / "versions.py", f"NEWEST = {NEWEST}\n", f"NEWEST = {NEXT}\n")
    _change(package / "versions.py", f"\nVERSION = {rules.VERSION}\n", f"\nVERSION = {begins}\n")
    _change(
        package / "editions" / "__init__.py",
        "_EDITIONS = (CLASSIC,",
        "from rules.editions.classic_next import CLASSIC_NEXT\n_EDITIONS = (CLASSIC, CLASSIC_NEXT,",
    )
    usa = json.loads((package / "boards" / "usa.classic.json").read_text())
    (link,) = (link for link in usa["connections"] if {*link[:2]} == {"boston", "new-york"})
    link[2] += 1
    (package / "boards" / f"usa.classic.{NEXT}.json").write_text(json.dumps({**usa, "since": NEXT}))
    command = [sys.executable, "-c", code, str(folder), *map(str, paths)]
    done = subprocess.run(command, cwd=folder, input=told, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def _change(file, old, new):
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))


@pytest.fixture(scope="module")
def further_version(tmp_path_factory):
    """What it says once new games are of the further version."""
    records = sorted(FOLDER.glob("*.json"), key=lambda path: path.name)
    return asked(tmp_path_factory.mktemp("further"), NEXT, ASKED, *records)


def test_release_before_begins_no_game_of_the_further_version_but_plays_those_that_others_begin(
    further_version, tmp_path
):
    said = asked(tmp_path, rules.VERSION, ASKED_BEFORE, told=further_version["game"])
    assert said == {"new": rules.VERSION, "end": further_version["end"]}


def test_games_of_the_first_version_replay_to_the_same_digests_beside_a_further_one(further_version):
    lines = (FOLDER / "digests.txt").read_text().splitlines()
    assert further_version["digests"] == [line.split()[0] for line in lines]


def test_new_game_plays_by_the_further_version_and_an_old_one_by_the_first(further_version):
    assert further_version["new"] == [NEXT, 14, 3, 18]
    assert further_version["old"] == [1, 13, None, 17]
    assert further_version["most"] >= 18
    assert further_version["view"] == 18


def test_game_of_the_further_version_is_stored_and_written_with_it(further_version):
    assert further_version["stored"]
    assert further_version["record"]
    assert further_version["written"]


def test_board_that_was_changed_stands_beside_the_old_one(further_version):
    before, changed = further_version["usa"]
    assert changed == before + 1


def test_table_that_was_not_changed_is_the_same_in_both_versions(further_version):
    assert further_version["same"]
    assert further_version["recharged"]
