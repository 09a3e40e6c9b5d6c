"""Saying something on the page of a game."""

import pytest
from django.urls import reverse
from django.utils import timezone

from talk.conversations import MOST
from talk.models import Message
from tests.factories import GameFactory, GuestFactory, person_called
from tests.pages import html_of, parts_of, words_of
from tests.talk.scripts import HOSTILE, say

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Target": "say"}


@pytest.fixture
def game(db):
    return GameFactory()


@pytest.fixture
def speak(client, game):
    """Send words as somebody in the game, or elsewhere."""

    def post(text: str, name: str = "Ana", headers: dict[str, str] | None = None):
        if name:
            client.force_login(person_called(name))
        return client.post(reverse("games:say", args=[game.pk]), {"text": text}, headers=headers)

    return post


def test_words_are_said_and_the_page_comes_back_to_the_field(speak, game):
    answer = speak("Hello, all")
    assert answer.url == f"{game.get_absolute_url()}#say"
    message = Message.objects.get()
    assert (message.author.name, message.text, message.place) == ("Ana", "Hello, all", 0)


def test_words_are_news_and_no_action(speak, game):
    before = game.news
    speak("Hello")
    game.refresh_from_db()
    assert (game.news, game.sequence) == (before + 1, 0)


def test_htmx_gets_an_empty_field_and_the_feed(speak):
    answer = speak("Hello, all", headers=HTMX)
    assert parts_of(answer) == {"feed"}
    assert "Hello, all" in words_of(answer)
    assert "</textarea>" in html_of(answer)
    assert "Hello, all</textarea>" not in html_of(answer)


@pytest.mark.parametrize("text", ["", "  \n ", "\u200d\u202e"])
def test_nothing_is_not_said(speak, text):
    answer = speak(text)
    assert answer.status_code == 400
    assert "Write something first." in words_of(answer)
    assert not Message.objects.exists()


@pytest.mark.parametrize("headers", [None, HTMX])
def test_what_is_too_long_stays_in_the_field(speak, headers):
    answer = speak("W" * 10_000, headers=headers)
    assert answer.status_code == 400
    assert "Shorten this to 1000 characters; it has 10000." in words_of(answer)
    assert "W" * 10_000 in html_of(answer)
    assert not Message.objects.exists()


@pytest.mark.parametrize("headers", [None, HTMX])
def test_who_says_a_lot_waits_with_what_they_wrote(speak, game, ana, headers):
    say(game, ana, "Hello")
    Message.objects.bulk_create(
        Message(conversation=game.conversation, author=ana, text=str(number), said_at=timezone.now())
        for number in range(MOST[0][0])
    )
    answer = speak("And another thing", headers=headers)
    assert answer.status_code == 422
    assert "You have said a lot in a short time." in words_of(answer)
    assert "And another thing</textarea>" in html_of(answer).replace("\n", "")


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_are_shown_as_words(client, speak, game, text):
    speak(text)
    html = html_of(client.get(game.get_absolute_url()))
    words = html.partition('class="words"')[2].partition("</p>")[0]
    assert "<" not in words
    assert not {"\u202e", "\u202d", "\u2066", "\u2069"} & set(words)
    assert len(words) < 1500


def test_spectators_listen_and_cannot_speak(client, speak, game, ana):
    say(game, ana, "Hello, world")
    client.force_login(person_called("Stranger"))
    page = client.get(game.get_absolute_url())
    assert "Hello, world" in words_of(page)
    assert 'id="say"' not in html_of(page)
    assert speak("Hello", "Stranger").status_code == 403
    assert Message.objects.count() == 1


def test_strangers_do_not_find_a_private_game(client):
    game = GameFactory(is_public=False)
    client.force_login(person_called("Stranger"))
    assert client.post(reverse("games:say", args=[game.pk]), {"text": "Hello"}).status_code == 404


def test_who_was_logged_out_is_told_so_and_nothing_is_said(speak):
    assert speak("Hello", "", HTMX).status_code == 401
    assert speak("Hello", "").status_code == 302
    assert not Message.objects.exists()


def test_guests_speak_in_their_games_and_hear_that_only_bots_listen(client):
    guest = GuestFactory()
    client.force_login(guest)
    client.post(reverse("matchmaking:practice"), {"game": "classic", "bots": "2"})
    game = guest.seats.get().game
    assert "Only bots are here to read it." in html_of(client.get(game.get_absolute_url()))
    client.post(reverse("games:say", args=[game.pk]), {"text": "Hello, Watt"})
    assert "Hello, Watt" in words_of(client.get(game.get_absolute_url()))


def test_own_words_have_no_menu_and_those_of_others_have(client, game, ana, bob):
    mine, theirs = say(game, ana, "Hello"), say(game, bob, "Hi")
    client.force_login(ana)
    html = html_of(client.get(game.get_absolute_url()))
    assert f'id="menu-{mine.pk}"' not in html
    assert f'id="menu-{theirs.pk}"' in html
    client.logout()
    assert 'id="menu-' not in html_of(client.get(game.get_absolute_url()))


def test_talk_costs_the_page_one_query_however_much_is_said(
    client, game, ana, bob, cid, django_assert_max_num_queries
):
    for number, author in enumerate([ana, bob, cid] * 3):
        say(game, author, f"Word {number}")
    client.force_login(ana)
    with django_assert_max_num_queries(12):
        client.get(game.get_absolute_url())
