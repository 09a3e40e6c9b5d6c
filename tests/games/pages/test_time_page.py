"""What the pages say of time: of a game, and of all of somebody's games."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Vacation
from games.models import Game, Seat
from games.plans.language import StandingPass
from games.turns import edit_plans, undo
from tests.factories import GameFactory, person_called, play_on
from tests.games.scripts import BUILDINGS
from tests.pages import html_of, words_of

pytestmark = pytest.mark.django_db

DAY = 24 * 60 * 60
DAILY = {"move_time": DAY, "bank_time": 3 * DAY, "bank_cap": 3 * DAY}


@pytest.fixture
def look(client):
    """The page of a game as somebody sees it."""

    def get(game, name):
        client.force_login(person_called(name))
        return client.get(game.get_absolute_url())

    return get


@pytest.fixture
def dashboard(client):
    def get(name):
        client.force_login(person_called(name))
        return client.get(reverse("games:dashboard"))

    return get


def since(game, hours):
    """Let whoever is asked have been asked so many hours ago."""
    then = timezone.now() - timedelta(hours=hours)
    due_at = then + timedelta(seconds=game.move_time + game.bank_time)
    Seat.objects.filter(game=game, is_to_move=True).update(asked_at=then, ticks_from=then, due_at=due_at)


def test_page_says_how_long_is_left_and_how_large_the_bank_is(look):
    game = GameFactory(pace=DAILY)
    since(game, 2)
    words = words_of(look(game, "Ana"))
    assert "Your turn only 3 d 21 h left" in words
    assert "3 d 21 h left, until" in words
    assert "· bank 3 d" in words
    assert "3 d 21 h left, until" in words_of(look(game, "Bob"))


def test_time_that_is_nearly_up_stands_out_by_a_word_and_a_class(look):
    game = GameFactory(pace=DAILY)
    assert 'class="clock soon"' not in html_of(look(game, "Ana"))
    since(game, 90)
    assert 'class="clock soon"' in html_of(look(game, "Ana"))
    assert "only 5 h 59 min left" in words_of(look(game, "Ana"))
    assert "from the bank" in words_of(look(game, "Ana"))


def test_paused_game_says_so_and_until_when(look, dashboard):
    game = GameFactory(pace=DAILY)
    Seat.objects.update(due_at=None, ticks_from=None)
    Game.objects.update(paused_at=timezone.now(), resumes_at=timezone.now() + timedelta(days=3))
    for answer in (look(game, "Ana"), look(game, "Bob"), dashboard("Ana")):
        assert "Paused by the players until" in words_of(answer)
        assert "left, until" not in words_of(answer)


def test_vacation_of_others_is_told_with_its_end_and_sleep_without(look):
    bob = person_called("Bob")
    Vacation.objects.create(
        user=bob, first_day=timezone.now().date(), last_day=timezone.now().date() + timedelta(days=9)
    )
    last = timezone.now().date() + timedelta(days=9)
    game = GameFactory(pace=DAILY, after=["open 4 4"])
    assert f"on vacation until {last.day} {last:%b}" in words_of(look(game, "Ana"))


def test_those_who_wait_see_for_whom_and_until_when(look):
    game = GameFactory(pace=DAILY, after=["open 4 4"])
    words = words_of(look(game, "Ana"))
    assert "The game waits for: Bob asked just now ·" in words


def test_in_bureaucracy_all_see_who_is_in(look, dashboard):
    game = GameFactory(after=[*BUILDINGS, "run 4"])
    words = words_of(look(game, "Ana"))
    assert "Everyone decides now: 1 of 3 has decided ." in words
    assert "✓ Ana" in words
    assert "1 of 3 has decided" in words_of(look(game, "Bob"))
    assert "1 of 3 has decided" in words_of(dashboard("Bob"))


def test_games_come_in_the_order_in_which_time_runs_out(dashboard):
    GameFactory(name="Untimed")
    slow, quick = GameFactory(name="Slow", pace=DAILY), GameFactory(name="Quick", pace={"move_time": DAY})
    words = words_of(dashboard("Ana"))
    assert words.index("Quick") < words.index("Slow") < words.index("Untimed")
    since(slow, 90)
    assert quick.pk != slow.pk
    words = words_of(dashboard("Ana"))
    assert words.index("Slow") < words.index("Quick") < words.index("Untimed")


def test_game_in_which_a_plan_will_answer_does_not_wait_for_its_owner(dashboard):
    game = GameFactory(name="Planned", after=["open 4 4"])
    edit_plans.give(game, game.seats.get(name="Bob"), StandingPass(), now=timezone.now())
    words = words_of(dashboard("Bob"))
    assert "Nothing waits for you right now." in words
    assert "This is answered for you in a moment." in words
    assert "Your plan answers" not in words_of(dashboard("Cid"))


def test_row_says_who_asks_to_take_something_back(dashboard):
    game = GameFactory(undo_by_consent=True, after=["open 4 4", "pass"])
    before = dashboard("Cid").context["dashboard"].seen
    undo.take_back(game, game.seats.get(name="Ana"), expected=game.sequence)
    answer = dashboard("Cid")
    assert "Ana asks to take something back" in words_of(answer)
    assert answer.context["dashboard"].seen != before
    assert "asks to take something back" not in words_of(dashboard("Ana"))
    play_on(game, "pass")
    assert "asks to take something back" not in words_of(dashboard("Cid"))
