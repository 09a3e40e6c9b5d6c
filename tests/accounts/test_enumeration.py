"""Nobody learns from the site whether an address has an account: what it answers is the same to the byte.

An address is told by mail what its owner has to know, and exactly one mail goes out either way.
"""

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from allauth.account.utils import user_pk_to_url_str
from django.contrib.auth import hashers
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from fido2.utils import websafe_encode

from accounts import names
from accounts.models import User
from matchmaking import invitations
from matchmaking.models import Table
from tests.accounts.test_two_steps import prove
from tests.factories import PASSWORD, GuestFactory, TableFactory, UserFactory

pytestmark = pytest.mark.django_db

KNOWN, UNCONFIRMED, UNKNOWN = "known@example.org", "begun@example.org", "nobdy@example.org"
"""As long as each other, as lengths tell, too."""

DIFFERS_EACH_TIME = re.compile(
    rb'(?<=name="csrfmiddlewaretoken" value=")\w+|(?<=name="once" value=")\w+|(?<=data-now=")\d+'
    rb'|(?<=<option value=")\w+-\w+-\w+(?=")'
)

MOMENTS = re.compile(rb'<time .*?</time>|(?<=withdraw-)\d+|(?<=value=")\d+(?=")|tables/invite/[\w-]+/|[\da-f]{64}')
"""What differs on the page of a table that is opened anew for each."""

OF_THE_MOMENT = {"Content-Length", "Expires", "X-Request-ID"}
"""The length is compared with the page, in which the address is left out."""


@pytest.fixture(autouse=True)
def _known():
    """Somebody with an account, and somebody who has yet to confirm their address."""
    UserFactory(name="Known", email=KNOWN)
    UserFactory(name="Begun", email=UNCONFIRMED, address__verified=False)


def told(client: Client, path: str, fields: dict[str, str], address: str) -> list[bytes]:
    """All that a browser is told until a page comes, with the address itself left out."""
    answer = client.post(path, fields, follow=True)
    cookies = sorted(f"{key} {morsel['path']} {morsel['max-age']}" for key, morsel in client.cookies.items())
    ways = [f"{status} {url}" for url, status in answer.redirect_chain]
    headers = [f"{name}: {value}" for name, value in answer.headers.items() if name not in OF_THE_MOMENT]
    page = DIFFERS_EACH_TIME.sub(b"", answer.content)
    for written in (address, quote(address)):
        page = page.replace(written.encode(), b"ADDRESS")
    return [*(line.encode() for line in (*ways, str(answer.status_code), *headers, *cookies)), page]


def assert_same(
    ask: Callable[[str], list[bytes]], *, mails: int, known: tuple[str, ...] = (KNOWN, UNCONFIRMED)
) -> None:
    """That asking with any of these addresses is answered alike, and as many mails go out, each to the address."""
    answers = {}
    for address in (UNKNOWN, *known):
        mail.outbox.clear()
        answers[address] = ask(address)
        assert [message.to for message in mail.outbox] == [[address]] * mails
    for address in known:
        assert answers[address] == answers[UNKNOWN], address


def test_signing_up():
    def sign_up(address: str) -> list[bytes]:
        User.objects.filter(name="Newcomer").delete()
        fields = {"name": "Newcomer", "email": address, "password1": PASSWORD}
        return told(Client(), reverse("account_signup"), fields, address)

    assert_same(sign_up, mails=1, known=(KNOWN,))


def test_signing_up_takes_the_name_either_way():
    """Or whoever asked for it once more would hear whether an account had come of it."""
    for address, name in ((UNKNOWN, "Dan"), (KNOWN, "Eva")):
        fields = {"name": name, "email": address, "password1": PASSWORD}
        Client().post(reverse("account_signup"), fields)
        assert not names.is_free(name)


def test_signing_up_takes_as_long_either_way(monkeypatch):
    """What takes time is to make a checksum of the password. It is made as often."""
    made = []
    make = hashers.MD5PasswordHasher.encode
    monkeypatch.setattr(hashers.MD5PasswordHasher, "encode", lambda *args: made.append(1) or make(*args))
    counts = []
    for address, name in ((UNKNOWN, "Dan"), (KNOWN, "Eva")):
        made.clear()
        Client().post(reverse("account_signup"), {"name": name, "email": address, "password1": PASSWORD})
        counts.append(len(made))
    assert counts[0] == counts[1] > 0


@pytest.mark.parametrize("password", ["wrong", "schön", "scho\u0308n", "scho\u0308n é"])
def test_a_wrong_password_takes_as_long_either_way(monkeypatch, password):
    made = []
    make = hashers.MD5PasswordHasher.encode
    monkeypatch.setattr(hashers.MD5PasswordHasher, "encode", lambda *args: made.append(1) or make(*args))
    counts = []
    for address in (UNKNOWN, KNOWN, UNCONFIRMED):
        made.clear()
        Client().post(reverse("account_login"), {"login": address, "password": password})
        counts.append(len(made))
    assert len(set(counts)) == 1


def test_asking_for_a_new_password():
    assert_same(
        lambda address: told(Client(), reverse("account_reset_password"), {"email": address}, address),
        mails=1,
    )


def test_inviting_somebody_to_a_table():
    """What is asked of the request is the same, too: who is invited is found out by a worker, later."""
    host = UserFactory.create(name="Host")

    def invite(address: str) -> list[bytes]:
        Table.objects.all().delete()
        table = TableFactory.create(pk=12, host=host, is_public=False)
        client = Client()
        client.force_login(host)
        with CaptureQueriesContext(connection) as asked:
            page = told(client, reverse("matchmaking:invite_people", args=[table.pk]), {"who": address}, address)
        return [*page, str(len(asked)).encode()]

    def invite_and_look_later(address: str) -> list[bytes]:
        first = invite(address)
        invitations.sweep(now=timezone.now())
        mail.outbox.clear()
        client = Client()
        client.force_login(host)
        later = client.get(Table.objects.get(pk=12).get_absolute_url()).content.replace(address.encode(), b"ADDRESS")
        page = DIFFERS_EACH_TIME.sub(b"", b"\n".join([*first, later]))
        return MOMENTS.sub(b"", page).splitlines()

    assert_same(invite_and_look_later, mails=0)


def test_logging_in_with_a_wrong_password():
    fields = {"password": "not this one"}
    assert_same(
        lambda address: told(Client(), reverse("account_login"), {**fields, "login": address}, address), mails=0
    )


def test_a_guest_who_registers():
    guest = GuestFactory()

    def register(address: str) -> list[bytes]:
        client = Client()
        User.objects.filter(pk=guest.pk).update(name="Guest 12", password="")
        guest.refresh_from_db()
        guest.emailaddress_set.all().delete()
        client.force_login(guest)
        return told(
            client, reverse("accounts:keep"), {"name": "Keeper", "email": address, "password1": PASSWORD}, address
        )

    assert_same(register, mails=1)


def test_a_guest_who_brings_their_games_along_with_a_wrong_password():
    guest = GuestFactory()

    def bring(address: str) -> list[bytes]:
        client = Client()
        client.force_login(guest)
        return told(client, reverse("accounts:bring"), {"login": address, "password": "not this one"}, address)

    assert_same(bring, mails=0)


def test_changing_ones_address(ana):
    def change(address: str) -> list[bytes]:
        client = Client()
        ana.emailaddress_set.filter(primary=False).delete()
        client.force_login(ana)
        prove(client)
        return told(client, reverse("account_email"), {"email": address, "action_add": ""}, address)

    assert_same(change, mails=1)


def test_a_passkey_that_fits_nobody():
    """Whom it would be for is in what the browser sends: somebody could make that up."""
    answers = []
    for pk in (User.objects.get(email=KNOWN).pk, 10**9):
        client = Client()
        client.get(reverse("mfa_login_webauthn"), headers={"X-Requested-With": "XMLHttpRequest"})
        sent = {"credential": json.dumps(made_up(pk))}
        answers.append(told(client, reverse("mfa_login_webauthn"), sent, UNKNOWN))
    assert answers[0] == answers[1]
    assert b"This does not match." in answers[0][-1]


def made_up(pk: int) -> dict[str, Any]:
    """What a browser sends of a passkey that it does not have."""
    client_data = {"type": "webauthn.get", "challenge": "AAAA", "origin": "http://localhost"}
    response = {
        "clientDataJSON": websafe_encode(json.dumps(client_data).encode()),
        "authenticatorData": websafe_encode(bytes(32) + b"\x05" + bytes(4)),
        "signature": "AA",
        "userHandle": websafe_encode(user_pk_to_url_str(User(pk=pk)).encode()),
    }
    return {"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": response}
