"""The folder in which the tasks of a development site wait for the worker, and Redis as it goes away."""

from pathlib import Path
from queue import Empty

import pytest
from kombu.connection import Connection

from powergrid.broker import FolderTransport, RedisTransport
from tests.services import redis


@pytest.fixture
def queue(tmp_path):
    waiting, processed = tmp_path / "waiting", tmp_path / "processed"
    waiting.mkdir()
    processed.mkdir()
    folders = {
        **dict.fromkeys(["data_folder_in", "data_folder_out"], str(waiting)),
        "control_folder": str(tmp_path / "control"),
        "processed_folder": str(processed),
    }
    with Connection(transport=FolderTransport, transport_options=folders) as connection:
        yield connection.SimpleQueue(tmp_path.name)  # kombu remembers what it has bound, beyond connections


def test_every_message_is_taken_once(queue):
    queue.put("first")
    queue.put("second")
    assert {queue.get_nowait().payload, queue.get_nowait().payload} == {"first", "second"}
    with pytest.raises(Empty):
        queue.get_nowait()


def test_a_message_is_not_seen_before_it_is_whole(queue, monkeypatch):
    write, looks = Path.write_text, []

    def write_slowly(path, text):
        for part in ("", text[:20], text):
            write(path, part)
            with pytest.raises(Empty):
                queue.get_nowait()
            looks.append(part)

    monkeypatch.setattr(Path, "write_text", write_slowly)
    queue.put("whole")
    assert len(looks) == 3
    assert queue.get_nowait().payload == "whole"


def test_a_channel_that_was_closed_as_redis_went_says_that_its_connection_is_lost():
    with redis.broker() as broker, Connection(broker.address, transport=RedisTransport) as connection:
        channel = connection.channel()
        channel.close()
        connection.release()
        with pytest.raises(connection.connection_errors), channel.conn_or_acquire():
            pass
