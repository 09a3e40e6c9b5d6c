"""Somebody deletes their account on one page, and does something on another at the same moment."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

import rules
from accounts import deletion
from accounts.models import RetiredName, User
from games.models import Seat
from games.pages import talking
from games.turns import absence
from games.turns import play as turns
from games.turns.play import end_early
from matchmaking import practice, rematches
from matchmaking.models import KeptPlace, Table, TableRefused, TableSeat
from matchmaking.ratings.models import Rating
from matchmaking.ratings.rating import FEWEST_GAMES
from talk.conversations import MessageRefused
from talk.models import Message
from tests.factories import GameFactory, TableFactory
from tests.matchmaking.ratings.ended import ended, rate
from tests.matchmaking.test_races import at_once, joining

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


def leaving(user: User) -> Callable[[], object]:
    return lambda: deletion.delete(user, now=timezone.now())


def trying(act: Callable[[], object]) -> Callable[[], object]:
    """Do something that may come too late."""

    def attempt() -> object:
        try:
            return act()
        except (TableRefused, MessageRefused, absence.AbsenceRefused, turns.Stale):
            return "too late"

    return attempt


def is_awaited(user: User) -> bool:
    """Whether anything waits for somebody."""
    seats = Seat.objects.filter(user=user, game__finished_at=None, absent_since=None)
    return seats.exists() or TableSeat.objects.filter(user=user, table__game=None).exists()


def test_two_presses_delete_once(ana, bob):
    GameFactory.create(players=3)
    at_once(leaving(ana), leaving(ana))
    ana.refresh_from_db()
    assert ana.name == f"Former player {ana.pk}"
    assert RetiredName.objects.count() == 1
    assert [message.to for message in mail.outbox if "deleted" in str(message.subject)] == [["ana@example.org"]]


def test_what_is_said_meanwhile_is_not_left(ana, bob):
    game = GameFactory.create(players=3)
    for _attempt in range(3):
        at_once(trying(lambda: talking.say(game, ana, "hello", now=timezone.now())), leaving(ana))
    assert not Message.objects.filter(author=ana).exclude(text="").exists()


@pytest.mark.parametrize("people", [2, 3])
def test_no_table_waits_for_who_has_left(ana, bob, people):
    table = TableFactory.create(host=bob, players=people)
    at_once(trying(joining(table, ana)), leaving(ana))
    assert not is_awaited(ana)


def test_no_seat_is_taken_over_by_who_has_left(ana, bob, cid):
    dan = User.objects.create_user("dan@example.org", name="Dan")
    game = GameFactory.create(players=3)
    absence.leave(game, bob, now=timezone.now())
    number = game.seats.get(user=bob).number
    at_once(trying(lambda: absence.take_over(game, number, dan, now=timezone.now())), leaving(dan))
    assert not is_awaited(dan)


def test_no_place_of_a_rematch_waits_for_who_has_left(ana, bob, cid):
    game = GameFactory.create(players=3)
    end_early(game, list(game.seats.all()), timezone.now())

    def again() -> object:
        return rematches.play_again(game, bob, is_reversed=False, now=timezone.now())

    for _attempt in range(2):
        at_once(
            again, leaving(ana), trying(lambda: rematches.play_again(game, ana, is_reversed=True, now=timezone.now()))
        )
    assert not is_awaited(ana)
    assert not KeptPlace.objects.filter(user=ana).exists()
    assert Table.objects.open().filter(seats__user=bob).count() == 1


def test_no_leaderboard_has_who_leaves_while_games_are_rated(ana, bob):
    for number in range(FEWEST_GAMES):
        ended("Ana", "Bob", at=timezone.now() - timedelta(days=20 - number))
    at_once(rate, leaving(ana))
    assert [one.user for one in Rating.objects.filter(is_listed=True, edition="", map="")] == [bob]


def test_who_comes_back_and_leaves_is_gone(ana, bob):
    game = GameFactory.create(players=3)
    absence.leave(game, ana, now=timezone.now())
    at_once(trying(lambda: absence.come_back(game, ana, now=timezone.now())), leaving(ana))
    assert not is_awaited(ana)


def test_a_practice_game_that_begins_meanwhile_is_over(ana):
    options = rules.Options(edition="classic", map="germany")
    at_once(trying(lambda: practice.start(ana, options, bots=2, bot_level="easy")), leaving(ana))
    assert not is_awaited(ana)


def test_the_others_can_act_meanwhile(ana, bob, cid):
    game = GameFactory.create(players=3, after=["open 4 4"])
    seat = game.seats.get(is_to_move=True)
    assert seat.user != ana

    def play() -> object:
        return turns.play(game, seat, rules.parse_action("pass"), expected=game.sequence)

    at_once(trying(play), leaving(ana), leaving(cid))
    assert not is_awaited(ana)
    assert not is_awaited(cid)
