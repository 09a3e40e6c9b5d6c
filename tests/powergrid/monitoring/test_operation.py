"""The page of those who run the site: who may see it, what it says of trouble, and what it asks of the database."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import retention
from accounts.models import Forgetting, User
from games.models import Game
from notifications.models import MAIL_SERVER, Alert, Channel, FailingServer, Reason, State
from powergrid.celery import app
from powergrid.models import BackUp, Heartbeat, Tally
from powergrid.monitoring import action_counts, figures, overview, readiness, stuck_games
from tests.factories import GameFactory, UserFactory
from tests.pages import words_of

pytestmark = pytest.mark.postgresql

MOST_QUERIES = 23

SCHEDULE: dict[str, Any] = settings.CELERY_BEAT_SCHEDULE
TASKS = [entry["task"] for entry in SCHEDULE.values()]


@pytest.fixture
def operator(client: Client, db: None) -> User:
    user = UserFactory.create(name="Olga", is_staff=True)
    client.force_login(user)
    return user


@pytest.fixture
def at_work(db: None) -> None:
    now = timezone.now()
    for program in Heartbeat.Program:
        Heartbeat.objects.create(program=program, name="here", at=now)


def page(client: Client) -> str:
    answer: Any = client.get(reverse("operation"))
    assert answer.status_code == 200
    return words_of(answer)


def test_others_are_not_let_in(client: Client, ana: User):
    client.force_login(ana)
    answer = client.get(reverse("operation"), follow=True)
    assert answer.status_code == 403 or "Operation" not in answer.content.decode()
    assert b'href="/operation/"' not in client.get(reverse("games:dashboard")).content


def test_staff_finds_it_in_the_menu_and_in_the_admin(client: Client, operator: User):
    assert b'href="/operation/"' in client.get(reverse("games:dashboard")).content
    operator.is_superuser = True
    operator.save()
    assert b'href="/operation/"' in client.get(reverse("admin:index")).content


def test_where_all_is_well_it_says_so(client: Client, operator: User, at_work: None):
    GameFactory.create()
    assert "All is well" in page(client)


def test_a_worker_and_a_scheduler_that_stopped_are_named_with_what_to_do(
    client: Client, operator: User, at_work: None
):
    Heartbeat.objects.update(at=timezone.now() - timedelta(minutes=2))
    words = page(client)
    assert "Start celery --app powergrid beat" in words
    assert "Start celery --app powergrid worker" in words
    assert "silent, last seen" in words


def test_a_second_scheduler_is_noticed(client: Client, operator: User, at_work: None):
    Heartbeat.objects.create(program=Heartbeat.Program.SCHEDULER, name="2@here", at=timezone.now())
    assert "More than one scheduler is running" in page(client)


def test_back_ups_that_are_not_made_are_missed(client: Client, operator: User, at_work: None, settings):
    assert "Newest back-up none" in page(client)
    assert "All is well" in page(client)
    settings.BACK_UP_HOURS = 36
    assert "No back-up is known" in page(client)
    made = BackUp.objects.create(at=timezone.now() - timedelta(hours=37), size=5_000_000)
    assert "The newest back-up is too old" in page(client)
    BackUp.objects.filter(pk=made.pk).update(at=timezone.now() - timedelta(hours=3))
    words = " ".join(page(client).split())
    assert "All is well" in words
    assert "Newest back-up 3 h old, 4.8 MB" in words


def test_what_is_late_is_named(client: Client, operator: User, at_work: None):
    game, now = GameFactory.create(), timezone.now()
    Game.objects.filter(pk=game.pk).update(due_at=now - timedelta(hours=2), thinks_at=now - timedelta(minutes=2))
    Alert.objects.update(due_at=now - timedelta(minutes=20), state=State.NEW)
    cache.set(stuck_games._KEY, stuck_games.StuckGames((game.pk,), now))
    words = page(client)
    assert "Some games are late" in words
    assert "Hard bots wait too long. Start powergrid-thinker@1" in words
    assert "Some alerts are late" in words
    assert "Some running games ask no player anything" in words
    assert "for 2 h too long" in words


def test_servers_that_do_not_answer_are_named(client: Client, operator: User, at_work: None):
    now = timezone.now()
    for name in (MAIL_SERVER, "hooks.example"):
        FailingServer.objects.create(name=name, since=now, failures=3, rests_until=now + timedelta(minutes=1))
    FailingServer.objects.create(name="once.example", since=now, failures=1)
    words = page(client)
    assert "The mail server does not answer. All mails wait" in words
    assert "hooks.example" in words
    assert "once.example" not in words


def test_broker_that_cannot_be_asked_is_named(
    client: Client, operator: User, at_work: None, monkeypatch: pytest.MonkeyPatch
):
    def out_of_reach() -> int:
        raise readiness.OutOfReach from ConnectionError("refused")

    monkeypatch.setattr(readiness, "queue_length", out_of_reach)
    assert "out of reach" in page(client)
    (tile,) = (tile for tile in overview.Overview.of(timezone.now()).tiles if tile.figure is None)
    assert tile.is_late


def test_many_alerts_that_were_given_up_are_no_good_sign(client: Client, operator: User, at_work: None):
    def give_up(number: int, when: datetime) -> None:
        Alert.objects.all().delete()
        Alert.objects.bulk_create(
            Alert(recipient=operator, channel=Channel.MAIL, kind="test", subject_id=each, sequence=0, due_at=when)
            for each in range(number)
        )
        Alert.objects.update(state=State.FAILED)

    now = timezone.now()
    give_up(overview.MANY_LOST, now)
    assert "All is well" in page(client)
    give_up(overview.MANY_LOST + 1, now)
    words = page(client)
    assert "Many alerts were given up in the last day" in words
    assert "All is well" not in words
    give_up(overview.MANY_LOST + 1, now - timedelta(days=2))
    assert "All is well" in page(client)


def test_what_is_forgotten_is_told_with_when_and_how_many_and_named_where_nobody_does_it(
    client: Client, operator: User, at_work: None
):
    words = page(client)
    assert "Guests who stay away 30 d not yet" in words
    for task in TASKS:
        retention.note(task, 1234, now=timezone.now() - timedelta(hours=3))
    words = page(client)
    assert "Guests who stay away 30 d 3 h ago 1,234" in words
    assert "not yet" not in words  # so each of them is asked for every day
    assert "All is well" in words
    Forgetting.objects.filter(task__endswith="guests").update(at=timezone.now() - timedelta(days=3))
    assert "Nothing marked below has been forgotten for two days" in page(client)


@pytest.mark.parametrize("task", TASKS)
def test_each_task_of_the_schedule_is_one_that_workers_know(task: str, db: None):
    app.loader.import_default_modules()
    assert task in app.tasks
    if "forget" in task or "abandoned" in task:
        app.tasks[task]()
        assert Forgetting.objects.get().task == task


def test_what_htmx_asks_for_is_the_part_that_changes(client: Client, operator: User, at_work: None):
    part = client.get(reverse("operation"), headers={"HX-Request": "true"}).content.decode()
    assert part.strip().startswith('<div class="operation" id="operation"')
    assert "<header" not in part


def test_a_crowded_site_costs_no_more_queries_than_an_empty_one(
    client: Client, operator: User, at_work: None, django_assert_max_num_queries
):
    with django_assert_max_num_queries(MOST_QUERIES):
        page(client)
    for _ in range(5):
        GameFactory.create()
    Game.objects.update(due_at=timezone.now() - timedelta(hours=2))
    Heartbeat.objects.bulk_create(
        Heartbeat(program="worker", name=str(number), at=timezone.now()) for number in range(20)
    )
    Tally.objects.bulk_create(
        Tally(
            began_at=action_counts.span_of(timezone.now()) - action_counts.SPAN * number,
            actions=number,
            last_action=0,
        )
        for number in range(50)
    )
    with django_assert_max_num_queries(MOST_QUERIES):
        page(client)


def test_figures_are_of_what_is_late_unsent_and_lost(db: None):
    now = timezone.now()
    GameFactory.create(players=3)
    alerts = list(Alert.objects.order_by("pk")[:3])
    assert len(alerts) == 3
    Alert.objects.exclude(pk__in=[alert.pk for alert in alerts]).delete()
    changes = [
        {"state": State.NEW, "due_at": now - timedelta(seconds=90)},
        {"state": State.FAILED, "due_at": now - timedelta(hours=1)},
        {"state": State.DROPPED, "reason": Reason.UNREACHED, "due_at": now - timedelta(hours=1)},
    ]
    for alert, change in zip(alerts, changes, strict=True):
        Alert.objects.filter(pk=alert.pk).update(channel=Channel.PUSH, **change)
    [push] = [box for box in figures.Figures.of(now).outbox if box.channel == Channel.PUSH]
    assert (push.waiting, push.due, push.failed, push.bounced) == (1, figures.Late(1, 90.0), 1, 1)


def test_what_waits_is_found_by_an_index(db: None):
    now = timezone.now()
    with CaptureQueriesContext(connection) as asked:
        for ask in (figures._clocks, figures._plans, figures._outbox, figures._games):
            ask(now)
    postgresql = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        if postgresql:  # which would read a table this small as a whole
            cursor.execute("SET LOCAL enable_seqscan = off")
        for query in asked:
            cursor.execute(f"EXPLAIN {'' if postgresql else 'QUERY PLAN'} {query['sql']}")
            plan = [str(row[-1]) for row in cursor.fetchall()]
            assert [
                step for step in plan if "Seq Scan" in step or (step.startswith("SCAN") and "INDEX" not in step)
            ] == []


def test_what_never_comes_to_its_end_is_late_after_two_days(client: Client, operator: User, at_work: None):
    task = app.tasks["accounts.tasks.forget_guests"]

    def break_off(_now: datetime) -> int:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        retention.by_and_by(task, break_off, 0)
    Forgetting.objects.update(at=timezone.now() - timedelta(days=3))
    with pytest.raises(RuntimeError):
        retention.by_and_by(task, break_off, 0)
    assert "Nothing marked below has been forgotten for two days" in page(client)


def test_damaged_alert_without_a_channel_is_late_as_any_other(client: Client, operator: User, at_work: None):
    late = timezone.now() - timedelta(days=1)
    Alert.objects.create(recipient=operator, channel="", kind="trial", subject_id=1, sequence=1, due_at=late)
    assert "Some alerts are late." in page(client)
