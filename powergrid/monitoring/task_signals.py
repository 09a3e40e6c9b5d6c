"""The number of each task in what is logged meanwhile, with that of the request it is for. And heartbeats."""

import os
import socket
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import perf_counter
from typing import Any

from celery import signals
from django.db import close_old_connections
from django.utils import timezone
from structlog import contextvars

from games.turns.tasks import think
from notifications.tasks import deliver, drain
from powergrid.models import Heartbeat
from powergrid.monitoring import exporter, metrics, requests
from powergrid.starting import insist_on_database

EVERY = timedelta(seconds=10)  # between two heartbeats of a program, at least
FORGOTTEN = timedelta(days=1)  # after which a silent program counts as removed
PROGRAMS = {
    think.name: Heartbeat.Program.THINKER,
    **dict.fromkeys((deliver.name, drain.name), Heartbeat.Program.SENDER),
}
"""Who does what no worker does."""


@dataclass
class Pulse:
    last: datetime | None = None

    def beat(self, program: Heartbeat.Program, name: str, now: datetime) -> None:
        if self.last is not None and now - self.last < EVERY:
            return
        if self.last is None:
            Heartbeat.objects.filter(at__lt=now - FORGOTTEN).delete()
        self.last = now
        Heartbeat.objects.bulk_create(
            [Heartbeat(program=program, name=name[:200], at=now)],
            update_conflicts=True,
            unique_fields=["program", "name"],
            update_fields=["at"],
        )


pulse = Pulse()


def listen() -> None:
    signals.worker_init.connect(insist_on_database)
    signals.beat_init.connect(insist_on_database)
    signals.worker_ready.connect(exporter.start)
    signals.beat_init.connect(exporter.start)
    signals.after_task_publish.connect(count)
    signals.before_task_publish.connect(hand_on)
    signals.task_prerun.connect(begin)
    signals.task_postrun.connect(end)
    signals.beat_init.connect(schedule)
    signals.beat_embedded_init.connect(schedule)


def hand_on(headers: dict[str, Any], **_: Any) -> None:
    if number := requests.current_id():
        headers["request_id"] = number


def count(sender: str, **_: Any) -> None:
    """Count a task that is handed out. Its name is always one of ours."""
    metrics.HANDED_OUT.labels(sender).inc()


def begin(task: Any, task_id: str, **_: Any) -> None:
    told = {"task_id": task_id, "task_name": task.name}
    if number := task.request.get("request_id"):
        told["request_id"] = number
    task.request.begun = (contextvars.bind_contextvars(**told), perf_counter())
    if not task.request.is_eager:
        # Before the task, not after: what closes the connection of the task then also closes this one.
        program = PROGRAMS.get(task.name, Heartbeat.Program.WORKER)
        pulse.beat(program, task.request.hostname or socket.gethostname(), timezone.now())


def end(task: Any, state: str | None, **_: Any) -> None:
    tokens, began = task.request.begun
    metrics.TASKS.labels(task.name, (state or "unknown").lower()).inc()
    metrics.TASK_SECONDS.labels(task.name).observe(perf_counter() - began)
    if task.request.is_eager:  # within a request, which goes on
        contextvars.reset_contextvars(**tokens)
    else:
        contextvars.clear_contextvars()


def schedule(**_: Any) -> None:
    """This process is the scheduler: it is at work whenever it hands something out."""
    signals.after_task_publish.connect(sign)


def sign(**_: Any) -> None:
    """Note that the scheduler is at work. The id of its process tells it from a second one on this machine."""
    close_old_connections()
    if pulse.last is None:
        _forget_ended()
    pulse.beat(Heartbeat.Program.SCHEDULER, f"{os.getpid()}@{socket.gethostname()}", timezone.now())


def _forget_ended() -> None:
    """Otherwise schedulers that ran here before would count as silent."""
    for before in Heartbeat.objects.filter(program=Heartbeat.Program.SCHEDULER):
        number, _, host = before.name.partition("@")
        if host == socket.gethostname() and number.isdigit() and not metrics.runs(int(number)):
            before.delete()
