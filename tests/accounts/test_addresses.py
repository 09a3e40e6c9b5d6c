"""One mailbox is one account, in whatever spelling, and mail goes to the domain that was typed."""

from importlib import import_module

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.core import mail
from django.core.exceptions import ValidationError
from django.urls import reverse

from accounts import addresses
from accounts.models import User, as_stored
from matchmaking.models import Invitation
from tests.accounts.mails import link_in
from tests.factories import PASSWORD, GuestFactory, TableFactory, UserFactory

SHARP_S = "ana@xn--fa-hia.de"


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("Ana@Example.ORG", "ana@example.org"),
        ("ana@faß.de", SHARP_S),
        ("ANA@FAẞ.DE", SHARP_S),
        ("ana@XN--FA-HIA.de", SHARP_S),
        ("ana@βόλος.gr", "ana@xn--nxasmm1c.gr"),
        ("ana@bu\u0308cher.example", "ana@xn--bcher-kva.example"),
        ("ana@BÜCHER.example", "ana@xn--bcher-kva.example"),
        ("ana@bücher。example", "ana@xn--bcher-kva.example"),
        ("ana+power@r3---sn.example", "ana+power@r3---sn.example"),
    ],
)
def test_a_mailbox_has_one_spelling(typed, stored):
    assert addresses.canonical(typed) == stored == as_stored(typed)


@pytest.mark.parametrize("email", ["nobody", "@example.org", "ana@", "ana@.org", "ana@ex ample.org", "a@b@c"])
def test_what_is_no_address_is_refused(email):
    with pytest.raises(ValidationError):
        addresses.canonical(email)


TOO_LONG = ["a" * 270 + "@example.com", "a" * 20 + "@" + ".".join(["ü" * 54] * 4) + ".example"]
"""The second is so only in the letters that travel."""


def test_longest_address_is_one_that_mails_reach():
    longest = "a" * 242 + "@example.org"
    assert addresses.canonical(longest) == longest
    with pytest.raises(ValidationError, match="too long"):
        addresses.canonical("a" + longest)


def test_address_is_shown_in_the_letters_of_its_owner():
    assert addresses.shown(SHARP_S) == "ana@faß.de"
    assert addresses.shown("ana@xn--zzzzzzzzz.de") == "ana@xn--zzzzzzzzz.de"
    assert addresses.shown("") == addresses.shown(None) == ""


@pytest.mark.parametrize("name", ["accounts:settings", "accounts:delete", "notifications:alerts"])
def test_somebody_without_an_address_sees_the_pages_of_their_account(db, client, name):
    client.force_login(UserFactory(email=None, address=None))
    answer = client.get(reverse(name))
    assert answer.status_code == 200
    assert "A last mail" not in answer.content.decode()


def sign_up(client, email, name="Dora"):
    return client.post(reverse("account_signup"), {"name": name, "email": email, "password1": PASSWORD})


def test_letters_before_the_at_that_no_mail_reaches_are_refused_with_a_reason(db, client):
    told = sign_up(client, "münchen@example.org").content.decode()
    assert "plain letters before the @" in told
    assert not User.objects.exists()
    login = client.post(reverse("account_login"), {"login": "münchen@example.org", "password": PASSWORD})
    assert "plain letters before the @" in login.content.decode()


@pytest.mark.postgresql
@pytest.mark.parametrize("email", TOO_LONG)
def test_address_that_no_mail_reaches_is_refused_with_a_reason_wherever_one_is_asked_for(db, client, email):
    def told(page, **sent):
        return client.post(page, sent).content.decode()

    reason = "This address is too long"
    assert reason in sign_up(client, email).content.decode()
    assert reason in told(reverse("account_login"), login=email, password=PASSWORD)
    assert reason in told(reverse("account_reset_password"), email=email)
    client.force_login(GuestFactory())
    assert reason in told(reverse("accounts:keep"), name="Dora", email=email, password1=PASSWORD)
    table = TableFactory.create()
    client.force_login(table.host)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert reason in told(reverse("account_email"), action_add="", email=email)
    assert "too long" in told(reverse("matchmaking:invite_people", args=[table.pk]), who=email)
    assert not EmailAddress.objects.exclude(user=table.host).exists()


def test_domain_that_cannot_be_is_refused_with_a_reason(db, client):
    assert "Nothing behind the @ can be called ☃.example" in sign_up(client, "ana@☃.example").content.decode()


def test_mail_of_a_newcomer_goes_to_the_domain_that_they_typed(db, client):
    sign_up(client, "Dora@faß.de")
    assert mail.outbox[0].recipients() == ["dora@xn--fa-hia.de"]
    assert "xn--fa-hia.de" in mail.outbox[0].message()["To"]
    client.post(link_in(mail.outbox[0]))
    client.logout()
    for spelling in ("dora@faß.de", "DORA@xn--fa-hia.DE"):
        client.post(reverse("account_login"), {"login": spelling, "password": PASSWORD})
        assert client.session["_auth_user_id"] == str(User.objects.get().pk)
        client.logout()


@pytest.mark.parametrize("spelling", ["ana@bücher.example", "ANA@xn--bcher-kva.example", "ana@bu\u0308cher.example"])
def test_one_mailbox_in_two_spellings_is_one_account(db, client, spelling):
    ana = UserFactory(name="Ana", email="ana@xn--bcher-kva.example")
    sign_up(client, spelling)
    assert mail.outbox[-1].subject == "You already have an account"
    client.post(reverse("account_reset_password"), {"email": spelling})
    assert mail.outbox[-1].subject == "Choose a new password"
    assert [user.pk for user in User.objects.all()] == [ana.pk]
    client.force_login(UserFactory(name="Bob"))
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    client.post(reverse("account_email"), {"action_add": "", "email": spelling})
    assert EmailAddress.objects.filter(user__name="Bob", verified=False).get().email == "ana@xn--bcher-kva.example"
    assert mail.outbox[-1].subject == "You already have an account"


@pytest.mark.postgresql
def test_addresses_from_before_become_those_to_which_mails_went(db, capsys):
    for name in ("Ana", "Bob", "Cid", "Eve"):
        UserFactory(name=name)
    for name, email in (
        ("Ana", "ana@faß.de"), ("Bob", "bob@bücher.example"), ("Cid", "cid@bücher.example"), ("Eve", TOO_LONG[1]),
    ):  # fmt: skip
        User.objects.filter(name=name).update(email=email, unreached_address=email)
        EmailAddress.objects.filter(user__name=name).update(email=email)
    UserFactory(name="Dan", email="cid@xn--bcher-kva.example")
    migration = import_module("accounts.migrations.0013_one_spelling_of_addresses")
    for _again in range(2):
        migration.respell(apps, None)
        expected = {
            "Ana": "ana@fass.de",
            "Bob": "bob@xn--bcher-kva.example",
            "Cid": "cid@bücher.example",
            "Dan": "cid@xn--bcher-kva.example",
            "Eve": TOO_LONG[1],
        }
        assert dict(User.objects.values_list("name", "email")) == expected
        assert dict(EmailAddress.objects.values_list("user__name", "email")) == expected
    assert User.objects.get(name="Bob").is_unreached
    assert f"user {User.objects.get(name='Cid').pk} stays" in capsys.readouterr().out


@pytest.mark.postgresql
@pytest.mark.parametrize("confirmed", ["ana@fass.de", "ana@faß.de"])
def test_of_two_spellings_from_before_the_confirmed_one_stays(db, confirmed):
    ana = UserFactory(name="Ana", email=confirmed)
    (pending,) = {"ana@fass.de", "ana@faß.de"} - {confirmed}
    EmailAddress.objects.create(user=ana, email=pending)
    import_module("accounts.migrations.0013_one_spelling_of_addresses").respell(apps, None)
    kept = EmailAddress.objects.get(user=ana)
    assert (kept.email, kept.verified, kept.primary) == ("ana@fass.de", True, True)


def test_invitation_from_before_is_found_by_the_address_of_its_person(db):
    table = TableFactory.create()
    invited = Invitation.objects.create(table=table, host=table.host, email="dora@faß.de")
    import_module("matchmaking.migrations.0005_one_spelling_of_addresses").respell(apps, None)
    invited.refresh_from_db()
    assert invited.email == as_stored("dora@faß.de")


@pytest.mark.parametrize("page", ["account_signup", "account_login", "account_reset_password"])
def test_browsers_leave_addresses_as_they_are_typed(client, page):
    """In a field for mail addresses they would write "fass.de" where "faß.de" was typed."""
    words = client.get(reverse(page)).content.decode()
    assert 'inputmode="email"' in words
    assert 'type="email"' not in words
