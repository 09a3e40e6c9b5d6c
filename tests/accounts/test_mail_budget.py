"""All that sends mails to addresses which nobody has confirmed shares how many that may be."""

from collections.abc import Callable
from datetime import datetime, timedelta
from unittest.mock import patch

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import mail_budget, names
from accounts.models import User
from notifications import bounces, strangers, tasks
from notifications.models import OutgoingMail
from tests.accounts.mails import link_in
from tests.accounts.test_signup import change_email, log_in, sign_up
from tests.factories import PASSWORD, GuestFactory, TableFactory, UserFactory
from tests.pages import words_of

pytestmark = pytest.mark.django_db

STRANGER = "dora@example.org"


@pytest.fixture(params=["10/d/ip", "10/d/key", "the site"])
def used_up(request, settings) -> Callable[..., None]:
    """Uses up the budget: from this network address, to one address, or of the whole site."""
    ours = {"mail_to_stranger": "1000/d/ip", "mails_to_strangers": "1000/d/key"}

    def use_up(address: str = STRANGER) -> None:
        cache.clear()
        if request.param == "the site":
            settings.ACCOUNT_RATE_LIMITS = ours | {"mails_to_strangers": "1/d/key"}
            Client(REMOTE_ADDR="192.0.2.7").post(reverse("account_reset_password"), {"email": "eva@example.org"})
        else:
            settings.ACCOUNT_RATE_LIMITS = ours | {"mail_to_stranger": request.param.replace("10", "1")}
            Client().post(reverse("account_reset_password"), {"email": address})
        mail.outbox.clear()

    return use_up


def test_signing_up_stores_nothing_and_says_why(client, used_up):
    used_up()
    page = sign_up(client, name="Dora", email=STRANGER)
    assert str(mail_budget.USED_UP) in words_of(page)
    assert not mail.outbox
    assert not User.objects.exists()
    assert names.is_free("Dora")


def test_new_password_comes_to_those_with_an_account_and_the_page_tells_nobody_who_has_one(ana, used_up):
    UserFactory(name="Begun", email="begun@example.org", address__verified=False)
    pages = set()
    for address in (ana.email, "begun@example.org", STRANGER):
        used_up(address)
        page = Client().post(reverse("account_reset_password"), {"email": address}, follow=True)
        pages.add(words_of(page))
        assert str(mail_budget.USED_UP_FOR_RESETS) in words_of(page)
        assert [message.to for message in mail.outbox] == ([[ana.email]] if address == ana.email else [])
    assert len(pages) == 1
    assert not OutgoingMail.objects.exists()


def test_guest_who_signs_up_stays_as_they_were(client, used_up):
    guest = GuestFactory()
    used_up()
    client.force_login(guest)
    page = client.post(reverse("accounts:keep"), {"name": "Dora", "email": STRANGER, "password1": PASSWORD})
    assert str(mail_budget.USED_UP) in words_of(page)
    guest.refresh_from_db()
    assert guest.name != "Dora"
    assert not guest.emailaddress_set.exists()


def test_address_stays_as_it_is(client, ana, used_up):
    used_up()
    client.force_login(ana)
    change_email(client, STRANGER)
    page = client.post(reverse("account_email"), {"email": STRANGER, "action_add": ""})
    assert str(mail_budget.USED_UP) in words_of(page)
    assert not ana.emailaddress_set.filter(email=STRANGER).exists()


def test_log_in_before_the_address_is_confirmed_says_that_no_mail_comes(client, used_up):
    UserFactory(name="Dora", email=STRANGER, address__verified=False)
    used_up()
    page = log_in(client, STRANGER)
    assert page.url == reverse("account_login")
    words = words_of(client.get(page.url))
    assert str(mail_budget.USED_UP) in words
    assert "We sent a mail" not in words
    assert not mail.outbox


def test_invitation_is_refused(client, ana, used_up):
    used_up()
    table = TableFactory.create(host=ana)
    client.force_login(ana)
    page = client.post(reverse("matchmaking:invite_people", args=[table.pk]), {"who": STRANGER})
    assert page.status_code == 429
    assert not table.invitations.exists()


def test_it_counts_the_same_whether_an_address_has_an_account(ana, settings):
    for address in (ana.email, STRANGER):
        settings.ACCOUNT_RATE_LIMITS = {"mail_to_stranger": "1/d/key", "mails_to_strangers": "9/d/key"}
        assert "used up" not in words_of(
            Client().post(reverse("account_reset_password"), {"email": address}, follow=True)
        )
        assert "used up" in words_of(
            Client().post(reverse("account_reset_password"), {"email": address}, follow=True)
        )


# Never again --------------------------------------------------------------------------------------------------------


def ask_for_reset(client: Client) -> None:
    client.post(reverse("account_reset_password"), {"email": STRANGER})


def sign_up_there(client: Client) -> None:
    sign_up(client, name="Dora", email=STRANGER)


@pytest.mark.parametrize("ask", [ask_for_reset, sign_up_there])
def test_stranger_can_stop_any_such_mail_and_allow_it_again(client, ask):
    ask(client)
    (first,) = mail.outbox
    stop = strangers.stop_url(STRANGER)
    assert stop in first.body
    assert first.extra_headers["List-Unsubscribe"] == f"<{stop}>"
    Client(enforce_csrf_checks=True).post(stop, {"List-Unsubscribe": "One-Click"})
    ask_for_reset(client)
    assert len(mail.outbox) == 1
    page = client.post(stop, {"again": ""})
    assert "Never write to me" in words_of(page)
    ask_for_reset(client)
    assert len(mail.outbox) == 2


def test_who_has_confirmed_their_address_gets_what_they_ask_for(client):
    strangers.leave_in_peace(STRANGER)
    UserFactory(name="Dora", email=STRANGER)
    ask_for_reset(client)
    (message,) = mail.outbox
    assert "/alerts/never/" not in message.body
    assert "List-Unsubscribe" not in message.extra_headers
    assert link_in(message).startswith("/accounts/password/reset/key/")


def test_address_from_which_a_mail_came_back_is_written_to_again_after_a_month(client):
    bounces.came_back(STRANGER)
    ask_for_reset(client)
    assert not mail.outbox
    forget(timezone.now() + timedelta(days=29))
    assert not strangers.may_be_written_to(STRANGER)
    forget(timezone.now() + timedelta(days=31))
    ask_for_reset(client)
    assert [message.to for message in mail.outbox] == [[STRANGER]]


@pytest.mark.postgresql
@pytest.mark.parametrize("is_first", [True, False])
def test_wish_for_no_mails_outlasts_a_mail_that_came_back(client, is_first):
    page = strangers.stop_url(STRANGER)
    for wants_none in (is_first, not is_first):
        if wants_none:
            assert "Never write to me" in words_of(client.get(page))
            client.post(page)
        else:
            bounces.came_back(STRANGER)
    forget(timezone.now() + timedelta(days=31))
    assert not strangers.may_be_written_to(STRANGER)
    assert "Write to me again" in words_of(client.get(page))


def forget(now: datetime) -> None:
    """Do the daily task at a moment."""
    with patch.object(timezone, "now", lambda: now):
        tasks.forget()


def test_complaint_about_an_address_that_is_not_confirmed_is_heard():
    UserFactory(name="Dora", email=STRANGER, address__verified=False)
    strangers.hear(STRANGER)
    assert not strangers.may_be_written_to(STRANGER)
