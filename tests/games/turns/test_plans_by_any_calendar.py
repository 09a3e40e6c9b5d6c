"""Plans, and what hidden money forces, are done at the same moment whatever the calendar of their owner says."""

import random
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta

import pytest

from accounts import calendars
from games.clock.calendars import Rest, rest_at
from games.clock.clocks import calendar_of
from games.models import Game, Seat
from games.models.pace import HOUR
from games.plans.language import StandingPass
from games.turns import decisions
from tests.factories import GameFactory, person_called
from tests.games.planned import come_due, due, plan
from tests.games.taking import act, seat_of
from tests.games.test_secrecy import clock as clock

pytestmark = pytest.mark.django_db

SUNDAY = datetime(2026, 3, 29, 12, tzinfo=UTC)
Clock = Callable[[datetime], None]


def wake_up() -> None:
    bob = person_called("Bob")
    bob.vacations.all().delete()
    bob.sleeps_from = bob.sleeps_until = None
    bob.save()


def sleep(*, soon: bool = False) -> None:
    """Let Bob sleep all day, or from half a minute later on."""
    bob = person_called("Bob")
    bob.sleeps_from, bob.sleeps_until = time(12, 0, 30) if soon else time(11), time(23)
    bob.save()


def go_on_vacation() -> None:
    person_called("Bob").vacations.create(first_day=SUNDAY.date(), last_day=date(2026, 4, 10))


@pytest.fixture
def begin(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> Callable[..., Game]:
    """Begin a game on a Sunday; the chance is the same in all of them."""

    def begin(seconds: int, **terms: object) -> Game:
        monkeypatch.setattr(decisions, "_chance", random.Random(7))
        clock(SUNDAY)
        return GameFactory.create(pace={"move_time": seconds, **terms})

    return begin


def a_plan(game: Game) -> Game:
    return act(plan(game, "Bob", StandingPass()), "Ana", "open 4 4")


def a_plan_given_when_asked(game: Game) -> Game:
    return plan(act(game, "Ana", "open 4 4"), "Bob", StandingPass())


def no_choice(game: Game) -> Game:
    return act(game, "Ana", "open 4 50")


def noted(game: Game) -> tuple[datetime | None, datetime | None, datetime]:
    """When a game is due, when Bob goes on by himself, and the moment with which that is stored."""
    moment, answers_at = due(game), seat_of(game, "Bob").answers_at
    return moment, answers_at, come_due(game).actions.latest("sequence").created_at


def resting(seat: Seat) -> Rest | None:
    assert seat.user is not None
    return rest_at(calendar_of(seat.game, seat.user), SUNDAY)


WAYS = [a_plan, a_plan_given_when_asked, no_choice]
TIMES = [HOUR, 40, 5]
"""Seconds for a decision: more than a plan waits, about as many, and fewer."""


@pytest.mark.parametrize("seconds", TIMES)
@pytest.mark.parametrize("wait", WAYS)
def test_it_is_done_at_the_same_moment_awake_asleep_and_on_vacation(begin, wait, seconds):
    awake = noted(wait(begin(seconds)))
    assert awake[0] == awake[1] == awake[2] < SUNDAY + timedelta(seconds=seconds)
    for rest, why in ((sleep, Rest.SLEEP), (go_on_vacation, Rest.VACATION)):
        rest()
        game = wait(begin(seconds))
        assert resting(seat_of(game, "Bob")) is why
        assert noted(game) == awake
        wake_up()


@pytest.mark.parametrize("seconds", TIMES)
@pytest.mark.parametrize("wait", WAYS)
def test_it_is_done_at_the_same_moment_on_weekends_where_the_table_rests(begin, wait, seconds):
    awake = noted(wait(begin(seconds)))
    game = wait(begin(seconds, rests_on_weekends=True))
    assert resting(seat_of(game, "Bob")) is Rest.WEEKEND
    assert noted(game) == awake


def test_it_is_done_at_the_same_moment_where_its_owner_falls_asleep_before(begin):
    awake = noted(a_plan(begin(40)))
    sleep(soon=True)
    assert noted(a_plan(begin(40))) == awake


def test_vacation_that_begins_before_the_plan_has_answered_changes_nothing(begin):
    awake = noted(a_plan(begin(40)))
    game = a_plan(begin(40))
    calendars.add_vacation(person_called("Bob"), SUNDAY.date(), date(2026, 4, 3), now=SUNDAY + timedelta(seconds=1))
    assert seat_of(game, "Bob").due_at > SUNDAY + timedelta(days=5)
    assert noted(game) == awake
