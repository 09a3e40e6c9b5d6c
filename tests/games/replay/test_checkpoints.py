"""States kept on the way, so that looking back a little takes no replay from the start."""

import random

import pytest

from games.models import Action, Checkpoint, Game, Origin
from games.replay import checkpoints, history, snapshots
from games.story import story
from games.story.names import Names
from games.story.story import Reader
from games.turns import play, undo
from tests.factories import GameFactory, as_ever

pytestmark = pytest.mark.django_db


def play_by_chance(game, seed, turns_taken):
    """Take so many turns as bots would."""
    chance = random.Random(seed)
    for _turn in range(turns_taken):
        state = snapshots.load(game)
        if state.is_over:
            break
        number = chance.choice(state.to_move)
        action = as_ever(state, number, chance.random().hex())
        game = play.play(game, game.seats.get(number=number), action, expected=game.sequence)
    return game


@pytest.fixture
def game():
    return play_by_chance(GameFactory(), "checkpoints", 86)


def kept(game):
    return list(
        Checkpoint.objects.filter(action__game=game).order_by("pk").values_list("action__sequence", flat=True)
    )


def told_since_turn(positions, game, seat):
    """What a person hears of the time since their last turn."""
    told = story.tell(positions, Names.of(game), Reader.of(game, seat)).since_turn_of(seat)
    return told.recap(), [(entry.sequence, entry.events) for entry in told.entries]


def test_states_are_kept_all_the_way(game):
    assert game.sequence > checkpoints.REACH
    assert kept(game) == list(range(checkpoints.EVERY, game.sequence + 1, checkpoints.EVERY))


def test_what_happened_since_a_turn_is_told_as_after_a_replay_from_the_start(game):
    whole = history.positions(game)
    for seat in game.seats.all():
        recent = checkpoints.since_turn(seat)
        assert len(recent) < checkpoints.REACH
        assert recent == whole[-len(recent) :]
        assert told_since_turn(recent, game, seat) == told_since_turn(whole, game, seat)


def test_there_is_a_replay_from_the_start_where_something_was_taken_back(game):
    seat = game.seats.get(number=history.moves(game)[-1].seat)
    game.undo_by_consent = True
    game.save()
    undo.take_back(game, seat, expected=game.sequence)
    for other in game.seats.exclude(pk=seat.pk):
        undo.agree(game, other, asker=seat.number, expected=game.sequence)
    game.refresh_from_db()
    assert checkpoints.since_turn(game.seats.get(number=0)) == history.positions(game)


@pytest.mark.parametrize("body", ["{", "{}"])
def test_damaged_state_is_of_no_use(game, body):
    Checkpoint.objects.update(state=body)
    assert checkpoints.since_turn(game.seats.get(number=0)) == history.positions(game)


def test_state_that_other_rules_led_to_is_of_no_use(game):
    earlier = Checkpoint.objects.filter(action__game=game).earliest("pk")
    Checkpoint.objects.update(state=earlier.state)
    earlier.delete()
    assert checkpoints.since_turn(game.seats.get(number=0)) == history.positions(game)


def test_without_checkpoints_all_is_replayed():
    game = GameFactory(after=["open 4 4", "bid 5"])
    assert checkpoints.since_turn(game.seats.get(number=0)) == history.positions(game)


def test_looking_back_takes_three_queries_for_all_seats_of_all_games(game, django_assert_num_queries):
    other = play_by_chance(GameFactory(), "another", 40)
    seats = [*game.seats.select_related("game"), *other.seats.select_related("game")]
    with django_assert_num_queries(3):
        checkpoints.look_up(seats)
        found = [checkpoints.since_turn(seat) for seat in seats]
    for seat, recent in zip(seats, found, strict=True):
        whole = history.positions(seat.game)
        assert recent == whole[-len(recent) :]
        assert len(recent) < len(whole)
        assert told_since_turn(recent, seat.game, seat) == told_since_turn(whole, seat.game, seat)


def test_trail_of_before_is_of_no_use_later(game):
    seat = game.seats.select_related("game").get(number=0)
    checkpoints.look_up([seat])
    game = play_by_chance(game, "later", 5)
    seat.game = game
    assert checkpoints.since_turn(seat) == history.positions(game)


def test_turn_that_is_taken_during_a_look_does_not_shorten_it(game):
    for seat in game.seats.select_related("game"):
        last = Action.objects.filter(game=game, seat=seat.number, origin=Origin.PLAYER).latest("sequence")
        seat.game.sequence = last.sequence - 1  # as it was when it was loaded
        whole = history.positions(seat.game)
        assert told_since_turn(checkpoints.since_turn(seat), seat.game, seat) == told_since_turn(
            whole, seat.game, seat
        )


def test_what_happens_after_a_look_is_not_part_of_it(game):
    seat = game.seats.select_related("game").get(number=0)
    checkpoints.look_up([seat])
    play_by_chance(game, "later", 1)
    assert checkpoints.since_turn(seat)[-1].sequence == seat.game.sequence < Game.objects.get(pk=game.pk).sequence
