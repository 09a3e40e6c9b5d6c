"""Nobody's clock runs out while the site is maintained: what has passed meanwhile is given back."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from announcements import maintenance
from games.clock import clocks
from games.models import Game, Vote
from games.plans.language import StandingPass
from games.turns import tasks, votes
from tests.factories import GameFactory, UserFactory
from tests.games.planned import MOMENT, come_due, due, plan, time_is_up
from tests.games.taking import act, asked, everything, seat_of

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
CLOCK = {"move_time": 3600, "grace": 0}


def maintain(began_at, ended_at):
    maintenance.begin("A moment", now=began_at)
    assert maintenance.end(now=ended_at)


def test_nothing_rings_before_it_is_over():
    game = GameFactory(pace=CLOCK, after=["open 4 4"])
    late = time_is_up(game) + HOUR
    maintenance.begin("A moment", now=timezone.now())
    before = everything(game)
    come_due(game, now=late)
    tasks.sweep()
    assert everything(game) == before


def test_plans_answer_as_long_after_it_as_they_would_have_and_nobody_is_told_of_that():
    game = act(plan(GameFactory(), "Bob", StandingPass()), "Ana", "open 4 4")
    moment, news, began_at = due(game), game.news, timezone.now()
    maintenance.begin("A moment", now=began_at)
    assert asked(come_due(game, now=moment)) == ["Bob"]
    maintenance.end(now=began_at + HOUR)
    assert due(game) == moment + HOUR
    assert Game.objects.get(pk=game.pk).news == news
    assert asked(come_due(game, now=moment + HOUR)) == ["Cid"]


@pytest.mark.postgresql
def test_a_clock_has_as_long_as_when_it_began():
    game = GameFactory(pace=CLOCK, after=["open 4 4"])
    seat = seat_of(game, "Bob")
    began_at = seat.ticks_from + HOUR / 3
    ended_at = seat.due_at + 5 * HOUR
    left = clocks.left(game, seat, began_at)
    maintain(began_at, ended_at)
    seat = seat_of(game, "Bob")
    assert clocks.left(game, seat, ended_at) == left
    assert seat.due_at == ended_at + timedelta(seconds=left)
    assert due(game) == seat.warns_at
    assert asked(come_due(game, now=seat.due_at - MOMENT)) == ["Bob"]
    assert seat_of(come_due(game, now=seat.due_at), "Bob").misses == 1


@pytest.mark.postgresql
def test_a_clock_that_had_run_out_before_gets_nothing():
    game = GameFactory(pace=CLOCK, after=["open 4 4"])
    due_at = time_is_up(game)
    maintain(due_at + HOUR, due_at + 2 * HOUR)
    assert time_is_up(game) == due_at + 2 * HOUR


def test_who_was_asked_by_an_action_on_its_way_has_all_of_their_time():
    game = GameFactory(pace=CLOCK, after=["open 4 4"])
    seat = seat_of(game, "Bob")
    ended_at = seat.ticks_from + 3 * HOUR
    maintain(seat.ticks_from - timedelta(seconds=1), ended_at)
    assert time_is_up(game) == ended_at + (seat.due_at - seat.ticks_from)


def test_broken_game_stays_as_it_was_and_holds_up_no_other():
    broken, other = (GameFactory(pace=CLOCK, after=["open 4 4"]) for _each in range(2))
    User.objects.filter(pk=UserFactory(name="Dan").pk).update(time_zone="Mars/Base")
    broken.seats.filter(name="Bob").update(user=User.objects.get(name="Dan"))
    before, due_at, began_at = everything(broken), time_is_up(other), timezone.now()
    maintain(began_at, began_at + HOUR)
    assert everything(broken) == before
    assert abs(time_is_up(other) - due_at - HOUR) < timedelta(seconds=2)  # clocks count whole seconds


def test_open_pages_have_news_of_it_and_other_games_none():
    with_clock, without = GameFactory(pace=CLOCK, after=["open 4 4"]), GameFactory(after=["open 4 4"])
    paused = GameFactory(pace=CLOCK, after=["open 4 4"])
    for name in ("Ana", "Bob"):
        votes.cast(paused, seat_of(paused, name), Vote.Motion.PAUSE, pauses=0, now=timezone.now())
    paused.refresh_from_db()
    began_at = timezone.now()
    maintain(began_at, began_at + HOUR)
    news = dict(Game.objects.values_list("pk", "news"))
    assert news[with_clock.pk] == with_clock.news + 1
    assert news[without.pk] == without.news
    assert news[paused.pk] == paused.news
    assert due(paused) == paused.resumes_at


@pytest.mark.postgresql
def test_many_games_cost_no_more_queries_than_one():
    def queries():
        began_at = timezone.now()
        with CaptureQueriesContext(
            connection,
        ) as counted:
            maintain(began_at, began_at + HOUR)
        return len(counted)

    GameFactory(pace=CLOCK, after=["open 4 4"])
    one = queries()
    for _number in range(3):
        GameFactory(pace=CLOCK, after=["open 4 4"])
    assert queries() == one
