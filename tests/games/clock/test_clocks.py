"""The clocks of seats: what ticks, what it takes from whom, and what stands still."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.db import IntegrityError
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts import calendars
from accounts.models import User
from games.clock import clocks
from games.models import Game, Seat
from games.models.pace import DAY, HOUR
from tests.factories import GameFactory, play_on

unhurried = settings(deadline=None)  # on a busy machine

NOON = datetime(2026, 3, 27, 12, tzinfo=UTC)  # A Friday; on Sunday the clocks are put forward in Berlin.
PACE = {"move_time": DAY, "bank_time": 3 * DAY, "bank_cap": 3 * DAY}


def a_seat(**its: object) -> Seat:
    """The seat of somebody who is asked, in no database. They live in UTC and never sleep."""
    person = User(pk=1, name="Ana")
    person.known_vacations = []
    return Seat(**{"user": person, "is_to_move": True, **its})


def after(**passed: float) -> datetime:
    return NOON + timedelta(**passed)


def test_without_a_pace_nothing_ticks():
    seat = a_seat()
    clocks.start(Game(), seat, NOON)
    clocks.stop(Game(), seat, after(days=90))
    assert (seat.bank, seat.ticks_from, seat.due_at, seat.spent) == (None, None, None, 0)


@pytest.mark.parametrize("its", [{"user": None, "is_bot": True}, {"absent_since": NOON}])
def test_bots_have_no_clock(its):
    seat = a_seat(**its)
    clocks.start(Game(**PACE), seat, NOON)
    assert (seat.ticks_from, seat.due_at) == (None, None)


def test_time_is_up_after_grace_move_time_and_bank():
    seat = a_seat()
    clocks.start(Game(**PACE, grace=2 * HOUR), seat, NOON)
    assert seat.due_at == after(days=4, hours=2)


def test_decision_within_its_own_time_leaves_the_bank_alone():
    game, seat = Game(**PACE, grace=HOUR), a_seat()
    clocks.start(game, seat, NOON)
    clocks.stop(game, seat, after(days=1, hours=1))
    assert (seat.bank, seat.ticks_from, seat.due_at, seat.spent, seat.extra) == (3 * DAY, None, None, 0, 0)


def test_bank_pays_for_the_rest_and_the_next_decision_begins_with_what_is_left():
    game, seat = Game(**PACE), a_seat()
    clocks.start(game, seat, NOON)
    assert clocks.bank_left(game, seat, after(days=2)) == 2 * DAY
    clocks.stop(game, seat, after(days=2))
    assert seat.bank == 2 * DAY
    clocks.start(game, seat, after(days=5))
    assert seat.due_at == after(days=8)


def test_bank_never_falls_below_zero():
    game, seat = Game(**PACE, increment=HOUR), a_seat()
    clocks.start(game, seat, NOON)
    assert clocks.left(game, seat, after(days=30)) == 0
    assert clocks.bank_left(game, seat, after(days=30)) == 0
    clocks.stop(game, seat, after(days=30))
    assert seat.bank == 0


def test_decision_in_time_adds_to_the_bank_up_to_its_cap():
    game, seat = Game(move_time=DAY, bank_time=HOUR, increment=2 * HOUR, bank_cap=4 * HOUR), a_seat()
    banks = []
    for _ in range(3):
        clocks.start(game, seat, NOON)
        clocks.stop(game, seat, after(hours=1))
        banks.append(seat.bank)
    assert banks == [3 * HOUR, 4 * HOUR, 4 * HOUR]


def test_decision_that_came_too_late_adds_nothing():
    game, seat = Game(move_time=DAY, increment=2 * HOUR, bank_cap=4 * HOUR), a_seat()
    clocks.start(game, seat, NOON)
    clocks.stop(game, seat, after(days=1))
    assert seat.bank == 0


def test_question_that_was_withdrawn_costs_nothing_and_adds_nothing():
    game, seat = Game(**PACE, increment=HOUR), a_seat()
    clocks.start(game, seat, NOON)
    clocks.forget(seat)
    clocks.stop(game, seat, after(days=3))
    assert (seat.bank, seat.ticks_from, seat.due_at) == (3 * DAY, None, None)


def test_who_has_decided_does_not_tick():
    game, seat = Game(**PACE), a_seat()
    clocks.start(game, seat, NOON)
    clocks.stop(game, seat, after(hours=1))
    seat.is_to_move = False
    clocks.hold(game, [seat], after(days=9))
    clocks.go_on(game, [seat], after(days=9))
    assert (seat.ticks_from, seat.due_at, clocks.taken(game, seat, after(days=9))) == (None, None, 0)


def test_extra_time_is_taken_before_the_bank_and_is_gone_with_the_decision():
    game, seat = Game(**PACE), a_seat()
    clocks.start(game, seat, NOON)
    clocks.extend(game, seat, timedelta(days=1))
    assert seat.due_at == after(days=5)
    clocks.stop(game, seat, after(days=2))
    assert (seat.bank, seat.extra) == (3 * DAY, 0)
    clocks.start(game, seat, NOON)
    assert seat.due_at == after(days=4)


def test_extra_time_of_a_paused_game_counts_when_it_goes_on():
    game, seat = Game(**PACE), a_seat()
    clocks.start(game, seat, NOON)
    clocks.hold(game, [seat], after(hours=6))
    clocks.extend(game, seat, timedelta(days=1))
    assert seat.due_at is None
    clocks.go_on(game, [seat], after(days=20))
    assert seat.due_at == after(days=20) + timedelta(days=4, hours=18)


def test_pause_takes_no_time():
    game, seat = Game(**PACE), a_seat()
    clocks.start(game, seat, NOON)
    clocks.hold(game, [seat], after(hours=5))
    assert (seat.ticks_from, seat.due_at) == (None, None)
    assert clocks.taken(game, seat, after(days=10)) == 5 * HOUR
    clocks.go_on(game, [seat], after(days=10))
    assert seat.due_at == after(days=14) - timedelta(hours=5)


def test_whoever_is_asked_during_a_pause_has_all_their_time_after_it():
    game, seat = Game(**PACE, paused_at=NOON), a_seat()
    clocks.start(game, seat, after(days=1))
    assert (seat.ticks_from, seat.due_at) == (None, None)
    game.paused_at = None
    clocks.go_on(game, [seat], after(days=2))
    assert seat.due_at == after(days=6)


def test_decision_during_a_pause_is_charged_for_what_it_took_before():
    game, seat = Game(**PACE), a_seat()
    clocks.start(game, seat, NOON)
    clocks.hold(game, [seat], after(days=2))
    game.paused_at = after(days=2)
    clocks.stop(game, seat, after(days=9))
    assert (seat.bank, seat.spent) == (2 * DAY, 0)


def test_clocks_of_several_who_are_asked_are_their_own():
    game, quick, slow = Game(**PACE), a_seat(number=0), a_seat(number=1)
    slow.user.sleeps_from, slow.user.sleeps_until = time(22), time(8)
    for seat in (quick, slow):
        clocks.start(game, seat, NOON)
    clocks.stop(game, quick, after(hours=1))
    assert quick.due_at is None
    assert clocks.taken(game, slow, after(days=1)) == 14 * HOUR
    assert slow.due_at == deadline_of(4 * 24, awake=14)


def deadline_of(hours: int, *, awake: int) -> datetime:
    """When so many hours are up for somebody who is awake from 8 to 22, beginning at noon."""
    return NOON + timedelta(hours=next(passed for passed in range(999) if ticked(passed, awake) == hours))


def ticked(hours: int, awake: int) -> int:
    return sum(8 <= (NOON + timedelta(hours=hour)).hour < 8 + awake for hour in range(hours))


@unhurried
@given(st.lists(st.tuples(st.sampled_from(["hold", "go on", "extend"]), st.integers(0, 30 * HOUR)), max_size=12))
def test_whatever_happens_no_time_is_lost_or_won(steps):
    game, seat, now = Game(**PACE), a_seat(), NOON
    clocks.start(game, seat, now)
    given_time, expected, ticks = clocks.left(game, seat, now), 0, True
    for what, seconds in steps:
        now += timedelta(seconds=seconds)
        expected += seconds if ticks else 0
        if what == "extend":
            clocks.extend(game, seat, timedelta(hours=1))
            given_time += HOUR
        elif what == "hold":
            clocks.hold(game, [seat], now)
            ticks = False
        elif not ticks:
            clocks.go_on(game, [seat], now)
            ticks = True
        assert clocks.taken(game, seat, now) == expected
        assert clocks.left(game, seat, now) == max(0, given_time - expected)
        assert (seat.due_at is not None) == ticks
        if seat.due_at and given_time > expected:
            assert seat.due_at == now + timedelta(seconds=given_time - expected)


@unhurried
@given(st.integers(0, 5 * DAY), st.integers(0, 5 * DAY))
def test_bank_pays_no_less_for_whoever_takes_longer(sooner, longer):
    banks = []
    for seconds in sorted((sooner, sooner + longer)):
        game, seat = Game(**PACE), a_seat()
        clocks.start(game, seat, NOON)
        clocks.stop(game, seat, after(seconds=seconds))
        banks.append(seat.bank)
    assert 0 <= banks[1] <= banks[0] <= 3 * DAY


@pytest.fixture
def game(db):
    """Ana is asked."""
    return GameFactory(players=2, pace=PACE)


def seats_of(game: Game) -> list[Seat]:
    return list(game.seats.select_related("user"))


def test_whoever_is_asked_has_their_time_and_the_game_rings_when_most_of_it_is_gone(game):
    ana, bob = seats_of(game)
    game.refresh_from_db()
    assert ana.due_at == ana.asked_at + timedelta(days=4)
    assert game.due_at == ana.warns_at == ana.asked_at + timedelta(days=4 * 0.8)
    assert (bob.due_at, bob.ticks_from) == (None, None)


def test_next_in_turn_gets_theirs_and_the_last_one_stops(game):
    ana, bob = seats_of(play_on(game, "open 4 4"))
    assert (ana.due_at, ana.ticks_from, ana.bank) == (None, None, 3 * DAY)
    assert bob.due_at == bob.asked_at + timedelta(days=4)


def test_sleep_that_is_told_of_later_does_not_reach_back(game, ana):
    now = seats_of(game)[0].asked_at + timedelta(hours=10)
    with calendars.changing(ana, now) as person:
        person.sleeps_from, person.sleeps_until = (now - timedelta(hours=9)).time(), (now + timedelta(hours=2)).time()
        person.save()
    seat = seats_of(game)[0]
    game.refresh_from_db()
    assert seat.spent == 10 * HOUR
    assert clocks.taken(game, seat, now + timedelta(hours=2)) == 10 * HOUR
    assert clocks.taken(game, seat, now + timedelta(hours=3)) == 11 * HOUR
    assert seat.due_at > seat.asked_at + timedelta(days=4, hours=2)
    assert game.due_at == seat.warns_at


def test_waking_up_does_not_reach_back_either(game, ana):
    asked = seats_of(game)[0].asked_at
    with calendars.changing(ana, asked) as person:
        person.sleeps_from, person.sleeps_until = asked.time(), (asked + timedelta(hours=8)).time()
        person.save()
    with calendars.changing(ana, asked + timedelta(hours=6)) as person:
        person.sleeps_from = person.sleeps_until = None
        person.save()
    seat = seats_of(game)[0]
    assert seat.spent <= 1  # of the second that had begun
    assert abs(seat.due_at - asked - timedelta(days=4, hours=6)) <= timedelta(seconds=1)


def test_vacation_moves_the_time_by_its_days(game, ana):
    seat = seats_of(game)[0]
    today = seat.asked_at.date()
    with calendars.changing(ana, seat.asked_at) as person:
        person.vacations.create(first_day=today + timedelta(days=1), last_day=today + timedelta(days=14))
    assert abs(seats_of(game)[0].due_at - seat.due_at - timedelta(days=14)) <= timedelta(seconds=1)


def test_open_pages_hear_of_another_due_time(game, ana):
    calendars.tell_hours(ana, "Asia/Tokyo", (time(1), time(2)), now=datetime.now(UTC))
    assert Game.objects.get(pk=game.pk).news == game.news + 1


def test_change_of_a_calendar_concerns_nobody_else(game, bob):
    before = seats_of(game)[0].due_at
    with calendars.changing(bob, datetime.now(UTC)) as person:
        person.vacations.create(first_day=date(2020, 1, 1), last_day=date(2040, 1, 1))
    assert seats_of(game)[0].due_at == before


def test_change_that_fails_leaves_the_clocks_alone(game, ana):
    before = seats_of(game)[0]
    with pytest.raises(IntegrityError), calendars.changing(ana, datetime.now(UTC)) as person:
        person.vacations.create(first_day=date(2040, 1, 1), last_day=date(2020, 1, 1))
    ana.refresh_from_db()
    assert not ana.vacations.exists()
    assert seats_of(game)[0].due_at == before.due_at
