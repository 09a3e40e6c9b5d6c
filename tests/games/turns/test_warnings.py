"""People are told once that most of the time for a decision is gone."""

from datetime import time, timedelta

import pytest
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts import calendars
from games.clock import clocks
from games.models import Game, Vote, pace
from games.models.pace import DAY, HOUR
from games.plans.language import ProxyBid, StandingPass
from games.turns import run_due, votes
from notifications import delivery
from notifications.models import Alert, Reason, State
from tests.factories import GameFactory, person_called
from tests.games.clock.test_clocks import NOON, PACE, a_seat, after
from tests.games.planned import MOMENT, come_due, due, plan, run_out
from tests.games.scripts import BUILDINGS
from tests.games.taking import act, alerts, seat_of
from tests.games.undoing import take_back

# Clocks alone -------------------------------------------------------------------------------------------------------


def test_warning_comes_when_four_fifths_of_all_the_time_are_gone():
    seat = a_seat()
    clocks.start(Game(move_time=DAY, bank_time=3 * DAY, grace=DAY), seat, NOON)
    assert seat.due_at == after(days=5)
    assert seat.warns_at == after(days=4)


def test_only_time_that_ticks_counts():
    seat = a_seat()
    seat.user.sleeps_from, seat.user.sleeps_until = time(20), time(8)
    clocks.start(Game(move_time=10 * HOUR), seat, NOON)
    assert (seat.warns_at, seat.due_at) == (after(hours=8), after(hours=22))


def test_without_a_pace_nobody_is_warned():
    seat = a_seat()
    clocks.start(Game(), seat, NOON)
    assert seat.warns_at is None


def test_gift_puts_the_warning_off():
    game, seat = Game(**PACE), a_seat()
    clocks.start(game, seat, NOON)
    clocks.extend(game, seat, timedelta(days=1))
    assert seat.warns_at == after(days=4)


def test_gift_after_the_warning_brings_no_other_one():
    game, seat = Game(**PACE), a_seat()
    clocks.start(game, seat, NOON)
    clocks.be_warned(seat)
    clocks.extend(game, seat, timedelta(days=1))
    clocks.hold(game, [seat], after(days=4))
    clocks.go_on(game, [seat], after(days=9))
    assert (seat.warns_at, seat.due_at) == (None, after(days=10))


def test_next_decision_has_a_warning_of_its_own():
    game, seat = Game(**PACE), a_seat()
    clocks.start(game, seat, NOON)
    clocks.be_warned(seat)
    clocks.stop(game, seat, after(days=1))
    assert (seat.warns_at, seat.was_warned) == (None, False)
    clocks.start(game, seat, after(days=1))
    assert seat.warns_at == after(days=1 + 4 * 0.8)


def test_nobody_is_warned_while_the_clock_stands_still():
    game, seat = Game(**PACE), a_seat()
    clocks.start(game, seat, NOON)
    clocks.hold(game, [seat], after(days=1))
    assert seat.warns_at is None
    clocks.go_on(game, [seat], after(days=8))
    assert seat.warns_at == after(days=8 + 4 * 0.8 - 1)


@settings(deadline=None)  # on a busy machine
@given(st.lists(st.tuples(st.sampled_from(["hold", "go on", "extend"]), st.integers(0, 30 * HOUR)), max_size=12))
def test_whatever_happens_the_warning_comes_at_four_fifths_of_what_there_is(steps):
    game, seat, now = Game(**PACE), a_seat(), NOON
    clocks.start(game, seat, now)
    for what, seconds in steps:
        now += timedelta(seconds=seconds)
        if what == "extend":
            clocks.extend(game, seat, timedelta(hours=1))
        elif what == "hold":
            clocks.hold(game, [seat], now)
        elif seat.ticks_from is None:
            clocks.go_on(game, [seat], now)
        if seat.ticks_from is None:
            assert seat.warns_at is None
            continue
        allowance = 4 * DAY + seat.extra
        left = timedelta(seconds=allowance * 4 // 5 - clocks.taken(game, seat, now))
        assert seat.warns_at == max(seat.ticks_from, now + left)


# In a game ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def game(db):
    """Ana is asked; she has 4 days in all."""
    return GameFactory(pace=PACE)


def warned(game: Game) -> list[tuple[str, int]]:
    return alerts(game, "running_out")


def test_game_is_due_when_somebody_has_to_be_warned_and_then_when_their_time_is_up(game):
    ana = seat_of(game, "Ana")
    assert due(game) == ana.warns_at == ana.asked_at + timedelta(days=4 * 0.8)
    assert warned(come_due(game, now=due(game) - MOMENT)) == []
    before = Game.objects.get(pk=game.pk)
    game = come_due(game)
    assert warned(game) == [("Ana", 0)]
    assert due(game) == ana.due_at
    assert (game.sequence, game.news, game.moved_at) == (before.sequence, before.news, before.moved_at)


def test_warning_is_no_news_to_anybody_and_takes_no_time(game):
    before = seat_of(game, "Ana")
    come_due(game)
    ana = seat_of(game, "Ana")
    assert (ana.due_at, ana.ticks_from, ana.spent) == (before.due_at, before.ticks_from, before.spent)


def test_nobody_is_warned_twice_for_one_decision(game):
    moment = due(game)
    come_due(game, now=moment)
    run_due.run(game.pk, now=moment)
    ana = seat_of(game, "Ana")
    votes.give_time(game, seat_of(game, "Bob"), 0, asked=ana.asked_sequence, now=moment)
    assert due(game) == ana.due_at + timedelta(days=1)
    calendars.tell_hours(person_called("Ana"), "UTC", (time(1), time(2)), now=moment)
    assert seat_of(game, "Ana").warns_at is None
    assert warned(game) == [("Ana", 0)]


def test_pause_puts_the_warning_off(game):
    start = seat_of(game, "Ana").asked_at
    for name in ("Ana", "Bob"):
        game = votes.cast(game, seat_of(game, name), Vote.Motion.PAUSE, pauses=0, now=start + timedelta(days=1))
    assert due(game) == game.resumes_at
    for name in ("Ana", "Bob"):
        game = votes.cast(game, seat_of(game, name), Vote.Motion.RESUME, pauses=1, now=start + timedelta(days=6))
    assert due(game) == start + timedelta(days=5 + 4 * 0.8)


def test_change_of_hours_moves_the_warning(game):
    ana = seat_of(game, "Ana")
    calendars.tell_hours(ana.user, "UTC", (time(1), time(9)), now=ana.asked_at)
    later = seat_of(game, "Ana")
    assert later.warns_at > ana.warns_at
    assert due(game) == later.warns_at


def test_nobody_is_warned_once_they_have_decided(game):
    game = act(game, "Ana", "open 4 4")
    ana, bob = seat_of(game, "Ana"), seat_of(game, "Bob")
    assert (ana.warns_at, due(game)) == (None, bob.warns_at)


def test_nobody_is_warned_after_their_time_is_up(game):
    """As where no worker was there in time."""
    game = run_out(game)
    assert warned(game) == []
    assert alerts(game, "missed_turn") == [("Ana", 1)]


def test_nobody_is_warned_whose_plan_is_about_to_answer(db, monkeypatch):
    monkeypatch.setattr(pace, "SOONEST", 85)
    game = act(plan(GameFactory(pace={"move_time": 100}), "Bob", StandingPass()), "Ana", "open 4 4")
    bob = seat_of(game, "Bob")
    assert bob.warns_at < bob.answers_at
    run_due.run(game.pk, now=bob.warns_at)
    assert warned(game) == []


def test_plan_that_asks_leaves_the_warning(db):
    game = act(plan(GameFactory(pace=PACE), "Bob", ProxyBid(4, 7, beyond="ask")), "Ana", "open 4 15")
    assert due(game) == seat_of(game, "Bob").warns_at


def test_bots_and_people_who_are_away_are_not_warned(db):
    game = GameFactory(bots=1, pace=PACE)
    assert not game.seats.filter(is_bot=True).exclude(warns_at=None).exists()


def test_decision_taken_back_after_the_warning_brings_no_other_one(game, monkeypatch: pytest.MonkeyPatch):
    moment = due(game)
    come_due(game, now=moment)
    monkeypatch.setattr(timezone, "now", lambda: moment + timedelta(hours=1))
    game = take_back(act(game, "Ana", "open 4 4"), "Ana")
    ana = seat_of(game, "Ana")
    assert (ana.is_to_move, ana.was_warned, ana.warns_at) == (True, True, None)
    assert due(game) == ana.due_at


def test_each_is_warned_by_their_own_clock(db):
    game = GameFactory(pace=PACE, after=BUILDINGS)
    ana, bob = seat_of(game, "Ana"), seat_of(game, "Bob")
    calendars.tell_hours(bob.user, "UTC", (time(1), time(9)), now=bob.asked_at)
    game = come_due(game)
    assert [name for name, _sequence in warned(game)] == ["Ana", "Cid"]
    assert due(game) == min(ana.due_at, seat_of(game, "Bob").warns_at)
    game = come_due(game, now=seat_of(game, "Bob").warns_at)
    assert ("Bob", bob.asked_sequence) in warned(game)


# What becomes of it -------------------------------------------------------------------------------------------------


def told(game: Game) -> Alert:
    """The warning of somebody, once it was delivered."""
    alert = Alert.objects.get(kind="running_out")
    delivery.deliver(alert.pk, now=alert.due_at)
    alert.refresh_from_db()
    return alert


def test_warning_is_sent(game, mailoutbox):
    assert told(come_due(game)).state == State.SENT
    assert [mail.to for mail in mailoutbox] == [["ana@example.org"]]


def test_warning_is_dropped_where_the_decision_is_made_meanwhile(game, mailoutbox):
    assert told(act(come_due(game), "Ana", "open 4 4")).reason == Reason.ANSWERED
    assert mailoutbox == []


def test_warning_is_dropped_where_a_plan_will_answer(db, mailoutbox):
    game = come_due(act(GameFactory(pace=PACE), "Ana", "open 4 4"))
    assert told(plan(game, "Bob", StandingPass())).reason == Reason.ANSWERED
    assert mailoutbox == []
