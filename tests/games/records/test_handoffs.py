"""``python -m games.handoffs``: the waits of a recorded game, as it was played, with plans and with round plans."""

import json
import os
import subprocess
import sys
from collections import Counter

import pytest
from msgspec.structs import replace

import rules
from games import handoffs
from tests.games.scripts import BUILDINGS, DRAFTED_ROUND, ROUND, TRUST_AUCTIONS
from tests.rules.random_play import random_game, tables
from tests.rules.recorded_games import FOLDER, bot_games

BEFORE_POWERING = (rules.Phase.RESOURCES, rules.Phase.BUILDING)

SHARED_VICTORY = FOLDER / "germany-4p-first-game-shared-victory.json"


def record_of(*texts, players=3, **options):
    """The record of a game of Ana, Bob, and Cid, or fewer; the lowest seat acts where several may."""
    setup = rules.new_setup(rules.Options(**options), players, "0")
    state, moves = rules.start(setup), []
    for text in texts:
        seat, action = state.to_move[0], rules.parse_action(text)
        moves.append((seat, action))
        state = rules.apply(state, seat, action)
    return rules.Record(("Ana", "Bob", "Cid")[:players], setup, tuple(moves))


def figures(record):
    """The waits by phase: as played, with plans, and with round plans."""
    waits = handoffs.count(record)
    return {
        phase.value: (waits.played[phase], waits.planned[phase], waits.by_round[phase])
        for phase in waits.played
        if waits.played[phase]
    }


def moments_of_decision(game):
    """The phases of all rounds in which somebody had a choice."""
    positions = rules.positions(game.setup, game.played)
    decided = zip(positions, game.played, strict=False)
    return {(state.round, state.phase) for state, (seat, _) in decided if rules.forced(state, seat) is None}


@pytest.fixture
def count(capsys):
    """Run the command and give the exit status, the lines printed and the lines on standard error."""

    def run(file):
        status = handoffs.main([str(file)])
        printed = capsys.readouterr()
        return status, printed.out.splitlines(), printed.err.splitlines()

    return run


@pytest.fixture
def written(tmp_path):
    """Write a record, or any text, and give the file."""

    def write(content):
        file = tmp_path / "game.json"
        file.write_text(content if isinstance(content, str) else rules.write_record(content))
        return file

    return write


# What is a wait -----------------------------------------------------------------------------------------------------


def test_each_decision_by_hand_is_a_wait_and_one_stop_for_each_phase_is_left_with_plans():
    # In turn: Ana puts 04 up, Bob and Cid pass; Bob puts 03 up, Cid passes; Cid puts 05 up. Then all buy, all build.
    assert figures(record_of(*BUILDINGS)) == {"auction": (6, 1, 1), "resources": (3, 1, 1), "building": (3, 1, 0)}


def test_powering_is_one_wait_by_hand_and_none_with_plans_where_only_one_choice_makes_sense():
    assert figures(record_of(*ROUND))["bureaucracy"] == (1, 0, 0)


def test_powering_otherwise_than_makes_sense_is_a_wait_with_plans_but_part_of_a_round_plan():
    assert figures(record_of(*BUILDINGS, "run", "run 3", "run"))["bureaucracy"] == (1, 1, 0)


def test_draft_of_areas_is_one_stop_with_plans():
    assert figures(record_of(*DRAFTED_ROUND, areas="draft"))["setup"] == (3, 1, 1)


def test_houses_of_the_trust_wait_each_as_no_plan_is_for_them():
    assert figures(record_of(*TRUST_AUCTIONS, players=2, edition="recharged"))["setup"] == (6, 6, 6)


@pytest.mark.parametrize("table", list(tables())[4::16], ids=lambda table: table.seed)
def test_whatever_is_done_can_be_said_at_two_stops_of_a_round(table):
    """Plants are run on less than they could or on another mix, fuel is kept or given back, bids leap."""
    game = random_game(table)
    waits = handoffs.count(rules.Record(("P",) * table.players, game.setup, game.moves))
    started = waits.by_round[rules.Phase.SETUP]
    assert waits.by_round[rules.Phase.AUCTION] <= waits.rounds
    assert waits.by_round.total() - started <= 2 * waits.rounds
    assert started == 0 or table.options.start_cities or table.players == 2 or table.options.areas == "draft"


def test_what_leaves_no_choice_is_no_wait():
    record = rules.read_record(SHARED_VICTORY.read_bytes())
    positions = rules.recorded_positions(record)
    free = [
        rules.forced(state, seat) is None and state.phase is not rules.Phase.BUREAUCRACY
        for state, (seat, _) in zip(positions, record.moves, strict=False)
    ]
    waits = handoffs.count(record)
    assert waits.played.total() - waits.played[rules.Phase.BUREAUCRACY] == sum(free) < len(free)


def test_passes_of_barred_seats_that_a_record_states_are_no_waits():
    record = rules.read_record((FOLDER / "central-europe-classic-4p-barred-from-an-auction.json").read_bytes())
    assert handoffs.count(record).planned[rules.Phase.AUCTION] == 10


def test_game_without_actions_has_not_waited():
    waits = handoffs.count(record_of())
    assert (waits.played.total(), waits.planned.total(), waits.by_round.total(), waits.rounds) == (0, 0, 0, 0)


@pytest.mark.parametrize("game", bot_games()[::23], ids=lambda game: game.name)
def test_plans_that_hold_leave_exactly_one_stop_in_each_phase_that_asks_anybody(game):
    waits = handoffs.count(rules.Record(("P",) * game.players, game.setup, game.played))
    asking = Counter(phase for _, phase in moments_of_decision(game))
    for phase in (rules.Phase.AUCTION, rules.Phase.RESOURCES, rules.Phase.BUILDING):
        assert waits.planned[phase] == asking[phase]


@pytest.mark.parametrize("game", bot_games()[::23], ids=lambda game: game.name)
def test_round_plans_that_hold_leave_exactly_one_stop_for_the_auctions_and_one_for_the_rest(game):
    waits = handoffs.count(rules.Record(("P",) * game.players, game.setup, game.played))
    moments = moments_of_decision(game)
    rounds = {number for number, phase in moments if phase in BEFORE_POWERING}
    assert waits.by_round[rules.Phase.AUCTION] == Counter(phase for _, phase in moments)[rules.Phase.AUCTION]
    assert sum(waits.by_round[phase] for phase in BEFORE_POWERING) == len(rounds)


# The command --------------------------------------------------------------------------------------------------------


def test_command_prints_a_table_by_phase_and_the_waits_in_its_last_line(count):
    # By hand: 21 openings, 140 bids, 33 passes with a choice, 9 plants scrapped, 7 times nothing put up; 7 times 4
    # purchases; 11 of as many times nobody could pay for a city; and cities were powered in all rounds but the last.
    # With plans: a stop for the auctions, the purchases and the cities of each round; powering never took thought.
    # With round plans: a stop for the auctions, and one for the rest of the round.
    status, out, err = count(SHARED_VICTORY)
    assert (status, err) == (0, [])
    assert [line.split() for line in out[:-1]] == [
        ["as", "played", "with", "plans", "with", "round", "plans"],
        ["setup", "0", "0", "0"],
        ["auction", "210", "7", "7"],
        ["resources", "28", "7", "7"],
        ["building", "17", "7", "0"],
        ["bureaucracy", "6", "0", "0"],
        ["each", "round", "37.3", "3.0", "2.0"],
    ]
    assert out[-1] == "waits: as played 261, with plans 21, with round plans 14, rounds 7"


def test_command_names_the_first_illegal_action(count, written):
    record = rules.read_record(SHARED_VICTORY.read_bytes())
    moves = (*record.moves[:5], (record.moves[5][0], rules.OpenAuction(99, 1)))
    status, out, err = count(written(replace(record, moves=moves, result=None)))
    assert (status, out) == (1, [])
    assert err[0].startswith("action 6: ")


@pytest.mark.parametrize("content", ["", "{}", "[1, 2]", '{"format": "chess/1"}', "\x00"])
def test_what_is_no_record_is_refused_in_a_sentence(count, written, content):
    status, out, err = count(written(content))
    assert (status, out, len(err)) == (2, [], 1)


def test_record_with_a_setup_against_the_rules_is_refused(count, written):
    content = json.loads(SHARED_VICTORY.read_text())
    status, out, _ = count(written(json.dumps({**content, "map": "atlantis"})))
    assert (status, out) == (2, [])


def test_missing_file_is_refused_in_a_sentence(count, tmp_path):
    status, out, err = count(tmp_path / "nowhere.json")
    assert (status, out) == (2, [])
    assert err == [f"{tmp_path / 'nowhere.json'} cannot be read: No such file or directory."]


def test_command_needs_neither_settings_nor_rows():
    seen = "import sys, games.handoffs; sys.exit('games.models' in sys.modules)"
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("DJANGO", "DEVELOPMENT"))}
    subprocess.run([sys.executable, "-c", seen], env=clean, check=True, timeout=60)
    command = [sys.executable, "-m", "games.handoffs", str(SHARED_VICTORY)]
    printed = subprocess.run(command, env=clean, check=True, capture_output=True, text=True, timeout=60).stdout
    assert printed.splitlines()[-1].startswith("waits: ")
