"""Nobody guesses passwords, locks an account for its owner by trying, or fills somebody's mailbox from here."""

import time
from unittest.mock import Mock

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from powergrid.settings import ACCOUNT_RATE_LIMITS
from tests.accounts.mails import link_in
from tests.accounts.test_enumeration import told
from tests.factories import PASSWORD

pytestmark = pytest.mark.django_db

HERE, UNKNOWN = "203.0.113.1", "nobdy@example.org"
"""The address of nobody here is as long as the others."""

LOGIN, RESET = reverse("account_login"), reverse("account_reset_password")


@pytest.fixture(autouse=True)
def _limits_of_the_site(settings):
    settings.ACCOUNT_RATE_LIMITS = ACCOUNT_RATE_LIMITS


@pytest.fixture
def known(ana):
    User.objects.filter(pk=ana.pk).update(email="known@example.org")
    ana.emailaddress_set.update(email="known@example.org")
    return "known@example.org"


def log_in(account: str, password: str, *, address: str = HERE) -> str:
    """What comes of it, in a word."""
    answer = Client(REMOTE_ADDR=address).post(LOGIN, {"login": account, "password": password})
    if answer.status_code == 302:
        return "in"
    return "wait" if "Wait five minutes" in answer.content.decode() else "wrong"


def test_wrong_passwords_from_one_address_lock_the_account_there_and_nowhere_else(known):
    answers = [log_in(known, f"guess {number}") for number in range(6)]
    assert answers == ["wrong"] * 5 + ["wait"]
    assert log_in(known, PASSWORD) == "wait"
    assert log_in(known, PASSWORD, address="203.0.113.2") == "in"


def test_neighbours_of_one_network_guess_together(known):
    for number in range(5):
        log_in(known, "a guess", address=f"2001:db8::{number}:1")
    assert log_in(known, PASSWORD, address="2001:db8::ffff") == "wait"
    assert log_in(known, PASSWORD, address="2001:db8:0:1::1") == "in"


def test_from_many_addresses_an_account_can_be_guessed_at_ten_times_as_often_and_no_more(known):
    for number in range(50):
        assert log_in(known, "a guess", address=f"198.51.100.{number // 5}") == "wrong"
    assert log_in(known, PASSWORD) == "wait"
    assert log_in("other@example.org", "a guess") == "wrong"


def test_refusing_to_guess_on_tells_nobody_who_has_an_account(known):
    for address in (known, UNKNOWN):
        for _time in range(5):
            log_in(address, "a guess")
    fields = {"password": "a guess"}
    first, second = (
        told(Client(REMOTE_ADDR=HERE), LOGIN, {**fields, "login": address}, address) for address in (known, UNKNOWN)
    )
    assert b"Wait five minutes" in first[-1]
    assert first == second


def test_an_account_gets_three_mails_for_a_new_password_an_hour_and_each_of_them_works(client, known):
    for number in range(5):
        Client(REMOTE_ADDR=f"203.0.113.{number}").post(RESET, {"email": known.upper() if number % 2 else known})
    assert len(mail.outbox) == 3
    form = client.get(link_in(mail.outbox[0])).url
    assert client.post(form, {"password1": "another long enough one"}).status_code == 302
    assert log_in(known, "another long enough one") == "in"


def test_what_is_said_of_mails_that_are_not_sent_tells_nobody_who_has_an_account(known):
    answers = {
        address: [told(Client(), RESET, {"email": address}, address) for _time in range(4)]
        for address in (known, UNKNOWN)
    }
    assert answers[known] == answers[UNKNOWN]
    assert answers[known][3] == answers[known][0]
    sent = [to for message in mail.outbox for to in message.to]
    assert sent == [known] * 3 + [UNKNOWN] * 3


def test_whoever_signs_up_with_a_foreign_address_sends_few_mails_there(known, monkeypatch):
    began = time.time()
    for number in range(8):
        clock = Mock(wraps=time, **{"time.return_value": began + number * 240})
        monkeypatch.setattr("allauth.core.internal.ratelimit.time", clock)
        fields = {"name": f"Newcomer {number}", "email": known, "password1": PASSWORD}
        assert Client(REMOTE_ADDR=f"203.0.113.{number}").post(reverse("account_signup"), fields).status_code == 302
    assert [message.to for message in mail.outbox] == [[known]] * 4
