"""Whole games as they were recorded: they replay to the recorded positions and result for ever.

Some are records of their own in ``games/``, each named for what it shows; of every kind of game there is one more in
short form (:mod:`tests.rules.recorded_games`). With each goes the digest of its last position, and the beginning of
the digest of every other. A change of one means that games which people play, or have played, go on differently.
"""

from functools import cache
from itertools import pairwise

import pytest
from msgspec.structs import replace

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
from tests.rules.random_play import EDITIONS, first_boards, later_boards
from tests.rules.recorded_games import FOLDER, bot_games, digests, first_difference, kinds, trail

FILES = sorted(FOLDER.glob("*.json"), key=lambda path: path.name)
DIGESTS = digests()


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def file(request):
    return request.param


@pytest.fixture
def record(file):
    return rules.read_record(file.read_bytes())


@cache
def recorded(name):
    """The record of a game and all its positions."""
    record = rules.read_record((FOLDER / f"{name}.json").read_bytes())
    return record, tuple(rules.positions(record.setup, record.moves))


def ranks(state):
    return [entry.rank for entry in state.standing]


def test_every_recorded_game_has_a_digest():
    assert sorted(DIGESTS) == [path.name for path in FILES]


def test_recorded_game_replays_to_its_result(file):
    record, states = recorded(file.stem)
    assert record.result is not None
    assert result_of(states[-1]) == record.result


def test_recorded_game_replays_to_its_digests(file, record):
    digest, known = DIGESTS[file.name]
    check_digests(file.name, record.setup, record.moves, digest, known)


BROKEN = (
    "The position after action {} of {} is another one than when it was recorded, and so games that people play would"
    " break. What is meant to change needs a new version of the rules: see docs/rules-versions.md."
)


def check_digests(name, setup, moves, digest, known):
    """All positions of a game, which have to be those that were recorded."""
    states = []
    try:
        for state in rules.positions(setup, moves):
            states.append(state)  # noqa: PERF402  (a refusal says after how many)
    except rules.RuleError as error:
        raise AssertionError(f"{BROKEN.format(len(states), name)} {error}") from error
    place = first_difference(trail(states), known)
    assert place is None, BROKEN.format(place, name)
    assert rules.digest(states[-1]) == digest, BROKEN.format(len(moves), name)
    return states


@pytest.fixture
def tampered():
    """A recorded game, whose digests are held against another setup or other actions."""
    record, _ = recorded("usa-3p-first-game")
    digest, known = DIGESTS["usa-3p-first-game.json"]

    def check(setup=record.setup, moves=record.moves, digest=digest, known=known):
        return check_digests("usa", setup, moves, digest, known)

    return check, record, known


def test_change_of_a_position_is_found_where_it_is(tampered):
    check, record, known = tampered
    assert len(check()) == len(record.moves) + 1
    deck = (*record.setup.deck[:-3], *record.setup.deck[-3:][::-1])
    for changed, place in [
        ({"setup": replace(record.setup, deck=deck)}, 0),
        ({"moves": record.moves[:-1]}, len(record.moves)),
        ({"known": known[:80] + "0000" + known[84:]}, 20),
        ({"digest": "0" * 64}, len(record.moves)),
        ({"moves": record.moves[:7] + record.moves[8:]}, 8),
    ]:
        with pytest.raises(AssertionError, match=rf"after action {place} of usa .* see docs/rules-versions\.md"):
            check(**changed)


def test_invariants_hold_all_through_a_recorded_game(file):
    _, states = recorded(file.stem)
    check_all_through(states)


def check_all_through(positions):
    for before, after in pairwise(positions):
        rules.check(after)
        check_money(before, after)


def test_recorded_game_is_written_as_it_was_read(file, record):
    assert rules.write_record(record) == file.read_text(encoding="utf-8")


def test_setup_of_a_recorded_game_still_follows_from_its_seed(record):
    setup = record.setup
    assert rules.new_setup(setup.options, setup.players, setup.seed, version=setup.version) == setup


# One of each kind ---------------------------------------------------------------------------------------------------


def test_there_is_a_game_for_every_edition_map_number_of_players_and_variant():
    missing = {kind.full_name for kind in kinds()} - {game.name for game in bot_games()}
    assert not missing, "python -m tests.rules.recorded_games records what is missing"


def test_games_are_of_the_kind_that_their_name_says():
    games = {game.name: game for game in bot_games()}
    assert len(games) == len(bot_games())
    for kind in kinds():
        game = games[kind.full_name]
        assert (game.players, game.version) == (kind.players, kind.version)
        assert kind.is_random or game.options == kind.options


@pytest.mark.parametrize("game", bot_games(), ids=lambda game: game.name)
def test_game_in_short_form_replays_to_its_digests(game):
    states = check_digests(game.name, game.setup, game.played, game.digest, game.trail)
    assert states[-1].is_over
    check_all_through(states)


OTHERWISE = {
    "first_game": (False, True),
    "start_cities": (False, True),
    "two_player_mode": ("trust", "plain"),
    "tiebreak": ("money_cities", "money"),
    "step2_removal_when_skipped": (False, True),
    "start_city_must_be_empty": (False, True),
    "trust_refill": ("two", "three"),
    "trust_triggers_phase_out": (False, True),
    "france_recharged_garbage": ("base", "classic"),
}


@pytest.mark.parametrize("option", OTHERWISE)
def test_every_option_of_the_rules_decides_something_in_a_recorded_game(option):
    # Between bots few options decide anything.
    likely_first = sorted(bot_games(), key=lambda game: "mixed" not in game.name)
    games = [(game.setup, game.played, game.digest) for game in likely_first]
    records = [(path, recorded(path.stem)[0]) for path in FILES]
    games += [(record.setup, record.moves, DIGESTS[path.name][0]) for path, record in records]
    assert any(goes_otherwise(setup, moves, known, option) for setup, moves, known in games)


def goes_otherwise(setup, moves, known, option):
    """Whether a game would end otherwise with another value of an option, among those of its edition."""
    options = rules.settled(setup.options, setup.version)
    one, other = OTHERWISE[option]
    changed = replace(options, **{option: other if getattr(options, option) == one else one})
    if not rules.applies(option, changed, setup.players, setup.version):
        return False
    try:
        rules.check_options(changed, setup.version)
        *_, last = rules.positions(replace(setup, options=changed), moves)
        return rules.digest(last) != known
    except rules.RuleError:
        return option in {"start_city_must_be_empty", "first_game", "start_cities", "two_player_mode"}


def test_options_that_change_nothing_but_what_is_seen_or_who_picks_the_areas_are_the_only_others():
    assert rules.Options.__struct_fields__ == ("edition", "map", "areas", "money_visible", *OTHERWISE)


@pytest.mark.parametrize(
    ("edition", "map"), [(edition, map) for edition in EDITIONS for map in first_boards(edition)]
)
def test_areas_are_drawn_drafted_and_picked_in_recorded_games(edition, map):
    check_variety(game for game in bot_games() if (game.options.edition, game.options.map) == (edition, map))


@pytest.mark.parametrize("edition", EDITIONS)
def test_areas_are_drawn_drafted_and_picked_in_recorded_games_of_boards_that_came_later(edition):
    boards = later_boards(edition)
    games = [game for game in bot_games() if game.options.edition == edition and game.options.map in boards]
    check_variety(games)
    assert {game.options.map for game in games} == {*boards}


def check_variety(games):
    found = [(game.options.areas, game.players) for game in games]
    assert {areas for areas, _ in found} == {"random", "draft", "host"}
    assert {players for _, players in found} == {2, 3, 4, 5, 6}


# What the records are named for -------------------------------------------------------------------------------------


@pytest.mark.rule("END-5")
def test_recorded_winner_powers_most_with_a_smaller_network():
    _, states = recorded("germany-2p-winner-not-largest-network")
    best, *others = states[-1].standing
    assert best.cities < max(other.cities for other in others)


@pytest.mark.rule("MAP-DE-4")
def test_trust_ended_the_refill_of_uranium_in_the_record_named_for_it():
    record, states = recorded("germany-recharged-2p-trust-ends-the-refill-of-uranium")
    assert record.setup.options.trust_triggers_phase_out
    (ended,) = (number for number, state in enumerate(states) if events(state, UraniumPhasedOut))
    assert 39 in states[ended].trust.plants


@pytest.mark.rule("BLD-3")
def test_recorded_first_city_was_beside_another():
    record, states = recorded("usa-3p-first-city-beside-another")
    assert not record.setup.options.start_city_must_be_empty
    (first,) = (
        after for before, after in pairwise(states) if after.players[0].cities and not before.players[0].cities
    )
    assert first.players[0].cities[0].slot > 10


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


@pytest.mark.rule("EXP-1a")
def test_recorded_company_stayed_in_a_marked_city_without_a_way_out_as_the_first_version_let_it():
    record, states = recorded("italy-recharged-3p-start-city-cut-off")
    assert record.setup.version == 1
    sizes = {player.cities[0].city: player.network_size for player in states[-1].players}
    assert sizes == {"livorno": 1, "padova": 14, "brescia": 17}


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
