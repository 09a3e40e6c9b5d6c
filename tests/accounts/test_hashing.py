"""Passwords are stored so that they are hard to guess, and checking many of them keeps nobody from pages."""

from threading import Thread

import pytest
from django.contrib.auth.hashers import check_password, identify_hasher, make_password
from django.test import Client
from django.urls import reverse

from accounts import hashing
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


@pytest.mark.django_db
def test_an_old_one_is_replaced_when_its_owner_logs_in(client, ana):
    ana.password = hashing.PBKDF2().encode(PASSWORD, "s" * 22, iterations=1000)
    ana.save()
    assert client.post(reverse("account_login"), {"login": ana.email, "password": PASSWORD}).status_code == 302
    ana.refresh_from_db()
    assert identify_hasher(ana.password).algorithm == "argon2"


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
