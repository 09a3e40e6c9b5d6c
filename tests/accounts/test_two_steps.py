"""Logging in with two steps: nobody comes around the second one, and nobody loses what they have on the way."""

import time
from urllib.parse import urlencode

import pytest
from allauth.mfa import app_settings
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from allauth.mfa.utils import decrypt
from cryptography.fernet import InvalidToken
from django.core import mail
from django.test import Client
from django.urls import reverse

import rules
from accounts.models import User
from games.models import Seat
from matchmaking import practice
from powergrid.settings import ACCOUNT_RATE_LIMITS
from tests.accounts.mails import link_in
from tests.factories import PASSWORD, GuestFactory
from tests.pages import words_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("codes_hold")]

INDEX, SECOND, AGAIN = reverse("mfa_index"), reverse("mfa_authenticate"), reverse("mfa_reauthenticate")


def prove(client: Client) -> None:
    """Show once more who it is, as these pages ask."""
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})


def shown_by(secret: str) -> str:
    """The code that an app shows now."""
    return str(auth.format_hotp_value(auth.hotp_value(secret, int(time.time()) // app_settings.TOTP_PERIOD)))


def set_up_app(client: Client, user: User) -> str:
    """Have the account ask for codes; the secret of the app."""
    client.force_login(user)
    prove(client)
    client.get(reverse("mfa_activate_totp"))
    secret: str = client.session[auth.SECRET_SESSION_KEY]
    answer = client.post(reverse("mfa_activate_totp"), {"code": shown_by(secret)})
    assert answer["Location"] == reverse("mfa_view_recovery_codes")
    return secret


@pytest.fixture
def secret(ana):
    return set_up_app(Client(), ana)


def first_step(client, page="account_login"):
    return client.post(reverse(page), {"login": "ana@example.org", "password": PASSWORD})


def who(client):
    return client.get(reverse("home")).wsgi_request.user


def test_an_app_is_set_up_by_its_first_code(client, ana):
    set_up_app(client, ana)
    page = client.get(reverse("mfa_view_recovery_codes")).content.decode()
    assert page.count("<code>") == 10
    assert str(Authenticator.objects.get(type="recovery_codes").data["seed"]) not in page


def test_a_code_that_does_not_fit_sets_up_nothing(client, ana):
    client.force_login(ana)
    prove(client)
    client.get(reverse("mfa_activate_totp"))
    answer = client.post(reverse("mfa_activate_totp"), {"code": "no code"})
    assert "This does not match." in answer.content.decode()
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("sent", ["", "{", "9" * 5000, "[" * 100_000, "[]", "1", '{"id": null}'])
def test_what_no_device_would_send_logs_nobody_in(client, db, sent):
    answer = client.post(reverse("mfa_login_webauthn"), {"credential": sent})
    assert answer.status_code in {200, 302}
    assert not who(client).is_authenticated


def test_the_password_is_asked_for_before_anything_is_changed(client, ana):
    client.force_login(ana)
    for name in ("mfa_activate_totp", "mfa_add_webauthn", "mfa_generate_recovery_codes"):
        assert client.get(reverse(name)).url.startswith(reverse("account_reauthenticate"))


def test_the_code_is_drawn_in_the_page_and_not_as_an_image_of_its_own(client, ana):
    client.force_login(ana)
    prove(client)
    page = client.get(reverse("mfa_activate_totp")).content.decode()
    assert '<svg width="' in page
    assert "data:" not in page
    assert "style=" not in page


def test_the_password_alone_lets_nobody_in(client, secret):
    assert first_step(client).url == SECOND
    assert who(client).is_anonymous
    assert "This does not match." in client.post(SECOND, {"code": "000000 "}).content.decode()
    assert who(client).is_anonymous
    client.post(SECOND, {"code": shown_by(secret)})
    assert who(client).name == "Ana"


def test_a_code_that_somebody_saw_is_of_no_use_to_them(client, secret):
    code = shown_by(secret)
    first_step(client)
    client.post(SECOND, {"code": code})
    assert who(client).name == "Ana"
    thief = Client()
    first_step(thief)
    thief.post(SECOND, {"code": code})
    assert who(thief).is_anonymous


def test_a_code_for_emergencies_works_once(client, ana, secret):
    code = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()[0]
    for browser, name in ((client, "Ana"), (Client(), "")):
        first_step(browser)
        browser.post(SECOND, {"code": code})
        assert getattr(who(browser), "name", "") == name


def test_codes_cannot_be_guessed(client, ana, secret, settings):
    settings.ACCOUNT_RATE_LIMITS = {}
    first_step(client)
    for guess in range(5):
        client.post(SECOND, {"code": f"guess {guess}"})
    answer = client.post(SECOND, {"code": shown_by(secret)})
    assert "Wait five minutes" in answer.content.decode()
    assert who(client).is_anonymous


def test_who_knows_the_password_cannot_lock_the_second_step_for_its_owner(ana, secret, settings):
    settings.ACCOUNT_RATE_LIMITS = ACCOUNT_RATE_LIMITS
    thief, owner = Client(REMOTE_ADDR="203.0.113.1"), Client(REMOTE_ADDR="203.0.113.2")
    first_step(thief)
    for _guess in range(8):
        answer = thief.post(SECOND, {"code": "000000 "})
    assert "Wait five minutes" in answer.content.decode()
    first_step(owner)
    owner.post(SECOND, {"code": shown_by(secret)})
    assert who(owner).name == "Ana"


def test_codes_cannot_be_guessed_from_many_addresses(ana, secret, settings):
    settings.ACCOUNT_RATE_LIMITS = ACCOUNT_RATE_LIMITS
    for number in range(11):
        thief = Client(REMOTE_ADDR=f"203.0.113.{number}")
        first_step(thief)
        for _guess in range(5):
            answer = thief.post(SECOND, {"code": "000000 "})
    assert "Wait five minutes" in answer.content.decode()


def test_owner_can_show_the_second_step_again_and_again(ana, secret, settings):
    settings.ACCOUNT_RATE_LIMITS = {**ACCOUNT_RATE_LIMITS, "login_failed": "99/m/ip,50/5m/key", "login": "99/m/ip"}
    for code in Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()[:8]:
        owner = Client()
        assert first_step(owner).url == SECOND
        owner.post(SECOND, {"code": code})
        assert who(owner).name == "Ana"


def test_a_link_for_a_new_password_is_only_the_first_step(client, ana, secret):
    mail.outbox.clear()
    client.post(reverse("account_reset_password"), {"email": ana.email})
    form = client.get(link_in(mail.outbox[0])).url
    assert client.post(form, {"password1": "another long enough one"}).url == SECOND
    assert who(client).is_anonymous


def test_a_guest_who_logs_in_stays_one_until_the_last_step_and_brings_all_along(client, ana, secret):
    guest = GuestFactory()
    game = practice.start(guest, rules.Options(), bots=2, bot_level="easy")
    client.force_login(guest)
    assert first_step(client, "accounts:bring").url == SECOND
    assert "The second step" in client.get(SECOND).content.decode()
    assert who(client) == guest
    client.post(SECOND, {"code": "no code"})
    assert who(client) == guest
    client.post(SECOND, {"code": shown_by(secret)})
    assert who(client) == ana
    assert Seat.objects.get(game=game, is_bot=False).user == ana


@pytest.mark.parametrize(
    "credential", ["", "no JSON", "7", "[]", "{}", '{"response": []}', '{"response": {"userHandle": "////"}}']
)
def test_what_no_device_would_send_does_not_fit(client, ana, secret, credential):
    first_step(client)
    for page in (SECOND, reverse("mfa_login_webauthn")):
        assert client.post(page, {"credential": credential}).status_code in {200, 302}
    assert who(client).is_anonymous
    client.force_login(ana)
    prove(client)
    for name in ("mfa_add_webauthn", "mfa_reauthenticate_webauthn"):
        assert client.post(reverse(name), {"name": "A", "credential": credential}).status_code in {200, 302}
    assert not Authenticator.objects.filter(type="webauthn").exists()


def test_guests_have_nothing_to_which_a_step_could_be_added(client):
    client.force_login(GuestFactory())
    assert INDEX not in client.get(reverse("accounts:settings")).content.decode()
    for name in ("mfa_index", "mfa_activate_totp", "mfa_add_webauthn"):
        assert client.get(reverse(name)).url == reverse("accounts:keep")
        assert client.post(reverse(name)).url == reverse("accounts:keep")


def test_who_does_without_the_app_needs_the_password_alone(client, ana, secret):
    browser = Client()
    browser.force_login(ana)
    prove(browser)
    browser.post(reverse("mfa_deactivate_totp"))
    assert not Authenticator.objects.exists()
    (told,) = mail.outbox
    assert (told.to, told.subject) == ([ana.email], "Your account no longer asks for codes")
    assert "from 127.0.0.1 with" in told.body
    first_step(client)
    assert who(client) == ana


def test_another_address_can_be_taken_all_the_same(client, ana, secret):
    client.force_login(ana)
    prove(client)
    client.post(reverse("account_email"), {"email": "new@example.org", "action_add": ""})
    assert ana.emailaddress_set.filter(email="new@example.org").exists()


def test_a_copy_of_the_database_makes_no_codes(ana, secret, settings):
    stored = Authenticator.objects.get(type="totp").data["secret"]
    assert secret not in stored
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "a new one"
    assert decrypt(stored) == secret
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(InvalidToken):
        decrypt(stored)


# Who runs the site --------------------------------------------------------------------------------------------------


def test_the_admin_asks_for_no_password_of_its_own(client, admin_user):
    ask = reverse("admin:login")
    answer = client.post(ask, {"username": admin_user.email, "password": "password"})
    assert answer.url.startswith(reverse("account_login"))
    assert who(client).is_anonymous


def test_the_admin_leads_to_the_page_of_the_site_for_a_new_password(admin_client):
    assert admin_client.get(reverse("admin:password_change")).url == reverse("account_change_password")


def test_who_runs_the_site_is_led_to_a_second_step_before_they_can(client, ana, settings):
    settings.STAFF_NEEDS_TWO_STEPS = True
    User.objects.filter(pk=ana.pk).update(is_staff=True, is_superuser=True)
    client.force_login(ana)
    answer = client.get(reverse("admin:index"), follow=True)
    assert answer.redirect_chain[-1][0] == INDEX
    assert "These pages need a log-in with two steps." in answer.content.decode()
    set_up_app(client, ana)
    assert client.get(reverse("admin:index"), follow=True).redirect_chain[-1][0].startswith(AGAIN)


STAFF_PAGES = ["admin:index", "admin:accounts_user_changelist", "operation"]


@pytest.fixture
def operator(ana, settings):
    settings.STAFF_NEEDS_TWO_STEPS = True
    User.objects.filter(pk=ana.pk).update(is_staff=True, is_superuser=True)
    return ana


def test_a_session_from_before_the_second_step_opens_no_page_for_staff_until_it_shows_one(client, operator):
    client.force_login(operator)  # by the password alone: there is nothing else yet
    secret = set_up_app(Client(), operator)
    client.force_login(operator)  # as if it had not ended with that
    for name in STAFF_PAGES:
        shown = client.get(reverse(name), follow=True)
        assert shown.redirect_chain[-1][0] == f"{AGAIN}?{urlencode({'next': reverse(name)})}"
        assert "Show your second step in this browser" in shown.content.decode()
    prove(client)  # the password once more is not enough
    assert client.get(reverse("operation")).status_code == 302
    answer = client.post(AGAIN, {"code": shown_by(secret), "next": reverse("operation")})
    assert answer.url == reverse("operation")
    assert [client.get(reverse(name)).status_code for name in STAFF_PAGES] == [200] * len(STAFF_PAGES)


def test_a_step_that_the_account_has_no_more_opens_no_page_for_staff(client, operator):
    secret = set_up_app(Client(), operator)
    first_step(client)
    client.post(SECOND, {"code": shown_by(secret)})
    assert client.get(reverse("operation")).status_code == 200
    Authenticator.objects.filter(type="totp").delete()
    assert client.get(reverse("operation")).status_code == 302


def test_staff_who_played_as_guests_until_then_have_shown_their_second_step_all_the_same(client, operator):
    secret = set_up_app(Client(), operator)
    client.force_login(GuestFactory())
    first_step(client, "accounts:bring")
    client.post(SECOND, {"code": shown_by(secret)})
    assert who(client) == operator
    assert client.get(reverse("operation")).status_code == 200


def test_whoever_has_a_passkey_alone_is_asked_for_that(client, operator):
    Authenticator.objects.create(user=operator, type="webauthn", data={})
    client.force_login(operator)
    shown = client.get(reverse("admin:login"))
    assert shown.url.startswith(f"{reverse('mfa_reauthenticate_webauthn')}?")


@pytest.mark.django_db(transaction=True)  # allauth says so when it is stored
@pytest.mark.postgresql
def test_adding_a_second_step_ends_all_other_sessions(client, ana, settings):
    elsewhere = Client()
    elsewhere.force_login(ana)
    assert who(elsewhere) == ana
    set_up_app(client, ana)
    assert who(client) == ana
    assert who(elsewhere).is_anonymous
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "a new one"
    assert who(client) == ana


def test_whoever_does_not_run_it_is_told_so(client, ana):
    client.force_login(ana)
    assert client.get(reverse("admin:index"), follow=True).status_code == 403


def test_the_admin_bears_the_name_of_the_site_and_tells_people_from_their_addresses(admin_client):
    page = words_of(admin_client.get(reverse("admin:index")))
    assert "Power Grid" in page
    assert "Django administration" not in page
    assert page.count("People") == 1


def test_the_admin_shows_no_secrets_and_can_let_somebody_in_again(admin_client, client, ana, secret):
    step = Authenticator.objects.get(type="totp")
    page = admin_client.get(reverse("admin:mfa_authenticator_change", args=[step.pk])).content.decode()
    assert ana.name in page
    assert step.data["secret"] not in page
    admin_client.post(reverse("admin:mfa_authenticator_delete", args=[step.pk]), {"post": "yes"})
    first_step(client)
    assert who(client) == ana
