"""Tasks that go through a real broker and are done at once: what a test hands out leaves the process and comes back.

Celery's own way to do tasks at once leaves the broker out; a worker beside the test would not see its transaction.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from celery import Celery, Task


@contextmanager
def at_once() -> Iterator[None]:
    """Have whoever hands out a task wait until it is done; all tasks are in the one queue of this run."""
    hand_out = Task.apply_async

    def apply_async(task: Task, *args: Any, **options: Any) -> Any:
        result = hand_out(task, *args, **options | {"queue": task.app.conf.task_default_queue})
        _do_next(task.app)
        return result

    with patch.object(Task, "apply_async", apply_async):
        yield


def forget(app: Celery) -> None:
    """Drop what waits in the broker, left by who was stopped amid handing out, such as a server as its test ended."""
    with app.connection_for_write() as connection:
        connection.SimpleQueue(app.amqp.queues[app.conf.task_default_queue]).clear()


def _do_next(app: Celery) -> None:
    """Take one message from the broker, and do what it asks for.

    :raises queue.Empty: there is none.
    """
    queue = app.amqp.queues[app.conf.task_default_queue]
    with app.connection_for_read() as connection:
        message = connection.SimpleQueue(queue).get(timeout=5)
        message.ack()
    args, kwargs, _callbacks = message.payload
    app.tasks[message.headers["task"]].apply(args, kwargs, throw=True)
