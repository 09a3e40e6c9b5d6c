"""Forgetting what nobody needs. Each room says what of its own that is; how it is done is said here.

It is done a few seconds at a time, so that workers are soon free again for what people wait for, and each transaction
is soon over.
"""

from collections.abc import Callable
from datetime import datetime
from time import monotonic
from typing import Any

from celery import shared_task
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import Forgetting

SLICE = 5.0  # seconds after which a task hands the rest on


def by_and_by(task: Any, forget: Callable[[datetime], int], went: int) -> None:
    """Forget until ``forget`` says that none went, or for a few seconds; then the next free worker goes on.

    ``went`` is how many have gone since the task was first asked for.
    """
    now, end = timezone.now(), monotonic() + SLICE
    # So that one is missed that never comes to its end.
    Forgetting.objects.get_or_create(task=task.name, defaults={"at": now, "went": 0})
    while some := forget(now):
        went += some
        if monotonic() > end:
            break
    note(task.name, went, now=now)
    if some:
        task.delay(went)


def task_of(name: str, forget: Callable[[datetime], int]) -> Any:
    """A task by whose public name workers forget something by and by."""

    def run(went: int = 0) -> None:
        by_and_by(task, forget, went)

    task = shared_task(name=name)(run)
    return task


def note(task: str, went: int, *, now: datetime) -> None:
    Forgetting.objects.update_or_create(task=task, defaults={"at": now, "went": went})


Reason = Callable[[OuterRef], Exists]

reasons_to_stay: list[Reason] = []
"""Of other rooms, each for one person: why they are kept for longer, though they have been away."""


def register(reason: Reason) -> None:
    reasons_to_stay.append(reason)
