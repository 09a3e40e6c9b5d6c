"""Tasks through a real broker, as the tests on PostgreSQL hand them out."""

import pytest
from celery import Celery
from kombu.exceptions import EncodeError
from redis import Redis

from tests.services import redis, round_trips


@pytest.fixture
def broker():
    with redis.server() as address:
        yield address


@pytest.fixture
def app(broker):
    app = Celery("round-trips", broker=broker, set_as_current=False)
    app.conf.task_ignore_result = True
    with round_trips.at_once():
        yield app


def test_task_goes_through_the_broker_and_is_done_at_once(app, broker):
    done = []

    @app.task
    def note(number):
        done.append(number)
        if number:
            note.delay(number - 1)

    note.delay(2)

    assert done == [2, 1, 0]
    assert Redis.from_url(broker).info("commandstats")["cmdstat_lpush"]["calls"] == 3


def test_what_a_message_cannot_carry_is_refused(app):
    @app.task
    def take(value):
        raise AssertionError(value)

    with pytest.raises(EncodeError):
        take.delay(object())


def test_bug_in_a_task_reaches_whoever_handed_it_out(app):
    @app.task
    def divide(number):
        return 1 / number

    with pytest.raises(ZeroDivisionError):
        divide.delay(0)
