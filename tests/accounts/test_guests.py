import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import SESSION_KEY, get_user
from django.contrib.auth.models import AnonymousUser
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import guests, names
from accounts.models import User
from tests.accounts.mails import link_in
from tests.factories import PASSWORD, GuestFactory
from tests.pages import html_of, words_of

pytestmark = pytest.mark.django_db

ANA = {"name": "Ana", "email": "ana@example.org", "password1": PASSWORD}


@pytest.fixture
def guest():
    return GuestFactory()


@pytest.fixture
def guest_client(client, guest):
    client.force_login(guest)
    return client


def keep(client, **changes):
    return client.post(reverse("accounts:keep"), ANA | changes)


def who(client):
    return client.session.get("_auth_user_id")


@pytest.mark.postgresql
def test_a_visitor_becomes_a_guest_and_stays_the_same_one(rf, client):
    request = rf.post("/")
    request.session, request.user = client.session, AnonymousUser()
    guest = guests.current_or_new(request)
    assert guest.is_guest
    assert guest.name.startswith("Guest ")
    assert guest.email is None
    assert not guest.has_usable_password()
    assert guests.current_or_new(request) == guest


@pytest.mark.postgresql
def test_a_number_that_is_taken_is_not_given_again(monkeypatch):
    monkeypatch.setattr("secrets.randbelow", lambda below: 0)
    assert [guests._new_guest().name for _ in range(3)] == ["Guest 1000", "Guest 10000", "Guest 100000"]


def test_a_guest_who_registers_keeps_row_and_session(guest_client, guest):
    assert keep(guest_client).url == reverse("accounts:keep")
    assert who(guest_client) == str(guest.pk)
    guest_client.post(link_in(mail.outbox[0]))
    ana = User.objects.get()
    assert ana.pk == guest.pk
    assert (ana.name, ana.email, ana.is_guest) == ("Ana", "ana@example.org", False)
    assert ana.check_password(PASSWORD)
    assert who(guest_client) == str(ana.pk)


def test_a_guest_who_registers_lives_where_the_device_says(guest_client, guest):
    keep(guest_client, time_zone="Asia/Tokyo")
    guest.refresh_from_db()
    assert guest.time_zone == "Asia/Tokyo"


def test_until_the_address_is_confirmed_a_guest_stays_a_guest(guest_client, guest):
    keep(guest_client)
    guest.refresh_from_db()
    assert guest.is_guest
    assert guest.email is None
    page = guest_client.get(reverse("accounts:keep")).content.decode()
    assert "We have sent a mail to <strong>ana@example.org</strong>" in page


def test_confirming_elsewhere_registers_and_then_asks_to_log_in(guest_client, guest):
    keep(guest_client)
    phone = Client()
    answer = phone.post(link_in(mail.outbox[0]), follow=True)
    assert answer.redirect_chain == [(reverse("account_login"), 302)]
    assert "Thank you: ana@example.org is confirmed." in answer.content.decode()
    assert "Your address is confirmed." in answer.content.decode()
    phone.post(reverse("account_login"), {"login": "ana@example.org", "password": PASSWORD})
    assert who(phone) == str(guest.pk)


def test_a_mistyped_address_can_be_given_again(guest_client, guest):
    keep(guest_client, email="ann@example.org")
    keep(guest_client)
    assert "no longer works" in guest_client.get(link_in(mail.outbox[0])).content.decode()
    guest_client.post(link_in(mail.outbox[1]))
    guest.refresh_from_db()
    assert guest.email == "ana@example.org"
    assert EmailAddress.objects.get().email == "ana@example.org"


@pytest.mark.postgresql
def test_pressing_twice_leaves_the_first_link_good(guest_client, guest):
    keep(guest_client)
    keep(guest_client)
    assert who(guest_client) == str(guest.pk)
    guest_client.post(link_in(mail.outbox[0]))
    guest.refresh_from_db()
    assert not guest.is_guest


def test_registering_in_one_tab_leaves_the_other_logged_in(guest_client, guest):
    other_tab = Client()
    other_tab.cookies = guest_client.cookies.copy()
    keep(guest_client)
    assert other_tab.get(reverse("accounts:settings")).status_code == 200


@pytest.mark.postgresql
def test_page_that_asks_while_a_guest_registers_logs_nobody_out(rf, guest_client, guest):
    asking = rf.get("/")
    asking.session = guest_client.session
    assert asking.session[SESSION_KEY] == str(guest.pk)  # it has been read
    keep(guest_client)
    assert get_user(asking) == guest
    assert who(guest_client) == str(guest.pk)
    Client().post(link_in(mail.outbox[0]))
    assert get_user(asking) == guest


def test_new_password_ends_the_session_of_the_guest_one_was(guest_client, guest):
    keep(guest_client)
    phone = Client()
    phone.post(link_in(mail.outbox[0]))
    phone.post(reverse("account_login"), {"login": "ana@example.org", "password": PASSWORD})
    new = "another long secret"
    change = {"oldpassword": PASSWORD, "password1": new}
    assert phone.post(reverse("account_change_password"), change).status_code == 302
    assert who(phone) == str(guest.pk)
    assert guest_client.get(reverse("accounts:settings")).status_code == 302


def test_confirming_leads_back_to_where_the_guest_wanted_to_go(guest_client):
    keep(guest_client, next="/tables/7/")
    assert guest_client.post(link_in(mail.outbox[0])).url == "/tables/7/"


@pytest.mark.postgresql
@pytest.mark.parametrize("elsewhere", ["https://elsewhere.example/", "//elsewhere.example/", "nowhere", "?", "\x00"])
def test_the_way_back_stays_on_this_site(guest_client, elsewhere):
    keep(guest_client, next=elsewhere)
    assert guest_client.post(link_in(mail.outbox[0])).url == reverse("games:dashboard")


def test_a_guest_who_gives_the_address_of_somebody_sees_nothing_of_that(guest_client, guest, bob):
    keep(guest_client, email=bob.email)
    page = guest_client.get(reverse("accounts:keep")).content.decode()
    assert f"We have sent a mail to <strong>{bob.email}</strong>" in page
    assert [(m.to, m.subject) for m in mail.outbox] == [([bob.email], "You already have an account")]


def test_only_a_guest_can_be_registered(client, bob):
    client.force_login(bob)
    assert keep(client).url == reverse("accounts:settings")
    bob.refresh_from_db()
    assert bob.name == "Bob"
    assert not mail.outbox


def test_a_visitor_is_asked_to_log_in(client):
    assert keep(client).url.startswith(reverse("account_login"))
    assert not User.objects.exists()


def test_a_refused_form_keeps_what_was_written(guest_client, guest, bob):
    answer = keep(guest_client, name="Bob")
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "Another player is called Bob" in page
    assert 'value="ana@example.org"' in page
    guest.refresh_from_db()
    assert not guest.check_password(PASSWORD)


@pytest.mark.postgresql
def test_a_name_taken_at_the_same_moment_is_refused_kindly(guest_client, guest, bob, monkeypatch):
    monkeypatch.setattr(names, "is_free", lambda name, besides=None: True)
    answer = keep(guest_client, name="Bob")
    assert answer.status_code == 400
    assert "took this name a moment ago" in answer.content.decode()
    guest.refresh_from_db()
    assert guest.name != "Bob"
    assert not mail.outbox


def test_a_guest_is_warned_before_logging_out(guest_client):
    page = guest_client.get(reverse("account_logout")).content.decode()
    assert "Log out and lose your games?" in page
    assert reverse("accounts:keep") in page


def test_many_new_guests_from_one_place_are_slowed_down(client, settings):
    settings.ACCOUNT_RATE_LIMITS = {"new_guest": "2/h/ip"}
    answers = [Client().post(reverse("matchmaking:practice")).status_code for _ in range(3)]
    assert answers[2] == 429
    assert User.objects.count() == 2


def test_mail_is_sent_again_without_anything_typed_again(guest_client, guest):
    keep(guest_client, email="ann@example.org")
    page = html_of(guest_client.get(reverse("accounts:keep")))
    filled_in = dict(re.findall(r'<input [^>]*name="(name|email|password1)"[^>]*? value="([^"]*)"', page))
    assert filled_in == {"name": "Ana", "email": "ann@example.org"}
    assert 'name="password1"' not in page
    answer = guest_client.post(reverse("accounts:keep"), {**filled_in, "email": "ana@example.org"}, follow=True)
    assert "A mail is on its way to you." in words_of(answer)
    assert [message.to for message in mail.outbox] == [["ann@example.org"], ["ana@example.org"]]
    guest_client.post(link_in(mail.outbox[1]))
    guest.refresh_from_db()
    assert (guest.email, guest.check_password(PASSWORD)) == ("ana@example.org", True)


def test_second_mail_within_moments_is_not_sent_and_the_guest_hears_so(guest_client, settings):
    settings.ACCOUNT_RATE_LIMITS = {"confirm_email": "1/3m/key"}
    keep(guest_client)
    answer = guest_client.post(reverse("accounts:keep"), {"name": "Ana", "email": "ana@example.org"}, follow=True)
    assert "We sent you a mail a short time ago." in words_of(answer)
    assert len(mail.outbox) == 1
