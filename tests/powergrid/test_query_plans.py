"""Lists, pages and sweeps find their rows by indexes, however many there are: asked of a database that has some.

Nothing is forbidden to the database: with a few thousand rows and what it knows of them by ANALYZE, it would rather
read a table from end to end wherever there is no index that fits.
"""

import re
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import deletion as guests_and_others
from accounts.models import User
from accounts.tasks import forget_sessions
from games.clock import due
from games.models import Game, Seat
from games.pages.dashboard import page as dashboards
from games.replay import forgetting as of_old_games
from games.turns import tasks as games_tasks
from matchmaking import tasks as tables_and_others
from matchmaking.models import Table, TableSeat
from matchmaking.ratings import rating
from matchmaking.ratings.models import RatedGame
from notifications import feeds, tasks, worker
from notifications.models import Alert, Channel, Destination, Frequency, State
from notifications.worker import Lane
from powergrid import receipts
from powergrid.monitoring import action_counts, stuck_games
from talk import conversations
from talk.models import Conversation, Message
from tests.factories import GameFactory, TableFactory, person_called

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

MANY = 3000
LARGE = (
    *("accounts_user", "games_game", "games_seat", "matchmaking_table", "talk_conversation", "talk_message"),
    *("notifications_alert", "notifications_destination", "django_session"),
)
"""The tables that are filled here. Of smaller ones any database reads all."""

READS_ALL = {
    "postgresql": re.compile(rf"Seq Scan on ({'|'.join(LARGE)})\b"),
    "sqlite": re.compile(rf"^SCAN ({'|'.join(LARGE)}|[A-Z]\d+)\b(?!.*USING)", re.MULTILINE),
}


@pytest.fixture
def many(years, db):
    """A site on which a few thousand games have been played, of which the database knows; Ana is in one that runs."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        if connection.vendor == "postgresql":  # pages that are read all day lie in memory
            cursor.execute("SET LOCAL random_page_cost = 1.1")
    return years


@pytest.fixture(scope="module")
def years(django_db_setup, django_db_blocker):
    """That site takes seconds to make. So it is there for all of these tests, each of which takes back its own."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield played_on_for_years()
        transaction.set_rollback(True)


def played_on_for_years():
    game, now = GameFactory(), timezone.now()
    users = User.objects.bulk_create(User(name=f"Member {n}", email=f"{n}@example.org") for n in range(MANY))
    talks = Conversation.objects.bulk_create(Conversation() for _ in range(MANY))
    Message.objects.bulk_create(
        Message(conversation=talk, author=user, text="Hello.") for talk, user in zip(talks, users, strict=True)
    )
    ends = [None if n % 50 == 0 else now - timedelta(hours=n + 1) for n in range(MANY)]
    board = {"setup": {}, "edition": "classic", "map": "germany"}
    games = Game.objects.bulk_create(
        Game(**board, name=f"Round {n}", conversation=talk, finished_at=end, moved_at=end or ends[1])
        for n, (end, talk) in enumerate(zip(ends, talks, strict=True))
    )
    RatedGame.objects.bulk_create(RatedGame(game=each, people=2, ended_at=now) for each in games if each.is_over)
    Seat.objects.bulk_create(
        Seat(game=each, number=number, user=users[(place * 7 + number) % MANY], name=f"Seat {number}")
        for place, each in enumerate(games)
        for number in range(3)
    )
    tables = Table.objects.bulk_create(
        Table(host=users[place], name="Friday", map="germany", players=3, game=each)
        for place, each in enumerate(games)
    )
    TableSeat.objects.bulk_create(TableSeat(table=table, number=0, user=table.host) for table in tables)
    ways = Destination.objects.bulk_create(
        Destination(user=user, channel=channel, secret=f"{channel}-{user.pk}")
        for user in users
        for channel in (Channel.MAIL, Channel.FEED)
    )
    Alert.objects.bulk_create(Alert.by(way, "your_turn", 1, 1, now) for way in ways)
    Alert.objects.filter(destination__in=ways).update(state=State.SENT)
    Session.objects.bulk_create(
        Session(session_key=str(n), session_data="", expire_date=now + timedelta(days=n + 1)) for n in range(MANY)
    )
    return game


def plans_of(asked):
    """How the database goes about each of some queries, by their words."""
    for query in asked:
        sql = query["sql"]
        if sql.startswith("SELECT"):
            with connection.cursor() as cursor:
                cursor.execute(f"{EXPLAIN[connection.vendor]} {sql}")
                yield sql, "\n".join(str(row[-1]) for row in cursor.fetchall())


EXPLAIN = {"postgresql": "EXPLAIN", "sqlite": "EXPLAIN QUERY PLAN"}


def assert_by_indexes(do):
    with CaptureQueriesContext(connection) as asked:
        do()
    plans = list(plans_of(asked.captured_queries))
    assert plans
    for sql, plan in plans:
        assert not READS_ALL[connection.vendor].search(plan), f"{sql}\n{plan}"


def pages(game):
    return [
        reverse("games:dashboard"),
        f"{reverse('games:dashboard_updates')}?seen={dashboards.now(game.seats.get(number=0).user)}",
        reverse("matchmaking:lobby"),
        reverse("matchmaking:mine"),
        reverse("games:profile", args=["Ana"]),
        reverse("games:detail", args=[game.pk]),
        reverse("games:history", args=[game.pk, 0]),
        reverse("games:studies"),
        reverse("ratings:leaderboards"),
        reverse("notifications:alerts"),
        reverse("notifications:record"),
    ]


def test_pages_of_players_read_no_table_from_end_to_end(many, client):
    client.force_login(person_called("Ana"))
    for page in pages(many):
        assert_by_indexes(lambda page=page: client.get(page))


def test_pages_of_visitors_read_no_table_from_end_to_end(many, client):
    for page in (reverse("home"), reverse("matchmaking:lobby"), reverse("games:profile", args=["member 7"])):
        assert_by_indexes(lambda page=page: client.get(page))


def test_pages_by_secret_addresses_read_no_table_from_end_to_end(many, client):
    feeds.make(person_called("Ana"), now=timezone.now())
    feed, table = feeds.of(person_called("Ana")), TableFactory(is_public=False)
    pages = [
        reverse("notifications:feed", args=[feed.secret]),
        reverse("games:deadlines", args=[feed.secret]),
        reverse("matchmaking:invite", args=[table.token]),
    ]
    for page in pages:
        assert_by_indexes(lambda page=page: client.get(page))


def test_talk_reads_no_table_from_end_to_end(many, client):
    client.force_login(person_called("Ana"))
    talk = Conversation.objects.create()
    Game.objects.filter(pk=many.pk).update(conversation=talk)
    conversations.say(talk, person_called("Bob"), "Good evening.", place=None, now=timezone.now())
    for page in (talk.get_absolute_url(), many.get_absolute_url(), reverse("talk:muted")):
        assert_by_indexes(lambda page=page: client.get(page))


def test_alerts_are_put_together_without_reading_a_table_from_end_to_end(many):
    now, ana = timezone.now(), person_called("Ana")
    way, _ = Destination.objects.get_or_create(user=ana, channel=Channel.MAIL)
    Destination.objects.filter(pk=way.pk).update(frequency=Frequency.DAILY)
    Alert.objects.bulk_create(Alert.by(way, "game_began", many.pk, sequence, now) for sequence in range(100, 103))
    assert_by_indexes(lambda: worker.drain(Lane.of(Channel.MAIL)))


def test_sweeps_read_no_table_from_end_to_end(many):
    now = timezone.now()
    sweeps = [
        lambda: list(due.games(now)[:10]),
        games_tasks.sweep,
        tasks.sweep,
        lambda: tasks.delete_settled(now=now + timedelta(days=1)),
        lambda: rating.rate_finished(now=now),
        forget_sessions,
        lambda: stuck_games.look(now),
        lambda: action_counts.bring_up_to_date(now),
        lambda: guests_and_others.guests(now),
        lambda: guests_and_others.unconfirmed(now),
        lambda: guests_and_others.former(now),
        lambda: tables_and_others.abandoned_tables(now),
        lambda: tables_and_others.closed_tables(now),
        lambda: tables_and_others.practice_games(now),
        lambda: of_old_games.checkpoints(now),
        lambda: receipts.forget(now + timedelta(days=8)),
    ]
    for sweep in sweeps:
        assert_by_indexes(sweep)
