"""Pages of games that are kept. Whether a page that is found is right is checked in all tests (tests/conftest.py)."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.kept_pages import token
from accounts.models import Vacation
from games import planning, seats, talking
from games.models import Game, Note, Seat
from games.plans.language import StandingPass
from talk import conversations
from talk.models import Mute
from tests.factories import GameFactory, person_called, play_on
from tests.games.pages import html_of, words_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

QUERIES_WHERE_FOUND = 4
"""Session, person, games that wait for them, and what decides whether a page is still right."""


@pytest.fixture
def look(client):
    def get(game, name=""):
        if name:
            client.force_login(person_called(name))
        return client.get(game.get_absolute_url())

    return get


@pytest.fixture
def is_found(client):
    """Whether somebody who looks at a game finds the page as it was drawn: then little is asked."""

    def ask(game, name=""):
        if name:
            client.force_login(person_called(name))
        with CaptureQueriesContext(connection) as asked:
            assert client.get(game.get_absolute_url()).status_code == 200
        return len(asked) <= QUERIES_WHERE_FOUND

    return ask


def test_who_looks_again_finds_the_page_and_asks_little(look, ana, django_assert_num_queries):
    game = GameFactory()
    first = look(game, "Ana")
    with django_assert_num_queries(QUERIES_WHERE_FOUND):
        again = look(game)
    assert re.sub(" just now | for [0-9]+ s ", " ", words_of(again)) == re.sub(" just now ", " ", words_of(first))


def test_each_viewer_has_a_page_of_their_own(is_found):
    game = GameFactory()
    assert [is_found(game, name) for name in ("Ana", "Bob", "Stranger", "Ana", "Stranger")] == [
        *(False, False, False),
        *(True, True),
    ]


def test_visitors_share_one(client):
    game = GameFactory()
    page = client.get(game.get_absolute_url())
    assert html_of(Client().get(game.get_absolute_url())) == html_of(page)
    assert "You are watching" in words_of(page)


def _act(game):
    play_on(game, "open 4 4")


def _talk(game):
    talking.say(game, person_called("Bob"), "Hello", now=timezone.now())


def _plan(game):
    seat = game.seats.get(user=person_called("Ana"))
    planning.give(game, seat, StandingPass(), now=timezone.now())


def _note(game):
    Note.objects.create(game=game, user=person_called("Ana"), text="Buy coal.", version=1)


def _mute(game):
    Mute.objects.create(user=person_called("Ana"), other=person_called("Bob"))


def _travel(game):
    today = timezone.now().date()
    Vacation.objects.create(user=person_called("Bob"), first_day=today, last_day=today + timedelta(days=9))


def _move(game):
    person = person_called("Ana")
    person.time_zone = "Asia/Tokyo"
    person.save()


def _rename(game):
    Seat.objects.filter(user=person_called("Bob")).update(name="Bobby")


@pytest.mark.parametrize("change", [_act, _talk, _plan, _note, _mute, _travel, _move, _rename])
def test_whatever_changes_on_it_draws_it_anew(is_found, change):
    game = GameFactory(after=["open 3 3"] if change is _plan else [])
    assert not is_found(game, "Ana")
    assert is_found(game)
    change(game)
    assert not is_found(game)


def test_what_others_keep_to_themselves_changes_nothing(is_found):
    game = GameFactory()
    is_found(game, "Bob")
    _note(game)
    _mute(game)
    assert is_found(game, "Bob")


def test_another_game_that_waits_is_named_at_once(look):
    game = GameFactory()
    look(game, "Bob")
    other = GameFactory(name="Other", after=["open 4 4"])
    assert other.seats.get(user=person_called("Bob")).is_to_move
    assert "Other" in words_of(look(game, "Bob"))


def test_nothing_that_is_composed_is_kept(client, ana):
    game = GameFactory()
    client.force_login(ana)
    composed = client.get(game.get_absolute_url(), {"action": "open", "plant": "4", "bid": "4"})
    assert 'name="bid" value="4"' in html_of(composed) or "Plant 04" in words_of(composed)
    assert words_of(client.get(game.get_absolute_url())) != words_of(composed)


def test_game_that_became_private_is_not_found_by_strangers(look):
    game = GameFactory()
    look(game, "Stranger")
    Game.objects.update(is_public=False)
    assert look(game, "Stranger").status_code == 404


# Forms -------------------------------------------------------------------------------------------------------------


def test_forms_of_a_page_that_was_found_can_be_sent():
    client, game = Client(enforce_csrf_checks=True), GameFactory()
    client.force_login(person_called("Ana"))
    client.get(game.get_absolute_url())
    page = html_of(client.get(game.get_absolute_url()))
    sent = {"action": "open", "plant": "4", "bid": "4", "expected": "0"}
    (found,) = set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page))
    assert client.post(reverse("games:play", args=[game.pk]), sent).status_code == 403
    answer = client.post(reverse("games:here", args=[game.pk]), {"csrfmiddlewaretoken": found})
    assert answer.status_code == 204
    sent["csrfmiddlewaretoken"] = found
    assert client.post(reverse("games:play", args=[game.pk]), sent).status_code == 302


def test_no_page_shows_what_stands_for_the_token(look):
    game = GameFactory()
    for _ in range(2):
        assert token() not in html_of(look(game, "Ana"))


# Time --------------------------------------------------------------------------------------------------------------


def test_times_are_said_as_they_are_now(look):
    with time_machine.travel("2026-05-04 12:00Z", tick=False) as clock:
        game = GameFactory(pace={"move_time": 5 * 60 * 60})
        assert "5 h left" in words_of(look(game, "Ana"))
        clock.shift(timedelta(minutes=50))
        words = words_of(look(game, "Ana"))
    assert "· for 50 min" in words
    assert "4 h 10 min left" in words


def test_page_is_drawn_anew_when_little_time_is_left(is_found):
    with time_machine.travel("2026-05-04 12:00Z", tick=False) as clock:
        game = GameFactory(pace={"move_time": 60 * 60})
        is_found(game, "Ana")
        clock.shift(timedelta(minutes=40))
        assert is_found(game, "Ana")
        clock.shift(timedelta(minutes=10))
        assert not is_found(game, "Ana")


def test_page_is_not_kept_while_a_bank_is_being_used_up(is_found):
    with time_machine.travel("2026-05-04 12:00Z", tick=False) as clock:
        game = GameFactory(pace={"move_time": 60, "bank_time": 3600, "bank_cap": 3600})
        clock.shift(timedelta(minutes=20))
        assert not is_found(game, "Bob")
        assert not is_found(game, "Bob")


def test_no_page_is_kept_for_longer_than_an_hour(is_found):
    with time_machine.travel("2026-05-04 12:00Z", tick=False) as clock:
        game = GameFactory()
        is_found(game, "Ana")
        clock.shift(timedelta(minutes=61))
        assert not is_found(game, "Ana")


def test_pages_of_another_version_of_the_site_are_not_found(is_found, monkeypatch):
    game = GameFactory()
    is_found(game, "Ana")
    monkeypatch.setattr("accounts.kept_pages._program", lambda: b"another")
    assert not is_found(game, "Ana")


def test_pages_that_were_dropped_are_drawn_anew(is_found):
    game = GameFactory()
    is_found(game, "Ana")
    caches["pages"].clear()
    assert not is_found(game, "Ana")


# The list of one's games -------------------------------------------------------------------------------------------


@pytest.fixture
def lists_are_found(client):
    def ask(name=""):
        if name:
            client.force_login(person_called(name))
        with CaptureQueriesContext(connection) as asked:
            assert client.get(reverse("games:dashboard")).status_code == 200
        return len(asked) <= QUERIES_WHERE_FOUND

    return ask


def test_list_of_games_is_found_until_one_of_them_has_news(lists_are_found):
    game, other = GameFactory(), GameFactory(name="Other")
    assert not lists_are_found("Ana")
    assert lists_are_found()
    _act(other)
    assert not lists_are_found()
    assert lists_are_found()
    talking.say(game, person_called("Cid"), "Hello", now=timezone.now())
    assert not lists_are_found()


def test_list_of_games_is_that_of_its_reader(lists_are_found):
    GameFactory()
    assert [lists_are_found(name) for name in ("Ana", "Bob", "Ana", "Bob")] == [False, False, True, True]


def test_lists_that_are_shown_whole_are_another_page(client, ana):
    for number in range(12):
        GameFactory(name=f"Game {number}", after=["open 4 4"])
    client.force_login(ana)
    short, whole = (words_of(client.get(reverse("games:dashboard"), query)) for query in ({}, {"all": ""}))
    assert "Show 2 more" in short
    assert "Show 2 more" not in whole
    assert words_of(client.get(reverse("games:dashboard"))) == short


def test_new_name_of_somebody_is_seen_in_the_lists_of_others(client, lists_are_found):
    GameFactory(after=["open 4 4"])
    lists_are_found("Ana")
    bob = person_called("Bob")
    bob.name = "Bobby"
    bob.save()
    seats.rename(bob)
    client.force_login(person_called("Ana"))
    assert "Bobby" in words_of(client.get(reverse("games:dashboard")))


def test_new_name_of_somebody_who_only_talked_is_seen(client, look):
    """They left the table before the game, which has no seat of theirs."""
    game, dora = GameFactory(), person_called("Dora")
    talking.say(game, person_called("Bob"), "Hello", now=timezone.now())
    game.refresh_from_db()
    conversations.say(game.conversation, dora, "Sorry, no time", place=None, now=timezone.now())
    assert "Dora" in words_of(look(game, "Ana"))
    dora.name = "Doreen"
    dora.save()
    seats.rename(dora)
    assert "Doreen" in words_of(look(game, "Ana"))


def test_name_of_somebody_who_left_for_good_is_in_no_list_any_more(client, lists_are_found):
    """In games that are over, too, they are a former player from then on."""
    game = GameFactory(after=["open 4 4"])
    Game.objects.filter(pk=game.pk).update(finished_at=timezone.now(), ended_early=True)
    assert [lists_are_found("Ana"), lists_are_found()] == [False, True]
    bob = person_called("Bob")
    bob.name = "Former player 7"
    bob.save()
    seats.erase(bob, now=timezone.now())
    assert "Bob" not in words_of(client.get(reverse("games:dashboard")))
