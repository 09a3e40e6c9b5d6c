from threading import Thread

import pytest
from django.db import connection
from django.db.models import Exists, OuterRef
from django.test.utils import CaptureQueriesContext

from accounts.models import User, Vacation
from accounts.statements import written_once
from tests.factories import UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def sought(names, zone, *, hours=False):
    away = Exists(Vacation.objects.filter(user=OuterRef("pk")))
    people = User.objects.annotate(is_away=away).filter(name__in=names, time_zone=zone).order_by("name")
    return people.filter(sleeps_from__isnull=False) if hours else people


@pytest.fixture
def people():
    ana = UserFactory(name="Ana", time_zone="Asia/Tokyo", sleeps_from="23:00", sleeps_until="07:00")
    Vacation.objects.create(user=ana, first_day="2026-01-01", last_day="2026-01-09")
    return ana, UserFactory(name="Bob"), UserFactory(name="Cid"), UserFactory(name="100 %s")


def test_answers_are_those_of_the_query(people):
    asked = written_once(sought)
    for names in (["Ana", "Bob"], ("Cid",), {"Cid", "Ana", "100 %s"}, []):
        for zone in ("UTC", "Asia/Tokyo"):
            found, expected = asked(names, zone), sought(names, zone)
            assert found == list(expected)
            assert [person.is_away for person in found] == [person.is_away for person in expected]
            assert asked(names, zone, hours=True) == list(sought(names, zone, hours=True))


def test_values_come_as_python_has_them(people):
    ana, *_others = people

    @written_once
    def vacations(user):
        return Vacation.objects.filter(user=user).values_list("user__name", "first_day", "user__date_joined")

    @written_once
    def names(users):
        return User.objects.filter(pk__in=users).values_list("name", flat=True)

    @written_once
    def with_people(user):
        return Vacation.objects.filter(user=user).select_related("user").only("user__sleeps_from")

    expected = Vacation.objects.values_list("user__name", "first_day", "user__date_joined")
    assert vacations(ana.pk) == list(expected)
    assert names([ana.pk]) == ["Ana"]
    (vacation,) = with_people(ana.pk)
    ana.refresh_from_db()
    assert (vacation.user, vacation.user.sleeps_from) == (ana, ana.sleeps_from)


def test_what_is_sought_is_put_together_once_for_each_keyword(people):
    calls = []

    @written_once
    def named(name, *, zone):
        calls.append(zone)
        return User.objects.filter(name=name, time_zone=zone)

    with CaptureQueriesContext(connection) as captured:
        found = [named(name, zone=zone) for zone in ("UTC", "Asia/Tokyo") for name in ("Ana", "Bob", "Nobody")]
    assert [len(rows) for rows in found] == [0, 1, 0, 1, 0, 0]
    assert (calls, len(captured)) == (["UTC", "Asia/Tokyo"], 6)


def test_nobody_is_found_by_nothing(people):
    @written_once
    def asleep(hour):
        return User.objects.filter(sleeps_from=hour)

    assert asleep(None) == []


@pytest.mark.django_db(transaction=True)
def test_each_thread_asks_by_a_connection_of_its_own(people):
    @written_once
    def named(name):
        return User.objects.filter(name=name)

    found = named("Ana")

    def ask():
        found.extend(named("Bob"))
        connection.close()

    other = Thread(target=ask)
    other.start()
    other.join()
    assert [person.name for person in found] == ["Ana", "Bob"]
