"""Talking at a table that waits."""

import pytest
from django.urls import reverse
from django.utils import timezone

from matchmaking import table_talk, tables
from talk.models import Message
from tests.factories import TableFactory, person_called
from tests.pages import html_of, parts_of, words_of

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Target": "say"}


@pytest.fixture
def table(ana, bob):
    return TableFactory(host=ana, people=[bob], players=3)


@pytest.fixture
def speak(client, table):
    def post(text: str, name: str = "Ana", headers: dict[str, str] | None = None):
        client.force_login(person_called(name))
        return client.post(reverse("matchmaking:say", args=[table.pk]), {"text": text}, headers=headers)

    return post


@pytest.fixture
def follow(client, table):
    """Ask for news as a page does that has seen so much."""

    def get(name: str, **seen: object):
        if name:
            client.force_login(person_called(name))
        return client.get(reverse("matchmaking:talk", args=[table.pk]), seen, headers={"HX-Request": "true"})

    return get


def test_those_who_sit_there_talk(client, speak, table):
    assert speak("Anybody for Germany?").url == table.get_absolute_url()
    assert "Anybody for Germany?" in words_of(client.get(table.get_absolute_url()))


def test_htmx_gets_an_empty_field_and_the_talk(speak):
    answer = speak("Hello", headers=HTMX)
    assert parts_of(answer) == {"conversation"}
    assert "Hello" in words_of(answer)


def test_those_who_only_look_listen(client, speak, table):
    speak("Hello")
    client.force_login(person_called("Stranger"))
    page = client.get(table.get_absolute_url())
    assert "Hello" in words_of(page)
    assert 'id="say"' not in html_of(page)
    answer = speak("Hello", "Stranger")
    assert answer.status_code == 409
    assert Message.objects.count() == 1


@pytest.mark.parametrize("headers", [None, HTMX])
def test_words_that_are_refused_stay_in_the_field(speak, headers):
    answer = speak("W" * 1001, headers=headers)
    assert answer.status_code == 400
    assert "Shorten this to 1000 characters; it has 1001." in words_of(answer)
    assert "W" * 1001 in html_of(answer)


def test_nothing_new_is_answered_with_nothing(speak, follow):
    speak("Hello")
    assert follow("Bob", seen=Message.objects.get().pk, seat="").status_code == 204
    assert follow("Stranger", seen=Message.objects.get().pk).status_code == 204


def test_words_of_others_arrive_beside_the_field(speak, follow):
    speak("Hello")
    answer = follow("Bob", seen=0, seat="")
    assert "Hello" in words_of(answer)
    assert "<textarea" not in html_of(answer)


def test_who_sits_down_gets_the_field(follow, table, cid):
    table.players = 4
    table.save()
    tables.join(table, cid)
    assert parts_of(follow("Cid", seen=0)) == {"say-place"}


def test_talk_goes_on_in_the_game(client, speak, table, cid):
    speak("Welcome")
    game = tables.join(table, cid).game
    assert game.conversation == Message.objects.get().conversation
    client.force_login(cid)
    assert "Welcome" in words_of(client.get(game.get_absolute_url()))
    answer = speak("Here we go")
    assert answer.url == game.get_absolute_url()
    assert Message.objects.latest("pk").place == 0


@pytest.mark.parametrize("view", ["detail", "talk", "updates"])
def test_talk_of_a_private_game_is_not_heard_at_its_table(client, ana, bob, cid, view):
    """Not even by somebody who sat there, and left before the game began."""
    table = TableFactory(host=ana, people=[cid], players=3, is_public=False)
    client.force_login(cid)
    client.get(reverse("matchmaking:invite", args=[table.token]))
    tables.leave(table, cid, now=timezone.now())
    for person in (bob, person_called("Dan")):
        tables.join(table, person)
    table_talk.say(table, ana, "This is between us", now=timezone.now())
    page = client.get(reverse(f"matchmaking:{view}", args=[table.pk]))
    assert page.status_code == 200
    assert "This is between us" not in html_of(page)


def test_first_word_after_the_start_is_said_in_the_game(ana, cid, table):
    begun = tables.join(table, cid)
    table_talk.say(table, ana, "Here we go", now=timezone.now())
    begun.game.refresh_from_db()
    assert begun.game.conversation == Message.objects.get().conversation


def test_closed_table_is_silent(speak, table, ana):
    tables.close(table, ana, now=timezone.now())
    assert "No game will start here." in words_of(speak("Hello", headers=HTMX))
