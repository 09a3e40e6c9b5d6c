"""Starting the whole site on one machine."""

import socket

import pytest
from django.core.management import CommandError, call_command

from powergrid.management.commands.run import insist_on_free_port


@pytest.fixture
def taken_port():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_a_taken_port_is_said_to_be_taken(taken_port):
    with pytest.raises(CommandError, match=f"Port {taken_port} is in use. Choose another: make run PORT="):
        insist_on_free_port(taken_port)


def test_nothing_is_started_on_a_taken_port(settings, taken_port):
    settings.PORT = taken_port  # without a database: no step before this one may need it
    with pytest.raises(CommandError, match="is in use"):
        call_command("run")


def test_a_free_port_is_not_spoken_of():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]

    insist_on_free_port(port)
