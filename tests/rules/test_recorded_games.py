"""Whole games as they were recorded: they replay to the recorded result for ever.

``games/digests.txt`` holds the digest of the last position of each. A change of it means that old games now end
differently, or that positions are written differently; only the second may ever be meant.
"""

from itertools import pairwise
from pathlib import Path

import pytest

import rules
from rules.events import PlantRemoved, Step3CardDrawn
from rules.invariants import check_money
from rules.record import result_of
from tests.rules.positions import events

FOLDER = Path(__file__).parent / "games"
FILES = sorted(FOLDER.glob("*.json"), key=lambda path: path.name)
DIGESTS = {
    name: digest for digest, name in map(str.split, (FOLDER / "digests.txt").read_text(encoding="utf-8").splitlines())
}


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def file(request):
    return request.param


@pytest.fixture
def record(file):
    return rules.read_record(file.read_bytes())


def recorded(name):
    """The record of a game and all its positions."""
    record = rules.read_record((FOLDER / f"{name}.json").read_bytes())
    return record, tuple(rules.positions(record.setup, record.moves))


def ranks(state):
    return [entry.rank for entry in state.standing]


def test_every_recorded_game_has_a_digest():
    assert sorted(DIGESTS) == [path.name for path in FILES]


def test_there_is_a_recorded_game_for_every_map_and_number_of_players():
    seen = set()
    for path in FILES:
        setup = rules.read_record(path.read_bytes()).setup
        seen.add((setup.options.map, setup.players))
    assert seen == {(map, players) for map in rules.board_names() for players in range(2, 7)}


def test_recorded_game_replays_to_its_result(record):
    assert record.result is not None
    assert result_of(rules.replay(record.setup, record.moves)) == record.result


def test_recorded_game_replays_to_its_digest(file, record):
    assert rules.digest(rules.replay(record.setup, record.moves)) == DIGESTS[file.name]


def test_invariants_hold_all_through_a_recorded_game(record):
    for before, after in pairwise(rules.positions(record.setup, record.moves)):
        rules.check(after)
        check_money(before, after)


def test_recorded_game_is_written_as_it_was_read(file, record):
    assert rules.write_record(record) == file.read_text(encoding="utf-8")


def test_setup_of_a_recorded_game_still_follows_from_its_seed(record):
    setup = record.setup
    assert rules.new_setup(setup.options, setup.players, setup.seed) == setup


@pytest.mark.rule("END-5")
def test_recorded_winner_powers_most_with_a_smaller_network():
    _, states = recorded("germany-2p-winner-not-largest-network")
    best, *others = states[-1].standing
    assert best.cities < max(other.cities for other in others)


@pytest.mark.rule("END-6")
@pytest.mark.parametrize("name", ["germany-6p-tie-decided-by-money", "usa-3p-tie-decided-by-money"])
def test_recorded_tie_was_decided_by_money(name):
    _, states = recorded(name)
    first, second, *_ = states[-1].standing
    assert first.powered == second.powered
    assert first.money > second.money


@pytest.mark.rule("END-6")
def test_recorded_tie_was_decided_by_cities():
    _, states = recorded("germany-4p-tie-decided-by-cities")
    first, second, *_ = states[-1].standing
    assert (first.powered, first.money) == (second.powered, second.money)
    assert first.cities > second.cities
    assert (first.rank, second.rank) == (1, 2)


@pytest.mark.rule("FIRST-4")
def test_recorded_victory_was_shared():
    record, states = recorded("germany-4p-first-game-shared-victory")
    assert record.setup.options.first_game
    assert ranks(states[-1])[:3] == [1, 1, 3]


@pytest.mark.rule("STEP-12", "STEP-14", "STEP-16")
@pytest.mark.parametrize(
    ("name", "phase"),
    [
        ("germany-3p-step-3-card-in-phase-2", "auction"),
        ("germany-5p-step-3-card-in-phase-4", "building"),
        ("usa-2p-step-3-card-in-phase-4", "building"),
        ("usa-5p-step-3-card-in-phase-4", "building"),
        ("usa-6p-step-3-card-in-phase-5", "bureaucracy"),
    ],
)
def test_step_3_card_came_in_the_phase_that_the_record_is_named_for(name, phase):
    _, states = recorded(name)
    assert [before.phase for before, after in pairwise(states) if events(after, Step3CardDrawn)] == [phase]


@pytest.mark.rule("STEP-21")
def test_step_3_began_before_step_2_in_the_record_named_for_it():
    _, states = recorded("usa-4p-step-3-before-step-2")
    assert {state.step for state in states} == {1, 3}
    removed = [event.reason for state in states for event in events(state, PlantRemoved)]
    assert removed.count("step2") == 1
