"""Sessions that nobody can use any more are deleted by and by."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts import bans, deletion, sessions
from accounts.models import Ban
from powergrid.celery import app
from tests.factories import GuestFactory, UserFactory

pytestmark = pytest.mark.django_db


def session_of(user=None) -> str:
    """The key of a session that a browser has begun, in somebody's name or as a visitor."""
    client = Client()
    if user:
        client.force_login(user)
    else:
        session = client.session
        session["table_invitations"] = ["token"]
        session.save()
    return str(client.session.session_key)


def kept() -> set[str]:
    return set(Session.objects.values_list("pk", flat=True))


def test_those_of_who_has_left_are_deleted_and_no_others(ana, bob):
    guest = GuestFactory()
    gone = {session_of(ana), session_of(ana), session_of(guest)}
    stay = {session_of(bob), session_of()}
    now = timezone.now()
    assert sessions.forget(now=now) == 0
    for person in (ana, guest):
        deletion.delete(person, now=now)
    assert kept() == gone | stay
    assert sessions.forget(now=now + timedelta(days=1)) == 3
    assert kept() == stay


def test_those_that_have_expired_are_deleted(ana):
    session_of(ana)
    still, expiry = session_of(), timezone.now() + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    Session.objects.filter(pk=still).update(expire_date=expiry + timedelta(days=1))
    assert sessions.forget(now=expiry) == 1
    assert kept() == {still}


@pytest.mark.postgresql
def test_those_that_nobody_can_read_are_left_until_they_expire(ana, bob):
    Session.objects.create(pk="x" * 32, session_data="nonsense", expire_date=timezone.now() + timedelta(days=1))
    deletion.delete(ana, now=timezone.now())
    assert sessions.forget(now=timezone.now()) == 0


def test_workers_do_so_every_day(ana):
    task = settings.CELERY_BEAT_SCHEDULE["accounts.tasks.forget_sessions"]["task"]
    session_of(ana)
    deletion.delete(ana, now=timezone.now())
    app.loader.import_default_modules()
    app.tasks[task]()
    assert not kept()


def test_those_of_who_is_banned_are_deleted_but_for_guests(ana, bob):
    guest, moderator = GuestFactory(), UserFactory(is_staff=True)
    gone, stay = session_of(ana), {session_of(bob), session_of(guest)}
    now = timezone.now()
    for person in (ana, guest):
        bans.impose(person, kind=Ban.Kind.ALL, reason="Boo", until=now + timedelta(days=7), by=moderator, now=now)
    bans.impose(bob, kind=Ban.Kind.TALK, reason="Boo", until=None, by=moderator, now=now)
    assert sessions.forget(now=now) == 1
    assert kept() == stay
    assert gone not in kept()
