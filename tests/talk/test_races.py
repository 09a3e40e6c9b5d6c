"""Several people, or one impatient one, speaking at the same moment."""

import pytest
from django.utils import timezone

import rules
from games.models import Game
from games.pages import talking
from games.turns import play as turns
from matchmaking import table_talk as at_table
from talk.conversations import MOST, MessageRefused
from talk.models import Conversation, Message
from tests.factories import GameFactory, TableFactory
from tests.matchmaking.test_races import at_once, joining

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


def saying(game: Game, user, text: str):
    def say() -> object:
        try:
            talking.say(game, user, text, now=timezone.now())
        except MessageRefused:
            return "too fast"
        return "said"

    return say


def test_two_first_words_at_once_begin_one_conversation(ana, bob):
    game = GameFactory()
    assert at_once(saying(game, ana, "Hi"), saying(game, bob, "Hello")) == ["said", "said"]
    game.refresh_from_db()
    assert Conversation.objects.get() == game.conversation
    assert game.conversation.messages.count() == 2


def test_button_pressed_twice_says_it_once(ana):
    game = GameFactory()
    at_once(saying(game, ana, "Hi"), saying(game, ana, "Hi"))
    assert Message.objects.count() == 1


def test_nobody_says_more_than_anybody_may_by_being_quick(ana):
    most = MOST[0][0]
    game = GameFactory()
    answers = at_once(*[saying(game, ana, f"Word {number}") for number in range(most + 2)])
    assert answers.count("too fast") == 2
    assert Message.objects.count() == most


def test_word_and_turn_at_once_are_both_news(ana):
    game = GameFactory()
    before = game.news
    seat = game.seats.get(user=ana)

    def play() -> object:
        return turns.play(game, seat, rules.parse_action("open 4 4"), expected=0)

    at_once(saying(game, ana, "Let us begin"), play)
    game.refresh_from_db()
    assert (game.sequence, game.news) == (1, before + 2)
    assert Message.objects.get().place in {0, 1}


def test_word_at_a_table_that_begins_is_heard_in_the_game(ana, bob):
    table = TableFactory(host=ana, players=2)
    at_once(lambda: at_table.say(table, ana, "Welcome", now=timezone.now()), joining(table, bob))
    assert Game.objects.get().conversation == Message.objects.get().conversation
