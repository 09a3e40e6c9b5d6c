"""Passwords are stored so that they are hard to guess, and checking many of them keeps nobody from pages."""

from threading import Thread
from unittest.mock import Mock

import pytest
from allauth.core import context
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.hashers import check_password, identify_hasher, make_password
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts import deletion, hashing
from accounts.adapter import AccountAdapter
from accounts.models import User
from powergrid.people_settings import PASSWORD_HASHERS
from tests.factories import PASSWORD


@pytest.fixture(autouse=True)
def _in_earnest(settings):
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS


@pytest.fixture
def taken(monkeypatch):
    """Somebody's password is being worked on, and does not come to an end."""
    monkeypatch.setattr(hashing, "PATIENCE", 0.01)
    with hashing._turn:
        yield


def test_passwords_are_stored_by_argon2id_with_at_least_the_work_that_owasp_asks_for():
    stored = make_password(PASSWORD)
    assert stored.startswith("argon2$argon2id$v=19$m=19456,t=3,p=1$")
    assert check_password(PASSWORD, stored)
    assert not check_password("another", stored)


@pytest.fixture
def of_old(ana):
    """Somebody whose password was stored before."""
    ana.password = hashing.PBKDF2().encode(PASSWORD, "s" * 22, iterations=1000)
    ana.save()
    return ana


@pytest.mark.django_db
def test_an_old_one_is_replaced_when_its_owner_logs_in(client, of_old):
    assert client.post(reverse("account_login"), {"login": of_old.email, "password": PASSWORD}).status_code == 302
    of_old.refresh_from_db()
    assert identify_hasher(of_old.password).algorithm == "argon2"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("account_reauthenticate", {"password": PASSWORD}),
        ("account_change_password", {"oldpassword": PASSWORD, "password1": "1"}),
        ("accounts:delete", {"password": PASSWORD}),
    ],
)
def test_whoever_shows_an_old_one_stays_logged_in(client, of_old, monkeypatch, name, sent):
    monkeypatch.setattr(deletion, "delete", Mock(side_effect=deletion.DeletionRefused))
    client.force_login(of_old)
    client.post(reverse(name), sent)
    of_old.refresh_from_db()
    assert identify_hasher(of_old.password).algorithm == "argon2"
    assert client.get(reverse("accounts:settings")).status_code == 200


@pytest.mark.django_db
def test_whoever_shows_a_wrong_one_gains_no_session_by_it(client, ana):
    """Somebody else may be in their session, and they have just ended it by a new password."""
    client.force_login(ana)
    request = RequestFactory().post("/")
    request.session, request.user = client.session, ana
    User.objects.filter(pk=ana.pk).update(password=make_password("a long new one"))
    with context.request_context(request):
        assert not AccountAdapter(request).reauthenticate(ana, PASSWORD)
    assert request.session[HASH_SESSION_KEY] != User.objects.get(pk=ana.pk).get_session_auth_hash()


@pytest.mark.parametrize("hasher", [hashing.Argon2, hashing.PBKDF2])
def test_one_is_worked_on_at_a_time_and_others_wait_for_their_turn(hasher, monkeypatch):
    stored = hasher().encode(PASSWORD, "s" * 22)
    working, most = 0, 0
    turn = hashing._turn

    class Watched:
        def acquire(self, **options):
            nonlocal working, most
            got = turn.acquire(**options)
            working, most = working + 1, max(most, working + 1)
            return got

        def release(self):
            nonlocal working
            working -= 1
            turn.release()

    monkeypatch.setattr(hashing, "PATIENCE", 60)
    monkeypatch.setattr(hashing, "_turn", Watched())
    right: list[bool] = []
    threads = [Thread(target=lambda: right.append(hasher().verify(PASSWORD, stored))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (right, most) == ([True] * 3, 1)


@pytest.mark.django_db
def test_whoever_cannot_be_checked_in_time_is_told_to_try_again_and_not_that_the_password_is_wrong(ana, taken):
    sent = {"login": ana.email, "password": PASSWORD}
    for account in (ana.email, "nobody@example.org"):
        answer = Client().post(reverse("account_login"), {**sent, "login": account})
        assert (answer.status_code, answer["Retry-After"]) == (429, "10")
        assert "there was no time for yours" in answer.content.decode()
        assert PASSWORD not in answer.content.decode()
    assert (
        "Nothing has changed"
        in Client().post(reverse("account_login"), sent, headers={"HX-Request": "true"}).content.decode()
    )


@pytest.mark.django_db
def test_an_account_is_not_opened_by_halves(client, django_user_model, taken):
    sent = {"name": "Newcomer", "email": "new@example.org", "password1": "a long enough one"}
    assert client.post(reverse("account_signup"), sent).status_code == 429
    assert not django_user_model.objects.filter(name="Newcomer").exists()


@pytest.mark.django_db
def test_pages_go_on_meanwhile(client, taken):
    assert client.get(reverse("account_login")).status_code == 200
