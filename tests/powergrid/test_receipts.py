"""What a form asks for is done once, however often it arrives, and a page that got no answer can ask about it."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from unittest.mock import Mock

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import deletion, hashing
from accounts.models import User
from games.models import Game
from games.pages.game import parts
from games.turns import decisions
from powergrid import tasks
from powergrid.models import Receipt
from powergrid.receipts import KEPT
from talk.models import Message
from tests.factories import PASSWORD, GameFactory, GuestFactory, TableFactory, person_called

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Target": "action-panel"}
PRACTICE = {"edition": "classic", "map": "germany", "bots": 2, "bot_level": "easy", "once": "page 1"}
PASS = {"action": "pass", "expected": 1, "once": "page 1"}


@pytest.fixture
def game():
    """Bob is asked to bid or pass."""
    return GameFactory(after=["open 4 4"])


@pytest.fixture
def send(client, ana, bob):
    """Send a form of a page, to an address of a game, as Bob."""

    def post(game, to="play", headers=None, **fields):
        client.force_login(bob)
        return client.post(reverse(f"games:{to}", args=[game.pk]), fields, headers=headers)

    return post


def has_arrived(client, to, **fields):
    address = f"{reverse('arrived')}?at={to}"
    return client.post(address, fields).json()["has_arrived"]


def told(answer):
    return [str(message) for message in get_messages(answer.wsgi_request)]


def test_same_form_gets_the_same_answer_and_is_done_once(send, game):
    first, again = send(game, **PASS), send(game, **PASS)
    assert (first.status_code, again.status_code) == (302, 302)
    assert again.url == first.url == game.get_absolute_url()
    assert told(again) == ["This had arrived the first time already, and was done once."]
    assert game.actions.count() == 2


def test_htmx_gets_the_page_as_it_is_for_a_form_that_was_done(send, game):
    assert send(game, headers=HTMX, **PASS).status_code == 200
    again = send(game, headers=HTMX, **PASS)
    assert (again.status_code, again.headers["HX-Refresh"]) == (200, "true")
    assert game.actions.count() == 2


def test_form_of_another_page_or_with_other_fields_counts_anew(send, game):
    send(game, **PASS)
    assert send(game, **PASS | {"once": "page 2"}).status_code == 409
    assert send(game, **PASS | {"action": "bid", "amount": 9}).status_code == 409
    assert game.actions.count() == 2


def test_refused_form_is_tried_again(send, game):
    too_much = PASS | {"action": "bid", "amount": 999}
    assert send(game, **too_much).status_code == 422
    assert send(game, headers=HTMX, **too_much).status_code == 422
    assert not Receipt.objects.exists()


def test_form_that_ends_in_an_exception_with_an_answer_is_tried_again(client, ana, monkeypatch):
    client.force_login(ana)
    sent = {"password": PASSWORD, "once": "page 1"}
    with monkeypatch.context() as busy:
        busy.setattr(deletion, "delete", Mock(side_effect=hashing.Busy))
        assert client.post(reverse("accounts:delete"), sent).status_code == 429
    assert not Receipt.objects.exists()
    assert client.post(reverse("accounts:delete"), sent).status_code == 302
    ana.refresh_from_db()
    assert ana.left_at


def test_form_that_leads_to_where_one_signs_up_was_not_done(client, ana):
    guest, table = GuestFactory.create(), TableFactory.create(host=ana)
    client.force_login(guest)
    address = reverse("matchmaking:join", args=[table.pk])
    assert client.post(address, {"once": "page 1"}).url == reverse("accounts:keep")
    assert not has_arrived(client, address, once="page 1")
    User.objects.update(is_guest=False)
    assert client.post(address, {"once": "page 1"}).url != reverse("accounts:keep")
    assert table.seats.filter(user=guest).exists()


@pytest.mark.parametrize("length", ["many", "-1", "²", "", "9" * 5000])
@pytest.mark.parametrize("address", ["accounts:appearance", "games:studies"])
def test_form_that_says_no_length_is_answered(client, ana, address, length):
    client.force_login(ana)
    assert client.post(reverse(address), {"once": "page 1"}, CONTENT_LENGTH=length).status_code < 500


def test_visitor_who_got_no_answer_begins_anew(client):
    """The guest they became is out of reach: the answer had the session."""
    lost = Client().post(reverse("matchmaking:practice"), PRACTICE)
    again = client.post(reverse("matchmaking:practice"), PRACTICE)
    assert again.status_code == 302
    assert again.url != lost.url
    assert client.get(again.url).status_code == 200


def test_message_is_said_once_hours_later_and_the_same_words_again_on_another_page(send, game, bob):
    said = {"text": "hello", "once": "page 1"}
    send(game, "say", **said)
    Message.objects.update(said_at=timezone.now() - timedelta(hours=3))
    send(game, "say", **said)
    assert Message.objects.count() == 1
    send(game, "say", **said | {"once": "page 2"})
    assert Message.objects.count() == 2


def test_practice_that_is_begun_twice_is_one_game(client, ana):
    client.force_login(ana)
    first, again = (client.post(reverse("matchmaking:practice"), PRACTICE) for _ in range(2))
    assert Game.objects.count() == 1
    assert first.url == again.url == Game.objects.get().get_absolute_url()


def test_page_that_got_no_answer_hears_whether_its_form_was_done(client, send, game):
    address = reverse("games:play", args=[game.pk])
    assert not has_arrived(client, address, **PASS)
    send(game, **PASS)
    assert has_arrived(client, address, **PASS)
    assert not has_arrived(client, address, **PASS | {"once": "page 2"})
    client.logout()
    assert has_arrived(client, address, **PASS)
    assert Receipt.objects.count() == 1


@pytest.mark.parametrize(("breaks", "is_done"), [((decisions, "tell_asked"), False), ((parts, "send"), True)])
def test_form_that_breaks_was_done_or_not_as_its_receipt_says(client, send, game, monkeypatch, breaks, is_done):
    """It breaks before it is stored, or while its answer is drawn."""
    client.raise_request_exception = False
    with monkeypatch.context() as broken:
        broken.setattr(*breaks, lambda *_args, **_named: 1 // 0)
        assert send(game, headers=HTMX, **PASS).status_code == 500
    assert has_arrived(client, reverse("games:play", args=[game.pk]), **PASS) is is_done
    assert game.actions.count() == 1 + is_done
    assert send(game, headers=HTMX, **PASS).status_code == 200
    assert game.actions.count() == 2


def test_receipts_are_forgotten_after_some_days(send, game):
    send(game, **PASS)
    tasks.forget_receipts()
    assert Receipt.objects.count() == 1
    Receipt.objects.update(received_at=timezone.now() - KEPT - timedelta(minutes=1))
    tasks.forget_receipts()
    assert not Receipt.objects.exists()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_form_that_is_sent_many_times_at_once_is_done_once():
    bob = person_called("Bob")

    def press(_number):
        browser = Client()
        browser.force_login(bob)
        try:
            return browser.post(reverse("matchmaking:practice"), PRACTICE).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        answers = [*pool.map(press, range(6))]
    assert answers == [302] * 6
    assert (Game.objects.count(), Receipt.objects.count()) == (1, 1)
