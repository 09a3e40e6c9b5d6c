"""What the workers do for this app."""

import logging
from collections.abc import Iterable
from typing import Any

from celery import shared_task
from django.conf import settings
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounts import retention
from games.clock import due
from games.replay import forgetting
from games.turns import run_due, thinking

logger = logging.getLogger(__name__)

BATCH = 200
"""How many games one sweep hands out."""

THOUGHTS = 5
"""How many games wait at the broker for a thinker at most."""


@shared_task(name="games.tasks.run")  # type: ignore[untyped-decorator]  # Celery has no types
def run(pk: int) -> None:
    """Do what is due in one game. A failure is logged, and the game comes up again when its claim has lapsed."""
    try:
        run_due.run(pk, now=timezone.now())
    except Exception as bug:
        bug.add_note(f"Game {pk} stands still.")  # the log of a task does not say what it was for
        raise


@shared_task(name="games.tasks.think")  # type: ignore[untyped-decorator]  # Celery has no types
def think(_pk: int) -> None:
    """Think for one bot. It has a queue of its own, as it takes seconds, and so whose turn it is shows only now.

    :param _pk: a game that waited when this was handed out. Releases before this one think in that game.
    """
    if thinking.run_next(now=timezone.now(), seconds=settings.THINKING_SECONDS):
        hand_out(think, _to_think_in(1))


@shared_task(name="games.tasks.sweep")  # type: ignore[untyped-decorator]  # Celery has no types
def sweep() -> None:
    """Hand out the games that are due, the longest waiting first; each alone, so that none stops the others."""
    now = timezone.now()
    hand_out(run, due.games(now).order_by("due_at").values_list("pk", flat=True)[:BATCH], settings.SWEEP_SECONDS)
    waiting = _to_think_in(THOUGHTS)
    if waiting:  # they never expire: a thinker that is done has to find the next one at once
        hand_out(think, waiting[: max(0, THOUGHTS - _left(think))])


@shared_task(name="games.tasks.forget_checkpoints")  # type: ignore[untyped-decorator]  # Celery has no types
def forget_checkpoints(went: int = 0) -> None:
    """Drop checkpoints of games that are long over."""
    retention.by_and_by(forget_checkpoints, forgetting.checkpoints, went)


forget_thinking_time = retention.task_of("games.tasks.forget_thinking_time", thinking.forget)


def _to_think_in(most: int) -> list[int]:
    return list(thinking.in_turn(timezone.now()).values_list("pk", flat=True)[:most])


def _left(task: Any) -> int:
    """How many of these tasks no worker has taken up. While none runs, more and more would pile up."""
    queue = task.app.amqp.router.route({}, task.name)["queue"].name
    with task.app.connection_for_write() as broker:
        try:
            with broker.channel() as channel:
                return int(channel.queue_declare(queue=queue, passive=True).message_count)
        except broker.channel_errors:  # there was none yet
            return 0
        except broker.connection_errors as fault:
            logger.warning("Bots wait for a sweep; the broker is out of reach: %s", fault)
            return THOUGHTS


def hand_out(task: Any, pks: Iterable[int], expires: int | None = None) -> None:
    """Ask the workers to do a task for games. What none takes up in time expires, and a later sweep asks again.

    :param expires: after how many seconds, if ever.
    """
    for pk in pks:
        try:
            task.apply_async((pk,), expires=expires, retry_policy={"max_retries": 1})
        # The file system as a broker raises its own faults.
        except (OperationalError, OSError) as fault:
            logger.warning("Game %s waits for a sweep; the broker is out of reach: %s", pk, fault)
            return
