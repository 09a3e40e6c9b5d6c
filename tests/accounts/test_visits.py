"""When somebody was last here is known to within a day, and their session lasts from then on."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.models import User

pytestmark = pytest.mark.django_db

SETTINGS = reverse("accounts:settings")


@pytest.fixture
def player(client, ana):
    client.force_login(ana)
    return client


def long_ago(ana: User) -> None:
    then = timezone.now() - timedelta(days=20)
    User.objects.filter(pk=ana.pk).update(last_here=then)
    Session.objects.update(expire_date=then + timedelta(days=180))


def test_who_comes_back_is_noted_once_a_day_and_the_session_lasts_from_then_on(player, ana):
    long_ago(ana)
    answers = [player.get(SETTINGS) for _time in range(2)]
    ana.refresh_from_db()
    assert timezone.now() - ana.last_here < timedelta(minutes=1)
    assert Session.objects.get().expire_date > timezone.now() + timedelta(days=179)
    assert ["sessionid" in answer.cookies for answer in answers] == [True, False]


def test_nothing_is_looked_up_for_those_whom_nobody_asks_who_they_are(client, django_assert_num_queries):
    client.cookies["sessionid"] = "made-up"
    with django_assert_num_queries(0):
        client.get(reverse("robots"))


def test_page_is_shown_where_nothing_can_be_written(player, ana, monkeypatch, caplog):
    long_ago(ana)

    def full(*_args, **_fields):
        raise DatabaseError("disk full")

    monkeypatch.setattr(QuerySet, "update", full)
    assert player.get(SETTINGS).status_code == 200
    assert "cannot be noted" in caplog.text
