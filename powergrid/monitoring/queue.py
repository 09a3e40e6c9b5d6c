"""The broker: whether it answers, and how many tasks wait there."""

from typing import Any

from powergrid.celery import app

PATIENCE = 1.0  # seconds to wait for an answer


class OutOfReach(Exception):
    """The broker does not answer."""


def length() -> int:
    """How many tasks wait for a worker.

    :raises OutOfReach: the broker does not answer.
    """
    options = {**app.conf.broker_transport_options, "socket_connect_timeout": PATIENCE, "socket_timeout": PATIENCE}
    with app.connection_for_write(connect_timeout=PATIENCE, transport_options=options) as connection:
        try:
            return _waiting(connection)
        except Exception as error:  # each kind of broker raises errors of its own
            raise OutOfReach("The broker does not answer.") from error


def _waiting(connection: Any) -> int:
    connection.ensure_connection(max_retries=1, interval_start=0, timeout=PATIENCE)
    try:
        with connection.channel() as channel:
            found = channel.queue_declare(queue=app.conf.task_default_queue, passive=True)
    except connection.channel_errors:  # nobody has asked for anything yet
        return 0
    return int(found.message_count)
