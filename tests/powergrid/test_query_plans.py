"""Lists, pages and sweeps find their rows by indexes, however many there are: asked of a database that has some.

Nothing is forbidden to the database: with a few thousand rows and what it knows of them by ANALYZE, it would rather
read a table from end to end wherever there is no index that fits.
"""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import alarm
from games import dashboard as dashboards
from games import tasks as games_tasks
from games.models import Game, Seat
from matchmaking.models import Table, TableSeat
from matchmaking.ratings import rating
from matchmaking.ratings.models import RatedGame
from notifications import forgetting, tasks
from notifications.models import Alert, Channel, State
from tests.factories import GameFactory, person_called

pytestmark = pytest.mark.django_db

MANY = 2000
LARGE = ("accounts_user", "games_game", "games_seat", "notifications_alert", "matchmaking_table")
"""The tables that are filled here. Of smaller ones any database reads all."""

READS_ALL = {
    "postgresql": re.compile(rf"Seq Scan on ({'|'.join(LARGE)})\b"),
    "sqlite": re.compile(rf"^SCAN ({'|'.join(LARGE)}|[A-Z]\d+)\b(?!.*USING)", re.MULTILINE),
}


@pytest.fixture
def many(ana):
    """A site on which a few thousand games have been played, and Ana is in one that runs."""
    game, now = GameFactory(), timezone.now()
    users = User.objects.bulk_create(User(name=f"Member {n}", email=f"{n}@example.org") for n in range(MANY))
    ends = [None if n % 3 == 0 else now - timedelta(hours=n + 1) for n in range(MANY)]
    games = Game.objects.bulk_create(
        Game(name=f"Round {n}", setup={}, edition="classic", map="germany", finished_at=end, moved_at=end or ends[1])
        for n, end in enumerate(ends)
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
    Alert.objects.bulk_create(
        Alert(recipient=user, channel=Channel.MAIL, kind="your_turn", subject_id=1, sequence=1, state=State.SENT)
        for user in users
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
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


def test_sweeps_read_no_table_from_end_to_end(many):
    now = timezone.now()
    sweeps = [
        lambda: list(alarm.due(now)[:10]),
        games_tasks.sweep,
        tasks.sweep,
        lambda: forgetting.forget(now=now + timedelta(days=1)),
        lambda: rating.rate_finished(now=now),
    ]
    for sweep in sweeps:
        assert_by_indexes(sweep)
