"""The share of decisions made in time."""

import pytest
from django.utils import timezone

from games.models import Absence, Seat
from games.story import reliability
from tests.factories import GameFactory, person_called

pytestmark = pytest.mark.django_db


def decided(name, *, in_time, missed=0, **game):
    """A game in which somebody has made, and missed, so many decisions."""
    game = GameFactory(**game)
    Seat.objects.filter(game=game, user__name=name).update(turns=in_time, misses=missed)
    return game


def absent(game, name, **values):
    seat = game.seats.get(user__name=name)
    seat.absent_since = timezone.now()
    seat.save()
    return Absence.objects.create(seat=seat, user=seat.user, reason="left", sequence=game.sequence, **values)


def test_it_is_the_share_of_decisions_made_in_time_over_all_games(ana):
    decided("Ana", in_time=50)
    decided("Ana", in_time=45, missed=5)
    assert reliability.of(ana).percent == 95


def test_it_is_rounded_down_so_that_only_who_missed_nothing_has_100_percent(ana):
    decided("Ana", in_time=999, missed=1)
    assert reliability.of(ana).percent == 99


def test_newcomers_have_no_figure(ana):
    decided("Ana", in_time=19)
    assert reliability.of(ana).percent is None


def test_somebody_who_has_never_played_is_a_newcomer(ana):
    assert reliability.of(ana).percent is None


def test_games_against_bots_alone_do_not_count(ana):
    decided("Ana", in_time=30, players=3, bots=2)
    assert reliability.of(ana).percent is None


def test_a_bot_that_stands_in_counts_as_ten_missed_decisions(ana):
    game = decided("Ana", in_time=90)
    absent(game, "Ana")
    assert reliability.of(ana).percent == 90


def test_what_was_decided_before_somebody_took_over_stays_with_who_decided(ana, bob, cid):
    dan = person_called("Dan")
    game = decided("Ana", in_time=0)
    absence = absent(game, "Ana")
    absence.turns, absence.misses, absence.substitute = 30, 10, dan
    absence.ended_at, absence.ended_sequence = timezone.now(), 4
    absence.save()
    Seat.objects.filter(user=ana).update(user=dan, absent_since=None, turns=20)
    assert (reliability.of(ana).percent, reliability.of(dan).percent) == (75, 100)


def test_one_query_tells_that_of_many(ana, bob, cid, django_assert_num_queries):
    decided("Bob", in_time=40, missed=10)
    with django_assert_num_queries(1):
        figures = reliability.of_all([ana, bob, cid])
    assert [figures[person.pk].percent for person in (ana, bob, cid)] == [None, 80, None]


@pytest.mark.parametrize(("in_time", "missed", "least"), [(0, 0, 0), (0, 0, 80), (90, 10, 90), (10, 90, 0)])
def test_who_is_reliable_enough_or_new_is_let_in(ana, in_time, missed, least):
    decided("Ana", in_time=in_time, missed=missed)
    assert reliability.objection(ana, least) == ""


def test_who_is_not_reliable_enough_hears_the_figures(ana):
    decided("Ana", in_time=84, missed=16)
    assert "at least 90 %" in reliability.objection(ana, 90)
    assert "84 %" in reliability.objection(ana, 90)


def test_newcomers_are_kept_from_tables_that_ask_for_a_lot(ana):
    assert "20 decisions" in reliability.objection(ana, 90)
