"""Whatever is played and taken back, replay leads to where the game is."""

import random

import pytest
from msgspec.structs import replace

import rules
import rules.bots
from games.models import Game, UndoRequest
from games.replay import history, snapshots
from games.replay.action_rows import TakenBack
from games.story import story
from games.story.names import Names
from games.turns import play, undo
from tests.factories import GameFactory
from tests.games.undoing import state_after

pytestmark = pytest.mark.django_db


GAMES = [
    rules.Options(),
    rules.Options(edition="recharged"),
    rules.Options(areas="draft", money_visible=True),
    rules.Options(edition="recharged", map="italy", start_cities=True),
]


@pytest.mark.parametrize("seed", range(len(GAMES)))
def test_games_with_much_taken_back_replay_to_what_was_played(seed):
    """Each position is known from when it was reached, so that replay, story and history can be held against it."""
    chance = random.Random(seed)
    game = GameFactory(players=3, undo_by_consent=True, options=GAMES[seed], name=f"Seed {seed}")
    reached = {game.sequence: snapshots.load(game)}
    while game.sequence < 100 and not game.is_over:
        game = _take_something_back(game, chance) if chance.random() < 0.25 else _act_somehow(game, chance)
        reached[game.sequence] = snapshots.load(game)
    known = history.positions(game)
    assert any(isinstance(position.move.action, TakenBack) for position in known[1:])
    for sequence, state in reached.items():
        assert known[sequence].state == state
    for row, position in zip(game.actions.all(), known[1:], strict=True):
        assert row.digest == rules.digest(position.state)
        match position.move.action:
            case TakenBack(to=to):
                assert position.state == replace(known[to].state, happened=())
    moves = [(position.move.seat, position.move.action) for position in history.in_force(known)[1:]]
    assert replace(rules.replay(game.read_setup(), moves), happened=()) == replace(known[-1].state, happened=())
    assert all(entry.sentences for entry in story.tell(known, Names.of(game)).entries)


def _act_somehow(game: Game, chance: random.Random) -> Game:
    """As a bot would, but for a bid now and then and the order in which they power."""
    seat = chance.choice(list(game.seats.filter(is_to_move=True)))
    action = rules.bots.decide(snapshots.load(game), rules.Seat(seat.number), chance.random().hex())
    return play.play(game, seat, action, expected=game.sequence)


def _take_something_back(game: Game, chance: random.Random) -> Game:
    """Have anybody take something back, and all others agree."""
    seat = chance.choice(list(game.seats.all()))
    wanted = undo.undoable(history.positions(game), seat.number)
    if wanted is None:
        return game
    before = state_after(game, wanted.to)
    went_back = undo.take_back(game, seat, expected=game.sequence)
    assert (went_back.sequence > game.sequence) == (not wanted.obstacle)
    for other in game.seats.exclude(pk=seat.pk):
        if UndoRequest.objects.filter(game=game).exists():
            went_back = undo.agree(game, other, asker=seat.number, expected=game.sequence)
    assert snapshots.load(went_back) == before
    return went_back
