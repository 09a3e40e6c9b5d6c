"""How people stand for time: what everybody at the table is told of it."""

from datetime import UTC, datetime, time, timedelta

import pytest
from django.utils import timezone

from accounts.models import Vacation
from games.models import Game, Seat
from games.models.people import seats_with_people
from games.pages.panels.awaited import Clock, clock_of, waiting_for
from games.pages.panels.pieces import companies
from tests.factories import GameFactory, person_called

pytestmark = pytest.mark.django_db

HOUR = 60 * 60
BANKED = {"move_time": 10 * HOUR, "bank_time": 10 * HOUR, "bank_cap": 10 * HOUR}


def clock(game, name, *, after=0.0):
    """The clock of somebody, so many hours after they, or whoever is asked now, were asked."""
    game = Game.objects.prefetch_related(seats_with_people()).get(pk=game.pk)
    asked_at = Seat.objects.filter(game=game, is_to_move=True).earliest("asked_at").asked_at
    seat = next(seat for seat in game.seats.all() if seat.name == name)
    return clock_of(game, seat, asked_at + timedelta(hours=after))


def waiting(game):
    game = Game.objects.prefetch_related(seats_with_people()).get(pk=game.pk)
    seats = list(game.seats.all())
    return waiting_for(game, seats, companies(seats, seats[0]), timezone.now())


def test_who_is_asked_has_until_both_their_time_and_their_bank_are_over():
    game = GameFactory(pace=BANKED)
    asked = clock(game, "Ana", after=1)
    assert asked.due_at == game.seats.get(name="Ana").asked_at + timedelta(hours=20)
    assert (asked.bank, asked.is_on_bank, asked.is_soon) == (10 * HOUR, False, False)


def test_bank_runs_once_the_time_of_the_decision_is_over():
    asked = clock(GameFactory(pace=BANKED), "Ana", after=12)
    assert (asked.bank, asked.is_on_bank, asked.is_soon) == (8 * HOUR, True, False)


def test_last_fifth_of_the_time_stands_out():
    game = GameFactory(pace=BANKED)
    assert clock(game, "Ana").soon_at == game.seats.get(name="Ana").asked_at + timedelta(hours=16)
    assert not clock(game, "Ana", after=15.99).is_soon
    assert clock(game, "Ana", after=16).is_soon


def test_who_is_not_asked_has_a_bank_but_no_deadline():
    assert clock(GameFactory(pace=BANKED), "Bob") == Clock(bank=10 * HOUR)


def test_without_a_bank_none_is_told_of():
    assert clock(GameFactory(pace={"move_time": HOUR}), "Bob") == Clock()


def test_without_a_clock_nothing_is_told_of_time():
    assert clock(GameFactory(), "Ana") == Clock()


def test_bots_have_no_clock():
    assert clock(GameFactory(bots=1, pace=BANKED), "Bot 1") == Clock()


def test_clock_of_whoever_sleeps_rests():
    ana = person_called("Ana")
    ana.sleeps_from, ana.sleeps_until = time(0), time(23, 59)
    ana.save()
    game = GameFactory(pace=BANKED)
    Seat.objects.filter(name="Ana").update(asked_at=datetime(2026, 5, 4, 12, tzinfo=UTC))
    assert clock(game, "Ana").is_resting


def test_vacation_is_told_with_its_last_day_even_without_a_clock():
    today = timezone.now().date()
    Vacation.objects.create(user=person_called("Bob"), first_day=today, last_day=today + timedelta(days=5))
    Vacation.objects.create(
        user=person_called("Cid"), first_day=today + timedelta(days=3), last_day=today + timedelta(days=5)
    )
    game = GameFactory()
    assert clock(game, "Bob") == Clock(away_until=today + timedelta(days=5))
    assert clock(game, "Cid") == Clock()


def test_of_the_absent_only_that_is_told():
    game = GameFactory(pace=BANKED)
    Seat.objects.filter(name="Bob").update(absent_since=timezone.now())
    assert clock(game, "Bob") == Clock(is_absent=True)


def test_in_bureaucracy_it_is_told_how_many_are_in():
    game = GameFactory(players=2)
    Game.objects.update(phase="bureaucracy")
    assert waiting(game).are_in == "1 of 2 has decided"


def test_where_one_comes_after_the_other_nobody_is_in():
    assert waiting(GameFactory()).are_in == ""
    assert waiting(GameFactory(players=2)).mine is not None


def test_viewer_comes_first_then_whoever_runs_out_of_time_first():
    game = GameFactory(pace=BANKED)
    now = timezone.now()
    asked = {"is_to_move": True, "asked_at": now, "asked_sequence": 0, "question": "run_plants", "ticks_from": now}
    Seat.objects.filter(name="Bob").update(**asked, due_at=now + timedelta(hours=2))
    Seat.objects.filter(name="Cid").update(**asked, due_at=now + timedelta(hours=1))
    assert waiting(game).first_due.company.name == "Ana"
    Seat.objects.filter(name="Ana").update(is_to_move=False, asked_at=None, asked_sequence=None, question="")
    assert waiting(game).first_due.company.name == "Cid"
