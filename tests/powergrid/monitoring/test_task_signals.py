"""Workers and schedulers: what they log says for which task and request, and that they are at work."""

import os
import socket
import subprocess
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone
from structlog import contextvars

from powergrid.models import Heartbeat
from powergrid.monitoring import task_signals
from powergrid.monitoring.task_signals import Pulse

pytestmark = pytest.mark.postgresql

NOW = datetime(2026, 11, 22, 18, 30, tzinfo=UTC)
WORKER = Heartbeat.Program.WORKER


@pytest.fixture(autouse=True)
def _nothing_bound(monkeypatch):
    contextvars.clear_contextvars()
    monkeypatch.setattr(task_signals, "pulse", Pulse())
    yield
    contextvars.clear_contextvars()


class Request(SimpleNamespace):
    """What Celery tells a task of how it was asked for."""

    def get(self, name: str) -> object:
        return getattr(self, name, None)


def task(**request: object) -> SimpleNamespace:
    request = {"is_eager": False, "hostname": "celery@here"} | request
    return SimpleNamespace(name="games.tasks.run", request=Request(**request))


def test_a_task_knows_for_which_request_it_is_done(db: None):
    headers: dict[str, object] = {}
    contextvars.bind_contextvars(request_id="0123456789abcdef", game=7)
    task_signals.hand_on(headers=headers)
    contextvars.clear_contextvars()

    done = task(**headers)
    task_signals.begin(task=done, task_id="of-the-task")
    assert contextvars.get_contextvars() == {
        "request_id": "0123456789abcdef",
        "task_id": "of-the-task",
        "task_name": "games.tasks.run",
    }
    contextvars.bind_contextvars(game=8)
    task_signals.end(task=done, state="SUCCESS")
    assert contextvars.get_contextvars() == {}


def test_a_task_that_is_done_at_once_leaves_its_request_as_it_was(db: None):
    contextvars.bind_contextvars(request_id="0123456789abcdef")
    done = task(is_eager=True)
    task_signals.begin(task=done, task_id="of-the-task")
    task_signals.end(task=done, state="FAILURE")
    assert contextvars.get_contextvars() == {"request_id": "0123456789abcdef"}
    assert not Heartbeat.objects.exists()


def test_a_worker_says_with_its_tasks_that_it_is_at_work(db: None):
    task_signals.begin(task=task(), task_id="of-the-task")
    [heartbeat] = Heartbeat.objects.all()
    assert (heartbeat.program, heartbeat.name) == (WORKER, "celery@here")


def test_a_thinker_that_has_nothing_to_think_about_is_not_missed(db: None):
    thought = task(hostname="thinker1@here")
    thought.name = "games.tasks.think"
    task_signals.begin(task=thought, task_id="of-the-task")
    [heartbeat] = Heartbeat.objects.all()
    assert (heartbeat.program, heartbeat.name) == (Heartbeat.Program.THINKER, "thinker1@here")
    assert not heartbeat.is_quiet(heartbeat.at + timedelta(hours=1))


def test_a_sender_that_has_nothing_to_send_is_not_missed(db: None):
    sent = task(hostname="mail@here")
    sent.name = "notifications.tasks.drain"
    task_signals.begin(task=sent, task_id="of-the-task")
    [heartbeat] = Heartbeat.objects.all()
    assert (heartbeat.program, heartbeat.name) == (Heartbeat.Program.SENDER, "mail@here")
    assert not heartbeat.is_quiet(heartbeat.at + timedelta(hours=1))


def test_a_scheduler_says_so_when_it_hands_something_out(transactional_db: None):
    task_signals.sign()
    assert [heartbeat.program for heartbeat in Heartbeat.objects.all()] == [Heartbeat.Program.SCHEDULER]


def test_two_schedulers_on_one_machine_are_two_and_those_that_ended_are_forgotten(transactional_db: None):
    host, other = socket.gethostname(), os.getppid()
    Heartbeat.objects.create(program=Heartbeat.Program.SCHEDULER, name=f"{other}@{host}", at=timezone.now())
    ended = subprocess.Popen(["true"])
    ended.wait()
    Heartbeat.objects.create(program=Heartbeat.Program.SCHEDULER, name=f"{ended.pid}@{host}", at=timezone.now())
    task_signals.sign()

    names = {heartbeat.name for heartbeat in Heartbeat.objects.all()}
    assert names == {f"{other}@{host}", f"{os.getpid()}@{host}"}


def test_a_sign_of_life_is_stored_now_and_then_and_forgotten_with_its_program(db: None, django_assert_num_queries):
    Heartbeat.objects.create(program=WORKER, name="long gone", at=NOW - timedelta(days=2))
    pulse = Pulse()
    pulse.beat(WORKER, "one", NOW)
    with django_assert_num_queries(0):
        pulse.beat(WORKER, "one", NOW + timedelta(seconds=9))
    with django_assert_num_queries(1):
        pulse.beat(WORKER, "one", NOW + timedelta(seconds=10))
    [heartbeat] = Heartbeat.objects.all()
    assert heartbeat.at == NOW + timedelta(seconds=10)
    assert not heartbeat.is_quiet(NOW + timedelta(seconds=70))
    assert heartbeat.is_quiet(NOW + timedelta(seconds=71))
