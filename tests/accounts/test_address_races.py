"""Buttons that give an address, or keep the games of a guest, are pressed several times at once."""

from collections.abc import Callable
from threading import Event
from time import sleep

import pytest
from allauth.account.models import EmailAddress
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game, Seat
from matchmaking import practice
from rules import Options
from tests.factories import PASSWORD, GuestFactory
from tests.matchmaking.test_races import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

TIMES = 3
"""How often each form is sent at once."""


@pytest.fixture
def guest(client) -> User:
    guest = GuestFactory.create()
    client.force_login(guest)
    for bots in (1, 2):
        practice.start(guest, Options(edition="recharged"), bots=bots, bot_level="easy")
    return guest


def pressed(client: Client, address: str, **sent: str) -> Callable[[], int]:
    """Send a form from a page of this browser: what came of it."""

    def press() -> int:
        page = Client()
        page.cookies.load(client.cookies.output(header=""))
        return page.post(reverse(address), sent).status_code

    return press


def test_guest_who_signs_up_several_times_at_once_waits_for_one_mail(client, guest):
    sent = {"name": "Ana", "password1": PASSWORD, "time_zone": "Asia/Tokyo"}
    for turn in range(2):
        emails = ["ana@example.org", f"ann{turn}@example.org"]
        keeping = [pressed(client, "accounts:keep", email=email, **sent) for email in emails * TIMES]
        assert set(at_once(*keeping)) == {302}
        assert EmailAddress.objects.count() == 1
        assert client.get(reverse("accounts:keep")).status_code == 200
    assert set(Seat.objects.filter(user=guest).values_list("name", flat=True)) == {"Ana"}


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("accounts:keep", {"name": "Newcomer", "email": "newcomer@example.org", "password1": PASSWORD}),
        ("accounts:bring", {"login": "ana@example.org", "password": PASSWORD}),
    ],
)
def test_games_are_locked_before_their_player(client, guest, ana, address, sent):
    """As everywhere: else who plays and who keeps wait for each other, until the database ends one of them."""
    game_is_locked = Event()

    def play() -> None:
        with transaction.atomic():
            Game.objects.lock(guest.seats.earliest("pk").game_id)
            game_is_locked.set()
            sleep(0.5)  # the other has what it locks first by now, on any but the busiest machine
            User.objects.select_for_update().get(pk=guest.pk)

    def press() -> int:
        game_is_locked.wait(10)
        return pressed(client, address, **sent)()

    assert at_once(play, press) == [None, 302]


def test_new_address_sent_several_times_at_once_waits_for_one_confirmation(client, ana):
    client.force_login(ana)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    adding = pressed(client, "account_email", action_add="", email="new@example.org")
    assert set(at_once(*[adding] * 2 * TIMES)) <= {302, 200}  # later ones are told that it waits already
    assert EmailAddress.objects.get(user=ana, verified=False).email == "new@example.org"
