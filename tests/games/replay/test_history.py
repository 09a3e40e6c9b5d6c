import pytest

import rules
from games.models import Action, Origin
from games.replay import history
from tests.factories import GameFactory, play_to_the_end
from tests.games.scripts import AUCTIONS, ROUND

pytestmark = pytest.mark.django_db


def test_position_0_is_the_start():
    game = GameFactory(after=AUCTIONS)
    start = history.position(game, 0)
    assert (start.sequence, start.move) == (0, None)
    assert start.state == rules.start(game.read_setup())


def test_position_is_the_state_after_that_action():
    game = GameFactory(after=["open 4 4", "bid 5"])
    first = history.position(game, 1)
    assert first.state.auction.bid == 4
    assert (first.move.seat, first.move.action, first.move.origin) == (0, rules.OpenAuction(4, 4), Origin.PLAYER)


@pytest.mark.postgresql
@pytest.mark.parametrize("sequence", [-1, 3, 10**9])
def test_positions_beyond_start_and_present_do_not_exist(sequence):
    game = GameFactory(after=["open 4 4", "bid 5"])
    with pytest.raises(history.NoSuchPosition):
        history.position(game, sequence)


def test_positions_go_from_the_start_to_the_present():
    game = GameFactory(after=ROUND)
    positions = history.positions(game)
    assert [position.sequence for position in positions] == list(range(game.sequence + 1))
    assert [position.state.round for position in positions][-2:] == [1, 2]


def test_position_takes_one_query(django_assert_num_queries):
    game = GameFactory(after=ROUND)
    with django_assert_num_queries(1):
        history.position(game, 10)


def test_moves_between_two_positions():
    game = GameFactory(after=["open 4 4", "bid 5", "bid 6"])
    assert [str(move.action) for move in history.moves(game, after=1)] == ["bid 5", "bid 6"]
    assert [str(move.action) for move in history.moves(game, after=1, until=2)] == ["bid 5"]


def test_replay_of_a_whole_game_has_the_digest_of_every_row():
    game = play_to_the_end(GameFactory(players=2, bots=1, options=rules.Options(first_game=True)))
    states = [position.state for position in history.positions(game)]
    assert [rules.digest(state) for state in states[1:]] == [row.digest for row in game.actions.all()]
    assert states[-1].is_over


@pytest.mark.parametrize("body", ["{", '{"kind": "castle"}', '{"kind": "bid", "amount": 1}'])
def test_row_that_cannot_be_replayed_is_no_refusal_to_a_player(body):
    game = GameFactory(after=["open 4 4", "bid 5"])
    Action.objects.filter(game=game, sequence=2).update(body=body)
    with pytest.raises(history.Unplayable):
        history.position(game, 2)
