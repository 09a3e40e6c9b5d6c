"""Logging in by another site: the whole way, with a site that answers as one of OpenID Connect does."""

from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.socialaccount.models import SocialAccount, SocialToken
from django.core import mail
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse

import rules
from accounts import belongings, deletion, names
from accounts.models import User
from matchmaking import practice
from tests.accounts.mails import link_in
from tests.accounts.other_site import SERVER, OtherSite, set_up
from tests.accounts.test_two_steps import prove, set_up_app, who
from tests.factories import GuestFactory, UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("codes_hold")]

BUTTON = "Continue with The Club"
SIGN_UP, CONNECTIONS = reverse("socialaccount_signup"), reverse("socialaccount_connections")


@pytest.fixture
def site(settings, monkeypatch) -> OtherSite:
    return set_up(settings, monkeypatch)


def press(client: Client, process: str = "login", **query: str):
    """Press the button, and let the other site say who it is: what our site answers then."""
    address = reverse("openid_connect_login", args=["openid"])
    led_on = client.post(address, query_params={"process": process, **query})
    asked = urlsplit(led_on["Location"])
    assert f"{asked.scheme}://{asked.netloc}{asked.path}" == f"{SERVER}/authorize"
    state = parse_qs(asked.query)["state"][0]
    return client.get(reverse("openid_connect_callback", args=["openid"]), {"code": "code", "state": state})


def sign_up(client: Client, *, name: str = "Dora", email: str = "dora@example.org", **query: str):
    assert press(client, **query)["Location"] == SIGN_UP
    return client.post(SIGN_UP, {"name": name, "email": email, "time_zone": "Europe/Berlin"})


# Signing up and logging in ------------------------------------------------------------------------------------------


def test_newcomer_chooses_a_name_and_is_in(client, site):
    assert BUTTON in client.get(reverse("account_login")).content.decode()
    assert press(client, next="/tables/")["Location"] == SIGN_UP
    page = client.get(SIGN_UP).content.decode()
    assert 'value="Dora Day"' in page
    assert 'value="dora@example.org"' in page.lower()
    answer = client.post(SIGN_UP, {"name": "Dora", "email": "dora@example.org", "time_zone": "Europe/Berlin"})
    assert answer["Location"] == "/tables/"
    dora = User.objects.get(name="Dora")
    assert who(client) == dora
    assert (dora.email, dora.time_zone, dora.has_usable_password()) == ("dora@example.org", "Europe/Berlin", False)
    assert [(address.email, address.verified) for address in dora.emailaddress_set.all()] == [
        ("dora@example.org", True)
    ]
    assert not mail.outbox
    assert not SocialToken.objects.exists()
    assert set(site.timeouts) == {5}


def test_who_comes_again_is_logged_in_at_once(client, site):
    sign_up(client)
    again = Client()
    assert press(again)["Location"] == reverse("games:dashboard")
    assert who(again).name == "Dora"
    assert User.objects.count() == 1


def test_address_that_the_other_site_has_not_confirmed_is_confirmed_by_mail(client, site):
    site.person["email_verified"] = False
    assert sign_up(client)["Location"] == reverse("account_email_verification_sent")
    assert who(client).is_anonymous
    client.post(link_in(mail.outbox[-1]))
    assert who(client).name == "Dora"


def test_another_address_than_the_other_site_knows_is_confirmed_by_mail(client, site):
    assert sign_up(client, email="other@example.org")["Location"] == reverse("account_email_verification_sent")
    dora = User.objects.get(name="Dora")
    assert [(address.email, address.verified) for address in dora.emailaddress_set.all()] == [
        ("other@example.org", False)
    ]


@pytest.mark.parametrize(
    ("name", "words"), [("Ana", "Another player is called Ana"), ("А-Bob", "Use letters of one alphabet")]
)
def test_name_is_one_by_our_rules(client, site, ana, name, words):
    answer = sign_up(client, name=name)
    assert words in answer.content.decode()
    assert not SocialAccount.objects.exists()


@pytest.mark.parametrize("given", [None, "", "x", "Dora\u202eevil", "Former player 12", "x" * 99, 12, ["Dora"]])
def test_name_that_could_be_none_here_is_not_suggested(client, site, given):
    site.person["name"] = given
    press(client)
    page = client.get(SIGN_UP)
    assert page.status_code == 200
    assert not page.context["form"]["name"].value()


def test_who_is_a_moment_late_with_a_name_is_told_so(client, site, monkeypatch):
    def fail(*_args: object, **_options: object) -> None:
        raise IntegrityError

    press(client)
    monkeypatch.setattr(User, "save", fail)
    answer = client.post(SIGN_UP, {"name": "Dora", "email": "dora@example.org"}, follow=True)
    assert "was taken a moment ago" in answer.content.decode()


# Nobody gets into what is not theirs ------------------------------------------------------------------------------


def test_address_of_an_account_opens_it_to_nobody_and_the_page_tells_nothing_of_it(client, site):
    """Whatever the other site says of the address: it may let anybody claim it."""
    pages = {}
    for email in ("known@example.org", "other@example.org"):
        if email.startswith("known"):
            UserFactory.create(name="Known", email=email)
        mail.outbox.clear()
        visitor = Client()
        site.person |= {"sub": email, "email": email, "email_verified": False}
        name = f"Newcomer {len(pages)}"
        answer = sign_up(visitor, name=name, email=email)
        pages[email] = (answer.status_code, answer["Location"], visitor.get(answer["Location"]).status_code)
        assert [message.to for message in mail.outbox] == [[email]]
        assert who(visitor).is_anonymous
        assert not names.is_free(name)
    assert len(set(pages.values())) == 1
    assert not SocialAccount.objects.filter(user__name="Known").exists()


def test_second_step_is_asked_for_here_too(client, site, ana):
    set_up_app(client, ana)
    prove(client)
    assert press(client, "connect")["Location"] == CONNECTIONS
    visitor = Client()
    assert press(visitor)["Location"] == reverse("mfa_authenticate")
    assert who(visitor).is_anonymous


def test_answer_that_nobody_asked_for_logs_nobody_in(client, site):
    answer = client.get(reverse("openid_connect_callback", args=["openid"]), {"code": "code", "state": "made up"})
    assert answer.status_code == 401
    assert "That did not work" in answer.content.decode()


def test_who_says_no_there_is_told_that_nothing_happened(client, site):
    led_on = client.post(reverse("openid_connect_login", args=["openid"]))
    state = parse_qs(urlsplit(led_on["Location"]).query)["state"][0]
    callback = reverse("openid_connect_callback", args=["openid"])
    answer = client.get(callback, {"error": "access_denied", "state": state}, follow=True)
    assert "Nothing has changed here." in answer.content.decode()


def test_site_that_does_not_answer_is_no_fault_of_ours(client, site):
    led_on = client.post(reverse("openid_connect_login", args=["openid"]))
    state = parse_qs(urlsplit(led_on["Location"]).query)["state"][0]
    site.is_away = True
    late = client.get(reverse("openid_connect_callback", args=["openid"]), {"code": "code", "state": state})
    for answer in (late, client.post(reverse("openid_connect_login", args=["openid"]))):
        assert answer.status_code == 401
        assert "The Club has not told us who you are." in answer.content.decode()


def test_opening_the_address_of_a_button_asks_first(client, site):
    assert BUTTON in client.get(reverse("openid_connect_login", args=["openid"])).content.decode()
    assert not site.timeouts


def test_site_that_is_not_set_up_is_not_there(client, settings):
    settings.SOCIALACCOUNT_PROVIDERS = {}
    assert client.post(reverse("openid_connect_login", args=["openid"])).status_code == 404
    for name in ("account_login", "account_signup"):
        assert "other-sites" not in client.get(reverse(name)).content.decode()


# Guests -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def guest(client) -> User:
    guest = GuestFactory.create(name="Guest 12")
    practice.start(guest, rules.Options(first_game=True), bots=2, bot_level="easy")
    client.force_login(guest)
    return guest


@pytest.mark.parametrize("process", ["login", "connect"])
def test_guest_who_signs_up_takes_their_games_along(client, site, guest, process):
    assert BUTTON in client.get(reverse("accounts:keep")).content.decode()
    assert press(client, process)["Location"] == SIGN_UP
    assert who(client) == guest, "Until they are somebody else."
    client.post(SIGN_UP, {"name": "Dora", "email": "dora@example.org"})
    dora = User.objects.get(name="Dora")
    assert who(client) == dora
    assert [seat.name for seat in dora.seats.all()] == ["Dora"]
    assert not User.objects.filter(pk=guest.pk).exists()


def test_guest_who_confirms_their_address_by_mail_takes_their_games_along(client, site, guest):
    site.person["email_verified"] = False
    sign_up(client)
    client.post(link_in(mail.outbox[-1]))
    press(client)
    dora = User.objects.get(name="Dora")
    assert who(client) == dora
    assert dora.seats.count() == 1


def test_guest_has_nothing_to_connect(client, guest):
    assert client.get(CONNECTIONS)["Location"] == reverse("accounts:keep")


# Connecting ---------------------------------------------------------------------------------------------------------


def test_account_is_connected_and_disconnected_and_each_is_told_by_mail(client, site, ana):
    client.force_login(ana)
    assert CONNECTIONS in client.get(reverse("accounts:settings")).content.decode()
    assert reverse("account_reauthenticate") in press(client, "connect")["Location"], "The password comes first."
    prove(client)
    press(client, "connect")
    assert [account.uid for account in ana.socialaccount_set.all()] == ["4711"]
    assert "The Club" in str(mail.outbox[-1].body)
    visitor = Client()
    press(visitor)
    assert who(visitor) == ana
    page = client.get(CONNECTIONS).content.decode()
    assert "Dora@Example.org" in page
    client.post(CONNECTIONS, {"account": str(ana.socialaccount_set.get().pk)})
    assert not ana.socialaccount_set.exists()
    assert mail.outbox[-1].subject == "You can no longer log in with another site"


def test_last_way_in_cannot_be_taken_away(client, site):
    sign_up(client)
    account = SocialAccount.objects.get()
    answer = client.post(CONNECTIONS, {"account": str(account.pk)})
    assert "Choose a password first" in answer.content.decode()
    assert SocialAccount.objects.exists()
    assert client.get(reverse("account_change_password"))["Location"] == reverse("account_set_password")


def test_site_that_is_not_offered_any_more_lets_nobody_in_and_stands_there(client, site, settings, ana):
    SocialAccount.objects.create(user=ana, provider="gone", uid="1")
    client.force_login(ana)
    prove(client)
    assert "gone" in client.get(CONNECTIONS).content.decode()
    answer = client.post(CONNECTIONS, {"account": str(SocialAccount.objects.get().pk)})
    assert "Nobody can log in with this site at present" in answer.content.decode()


def test_account_of_somebody_else_is_not_connected(client, site, ana):
    sign_up(Client())
    client.force_login(ana)
    prove(client)
    answer = client.get(press(client, "connect")["Location"])
    assert "Another player already uses that account." in answer.content.decode()
    assert not ana.socialaccount_set.exists()


def test_who_leaves_is_known_by_no_other_site_and_took_along_what_these_said(client, site):
    sign_up(client)
    dora = User.objects.get(name="Dora")
    sheets = {sheet.name: list(sheet.rows) for sheet in belongings.export(dora)}
    assert sheets["other_sites"][0]["your_id_there"] == "4711"
    answer = client.post(reverse("accounts:delete"), {"name": "Dora"})
    assert answer["Location"] == reverse("home")
    assert not SocialAccount.objects.exists()
    assert deletion.objection(dora) == ""
    assert press(Client())["Location"] == SIGN_UP
