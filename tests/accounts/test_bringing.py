"""A guest who has an account logs in, and what they play comes along."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.conf import settings
from django.core import mail
from django.db import connection
from django.test import Client
from django.urls import reverse

import rules
from accounts.models import User
from games.models import Game, Seat
from matchmaking import practice
from tests.factories import PASSWORD, GameFactory, GuestFactory, UserFactory

pytestmark = pytest.mark.django_db

PAGE = reverse("accounts:bring")
LOGIN = {"login": "ana@example.org", "password": PASSWORD}


@pytest.fixture
def guest():
    return GuestFactory()


@pytest.fixture
def game(guest):
    return practice.start(guest, rules.Options(), bots=2, bot_level="easy")


@pytest.fixture
def guest_client(client, guest, game):
    client.force_login(guest)
    return client


def who(client):
    return client.session.get("_auth_user_id")


def test_the_seat_of_the_guest_becomes_that_of_the_account(guest_client, guest, game, ana):
    answer = guest_client.post(PAGE, LOGIN, follow=True)
    assert answer.redirect_chain == [(reverse("games:dashboard"), 302)]
    assert f"What you began as {guest.name} now belongs to your account." in answer.content.decode()
    assert who(guest_client) == str(ana.pk)
    seat = Seat.objects.get(game=game, is_bot=False)
    assert (seat.user, seat.name) == (ana, "Ana")
    assert not User.objects.filter(is_guest=True).exists()
    assert guest_client.get(game.get_absolute_url()).status_code == 200


def test_the_way_leads_on_to_where_the_guest_wanted_to_go(guest_client, ana):
    assert guest_client.post(PAGE, LOGIN | {"next": "/tables/7/"}).url == "/tables/7/"


@pytest.mark.parametrize("elsewhere", ["https://elsewhere.example/", "nowhere"])
def test_the_way_on_stays_on_this_site(guest_client, ana, elsewhere):
    answer = guest_client.post(PAGE, LOGIN | {"next": elsewhere})
    assert answer.url == reverse("games:dashboard")


def test_a_wrong_password_leaves_everything_as_it_was(guest_client, guest, game, ana):
    answer = guest_client.post(PAGE, LOGIN | {"password": "something else"})
    assert answer.status_code == 400
    assert "do not match" in answer.content.decode()
    assert who(guest_client) == str(guest.pk)
    assert game.seats.get(is_bot=False).user == guest


@pytest.mark.postgresql
def test_pressing_twice_is_logging_in_once(guest_client, game, ana):
    other_tab = Client()
    other_tab.cookies = guest_client.cookies.copy()
    guest_client.post(PAGE, LOGIN)
    other_tab.post(PAGE, LOGIN)
    assert guest_client.get(PAGE).url == reverse("games:dashboard")
    assert game.seats.get(is_bot=False).user == ana


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_pressing_twice_at_once_passes_the_seat_once(guest_client, game, ana):
    ready = Barrier(2)

    def press(_: int) -> int:
        tab = Client()
        tab.cookies = guest_client.cookies.copy()
        ready.wait(timeout=10)
        try:
            return tab.post(PAGE, LOGIN).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(press, range(2))) == [302, 302]
    assert game.seats.get(is_bot=False).user == ana
    assert not User.objects.filter(is_guest=True).exists()


def test_other_sessions_take_nothing_from_the_guest(guest_client, guest, game, ana):
    Client().post(reverse("account_login"), LOGIN)
    assert game.seats.get(is_bot=False).user == guest


def test_somebody_registered_gives_nothing_away(client, ana, bob):
    game = GameFactory()
    client.force_login(bob)
    assert client.post(PAGE, LOGIN).url == reverse("games:dashboard")
    assert who(client) == str(bob.pk)
    assert game.seat_of(bob).name == "Bob"


def test_a_visitor_is_asked_to_log_in(client):
    assert client.get(PAGE).url.startswith(reverse("account_login"))


@pytest.mark.postgresql
def test_an_account_that_is_not_confirmed_gets_nothing_yet(guest_client, guest, game):
    UserFactory(name="Eva", address__verified=False)
    answer = guest_client.post(PAGE, LOGIN | {"login": "eva@example.org"})
    assert answer.url == reverse("account_email_verification_sent")
    assert game.seats.get(is_bot=False).user == guest


def test_confirming_that_account_brings_the_games_along(guest_client, game):
    eva = UserFactory(name="Eva", address__verified=False)
    guest_client.post(PAGE, LOGIN | {"login": "eva@example.org"})
    confirm = link_of(mail.outbox[0])
    guest_client.get(confirm)
    guest_client.post(confirm)
    guest_client.post(reverse("account_login"), LOGIN | {"login": "eva@example.org"})
    assert game.seats.get(is_bot=False).user == eva


def test_a_forgotten_password_loses_nothing(guest_client, game, ana):
    """The link in the mail logs the guest out."""
    guest_client.post(reverse("account_reset_password"), {"email": ana.email})
    page = guest_client.get(link_of(mail.outbox[0]), follow=True)
    guest_client.post(page.request["PATH_INFO"], {"password1": "a very fine new one"})
    assert game.seats.get(is_bot=False).user == ana


def test_a_guest_who_logs_out_leaves_the_games_to_nobody(guest_client, guest, game, ana):
    guest_client.post(reverse("account_logout"))
    guest_client.post(reverse("account_login"), LOGIN)
    assert game.seats.get(is_bot=False).user == guest


def test_a_seat_beside_ones_own_stays_behind(guest_client, guest, ana):
    shared = GameFactory()
    shared.seats.filter(name="Bob").update(user=guest)
    guest_client.post(PAGE, LOGIN)
    assert shared.seats.get(name="Ana").user == ana
    assert shared.seats.get(name="Bob").user == guest
    assert not User.objects.get(pk=guest.pk).is_active


def test_every_game_of_the_guest_comes_along(guest_client, guest, ana):
    practice.start(guest, rules.Options(map="usa"), bots=1, bot_level="easy")
    guest_client.post(PAGE, LOGIN)
    assert Game.objects.filter(seats__user=ana).count() == 2


def test_registering_with_a_known_address_tells_its_owner_how_to_bring_the_games(guest_client, ana):
    form = {"name": "Another", "email": ana.email, "password1": PASSWORD}
    guest_client.post(reverse("accounts:keep"), form)
    assert f"They then belong to your account:\n\n{settings.SITE_URL}{PAGE}\n" in mail.outbox[0].body
    assert "{%" not in mail.outbox[0].body


def test_the_page_to_register_offers_to_log_in(guest_client):
    page = guest_client.get(reverse("accounts:keep"), {"next": "/tables/7/"}).content.decode()
    assert f"{PAGE}?next=/tables/7/" in page


def link_of(message) -> str:
    """The path of the first link in a mail."""
    return str(message.body).partition(settings.SITE_URL)[2].split()[0]


@pytest.mark.parametrize("page", ["keep", "bring"])
def test_those_who_are_registered_are_not_led_to_a_word_that_is_no_address(client, ana, page):
    client.force_login(ana)
    assert client.get(reverse(f"accounts:{page}"), {"next": "nowhere"}).status_code == 302
