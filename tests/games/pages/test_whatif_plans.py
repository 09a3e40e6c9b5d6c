"""From a line that somebody tried to plans for the game."""

import pytest

from games.models import Action, Game, StandingPlan
from games.turns import edit_plans
from tests.factories import GameFactory, play_on
from tests.games.scripts import AUCTIONS
from tests.games.trying import Board
from tests.pages import words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def board() -> Board:
    """Of Ana: Bob is to buy fuel, then she is, then Cid."""
    return Board(GameFactory.create(after=AUCTIONS))


def make_plans(board: Board):
    return board.send("what_if_plans")


def test_own_moves_are_told_as_plans_before_they_become_some(board):
    board.play(action="buy", oil=2)
    assert "Save plan" not in words_of(board.see())
    board.play(action="buy", coal=2)
    page = words_of(board.see())
    assert "Save plan" in page
    assert "I buy 2 coal" in page
    assert edit_plans.of(board.game.seats.get(name="Ana")) == []


def test_own_moves_become_plans_with_one_press(board):
    board.play(action="buy", oil=2)
    board.play(action="buy", coal=2)
    board.play(action="buy", coal=1)
    board.play(action="build", nothing=1)
    board.play(action="build", city="hannover")
    response = make_plans(board)
    assert response["Location"] == board.game.get_absolute_url()
    plans = edit_plans.of(board.game.seats.get(name="Ana"))
    assert {(plan.slot, plan.round) for plan in plans} == {("purchase", 1), ("building", 1)}


def test_the_plans_do_in_the_game_what_was_tried(board):
    board.play(action="buy", oil=2)
    board.play(action="buy", coal=2)
    Game.objects.filter(pk=board.game.pk).update(plans_answer_at_once=True)
    make_plans(board)
    play_on(board.game, "buy o2")
    bodies = Action.objects.filter(game=board.game).order_by("sequence").values_list("body", flat=True)
    assert '"coal":2' in list(bodies)[-1]


def test_moves_for_others_become_no_plans(board):
    board.play(action="buy", oil=2)
    make_plans(board)
    assert not StandingPlan.objects.exists()


def test_what_left_no_choice_becomes_no_plan():
    board = Board(GameFactory.create(after=["open 4 4"]), "Cid")
    board.play(action="bid", amount=50)
    assert board.line.moves[1].origin == "forced"
    assert "Save plan" not in words_of(board.see())


def test_what_is_over_in_the_game_becomes_no_plan(board):
    board.play(action="buy", oil=2)
    board.play(action="buy", coal=2)
    board.game = play_on(board.game, "buy o2", "buy c1")
    assert "Save plan" not in words_of(board.see())
    make_plans(board)
    assert not StandingPlan.objects.exists()


def test_plans_of_a_line_that_was_changed_meanwhile_are_not_made(board):
    board.play(action="buy", oil=2)
    board.play(action="buy", coal=2)
    response = board.send("what_if_plans", expected=0)
    assert response.status_code == 302
    assert not StandingPlan.objects.exists()
