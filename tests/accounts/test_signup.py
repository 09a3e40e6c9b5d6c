import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import names
from accounts.models import User
from tests.accounts.mails import link_in
from tests.factories import PASSWORD, UserFactory
from tests.pages import words_of

pytestmark = pytest.mark.django_db

ANA = {"name": "Ana", "email": "Ana@Example.org", "password1": PASSWORD}


def sign_up(client, **changes):
    return client.post(reverse("account_signup"), ANA | changes)


def log_in(client, email="ana@example.org", password=PASSWORD):
    return client.post(reverse("account_login"), {"login": email, "password": password})


def test_signing_up_sends_a_mail_and_lets_nobody_in_yet(client):
    answer = sign_up(client)
    assert answer.url == reverse("account_email_verification_sent")
    assert "_auth_user_id" not in client.session
    assert [m.to for m in mail.outbox] == [["ana@example.org"]]
    ana = User.objects.get()
    assert (ana.name, ana.email, ana.is_guest) == ("Ana", "ana@example.org", False)


@pytest.mark.parametrize(("told", "stored"), [("Asia/Tokyo", "Asia/Tokyo"), ("Moon/Tranquility", "UTC"), ("", "UTC")])
def test_newcomers_live_where_their_device_says(client, told, stored):
    sign_up(client, time_zone=told)
    assert User.objects.get().time_zone == stored


def test_the_link_in_the_mail_asks_before_it_confirms(client):
    sign_up(client)
    page = client.get(link_in(mail.outbox[0]))
    assert "the address of" in page.content.decode()
    assert not User.objects.get().emailaddress_set.get().verified


def test_confirming_in_the_same_browser_logs_in(client):
    sign_up(client)
    answer = client.post(link_in(mail.outbox[0]))
    assert answer.url == reverse("games:dashboard")
    assert client.session["_auth_user_id"] == str(User.objects.get().pk)


@pytest.mark.postgresql
def test_pressing_the_button_twice_ends_where_all_is_well(client):
    sign_up(client)
    link = link_in(mail.outbox[0])
    client.post(link)
    answer = client.post(link, follow=True)
    assert answer.redirect_chain == [(link, 302)]
    assert "Your address is already confirmed" in answer.content.decode()


def test_confirming_leads_on_to_where_one_wanted_to_go(client):
    sign_up(client, next="/tables/")
    assert client.post(link_in(mail.outbox[0])).url == "/tables/"


def test_logging_in_before_confirming_sends_the_mail_again(client):
    sign_up(client)
    answer = log_in(client)
    assert answer.url == reverse("account_email_verification_sent")
    assert len(mail.outbox) == 2


def test_logging_in_and_out(client, ana):
    assert log_in(client).url == reverse("games:dashboard")
    assert client.post(reverse("account_logout")).url == reverse("home")
    assert "_auth_user_id" not in client.session


def test_a_login_lasts_without_being_asked_to(client, ana, settings):
    assert "remember" not in client.get(reverse("account_login")).context["form"].fields
    log_in(client)
    assert client.session.get_expiry_age() == settings.SESSION_COOKIE_AGE == 180 * 24 * 60 * 60


def test_a_wrong_password_gets_a_kind_sentence(client, ana):
    page = log_in(client, password="something else")
    assert "do not match" in page.content.decode()


def test_one_sentence_on_a_weak_password_is_enough(client):
    page = sign_up(client, password1="123").content.decode()
    assert "This password is too short." in page
    assert "easy to guess" not in page
    assert "It must contain" not in page


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": "A"}, "2 to 30 characters"),
        ({"name": "bob"}, "Another player is called bob"),
        ({"name": "Ana\u202e"}, "A name is made of letters"),
        ({"name": "\u0410na"}, "Use letters of one alphabet"),
        ({"password1": "12345"}, "This password is too short. Add a few letters"),
        ({"password1": "password"}, "Many people use this password"),
        ({"password1": "ana@example"}, "much like your name or address"),
        ({"password1": "4938271605"}, "Digits alone"),
        ({"email": "nobody"}, "Enter a valid email address"),
    ],
)
def test_what_cannot_be_taken_is_said_and_nothing_is_stored(client, bob, changes, sentence):
    page = sign_up(client, **changes)
    assert sentence in page.content.decode()
    assert User.objects.get() == bob
    assert not mail.outbox


def test_signing_up_with_a_taken_address_looks_the_same_and_tells_its_owner(client, ana):
    answer = sign_up(client, name="Somebody")
    assert answer.url == reverse("account_email_verification_sent")
    assert User.objects.get() == ana
    assert mail.outbox[0].subject == "You already have an account"
    assert link_in(mail.outbox[0]) == reverse("account_reset_password")


@pytest.mark.postgresql
def test_two_with_the_same_name_at_once_leave_one(client, bob, monkeypatch):
    monkeypatch.setattr(names, "is_free", lambda name, besides=None: True)
    answer = client.post(reverse("account_signup"), ANA | {"name": "Bob"}, follow=True)
    assert answer.redirect_chain == [(reverse("account_signup"), 302)]
    assert "was taken a moment ago" in answer.content.decode()
    assert User.objects.get() == bob


@pytest.mark.postgresql
def test_a_forgotten_password_is_replaced_through_a_mail(client, ana):
    client.post(reverse("account_reset_password"), {"email": ana.email})
    page = client.get(link_in(mail.outbox[0]), follow=True)
    answer = client.post(page.request["PATH_INFO"], {"password1": "a very fine new one"}, follow=True)
    assert answer.redirect_chain == [(reverse("games:dashboard"), 302)]
    assert answer.content.decode().count("Your new password is saved.") == 1
    assert log_in(Client(), password="a very fine new one").url == reverse("games:dashboard")
    assert (mail.outbox[1].to, mail.outbox[1].subject) == ([ana.email], "Your password has changed")


def test_a_password_is_changed_by_who_knows_it(client, ana):
    client.force_login(ana)
    page = reverse("account_change_password")
    refused = client.post(page, {"oldpassword": "wrong", "password1": "a very fine new one"})
    assert "This is not your password." in refused.content.decode()
    answer = client.post(page, {"oldpassword": PASSWORD, "password1": "a very fine new one"}, follow=True)
    assert answer.redirect_chain == [(reverse("accounts:settings"), 302)]
    assert answer.content.decode().count("Your new password is saved.") == 1
    assert log_in(Client(), password="a very fine new one").url == reverse("games:dashboard")


def test_a_new_password_is_told_by_mail(client, ana):
    client.force_login(ana)
    form = {"oldpassword": PASSWORD, "password1": "a very fine new one"}
    client.post(reverse("account_change_password"), form)
    (told,) = mail.outbox
    assert (told.to, told.subject) == ([ana.email], "Your password has changed")
    assert "from 127.0.0.1 with" in told.body
    assert link_in(told) == reverse("account_reset_password")


def test_asking_for_a_password_with_an_unknown_address_looks_the_same(client):
    answer = client.post(reverse("account_reset_password"), {"email": "nobody@example.org"})
    assert answer.url == reverse("account_reset_password_done")
    assert mail.outbox[0].subject == "There is no account with this address"


def change_email(client, email, password=PASSWORD):
    """Ask for another address, and answer the question for the password."""
    page = reverse("account_email")
    client.post(page, {"email": email, "action_add": ""})
    return client.post(reverse("account_reauthenticate"), {"password": password, "next": page})


def test_a_new_address_takes_over_when_it_is_confirmed(client, ana):
    client.force_login(ana)
    change_email(client, "new@example.org")
    ana.refresh_from_db()
    assert ana.email == "ana@example.org"
    client.post(link_in(mail.outbox[0]))
    ana.refresh_from_db()
    assert ana.email == "new@example.org"
    assert [(m.to, m.subject) for m in mail.outbox[1:]] == [(["ana@example.org"], "Your account has a new address")]
    assert "new@example.org instead of ana@example.org" in mail.outbox[1].body


def test_an_address_is_not_changed_without_the_password(client, ana):
    client.force_login(ana)
    answer = client.post(reverse("account_email"), {"email": "new@example.org", "action_add": ""})
    assert answer.url.startswith(reverse("account_reauthenticate"))
    assert "Confirm that it is you" in client.get(answer.url).content.decode()
    refused = change_email(client, "new@example.org", password="wrong")
    assert "This is not your password." in refused.content.decode()
    assert not mail.outbox
    assert not ana.emailaddress_set.filter(email="new@example.org").exists()


def test_giving_up_a_new_address_is_told_to_the_old_one(client, ana):
    client.force_login(ana)
    change_email(client, "new@example.org")
    client.post(reverse("account_email"), {"email": "new@example.org", "action_remove": ""})
    assert (mail.outbox[1].to, mail.outbox[1].subject) == (["ana@example.org"], "Your address stays as it is")
    assert ana.emailaddress_set.get().email == "ana@example.org"


def test_changing_to_the_address_of_somebody_else_tells_only_them(client, ana, bob):
    client.force_login(ana)
    answer = change_email(client, bob.email)
    assert answer.url == reverse("account_email")
    assert [(m.to, m.subject) for m in mail.outbox] == [([bob.email], "You already have an account")]


@pytest.mark.postgresql
def test_an_address_that_became_somebody_elses_meanwhile_is_not_confirmed(client, ana):
    client.force_login(ana)
    change_email(client, "new@example.org")
    UserFactory(name="New", email="new@example.org", address=None)
    page = client.post(link_in(mail.outbox[0]), follow=True)
    assert "already belongs to another account" in page.content.decode()
    ana.refresh_from_db()
    assert ana.email == "ana@example.org"


@pytest.mark.parametrize("is_known", [False, True])
def test_one_press_sends_the_mail_again(client, is_known):
    if is_known:
        UserFactory(email="ana@example.org")
    sign_up(client, name="Anna")
    waiting = reverse("account_email_verification_sent")
    assert "Send again" in words_of(client.get(waiting))
    assert "A mail is on its way to you." in words_of(client.post(waiting, follow=True))
    assert [message.to for message in mail.outbox] == 2 * [["ana@example.org"]]


def test_two_presses_within_moments_send_one_mail_and_say_so(client, settings):
    settings.ACCOUNT_RATE_LIMITS = {"confirm_email": "1/3m/key"}
    sign_up(client)
    answer = client.post(reverse("account_email_verification_sent"), follow=True)
    assert "We sent you a mail a short time ago." in words_of(answer)
    assert len(mail.outbox) == 1


def test_mail_cannot_be_sent_again_by_who_asked_for_none(client):
    waiting = reverse("account_email_verification_sent")
    assert "Send again" not in words_of(client.get(waiting))
    assert client.post(waiting).url == reverse("account_login")
    assert not mail.outbox
