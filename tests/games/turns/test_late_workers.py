"""Workers that come hours late: what was due counts as done when it was, and who is asked has all their time."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from announcements import maintenance
from games.clock.calendars import MOMENT
from games.clock.due import LATE
from games.models import Game, Origin, StandingPlan, Vote
from games.plans.language import Plan, PowerPlan, StandingPass
from games.turns import decisions, votes
from tests.factories import GameFactory
from tests.games.planned import come_due, due, plan, time_is_up
from tests.games.scripts import BUILDINGS
from tests.games.taking import act, alerts, asked, seat_of
from tests.games.test_secrecy import clock as clock
from tests.games.undoing import take_back

pytestmark = pytest.mark.django_db

START = datetime(2026, 3, 27, 10, tzinfo=UTC)
HOUR = timedelta(hours=1)
OWN, BANK = timedelta(seconds=10), HOUR
"""The time for a decision, shorter than a plan waits, and what is in the bank of each at first."""

PACE = {"move_time": OWN.seconds, "bank_time": BANK.seconds, "bank_cap": BANK.seconds}
PASS = StandingPass()
PAST_DEADLINE = START + 4 * HOUR
PAST_ANSWER = START + timedelta(minutes=10)


@pytest.fixture(autouse=True)
def since_ten(monkeypatch: pytest.MonkeyPatch, clock: Callable[[datetime], None]) -> None:
    monkeypatch.setattr(decisions, "_chance", random.Random(7))
    clock(START)


def waiting(*plans: tuple[str, Plan]) -> Game:
    """Bob is asked, and these plans stand."""
    decisions._chance.seed(7)
    game = GameFactory.create(pace=PACE)
    for name, given in plans:
        game = plan(game, name, given)
    return act(game, "Ana", "open 4 4")


def done(game: Game) -> list[tuple[object, ...]]:
    """What was done, and when; with all else that rows hold."""
    return list(game.actions.values_list("sequence", "seat", "body", "origin", "digest", "created_at", "clock"))


def at(game: Game) -> datetime:
    """When the last thing was done."""
    return game.actions.latest("sequence").created_at


def left(game: Game, name: str) -> int | None:
    """Seconds in a bank."""
    return seat_of(game, name).bank


@pytest.mark.parametrize("late", [PAST_ANSWER, PAST_DEADLINE])
def test_plan_has_answered_as_if_a_worker_had_been_there(late):
    in_time = come_due(waiting(("Bob", PASS)))
    game = waiting(("Bob", PASS))
    answers_at = seat_of(game, "Bob").answers_at
    game = come_due(game, now=late)
    assert done(game) == done(in_time)
    assert (at(game), game.moved_at, game.actions.last().origin) == (answers_at, answers_at, Origin.PLAN)
    columns = ("bank", "turns", "misses", "is_to_move", "asked_at", "asked_sequence")
    assert list(game.seats.values_list(*columns)) == list(in_time.seats.values_list(*columns))
    assert BANK.seconds - left(game, "Bob") == round((answers_at - START - OWN).total_seconds() + 0.5)


def test_who_is_asked_by_it_has_all_their_time_from_then_on_and_is_told():
    game = come_due(waiting(("Bob", PASS)), now=PAST_DEADLINE)
    cid = seat_of(game, "Cid")
    assert (cid.ticks_from, cid.due_at) == (PAST_DEADLINE, PAST_DEADLINE + OWN + BANK)
    assert ("Cid", 2) in alerts(game)
    assert asked(come_due(game, now=cid.due_at - MOMENT)) == ["Cid"]


@pytest.mark.parametrize("lag", [timedelta(seconds=1), LATE])
def test_a_lag_that_is_usual_does_not_show_in_any_time(lag):
    """Else the next clock would tell that nobody was there, to the microsecond."""
    game = waiting(("Bob", PASS))
    answers_at = due(game)
    game = come_due(game, now=answers_at + lag)
    cid = seat_of(game, "Cid")
    assert at(game) == cid.asked_at == cid.ticks_from == cid.due_at - OWN - BANK == answers_at


def test_next_plan_waits_as_long_as_ever_and_pays_for_that_alone():
    game = come_due(waiting(("Bob", PASS), ("Cid", PASS)), now=PAST_DEADLINE)
    assert asked(game) == ["Cid"]
    wait = seat_of(game, "Cid").answers_at - PAST_DEADLINE
    assert OWN < wait < timedelta(seconds=90)
    game = come_due(game, now=PAST_DEADLINE + 4 * HOUR)
    assert at(game) == PAST_DEADLINE + wait
    assert BANK.seconds - left(game, "Cid") == round((wait - OWN).total_seconds() + 0.5)


def test_time_of_a_player_ran_out_when_it_was_up():
    game = waiting()
    due_at = time_is_up(game)
    in_time, game = come_due(waiting(), now=due_at), come_due(game, now=PAST_DEADLINE)
    assert done(game) == done(in_time)
    bob, cid = seat_of(game, "Bob"), seat_of(game, "Cid")
    assert (at(game), bob.bank, bob.misses) == (due_at, 0, 1)
    assert alerts(game, "running_out") == []
    assert cid.due_at == PAST_DEADLINE + OWN + BANK


def test_all_is_done_in_the_order_in_which_it_was_due():
    game = plan(GameFactory.create(pace=PACE, after=BUILDINGS), "Cid", PowerPlan())
    answers_at, due_at = seat_of(game, "Cid").answers_at, time_is_up(game)
    game = come_due(game, now=PAST_DEADLINE)
    rows = list(game.actions.filter(sequence__gt=len(BUILDINGS)).values_list("seat", "origin", "created_at"))
    assert rows[:3] == [
        (2, Origin.PLAN, answers_at),
        (0, Origin.TIMEOUT, due_at),
        (1, Origin.TIMEOUT, due_at + MOMENT),
    ]


def test_plan_comes_after_what_others_have_done_meanwhile(clock):
    game = plan(GameFactory.create(pace=PACE, after=BUILDINGS), "Cid", PowerPlan())
    clock(START + HOUR / 2)
    game = act(game, "Ana", "run 4")
    game = come_due(game, now=START + HOUR)
    assert [origin for (origin,) in game.actions.values_list("origin")][-2:] == [Origin.PLAYER, Origin.PLAN]
    assert at(game) == START + HOUR / 2 + MOMENT
    assert left(game, "Cid") == (BANK - (HOUR / 2 - OWN)).seconds - 1


def test_who_takes_it_back_has_the_time_that_was_left_then(clock):
    game = waiting(("Bob", PASS))
    wait = seat_of(game, "Bob").answers_at - START
    game = come_due(game, now=PAST_DEADLINE)
    clock(PAST_DEADLINE + HOUR / 2)
    bob = seat_of(take_back(game, "Bob"), "Bob")
    left = OWN + BANK - wait
    assert timedelta() <= left - (bob.due_at - PAST_DEADLINE - HOUR / 2) < timedelta(seconds=1)


def test_player_whose_plan_has_nothing_to_answer_any_more_has_the_time_that_was_left_then():
    game = waiting(("Bob", PASS))
    wait = seat_of(game, "Bob").answers_at - START
    StandingPlan.objects.all().delete()
    game = come_due(game, now=PAST_DEADLINE)
    bob = seat_of(game, "Bob")
    assert (bob.misses, ("Bob", 1) in alerts(game)) == (0, True)
    assert timedelta() <= OWN + BANK - wait - (bob.due_at - PAST_DEADLINE) < timedelta(seconds=1)


def test_pause_ends_late_for_all_clocks():
    game = waiting()
    for name in ("Ana", "Cid"):
        game = votes.cast(game, seat_of(game, name), Vote.Motion.PAUSE, pauses=0, now=START + HOUR / 2)
    late = due(game) + 4 * HOUR
    game = come_due(game, now=late)
    assert (asked(game), seat_of(game, "Bob").due_at) == (["Bob"], late + OWN + HOUR / 2)


def test_bank_and_log_agree_where_the_players_paused_the_game_meanwhile():
    game = waiting(("Bob", PASS))
    for name in ("Ana", "Cid"):
        game = votes.cast(game, seat_of(game, name), Vote.Motion.PAUSE, pauses=0, now=START + HOUR / 2)
    game = come_due(game, now=START + HOUR)
    assert (at(game), left(game, "Bob")) == (START + HOUR / 2, (BANK - HOUR / 2 + OWN).seconds)


def test_bank_and_log_agree_where_the_site_was_maintained_meanwhile():
    game = waiting(("Bob", PASS))
    maintenance.begin("A moment", now=START + HOUR / 2)
    maintenance.end(now=START + HOUR)
    game = come_due(game, now=START + 2 * HOUR)
    assert (at(game), left(game, "Bob")) == (START + HOUR, (BANK - HOUR / 2 + OWN).seconds)
