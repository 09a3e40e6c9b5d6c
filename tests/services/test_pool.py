"""The pool of connections to PostgreSQL, over a server that is killed."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db.utils import ConnectionHandler

from powergrid import environment
from powergrid.environment import Environment
from tests.services import postgresql

LARGEST = 2


@pytest.fixture(scope="module")
def server():
    with postgresql.database() as started:
        yield started


@pytest.fixture
def connections(server, monkeypatch, django_db_blocker):
    """Connections as the site has them, to a server of their own."""
    monkeypatch.setenv("DATABASE_URL", server.address)
    address = Environment().dj_db_url("DATABASE_URL", conn_max_age=600, conn_health_checks=True)
    database = environment.connected(address, pool=LARGEST)
    handler = ConnectionHandler({"default": {}, "pooled": database})
    with django_db_blocker.unblock():
        yield handler
        handler["pooled"].close()
        handler["pooled"].close_pool()


def backend(connections):
    """Ask for the number of the process that serves a connection, as a request or a task would."""
    with connections["pooled"].cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return cursor.fetchone()[0]


def test_a_connection_serves_one_after_another(connections):
    first = backend(connections)
    connections["pooled"].close()

    assert backend(connections) == first


def test_threads_share_no_more_connections_than_the_pool_has(connections):
    threads = 3 * LARGEST
    together = Barrier(threads)

    def ask(_number):
        together.wait()
        try:
            return backend(connections)
        finally:
            connections["pooled"].close()

    with ThreadPoolExecutor(threads) as pool:
        assert len(set(pool.map(ask, range(threads)))) <= LARGEST


def test_whoever_asks_after_the_server_was_restarted_is_answered(connections, server):
    before = backend(connections)
    connections["pooled"].close()
    server.kill()
    server.start()

    assert backend(connections) != before
