"""Whether what a record states follows from its seed: ``rules.prove`` and ``python -m rules verify``."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

import rules
from rules.__main__ import main
from rules.selfplay import play_game
from tests.rules.recorded_games import FOLDER, bot_games

GAME = FOLDER / "germany-3p-step-3-card-in-phase-2.json"
TWO_GAPS = FOLDER / "benelux-classic-3p-step-3-card-with-two-gaps.json"
SECRET = "0f" * 16


@pytest.fixture
def verify(capsys):
    """Run ``verify`` and give the exit status, what was printed and what was said on standard error."""

    def run(*arguments):
        status = main(["verify", *map(str, arguments)])
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return run


@pytest.fixture
def written(tmp_path):
    """Write text or bytes to a file."""

    def write(content):
        file = tmp_path / "record.json"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    return write


@pytest.fixture
def changed(written):
    """Write a recorded game with some keys changed, those of its setup by ``setup``, and give the file.

    What is None is left out.
    """

    def write(setup=None, **changes):
        content = {**json.loads(GAME.read_text()), **changes}
        content["setup"] = stated({**content["setup"], **(setup or {})})
        return written(json.dumps(stated(content)))

    def stated(values):
        return {key: value for key, value in values.items() if value is not None}

    return write


def read(file):
    return rules.read_record(file.read_bytes())


def draws(record):
    return {draw.name: draw for draw in rules.prove(record).draws}


def swapped(cards, one, other):
    cards = list(cards)
    cards[one], cards[other] = cards[other], cards[one]
    return cards


# prove --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.json")), ids=lambda file: file.stem)
def test_all_of_a_recorded_game_follows_from_its_seed(file):
    record = read(file)
    proof = rules.prove(record)
    assert proof.holds
    assert [draw.name for draw in proof.draws] == ["areas", "order", "market", "deck", "step3_deck"]
    assert proof.commitment == rules.commitment(record.setup.seed)


def test_every_kind_of_game_follows_from_its_seed():
    for game in bot_games():
        assert rules.prove(rules.Record(("P",) * game.players, game.setup, game.played)).holds, game.name


def test_proof_takes_secret_and_shares_apart():
    record, _ = play_game(rules.Options(), 3, rules.seed_of(SECRET, ["ana", "bob"]))
    proof = rules.prove(record)
    assert (proof.secret, proof.shares, proof.commitment) == (SECRET, ("ana", "bob"), rules.commitment(SECRET))
    assert proof.holds


def test_order_of_round_1_that_is_not_of_the_seed_is_found():
    record = read(GAME)
    order = record.setup.order[::-1]
    found = draws(replace(record, setup=replace(record.setup, order=order), moves=()))
    assert (found["order"].stated, found["order"].drawn) == (order, record.setup.order)
    assert [name for name, draw in found.items() if not draw.follows] == ["order"]


def test_two_cards_of_the_deck_that_changed_places_are_found():
    record = read(GAME)
    deck = tuple(swapped(record.setup.deck, 20, 21))
    found = draws(replace(record, setup=replace(record.setup, deck=deck), moves=()))
    assert [name for name, draw in found.items() if not draw.follows] == ["deck"]


def test_areas_that_were_not_drawn_are_found():
    record = read(GAME)
    areas = ("northwest", "west", "southwest")
    found = draws(replace(record, setup=replace(record.setup, areas=areas), moves=()))
    assert [name for name, draw in found.items() if not draw.follows] == ["areas"]


@pytest.mark.parametrize("file", [GAME, TWO_GAPS], ids=lambda file: file.stem)
def test_shuffle_at_step_3_that_is_not_of_the_seed_is_found(file):
    record = read(file)
    shuffle = draws(record)["step3_deck"]
    assert shuffle.stated == shuffle.drawn
    for stated in (swapped(shuffle.drawn, 0, 1), swapped(shuffle.drawn, -1, -2)):
        other = replace(record, setup=replace(record.setup, step3_deck=tuple(stated)), moves=upto_step3(record))
        found = draws(other)["step3_deck"]
        assert (found.stated, found.drawn, found.follows) == (tuple(stated), shuffle.drawn, False)


def upto_step3(record):
    """The actions until the Step 3 card has come up."""
    states = rules.positions(record.setup, record.moves)
    count = next(number for number, state in enumerate(states) if state.step3_card != "deck")
    return record.moves[:count]


def test_shuffle_at_step_3_that_is_stated_as_the_seed_has_it_follows():
    record = read(GAME)
    stated = replace(record.setup, step3_deck=draws(record)["step3_deck"].drawn)
    assert rules.prove(replace(record, setup=stated)).holds


def test_shuffle_that_has_not_come_yet_is_not_held_against_the_seed():
    record = replace(read(GAME), moves=(), result=None)
    assert draws(record)["step3_deck"].drawn is None
    assert rules.prove(record).holds


@pytest.mark.parametrize("choice", ["host", "draft"])
def test_areas_that_people_picked_are_not_held_against_the_seed(choice):
    areas = ("northwest", "west", "southwest") if choice == "host" else ()
    setup = rules.new_setup(rules.Options(areas=choice), 3, "0123", areas)
    record = rules.Record(("A", "B", "C"), setup, ())
    assert draws(record)["areas"].drawn is None
    assert rules.prove(record).holds


def test_record_without_a_seed_proves_nothing():
    record = read(GAME)
    with pytest.raises(rules.RecordError, match="no seed"):
        rules.prove(replace(record, setup=replace(record.setup, seed="")))


def test_record_with_an_action_against_the_rules_proves_nothing():
    record = read(GAME)
    with pytest.raises(rules.RuleError):
        rules.prove(replace(record, moves=record.moves[1:]))


# python -m rules verify ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*recharged*.json")), ids=lambda file: file.stem)
def test_verify_says_that_all_follows(verify, file):
    status, out, err = verify(file)
    assert (status, err) == (0, "")
    assert out.endswith("All that chance decided follows from the seed.\n")
    assert "result: follows from the actions" in out
    assert f"actions: all {len(read(file).moves)} follow the rules" in out


def test_verify_prints_commitment_shares_and_every_draw(verify, written):
    record, _ = play_game(rules.Options(), 3, rules.seed_of(SECRET, ["Ünï ♞", "a, b"]))
    status, out, _ = verify(written(rules.write_record(record)))
    assert status == 0
    lines = out.splitlines()
    assert lines[:4] == [
        f"seed: {record.setup.seed}",
        f"secret: {SECRET}",
        f"commitment: {rules.commitment(SECRET)}",
        "shares: Ünï ♞, a, b",
    ]
    assert [line.split(": ")[:2] for line in lines[4:9]] == [
        [name, "follows from the seed"] for name in ("areas", "order", "market", "deck", "step3_deck")
    ]


def test_verify_compares_the_commitment(verify):
    commitment = rules.commitment(read(GAME).setup.seed)
    assert verify(GAME, "--commitment", commitment)[0] == 0
    assert verify(GAME, "--commitment", commitment.upper())[0] == 0
    status, _, err = verify(GAME, "--commitment", "0" * 64)
    assert (status, err) == (1, "The secret in the seed does not match this commitment.\n")


@pytest.mark.parametrize("commitment", ["", "0" * 63, "x" * 64])
def test_commitment_that_is_none_makes_no_sense(verify, commitment):
    with pytest.raises(SystemExit) as ended:
        verify(GAME, "--commitment", commitment)
    assert ended.value.code == 2


def test_verify_names_what_does_not_follow(verify, changed):
    deck = read(GAME).setup.deck
    status, out, err = verify(changed(setup={"deck": swapped(deck, 20, 21)}, actions=[], result=None))
    assert (status, err) == (1, "These do not follow from the seed of the record: deck.\n")
    assert "deck: DOES NOT FOLLOW from the seed" in out
    assert "order: follows from the seed" in out
    assert "result: not stated" in out
    assert "All that chance decided" not in out


def test_verify_says_that_a_record_has_no_seed(verify, changed):
    shuffle = draws(read(GAME))["step3_deck"].drawn
    for seed in (None, ""):
        status, out, err = verify(changed(setup={"seed": seed, "step3_deck": shuffle}))
        assert (status, out) == (1, "")
        assert err == "The record states no seed, so nothing shows how its cards were drawn.\n"


def test_verify_names_the_first_action_against_the_rules(verify, changed):
    moves = json.loads(GAME.read_text())["actions"]
    status, out, err = verify(changed(actions=[*moves[:20], {"seat": 0, "kind": "bid", "amount": 9}, *moves[20:]]))
    assert (status, out) == (1, "")
    assert err.startswith("action 21: ")


# Files that somebody made to break it -------------------------------------------------------------------------------

DEEP = "[" * 100_000 + "]" * 100_000
GAME_TEXT = GAME.read_text(encoding="utf-8")


def with_value(key, value):
    """The text of a game whose ``key`` holds JSON that ``json`` itself may not be able to write."""
    return json.dumps({**json.loads(GAME_TEXT), key: "@@"}).replace('"@@"', value)


HOSTILE = {
    "empty": "",
    "nothing": "null",
    "binary": b"\x00\xff\xfe" * 1000,
    "half": GAME_TEXT[:3000],
    "other encoding": GAME_TEXT.encode("utf-16"),
    "deep": DEEP,
    "deep in options": with_value("options", f'{{"money_visible": {"[" * 900}{"]" * 900}}}'),
    "deep in actions": with_value("actions", f'[{{"seat": {"[" * 900}{"]" * 900}}}]'),
    "long digits": with_value("actions", '[{"seat": 1' + "0" * 10_000 + ', "kind": "bid", "amount": 1}]'),
    "huge seat": with_value("actions", '[{"seat": 999999999999999999999, "kind": "bid", "amount": 1}]'),
    "huge bid": with_value("actions", '[{"seat": 0, "kind": "bid", "amount": 999999999999999999999}]'),
    "no number": with_value("actions", '[{"seat": NaN, "kind": "bid", "amount": 1}]'),
    "huge version": with_value("rules", "1" + "0" * 18),
    "unknown key": with_value("x" * 10_000, "1"),
    "unknown option": with_value("options", '{"' + "\\u001b[2J" * 1000 + '": 1}'),
    "unknown area": with_value("setup", '{"seed": "0", "areas": ["' + "\\n" * 5000 + '"]}'),
    "half a letter": with_value("setup", '{"seed": "\\ud800"}'),
    "many players": with_value("players", json.dumps(["A"] * 10_000)),
    "players by number": with_value("players", "[1, 2, 3]"),
    "huge result": with_value("result", '{"order": [9e99], "powered": [], "money": []}'),
    "another result": with_value("result", '{"order": [], "powered": [], "money": []}'),
    "kind": with_value("actions", '[{"seat": 0, "kind": "' + "k" * 10_000 + '"}]'),
    "edition": with_value("edition", '"third"'),
    "map": with_value("map", '"atlantis"'),
    "too large": "[" + " " * rules.LARGEST_RECORD + "]",
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_hostile_file_is_refused_in_one_line(capsys, written, command, content):
    assert main([command, str(written(content))]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert len(printed.err) < 1000
    assert printed.err[:-1].isprintable()


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_file_that_is_not_there_or_is_a_folder_is_refused(capsys, tmp_path, command):
    for path in (tmp_path, tmp_path / "nothing.json"):
        assert main([command, str(path)]) == 1
        assert capsys.readouterr().err.startswith(str(path))


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_file_without_end_takes_little_memory(command):
    """Nothing is read beyond what a record can be long: 50 MB, or a device, are refused as fast as anything."""
    program = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (300_000_000, 300_000_000))\n"
        "from rules.__main__ import main; sys.exit(main(sys.argv[1:]))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, command, "/dev/zero"], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ran.returncode, ran.stderr) == (
        1,
        "/dev/zero: This is not a game record: it is larger than 2,000,000 bytes.\n",
    )


def test_names_and_shares_cannot_move_the_cursor(capsys, changed):
    name, share = "\x1b[2J\u202eAna", "\x1b]0;title\x07"
    file = changed(players=[name, "B", "C"], setup={"seed": f"ab+{share.encode().hex()}"}, actions=[], result=None)
    for command in ("verify", "replay"):
        main([command, str(file)])
        printed = capsys.readouterr()
        assert (printed.out + printed.err).replace("\n", "").isprintable()


def test_letters_that_the_terminal_does_not_have_are_printed_all_the_same(changed):
    file = changed(players=["Zoë ♞", "發電廠", "C"])
    ran = subprocess.run(
        [sys.executable, "-m", "rules", "replay", str(file)],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        cwd=Path(rules.__file__).parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Zo\\xeb" in ran.stdout
