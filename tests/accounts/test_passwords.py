"""One password is one, however the device writes its letters."""

import unicodedata

import pytest
from django.contrib.auth.hashers import make_password
from django.urls import reverse

from accounts.models import User
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

COMPOSED = unicodedata.normalize("NFC", "grün wie Ångström")
APART = unicodedata.normalize("NFD", COMPOSED)
MIXED = APART[:4] + COMPOSED[3:]


def can_log_in(client, password):
    client.post(reverse("account_login"), {"login": "ana@example.org", "password": password})
    is_in = "_auth_user_id" in client.session
    client.logout()
    return is_in


@pytest.mark.parametrize("chosen", [COMPOSED, APART])
@pytest.mark.parametrize("typed", [COMPOSED, APART])
def test_password_is_the_same_in_either_form(client, chosen, typed):
    UserFactory(name="Ana", password=chosen)
    assert can_log_in(client, typed)
    assert not can_log_in(client, "grun wie Angstrom")


@pytest.mark.parametrize("stored", [COMPOSED, APART])
@pytest.mark.parametrize("typed", [COMPOSED, APART])
def test_password_that_was_stored_as_it_was_typed_still_opens(client, stored, typed):
    ana = UserFactory(name="Ana")
    User.objects.filter(pk=ana.pk).update(password=make_password(stored))
    assert can_log_in(client, typed)


def test_password_that_was_stored_in_a_mix_of_both_still_opens(client):
    ana = UserFactory(name="Ana")
    User.objects.filter(pk=ana.pk).update(password=make_password(MIXED))
    assert can_log_in(client, MIXED)


def test_plain_password_is_tried_once(ana, monkeypatch):
    tried = []
    monkeypatch.setattr("django.contrib.auth.base_user.check_password", lambda *args, **kwargs: tried.append(args[0]))
    ana.check_password("wrong")
    assert tried == ["wrong"]
