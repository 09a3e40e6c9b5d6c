"""Tables at which nobody waits, and practice games that nobody can see: when they go, and which stay."""

from contextlib import suppress
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

import rules
from accounts import deletion
from accounts.models import User
from games.models import Game
from games.pages import talking as games_talking
from matchmaking import practice, table_talk, tables, tasks
from matchmaking.models import Table, TableRefused
from talk import conversations
from talk.models import Conversation, Message
from tests.factories import GameFactory, GuestFactory, TableFactory, play_to_the_end
from tests.matchmaking.test_races import at_once, joining

pytestmark = pytest.mark.django_db

SPAN, SHORT = settings.KEEP_TABLES, timedelta(hours=1)


def later(span: timedelta):
    return timezone.now() + span


def test_table_closes_when_all_its_people_stay_away(ana, bob):
    table = TableFactory(people=[bob])
    assert tasks.abandoned_tables(later(SPAN - SHORT)) == 0
    User.objects.filter(pk=bob.pk).update(last_here=later(SPAN))
    assert tasks.abandoned_tables(later(SPAN + SHORT)) == 0
    assert tasks.abandoned_tables(later(2 * SPAN + SHORT)) == 1
    closed = Table.objects.get(pk=table.pk)
    assert not closed.is_open
    assert closed.version > table.version  # so that open pages follow


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_table_is_joined_or_closes_and_never_both(ana, bob):
    for _attempt in range(3):
        table = TableFactory.create(players=2)
        Table.objects.update(created_at=later(-2 * SPAN))
        User.objects.filter(pk=ana.pk).update(last_here=later(-2 * SPAN))

        def join(table: Table = table) -> None:
            with suppress(TableRefused):
                joining(table, bob)()

        at_once(lambda: tasks.abandoned_tables(timezone.now()), join)
        table.refresh_from_db()
        assert (table.closed_at is None) == (table.game is not None)


def test_closed_table_goes_with_what_was_said_there(ana, bob):
    table = TableFactory(people=[bob])
    table_talk.say(table, bob, "hello", now=timezone.now())
    tables.close(table, ana, now=timezone.now())
    assert tasks.closed_tables(later(SPAN - SHORT)) == 0
    assert tasks.closed_tables(later(SPAN + SHORT)) == 1
    assert not Table.objects.exists()
    assert not Message.objects.exists()
    assert not Conversation.objects.exists()


def test_closed_table_stays_while_a_report_about_it_waits(ana, bob, cid):
    table = TableFactory(people=[bob])
    table_talk.say(table, bob, "you fool", now=timezone.now())
    conversations.report(Message.objects.get(), ana, reason="insult", remark="")
    tables.close(table, ana, now=timezone.now())
    assert tasks.closed_tables(later(SPAN + SHORT)) == 0
    conversations.settle(Message.objects.get().reports.get(), cid, remove=False, now=later(SPAN))
    assert tasks.closed_tables(later(SPAN + SHORT)) == 0
    assert tasks.closed_tables(later(2 * SPAN + SHORT)) == 1


def test_tables_of_games_stay(ana):
    game = GameFactory(players=2)
    Table.objects.create(host=ana, players=2, map="germany", game=game, created_at=later(-3 * SPAN))
    assert tasks.abandoned_tables(later(3 * SPAN)) + tasks.closed_tables(later(3 * SPAN)) == 0


# Practice games -----------------------------------------------------------------------------------------------------


def practised_by(user: User) -> Game:
    return practice.start(user, rules.Options(), bots=2, bot_level="easy")


def test_practice_game_of_a_guest_who_was_forgotten_goes_with_all_its_rows():
    idle, here = GuestFactory(), GuestFactory()
    games = [practised_by(idle), practised_by(here)]
    games_talking.say(games[0], idle, "hello, bots", now=timezone.now())
    deletion.delete(idle, now=timezone.now())
    assert tasks.practice_games(later(tasks.RATED_BY - SHORT)) == 0
    assert tasks.practice_games(later(tasks.RATED_BY + SHORT)) == 1
    assert tasks.practice_games(later(tasks.RATED_BY + SHORT)) == 0
    assert list(Game.objects.all()) == [games[1]]
    assert not Conversation.objects.exists()


def test_game_against_bots_at_a_table_does_not_leave_the_table_waiting(ana):
    TableFactory(players=3, bots=2, is_public=False)
    deletion.delete(ana, now=timezone.now())
    assert tasks.practice_games(later(tasks.RATED_BY + SHORT)) == 1
    assert not Table.objects.exists()


def test_games_that_others_played_or_can_see_stay(ana, bob):
    play_to_the_end(GameFactory(players=2, is_public=False))
    GameFactory(players=3, bots=2, is_public=True)
    relay = GameFactory(players=3, bots=2, is_public=False)
    seat = relay.seats.get(user=ana)
    now = timezone.now()
    seat.absences.create(user=bob, reason="left", sequence=0, ended_sequence=0, ended_at=now, substitute=ana)
    for person in (ana, bob):
        deletion.delete(person, now=now)
    assert tasks.practice_games(later(tasks.RATED_BY + SHORT)) == 0
    assert Game.objects.count() == 3
