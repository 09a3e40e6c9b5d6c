"""The way through the past of a game."""

import pytest

import rules
from games.replay import history
from games.replay.position_index import PositionIndex
from games.story.story import Reader
from games.story.timeline import Timeline, timeline
from tests.factories import GameFactory, play_to_the_end
from tests.games.planned import come_due
from tests.games.scripts import AUCTIONS, BUILDINGS, PURCHASES, ROUND

pytestmark = pytest.mark.django_db


def way_through(game, at: int, seat: int | None = None) -> Timeline:
    return timeline(PositionIndex.of(history.positions(game)), at, seat)


def steps(way: Timeline, key: str) -> tuple[int | None, int | None]:
    (found,) = (steps for steps in (way.action, *way.larger) if steps.key == key)
    return found.back, found.on


def test_phases_lie_side_by_side_over_the_whole_way():
    way = way_through(GameFactory(after=ROUND), 0)
    assert [stretch.start for stretch in way.stretches] == [
        0,
        len(AUCTIONS),
        len(PURCHASES),
        len(BUILDINGS),
        len(ROUND),
    ]
    assert [stretch.phase for stretch in way.stretches] == [
        *("auction", "resources", "building", "bureaucracy"),
        "auction",
    ]
    assert sum(float(stretch.width) for stretch in way.stretches) == pytest.approx(100, abs=0.1)
    assert [stretch.is_even_round for stretch in way.stretches] == [False] * 4 + [True]


def test_start_of_a_game_is_all_there_is_before_the_first_action():
    way = way_through(GameFactory(), 0, seat=0)
    assert [(stretch.start, stretch.width) for stretch in way.stretches] == [(0, "0.00")]
    assert {steps(way, key) for key in ("action", "phase", "round", "own")} == {(None, None)}


def test_position_is_named_by_round_and_phase():
    game = GameFactory(after=ROUND)
    assert way_through(game, 0).now == "Round 1, Auction"
    assert way_through(game, len(PURCHASES)).now == "Round 1, Building"
    assert way_through(game, len(ROUND)).now == "Round 2, Auction"


def test_setup_and_end_have_names_of_their_own():
    draft = GameFactory(options=rules.Options(areas="draft"))
    assert way_through(draft, 0).now == "Before the game"
    over = play_to_the_end(GameFactory(options=rules.Options(first_game=True)))
    assert way_through(over, over.sequence).now == "The end"


def test_step_back_within_a_phase_leads_to_its_start_and_then_to_the_one_before():
    game = GameFactory(after=ROUND)
    assert steps(way_through(game, len(AUCTIONS) + 2), "phase") == (len(AUCTIONS), len(PURCHASES))
    assert steps(way_through(game, len(AUCTIONS)), "phase") == (0, len(PURCHASES))
    assert steps(way_through(game, len(ROUND)), "phase") == (len(BUILDINGS), None)


def test_steps_by_action_end_where_the_game_does():
    game = GameFactory(after=AUCTIONS)
    assert steps(way_through(game, 0), "action") == (None, 1)
    assert steps(way_through(game, game.sequence), "action") == (game.sequence - 1, None)


def test_own_turns_are_those_taken_in_person():
    game = GameFactory(players=3, bots=2, after=["open 4 4"])
    ends = game.sequence
    assert steps(way_through(game, 0, seat=0), "own") == (None, 1)
    assert steps(way_through(game, ends, seat=0), "own") == (1, None)
    assert steps(way_through(game, 0, seat=1), "own") == (None, None)


def test_turns_of_others_have_what_hidden_money_left_them_no_choice_about():
    game = come_due(GameFactory(after=["open 4 50"]))
    course = PositionIndex.of(history.positions(game))
    readers = (Reader.of(game, None), Reader(None, knows_plans=True, knows_money=True))
    seen = [steps(timeline(course, 0, 1, name="Bob", reader=reader), "own") for reader in readers]
    assert seen == [(None, 2), (None, None)]


def test_phases_that_were_gone_through_twice_are_shown_twice():
    game = GameFactory(after=AUCTIONS)
    known = history.positions(game)
    back = history.Position(game.sequence + 1, known[-2].state, None)
    assert [stretch.start for stretch in timeline(PositionIndex.of([*known, back]), 0, None).stretches] == [
        0,
        len(AUCTIONS),
        len(AUCTIONS) + 1,
    ]
