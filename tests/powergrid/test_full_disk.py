"""A database that cannot write says so: nobody is told that they have tried too often, or have asked for nonsense."""

from contextlib import contextmanager

import pytest
from django.contrib.sessions.backends.base import UpdateError
from django.core.cache import cache
from django.db import IntegrityError, OperationalError, connection
from django.test import Client
from django.urls import reverse

from accounts.sessions import SessionStore
from powergrid.settings import ACCOUNT_RATE_LIMITS
from tests.factories import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@contextmanager
def a_full_disk():
    def refuse(execute, sql, params, many, context):
        if sql.startswith(("INSERT", "UPDATE")):
            raise OperationalError("database or disk is full")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(refuse):
        yield


@pytest.fixture
def browser(settings):
    settings.RATE_LIMITS, settings.ACCOUNT_RATE_LIMITS = True, ACCOUNT_RATE_LIMITS
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("account_login", {"login": "ana@example.org", "password": PASSWORD}),
        ("account_login", {"login": "ana@example.org", "password": "guessed"}),
        ("account_signup", {"email": "eve@example.org", "name": "Eve", "password1": "a-good-one"}),
        ("account_reset_password", {"email": "ana@example.org"}),
        ("matchmaking:practice", {"game": "first"}),
    ],
)
def test_whoever_wants_in_is_asked_to_come_back(browser, ana, address, sent):
    with a_full_disk():
        answer = browser.post(reverse(address), sent)
    assert answer.status_code == 503
    assert answer["Retry-After"]


def test_whoever_is_in_is_asked_to_come_back(browser, ana):
    browser.force_login(ana)
    with a_full_disk():
        answer = browser.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert answer.status_code == 503


def test_a_session_that_cannot_be_written_is_no_session_that_was_deleted(db):
    session = SessionStore()
    session["a"] = 1
    session.save()
    session["a"] = 2
    with a_full_disk(), pytest.raises(OperationalError):
        session.save()
    SessionStore(session.session_key).delete()
    with pytest.raises(UpdateError):
        session.save()


def test_the_cache_adds_what_is_not_there_and_says_where_it_cannot(db):
    assert cache.add("new", 1)
    assert not cache.add("new", 2)
    assert cache.get("new") == 1
    with a_full_disk():
        assert not cache.add("new", 3)
        for write in (cache.add, cache.set):
            with pytest.raises(OperationalError):
                write("newer", 1)
    assert cache.add("newer", 1)


def test_the_cache_tries_again_where_another_process_was_quicker(db):
    """It adds the same entry first, and may have taken it away again since."""
    refused = iter([True, True])

    def refuse(execute, sql, params, many, context):
        if sql.startswith("INSERT") and next(refused, False):
            raise IntegrityError("duplicate key")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(refuse):
        assert cache.add("new", 1)
    assert cache.get("new") == 1


def test_an_entry_that_has_expired_is_added_anew(db):
    cache.set("old", 1, timeout=-5)
    assert cache.add("old", 2)
    assert cache.get("old") == 2
