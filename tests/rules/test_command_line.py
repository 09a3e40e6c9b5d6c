"""``python -m rules``: replaying records and letting bots play."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import rules
from rules.__main__ import main
from tests.rules.recorded_games import digests

GAMES = Path(__file__).parent / "games"
GAME = GAMES / "germany-3p-step-3-card-in-phase-2.json"
SHARED = GAMES / "germany-4p-first-game-shared-victory.json"

FIELDS = {
    *("n", "round", "phase", "step", "to_move", "order", "players", "market", "deck_size", "discount", "resources"),
    *("supply", "auction", "digest"),
}


@pytest.fixture
def replay(capsys):
    """Run ``replay`` and give the exit status, the lines printed and the lines on standard error."""

    def run(*arguments):
        status = main(["replay", *map(str, arguments)])
        printed = capsys.readouterr()
        return status, printed.out.splitlines(), printed.err.splitlines()

    return run


@pytest.fixture
def changed(tmp_path):
    """Write a recorded game with some keys changed, and give the file."""

    def write(**changes):
        file = tmp_path / "changed.json"
        content = {**json.loads(GAME.read_text()), **changes}
        file.write_text(json.dumps({key: value for key, value in content.items() if value is not None}))
        return file

    return write


def moves(count):
    return json.loads(GAME.read_text())["actions"][:count]


# replay -------------------------------------------------------------------------------------------------------------


def test_replay_prints_the_final_standing(replay):
    status, out, err = replay(GAME)
    assert (status, err) == (0, [])
    order = rules.read_record(GAME.read_bytes()).result.order
    assert [line.split(":")[0] for line in out] == [f"{place}. P{seat}" for place, seat in enumerate(order, start=1)]


def test_replay_of_a_file_in_utf_16_says_what_to_do(replay, tmp_path):
    file = tmp_path / "saved.json"
    file.write_text(GAME.read_text(), encoding="utf-16")
    status, out, err = replay(file)
    assert (status, out) == (1, [])
    assert "UTF-16. Save it in UTF-8." in " ".join(err)


def test_replay_prints_a_shared_victory_with_the_same_rank(replay):
    _, out, _ = replay(SHARED)
    assert [line.split()[0] for line in out] == ["1.", "1.", "3.", "4."]


def test_replay_prints_whose_turn_it_is(replay, changed):
    status, out, _ = replay(changed(actions=[], result=None))
    first = rules.read_record(GAME.read_bytes()).setup.order[0]
    assert (status, out) == (0, [f"Round 1, auction: P{first} to move."])


def test_states_has_a_line_for_the_start_and_one_for_each_action(replay):
    status, out, _ = replay(GAME, "--states")
    assert status == 0
    assert [json.loads(line)["n"] for line in out] == list(range(len(moves(None)) + 1))


def test_states_have_exactly_the_fields_of_the_format(replay):
    _, out, _ = replay(GAME, "--states")
    *running, last = map(json.loads, out)
    assert {frozenset(line) for line in running} == {frozenset(FIELDS)}
    assert set(last) == FIELDS | {"standing"}


def test_states_show_players_market_and_auction_in_the_words_of_the_format(replay):
    _, out, _ = replay(GAME, "--states")
    start, opened = json.loads(out[0]), json.loads(out[1])
    no_fuel = {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}
    assert start["players"][0] == {"seat": 0, "money": 50, "plants": [], "fuel": no_fuel, "cities": []}
    assert start["market"] == {"actual": [3, 4, 5, 6], "future": [7, 8, 9, 10]}
    assert start["resources"] == {"coal": 24, "oil": 18, "garbage": 6, "uranium": 2}
    assert start["supply"] == {"coal": 0, "oil": 6, "garbage": 18, "uranium": 10}
    assert (start["deck_size"], start["discount"], start["auction"]) == (27, None, None)
    move = moves(1)[0]
    bidder = {"plant": move["plant"], "bid": move["bid"], "bidder": move["seat"], "in": [0, 1, 2]}
    assert opened["auction"] == bidder


def test_states_show_cities_in_building_order_with_the_slot_taken(replay):
    _, out, _ = replay(GAME, "--states")
    record = rules.read_record(GAME.read_bytes())
    end = rules.replay(record.setup, record.moves)
    shown = [player["cities"] for player in json.loads(out[-1])["players"]]
    assert shown == [[[house.city, house.slot] for house in player.cities] for player in end.players]


def test_states_show_marks_and_the_trust_where_the_game_has_them(replay):
    _, out, _ = replay(GAMES / "germany-recharged-2p-step-3-card-at-the-start-of-phase-5.json", "--states")
    before, *_ = [line for line in map(json.loads, out) if line["phase"] == "auction"]
    assert len(before["marked"]) == 2
    assert before["trust"].keys() == {"plants", "fuel", "cities"}
    assert before["trust"]["cities"][6:] == [[city, 15] for city in before["marked"]]


def test_states_end_with_the_digest_of_the_game(replay):
    _, out, _ = replay(GAME, "--states")
    digest, _trail = digests()[GAME.name]
    assert json.loads(out[-1])["digest"] == digest


def test_first_refused_action_is_named_with_its_number_rule_and_reason(replay, changed):
    opening, answer = moves(2)
    bad = [opening, {"seat": answer["seat"], "kind": "bid", "amount": 1}]
    status, out, err = replay(changed(actions=bad, result=None))
    assert (status, out) == (1, [])
    assert len(err) == 1
    assert err[0].startswith("action 2: AUC-8: ")


def test_states_before_the_refused_action_are_printed(replay, changed):
    bad = [*moves(5), {"seat": 0, "kind": "run_plants", "plants": []}]
    status, out, err = replay(changed(actions=bad, result=None), "--states")
    assert (status, len(out), len(err)) == (1, 6, 1)
    assert err[0].startswith("action 6: ")


def test_action_after_the_end_is_refused(replay, changed):
    status, _, err = replay(changed(actions=[*moves(None), {"seat": 0, "kind": "run_plants", "plants": []}]))
    assert status == 1
    assert f"action {len(moves(None)) + 1}: END-1: " in err[0]


def test_result_that_is_not_reached_is_refused(replay, changed):
    status, _, err = replay(changed(result={"order": [0, 1, 2], "powered": [9, 9, 9], "money": [9, 9, 9]}))
    assert (status, len(err)) == (1, 1)


@pytest.mark.parametrize(
    "changes", [{"title": "Final"}, {"format": "powergrid-game/2"}, {"setup": {"colour": "red"}}]
)
def test_record_with_unknown_keys_or_format_is_refused_in_one_line(replay, changed, changes):
    status, out, err = replay(changed(**changes))
    assert (status, out, len(err)) == (1, [], 1)


def test_unknown_key_is_named(replay, changed):
    _, _, err = replay(changed(title="Final"))
    assert "title" in err[0]


def test_setup_against_the_rules_is_refused_with_its_rule(replay, changed):
    status, _, err = replay(changed(players=["Ana"]))
    assert (status, len(err)) == (1, 1)
    assert "GEN-1: " in err[0]


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[1, 2]"])
def test_file_that_is_no_record_is_refused_in_one_line(replay, tmp_path, content):
    file = tmp_path / "broken.json"
    file.write_bytes(content)
    status, out, err = replay(file)
    assert (status, out, len(err)) == (1, [], 1)
    assert str(file) in err[0]


def test_file_that_is_not_there_is_refused_in_one_line(replay, tmp_path):
    status, out, err = replay(tmp_path / "nowhere.json")
    assert (status, out, len(err)) == (1, [], 1)


def test_command_without_sense_ends_with_status_2(capsys):
    with pytest.raises(SystemExit) as end:
        main(["jump"])
    assert end.value.code == 2


# play ---------------------------------------------------------------------------------------------------------------


def played(*arguments, **environment):
    command = [sys.executable, "-m", "rules", "play", "--players", "2", *arguments]
    return subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, check=True
    ).stdout


def test_play_is_the_same_in_every_process():
    assert played("--seed", "5eed", PYTHONHASHSEED="1") == played("--seed", "5eed", PYTHONHASHSEED="2")


def test_play_depends_on_the_seed(capsys):
    main(["play", "--players", "2", "--seed", "a"])
    one = capsys.readouterr().out
    main(["play", "--players", "2", "--seed", "b"])
    assert capsys.readouterr().out != one


def test_play_prints_a_line_for_each_game(capsys):
    assert main(["play", "--players", "2", "--games", "3", "--check"]) == 0
    assert [line.split()[:2] for line in capsys.readouterr().out.splitlines()] == [
        ["game", str(n)] for n in (1, 2, 3)
    ]


def test_six_can_play(capsys):
    assert main(["play", "--players", "6"]) == 0


def test_saved_games_can_be_replayed(tmp_path, capsys):
    main(["play", "--players", "2", "--games", "2", "--map", "usa", "--save", str(tmp_path / "games")])
    files = list((tmp_path / "games").iterdir())
    assert len(files) == 2
    assert [main(["replay", str(file)]) for file in files] == [0, 0]


@pytest.mark.parametrize("arguments", [["--players", "7"], ["--map", "atlantis"], ["--edition", "deluxe"]])
def test_play_of_what_there_is_not_ends_with_status_2(arguments, capsys):
    with pytest.raises(SystemExit) as end:
        main(["play", *arguments])
    assert end.value.code == 2


@pytest.mark.parametrize("arguments", [["--games", "0"], ["--games", "-3"], ["--games", "x"], ["--seed", "\udcff"]])
def test_play_of_no_game_or_with_a_seed_that_is_no_text_ends_with_status_2(arguments, capsys):
    with pytest.raises(SystemExit) as end:
        main(["play", *arguments])
    assert end.value.code == 2
    assert arguments[0] in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (["--areas", "west,southwest", "--option", "areas=draft"], "areas"),
        (["--first-game", "--option", "first_game=false"], "first_game"),
        (["--edition", "recharged", "--option", "edition=classic"], "edition"),
        (["--option", "tiebreak=money", "--option", "tiebreak=money_cities"], "tiebreak"),
    ],
)
def test_option_that_is_stated_in_two_ways_is_refused(arguments, name, capsys):
    assert main(["play", "--players", "2", *arguments]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"0.3: The option {name} has two different values.\n")


def test_table_is_the_one_that_was_asked_for(tmp_path):
    chosen = ["--edition", "recharged", "--areas", "west,southwest,east", "--option", "start_cities=true"]
    assert main(["play", "--players", "2", "--seed", "5eed", *chosen, "--save", str(tmp_path)]) == 0
    (file,) = tmp_path.iterdir()
    assert file.name == "germany-recharged-2p-areas-host-start_cities-5eed-1.json"
    setup = rules.read_record(file.read_bytes()).setup
    assert setup.options == rules.Options(edition="recharged", areas="host", start_cities=True)
    assert setup.areas == ("west", "southwest", "east")


def test_option_may_be_said_again(capsys):
    assert main(["play", "--players", "2", "--map", "usa", "--option", "map=usa"]) == 0


def test_games_that_cannot_be_saved_are_refused_in_one_line(tmp_path, capsys):
    file = tmp_path / "file"
    file.touch()
    assert main(["play", "--players", "2", "--save", str(file)]) == 1
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", "The games cannot be saved: File exists.\n")


def test_game_with_a_seed_that_makes_no_file_name_is_refused_in_one_line(tmp_path, capsys):
    assert main(["play", "--players", "2", "--seed", "a/b", "--save", str(tmp_path)]) == 1
    assert capsys.readouterr().err == "The games cannot be saved: No such file or directory.\n"
    assert list(tmp_path.iterdir()) == []
