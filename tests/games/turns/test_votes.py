"""What players agree on about their time."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

import rules
from games.models import Game, Seat, Vote
from games.models.pace import DAY, HOUR
from games.turns import absence, run_due, votes
from games.turns.votes import Motion
from notifications.models import Alert
from tests.factories import GameFactory, person_called, play_on, play_to_the_end

pytestmark = pytest.mark.django_db

PACE = {"move_time": DAY, "bank_time": 3 * DAY, "bank_cap": 3 * DAY}
PAUSE, RESUME, END = Motion.PAUSE, Motion.RESUME, Motion.END


@pytest.fixture
def game():
    """Ana is asked; Bob and Cid look on."""
    return GameFactory(players=3, pace=PACE)


def at(**later):
    return timezone.now() + timedelta(**later)


def seat_of(game: Game, name: str) -> Seat:
    return game.seats.get(name=name)


def vote(game: Game, motion: Motion, *names: str, pauses: int | None = None, now=None) -> Game:
    for name in names:
        game = Game.objects.get(pk=game.pk)
        seen = game.pauses if pauses is None else pauses
        votes.cast(game, seat_of(game, name), motion, pauses=seen, now=now or timezone.now())
    return Game.objects.get(pk=game.pk)


def paused(game: Game, now=None) -> Game:
    return vote(game, PAUSE, "Ana", "Bob", now=now)


def standing(game: Game) -> set[tuple[str, int]]:
    return {*Vote.objects.filter(game=game).values_list("motion", "seat")}


def test_more_than_half_of_the_people_pause_a_game(game):
    assert vote(game, PAUSE, "Ana").paused_at is None
    now = timezone.now()
    game = vote(game, PAUSE, "Bob", now=now)
    assert (game.paused_at, game.resumes_at, game.pauses) == (now, now + timedelta(days=14), 1)
    assert standing(game) == set()


@pytest.mark.parametrize(("players", "takes"), [(2, 2), (3, 2), (4, 3), (5, 3), (6, 4)])
def test_half_of_the_people_are_not_enough(players, takes):
    seats = list(GameFactory(players=players, pace=PACE).seats.all())
    assert votes.takes(seats, PAUSE) == votes.takes(seats, RESUME) == takes
    assert votes.takes(seats, END) == players


@pytest.mark.postgresql
def test_vote_pressed_twice_counts_once(game):
    vote(game, PAUSE, "Ana", "Ana", "Ana")
    assert standing(game) == {("pause", 0)}
    assert Game.objects.get(pk=game.pk).paused_at is None


def test_vote_for_what_was_done_meanwhile_does_nothing(game):
    paused(game)
    game = vote(game, PAUSE, "Cid", pauses=0)
    assert (game.pauses, standing(game)) == (1, set())
    game = vote(game, RESUME, "Ana", "Bob")
    game = vote(game, RESUME, "Cid", pauses=1)
    assert (game.paused_at, standing(game)) == (None, set())


def test_vote_that_arrives_late_is_none_for_the_next_pause(game):
    game = vote(paused(game), RESUME, "Ana", "Bob")
    game = vote(game, PAUSE, "Bob", pauses=0)
    assert (game.pauses, standing(game)) == (1, set())


def test_who_has_changed_their_mind_is_not_counted(game):
    vote(game, PAUSE, "Ana")
    votes.withdraw(game, seat_of(game, "Ana"), PAUSE)
    votes.withdraw(game, seat_of(game, "Ana"), PAUSE)
    assert vote(game, PAUSE, "Bob").paused_at is None


@pytest.mark.postgresql
def test_clocks_stand_still_during_a_pause_and_go_on_after_it(game):
    ana = seat_of(game, "Ana")
    begin = ana.asked_at
    game = paused(game, now=begin + timedelta(hours=5))
    ana.refresh_from_db()
    assert (ana.due_at, ana.ticks_from, ana.spent) == (None, None, 5 * HOUR)
    assert game.due_at == game.resumes_at
    game = vote(game, RESUME, "Bob", "Cid", now=begin + timedelta(days=3))
    ana.refresh_from_db()
    assert ana.due_at == begin + timedelta(days=3 + 4) - timedelta(hours=5)
    assert ana.warns_at == game.due_at == begin + timedelta(days=3 + 4 * 0.8) - timedelta(hours=5)
    assert (game.paused_at, game.resumes_at) == (None, None)


def test_people_may_act_during_a_pause_and_lose_no_time(game):
    game = play_on(paused(game), "open 4 4")
    bob = seat_of(game, "Bob")
    assert bob.is_to_move
    assert (bob.due_at, bob.ticks_from) == (None, None)
    game = vote(game, RESUME, "Ana", "Cid", now=at(days=2))
    bob.refresh_from_db()
    assert bob.due_at == bob.ticks_from + timedelta(days=4)


def test_pause_ends_by_itself(game):
    game = paused(game)
    run_due.run(game.pk, now=game.resumes_at)
    later = Game.objects.get(pk=game.pk)
    assert (later.paused_at, later.resumes_at, later.news) == (None, None, game.news + 1)
    assert later.due_at == seat_of(game, "Ana").warns_at > game.resumes_at


def test_pause_does_not_end_sooner(game):
    game = paused(game)
    run_due.run(game.pk, now=game.resumes_at - timedelta(seconds=1))
    assert Game.objects.get(pk=game.pk).paused_at == game.paused_at


def test_game_is_paused_three_times_at_most(game):
    for _ in range(3):
        game = vote(paused(game), RESUME, "Ana", "Bob")
    with pytest.raises(votes.VoteRefused, match="paused 3 times"):
        paused(game)
    assert PAUSE not in votes.motions(game, list(game.seats.all()))


@pytest.mark.postgresql
def test_without_clocks_there_is_nothing_to_pause():
    with pytest.raises(votes.VoteRefused, match="nothing to vote on"):
        vote(GameFactory(players=3), PAUSE, "Ana")


def test_all_people_end_a_game(game):
    game = vote(game, END, "Ana", "Bob")
    assert not game.is_over
    Alert.objects.all().delete()
    game = vote(game, END, "Cid")
    assert (game.is_over, game.ended_early, game.due_at) == (True, True, None)
    assert not game.seats.filter(is_to_move=True).exists()
    assert not game.seats.exclude(due_at=None, ticks_from=None, answers_at=None).exists()
    assert {*Alert.objects.values_list("kind", "recipient__name")} == {
        ("game_over", name) for name in ("Ana", "Bob", "Cid")
    }
    assert standing(game) == set()


def test_button_to_end_pressed_after_the_end_does_nothing(game):
    game = vote(game, END, "Ana", "Bob", "Cid")
    assert vote(game, END, "Ana").news == game.news


def test_ended_game_goes_on_no_more(game):
    game = vote(game, END, "Ana", "Bob", "Cid")
    with pytest.raises(votes.VoteRefused, match="over"):
        vote(game, PAUSE, "Ana")
    run_due.run(game.pk, now=at(days=90))
    assert Game.objects.get(pk=game.pk).sequence == game.sequence


def test_game_that_is_won_during_a_pause_is_not_paused_for_ever():
    game = GameFactory(players=2, options=rules.Options(first_game=True), pace=PACE)
    game = vote(paused(game), END, "Ana")
    vote(game, RESUME, "Bob")
    game = Game.objects.get(pk=play_to_the_end(game).pk)
    assert (game.is_over, game.ended_early, game.pauses) == (True, False, 1)
    assert (game.paused_at, game.resumes_at, game.due_at) == (None, None, None)
    assert not Vote.objects.exists()
    assert not game.seats.exclude(ticks_from=None, due_at=None, spent=0).exists()


def test_against_bots_alone_there_is_nothing_to_vote_on():
    game = GameFactory(players=3, bots=2)
    assert votes.motions(game, list(game.seats.all())) == ()


def test_bots_have_no_vote():
    game = GameFactory(players=3, bots=1, pace=PACE)
    assert votes.takes(list(game.seats.all()), END) == 2
    assert vote(game, END, "Ana", "Bob").ended_early


def test_for_whom_a_bot_stands_in_has_no_vote(game):
    absence.leave(game, person_called("Cid"), now=timezone.now())
    with pytest.raises(votes.VoteRefused, match="Come back"):
        vote(game, PAUSE, "Cid")
    assert vote(game, END, "Ana", "Bob").ended_early


def test_votes_are_counted_anew_when_somebody_leaves(game):
    vote(game, END, "Ana", "Cid")
    absence.leave(game, person_called("Bob"), now=timezone.now())
    assert Game.objects.get(pk=game.pk).ended_early


def test_vote_of_whoever_leaves_is_none(game):
    vote(game, PAUSE, "Cid")
    absence.leave(game, person_called("Cid"), now=timezone.now())
    assert standing(game) == set()
    assert vote(game, PAUSE, "Ana").paused_at is None


def test_votes_are_counted_anew_when_somebody_misses_their_turns(game):
    vote(game, END, "Bob", "Cid")
    Seat.objects.filter(game=game, name="Ana").update(misses_in_a_row=1)
    run_due.run(game.pk, now=at(days=5))
    assert Game.objects.get(pk=game.pk).ended_early


def test_open_pages_hear_of_every_vote_once(game):
    before = game.news
    assert vote(game, PAUSE, "Ana").news == before + 1
    assert vote(game, PAUSE, "Ana").news == before + 1
    assert vote(game, PAUSE, "Bob").news == before + 2
    assert Game.objects.get(pk=game.pk).sequence == game.sequence


def give(game, giver, receiver="Ana", asked=None):
    seat = seat_of(game, receiver)
    seen = seat.asked_sequence if asked is None else asked
    votes.give_time(game, seat_of(game, giver), seat.number, asked=seen, now=timezone.now())
    return seat_of(game, receiver)


def test_others_give_a_day_each(game):
    due_at = seat_of(game, "Ana").due_at
    assert give(game, "Bob").due_at == due_at + timedelta(days=1)
    ana = give(game, "Cid")
    assert (ana.due_at, ana.extra, ana.extra_from) == (due_at + timedelta(days=2), 2 * DAY, [1, 2])
    assert Game.objects.get(pk=game.pk).due_at == ana.warns_at


@pytest.mark.postgresql
def test_gift_pressed_twice_is_given_once(game):
    first = give(game, "Bob")
    news = Game.objects.get(pk=game.pk).news
    assert give(game, "Bob").due_at == first.due_at
    assert Game.objects.get(pk=game.pk).news == news


def test_third_gift_is_refused():
    game = GameFactory(players=4, pace=PACE)
    give(game, "Bob")
    give(game, "Cid")
    with pytest.raises(votes.VoteRefused, match="2 times already"):
        give(game, "Dan")


def test_nobody_gives_time_to_themselves(game):
    with pytest.raises(votes.VoteRefused, match="only give time to other players"):
        give(game, "Ana")


def test_gift_for_a_decision_that_was_made_meanwhile_is_none(game):
    asked = seat_of(game, "Ana").asked_sequence
    game = play_on(game, "open 4 4", "pass", "pass")
    ana = give(game, "Bob", asked=asked)
    assert (ana.extra, ana.extra_from) == (0, [])


def test_next_decision_begins_without_gifts(game):
    give(game, "Bob")
    game = play_on(game, "open 4 4", "pass", "bid 5")
    ana = seat_of(game, "Ana")
    assert ana.is_to_move
    assert (ana.extra, ana.extra_from) == (0, [])


@pytest.mark.postgresql
def test_without_clocks_there_is_no_time_to_give():
    with pytest.raises(votes.VoteRefused, match="No clock runs"):
        give(GameFactory(players=3), "Bob")


def test_whoever_is_away_gives_nothing(game):
    absence.leave(game, person_called("Bob"), now=timezone.now())
    with pytest.raises(votes.VoteRefused, match="Come back"):
        give(game, "Bob")


def test_seat_of_another_game_is_a_mistake(game):
    stranger = GameFactory(players=2).seats.first()
    with pytest.raises(ValueError, match="is not of game"):
        votes.cast(game, stranger, PAUSE, pauses=0, now=timezone.now())


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_votes_that_arrive_together_are_counted_one_after_the_other():
    game = GameFactory(players=4, pace=PACE)
    seats = list(game.seats.all())
    ready = Barrier(8)

    def press(seat: Seat) -> None:
        try:
            ready.wait(timeout=10)
            votes.cast(game, seat, PAUSE, pauses=0, now=timezone.now())
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(press, [*seats, *seats]))
    later = Game.objects.get(pk=game.pk)
    assert (later.pauses, later.paused_at is not None, standing(game)) == (1, True, set())
    assert later.news == game.news + 3
