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
from tests.rules.recorded_games import FOLDER, bot_games

GAME = FOLDER / "germany-3p-step-3-card-in-phase-2.json"


def test_every_game_so_far_is_of_the_first_version():
    assert rules.VERSION == 1
    assert {game.setup.version for game in bot_games()} == {1}


def test_tables_are_of_versions_that_there_are_and_each_holds_from_another_one_on():
    found = [(table.name, table.since) for table in editions._EDITIONS]
    found += [(name, board.since) for name, group in boards._boards().items() for board in group]
    assert len(set(found)) == len(found)
    assert {since for _, since in found} <= set(range(1, rules.VERSION + 1))


def test_first_version_is_left_out_of_json():
    setup = rules.new_setup(rules.Options(), 3, "0123")
    assert "version" not in msgspec.to_builtins(setup)
    assert '"rules"' not in rules.write_record(rules.Record(("A", "B", "C"), setup, ()))


@pytest.mark.parametrize("version", [0, -1, rules.VERSION + 1, 10**30])
def test_unknown_version_is_refused(version):
    with pytest.raises(rules.RuleError, match="There is no such version of the rules: the newest is 1"):
        rules.new_setup(rules.Options(), 3, "0123", version=version)
    setup = msgspec.structs.replace(rules.new_setup(rules.Options(), 3, "0123"), version=version)
    with pytest.raises(rules.RuleError, match="There is no such version"):
        rules.start(setup)


@pytest.mark.parametrize("version", [0, -1, 2, 10**18, 10**30])
def test_record_of_an_unknown_version_is_refused(version):
    text = json.dumps({**json.loads(GAME.read_text()), "rules": version})
    with pytest.raises(rules.RecordError):
        rules.read_record(text)


@pytest.mark.parametrize("version", ["1", 1.5, True, None, [1], {}])
def test_record_with_a_version_that_is_no_number_is_refused(version):
    text = json.dumps({**json.loads(GAME.read_text()), "rules": version})
    with pytest.raises(rules.RecordError, match="This is no game record"):
        rules.read_record(text)


def test_record_may_name_the_first_version():
    text = json.dumps({**json.loads(GAME.read_text()), "rules": 1})
    assert rules.read_record(text) == rules.read_record(GAME.read_bytes())


# A second version ---------------------------------------------------------------------------------------------------

CHANGED = '''"""Classic rules with a later Step 2, 14 on top of the deck and the discount token."""

from msgspec.structs import replace

from rules.boards import MapRules
from rules.editions.base import Layout, Thresholds
from rules.editions.classic import CLASSIC

_THRESHOLDS = {
    players: Thresholds(old.areas, old.plants, step2=old.step2 + 1, end=old.end + 1)
    for players, old in CLASSIC.thresholds.items()
}


def _lay_out_plants(players: int, seed: str, on: MapRules) -> Layout:
    market, (top, *rest) = CLASSIC.lay_out_plants(players, seed, on)
    return Layout(market, (14, *(top if card == 14 else card for card in rest)))


CLASSIC_2 = replace(
    CLASSIC,
    thresholds=_THRESHOLDS,
    lay_out_plants=_lay_out_plants,
    top_plant=14,
    has_discount_token=True,
    since=2,
)
'''

ASKED = """
import sys
import rules
from rules.selfplay import play_game
from rules.state import Setup
import msgspec

assert rules.__file__.startswith(sys.argv[1]), rules.__file__
new, state = play_game(rules.Options(), 4, "0123", check=True)
old = rules.new_setup(rules.Options(), 4, "0123", version=1)
usa = {version: rules.board("usa", version=version).links["boston"]["new-york"] for version in (1, 2)}
said = {
    "digests": [rules.digest(rules.replay(record.setup, record.moves)) for record in map(
        rules.read_record, (open(path, "rb").read() for path in sys.argv[2:]))],
    "new": [new.setup.version, new.setup.deck[0], rules.start(new.setup).discount, new.setup.thresholds.end],
    "old": [old.version, old.deck[0], rules.start(old).discount, old.thresholds.end],
    "most": max(player.network_size for player in state.players),
    "stored": msgspec.convert(msgspec.to_builtins(new.setup), Setup) == new.setup,
    "record": rules.read_record(rules.write_record(new)) == new,
    "written": '"rules": 2' in rules.write_record(new),
    "usa": usa,
    "same": rules.board("germany", version=1) is rules.board("germany"),
    "recharged": rules.edition("recharged", 1) is rules.edition("recharged"),
    "view": rules.view(state).thresholds.end,
}
print(msgspec.json.encode(said).decode())
"""


@pytest.fixture(scope="module")
def second_version(tmp_path_factory):
    """What a copy of the rules says in which an edition and a board were changed as docs/rules-versions.md has it."""
    folder = tmp_path_factory.mktemp("second")
    package = folder / "rules"
    shutil.copytree(Path(rules.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "editions" / "classic_2.py").write_text(CHANGED)
    _change(package / "versions.py", "VERSION = 1\n", "VERSION = 2\n")
    _change(
        package / "editions" / "__init__.py",
        "_EDITIONS = (CLASSIC, RECHARGED)",
        "from rules.editions.classic_2 import CLASSIC_2\n_EDITIONS = (CLASSIC, RECHARGED, CLASSIC_2)",
    )
    usa = json.loads((package / "boards" / "usa.classic.json").read_text())
    (link,) = (link for link in usa["connections"] if {*link[:2]} == {"boston", "new-york"})
    link[2] += 1
    (package / "boards" / "usa.classic.2.json").write_text(json.dumps({**usa, "since": 2}))
    files = map(str, sorted(FOLDER.glob("*.json"), key=lambda path: path.name))
    asked = subprocess.run(
        [sys.executable, "-c", ASKED, str(folder), *files], cwd=folder, capture_output=True, text=True, check=True
    )
    return json.loads(asked.stdout)


def _change(file, old, new):
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))


def test_games_of_the_first_version_replay_to_the_same_digests_beside_a_second_one(second_version):
    lines = (FOLDER / "digests.txt").read_text().splitlines()
    assert second_version["digests"] == [line.split()[0] for line in lines]


def test_new_game_plays_by_the_second_version_and_an_old_one_by_the_first(second_version):
    assert second_version["new"] == [2, 14, 3, 18]
    assert second_version["old"] == [1, 13, None, 17]
    assert second_version["most"] >= 18
    assert second_version["view"] == 18


def test_game_of_the_second_version_is_stored_and_written_with_it(second_version):
    assert second_version["stored"]
    assert second_version["record"]
    assert second_version["written"]


def test_board_that_was_changed_stands_beside_the_old_one(second_version):
    assert second_version["usa"]["2"] == second_version["usa"]["1"] + 1


def test_table_that_was_not_changed_is_the_same_in_both_versions(second_version):
    assert second_version["same"]
    assert second_version["recharged"]
