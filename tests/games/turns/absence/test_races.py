"""Several people, or one impatient one, pressing at the same moment."""

from collections.abc import Callable

import pytest
from django.utils import timezone

import rules
from games.models import Absence, Game, Origin, Vote
from games.plans.language import StandingPass
from games.turns import absence, edit_plans, play, run_due, votes
from tests.factories import GameFactory, person_called, play_on
from tests.games.planned import due, plan, time_is_up
from tests.games.taking import at_once, seat_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


def pressing(step: Callable[[], Game]) -> Callable[[], object]:
    """What a press comes to: the game, or the sentence that refuses it."""

    def press() -> object:
        try:
            return step()
        except absence.AbsenceRefused as refusal:
            return str(refusal)

    return press


def leaving(game: Game, name: str) -> Callable[[], object]:
    person = person_called(name)
    return pressing(lambda: absence.leave(game, person, now=timezone.now()))


def coming_back(game: Game, name: str) -> Callable[[], object]:
    person = person_called(name)
    return pressing(lambda: absence.come_back(game, person, now=timezone.now()))


def taking_over(game: Game, name: str) -> Callable[[], object]:
    person = person_called(name)
    return pressing(lambda: absence.take_over(game, 0, person, now=timezone.now()))


@pytest.fixture
def left() -> Game:
    return absence.leave(GameFactory.create(), person_called("Ana"), now=timezone.now())


def test_of_three_people_who_take_over_a_seat_one_gets_it_and_the_others_a_sentence(left):
    answers = at_once(*(taking_over(left, name) for name in ("Dan", "Eva", "Flo")))
    owner = left.seats.get(number=0).name
    assert sum(isinstance(answer, Game) for answer in answers) == 1
    assert sum(answer == f"This seat is not free: {owner} plays on." for answer in answers) == 2
    assert Absence.objects.get().substitute == person_called(owner)


def test_who_takes_over_twice_at_once_has_the_seat_once(left):
    answers = at_once(taking_over(left, "Dan"), taking_over(left, "Dan"))
    assert all(isinstance(answer, Game) for answer in answers)
    assert Absence.objects.count() == 1


def test_either_somebody_comes_back_or_somebody_else_takes_over(left):
    back, taken = at_once(coming_back(left, "Ana"), taking_over(left, "Dan"))
    assert isinstance(back, Game) != isinstance(taken, Game)
    assert left.seats.get(number=0).name == ("Ana" if isinstance(back, Game) else "Dan")
    assert left.seats.get(number=0).absent_since is None


def test_who_leaves_twice_at_once_is_absent_once():
    game = GameFactory()
    answers = at_once(leaving(game, "Ana"), leaving(game, "Ana"))
    assert all(isinstance(answer, Game) for answer in answers)
    assert Absence.objects.count() == Game.objects.get().absences == 1


def test_game_that_all_leave_at_once_ends_once():
    game = GameFactory()
    at_once(*(leaving(game, name) for name in ("Ana", "Bob", "Cid")))
    game.refresh_from_db()
    assert game.ended_early
    assert not game.seats.filter(is_to_move=True).exists()


def test_who_leaves_while_their_plan_answers_is_answered_for_once():
    game = play_on(plan(GameFactory.create(), "Bob", StandingPass()), "open 4 4")
    moment = due(game)
    at_once(leaving(game, "Bob"), lambda: run_due.run(game.pk, now=moment))
    answers = game.actions.filter(seat=1, sequence=2)
    assert answers.count() == 1
    assert answers.get().origin in {Origin.PLAN, Origin.BOT}
    assert seat_of(game, "Bob").plays_itself


def test_who_leaves_while_their_time_runs_out_is_answered_for_once():
    game = play_on(GameFactory.create(pace={"move_time": 3600}), "open 4 4")
    moment = time_is_up(game)
    at_once(leaving(game, "Bob"), lambda: run_due.run(game.pk, now=moment))
    assert game.actions.filter(seat=1, sequence=2).count() == 1
    assert seat_of(game, "Bob").plays_itself


def test_either_somebody_acts_or_they_have_left_before():
    game = GameFactory()
    seat = seat_of(game, "Ana")
    _left, acted = at_once(
        leaving(game, "Ana"), lambda: play.play(game, seat, rules.parse_action("open 4 4"), expected=0)
    )
    first = game.actions.get(sequence=1)
    assert first.origin == (Origin.PLAYER if isinstance(acted, Game) else Origin.BOT)
    assert seat_of(game, "Ana").plays_itself


def test_who_has_just_been_replaced_neither_plans_nor_votes_for_their_successor(left):
    seat = left.seats.get(number=0)
    absence.take_over(left, 0, person_called("Dan"), now=timezone.now())
    with pytest.raises(edit_plans.PlanRefused, match="Dan has taken over"):
        edit_plans.give(left, seat, StandingPass(), now=timezone.now())
    with pytest.raises(votes.VoteRefused, match="Dan has taken over"):
        votes.cast(left, seat, Vote.Motion.END, pauses=0, now=timezone.now())
