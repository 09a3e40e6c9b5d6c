"""Whole games as they were recorded: they replay to the recorded result for ever.

Some are records of their own in ``games/``, each named for what it shows; of every kind of game there is one more in
short form (:mod:`tests.rules.recorded_games`). With each goes the digest of its last position, those of the records
in ``games/digests.txt``. A change of it means that old games now end differently, or that positions are written
differently; only the second may ever be meant.
"""

from itertools import pairwise

import pytest

import rules
from rules.events import (
    AuctionOpened,
    PlantRemoved,
    ResourcesBought,
    StartCityMarked,
    Step3CardDrawn,
    StepBegan,
    TrustTookPlant,
    UraniumPhasedOut,
)
from rules.invariants import check_money
from rules.record import result_of
from tests.rules.positions import events
from tests.rules.recorded_games import FOLDER, bot_games, kinds

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


def test_recorded_game_replays_to_its_result(record):
    assert record.result is not None
    assert result_of(rules.replay(record.setup, record.moves)) == record.result


def test_recorded_game_replays_to_its_digest(file, record):
    assert rules.digest(rules.replay(record.setup, record.moves)) == DIGESTS[file.name]


def test_invariants_hold_all_through_a_recorded_game(record):
    check_all_through(rules.positions(record.setup, record.moves))


def check_all_through(positions):
    for before, after in pairwise(positions):
        rules.check(after)
        check_money(before, after)


def test_recorded_game_is_written_as_it_was_read(file, record):
    assert rules.write_record(record) == file.read_text(encoding="utf-8")


def test_setup_of_a_recorded_game_still_follows_from_its_seed(record):
    setup = record.setup
    assert rules.new_setup(setup.options, setup.players, setup.seed) == setup


# One of each kind ---------------------------------------------------------------------------------------------------


def test_there_is_a_game_between_bots_for_every_edition_map_number_of_players_and_variant():
    assert sorted((game.name, game.players) for game in bot_games()) == sorted(
        (name, players) for name, players, _ in kinds()
    )
    assert {(game.players, game.options) for game in bot_games()} == {
        (players, options) for _, players, options in kinds()
    }


@pytest.mark.parametrize("game", bot_games(), ids=lambda game: game.name)
def test_game_between_bots_replays_to_its_digest(game):
    positions = tuple(rules.positions(game.setup, game.played))
    assert positions[-1].is_over
    assert rules.digest(positions[-1]) == game.digest
    check_all_through(positions)


# What the records are named for -------------------------------------------------------------------------------------


@pytest.mark.rule("END-5")
def test_recorded_winner_powers_most_with_a_smaller_network():
    _, states = recorded("germany-2p-winner-not-largest-network")
    best, *others = states[-1].standing
    assert best.cities < max(other.cities for other in others)


@pytest.mark.rule("END-6")
@pytest.mark.parametrize(
    "name",
    ["germany-6p-tie-decided-by-money", "usa-3p-tie-decided-by-money", "italy-classic-3p-tie-decided-by-money"],
)
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


@pytest.mark.rule("END-7")
def test_recorded_victory_in_recharged_was_shared_by_networks_of_different_size():
    _, states = recorded("germany-recharged-3p-shared-victory")
    first, second, _ = states[-1].standing
    assert (first.rank, second.rank) == (1, 1)
    assert (first.powered, first.money) == (second.powered, second.money)


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


@pytest.mark.rule("STEP-17", "EXP-1", "TRU-6")
def test_recorded_step_3_card_came_at_the_start_of_phase_5():
    _, states = recorded("germany-recharged-2p-step-3-card-at-the-start-of-phase-5")
    (drawn,) = (number for number, state in enumerate(states) if events(state, Step3CardDrawn))
    assert events(states[drawn], StepBegan) == [StepBegan(2)]
    assert (states[drawn - 1].phase, states[drawn].phase) == ("building", "bureaucracy")
    assert sum(len(events(state, StartCityMarked)) for state in states) == 2


@pytest.mark.rule("MAP-USA-3", "TRU-18")
def test_recorded_coal_came_from_the_storage():
    _, states = recorded("usa-recharged-2p-coal-from-the-storage")
    assert [
        event
        for before, after in pairwise(states)
        for event in events(after, ResourcesBought)
        if event.fuel.coal > before.resources.coal
    ]


@pytest.mark.rule("MAP-IT-3", "TRU-10")
def test_recorded_uranium_was_phased_out():
    _, states = recorded("italy-recharged-2p-uranium-phased-out")
    (ended,) = (number for number, state in enumerate(states) if events(state, UraniumPhasedOut))
    assert all(state.phased_out for state in states[ended:])
    assert [event for state in states for event in events(state, TrustTookPlant)]


@pytest.mark.rule("MAP-FR-5")
@pytest.mark.parametrize("name", ["france-classic-3p-all-of-paris", "france-recharged-2p-all-of-paris"])
def test_recorded_company_has_all_of_paris(name):
    _, states = recorded(name)
    paris = {"paris-nord", "paris-est", "paris-sud"}
    assert [player for player in states[-1].players if paris <= {house.city for house in player.cities}]


@pytest.mark.rule("MAP-BNL-5", "MAP-BNL-6", "STEP-18")
@pytest.mark.parametrize("edition", ["classic", "recharged"])
def test_recorded_step_3_card_came_with_two_gaps(edition):
    _, states = recorded(f"benelux-{edition}-3p-step-3-card-with-two-gaps")
    (drawn,) = (state for state in states if events(state, Step3CardDrawn))
    reasons = [event.reason for event in events(drawn, PlantRemoved)]
    assert (reasons[0], reasons[-1], len(drawn.market)) == ("update", "step3", 6)


@pytest.mark.rule("MAP-CE-4")
@pytest.mark.parametrize(
    "name",
    ["central-europe-classic-4p-barred-from-an-auction", "central-europe-recharged-3p-barred-from-an-auction"],
)
def test_recorded_auction_was_not_for_everybody(name):
    _, states = recorded(name)
    assert [
        state
        for state in states
        if events(state, AuctionOpened)
        and state.auction
        and len(state.auction.bidders) < state.setup.players - len(state.acted)
    ]
