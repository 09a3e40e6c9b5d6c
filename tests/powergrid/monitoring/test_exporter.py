"""Programs without pages show what they have counted, to who knows the token; several on one machine share a port."""

from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from threading import Event, Thread

import pytest

from powergrid.monitoring import exporter, task_signals
from tests.services.redis import free_port

TOKEN = "a-token-of-sixteen-characters"


@pytest.fixture
def port(settings) -> Iterator[int]:
    """Where two programs listen."""
    settings.METRICS_TOKEN, port = TOKEN, free_port()
    servers = [exporter.Server("127.0.0.1", port) for _ in range(2)]
    threads = [Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}) for server in servers]
    for thread in threads:
        thread.start()
    yield port
    for server, thread in zip(servers, threads, strict=True):
        server.shutdown()
        thread.join()
        server.server_close()


def ask(port: int, path: str = "/metrics", token: str = TOKEN) -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
    return connection.getresponse()


def test_what_was_counted_is_shown_to_who_knows_the_token(port: int):
    task_signals.count(sender="powergrid.tasks.tally")
    shown = ask(port)
    text = shown.read().decode()

    assert (shown.status, shown.headers["Cache-Control"]) == (200, "no-store")
    assert 'powergrid_handed_out_total{task="powergrid.tasks.tally"}' in text
    assert "powergrid_up" not in text  # what the database knows is told by web servers
    for refused, status in ((ask(port, token="wrong"), 401), (ask(port, path="/"), 404)):
        assert refused.status == status
        assert b"powergrid_" not in refused.read()


@pytest.mark.parametrize(
    ("token", "listen", "address"),
    [
        (TOKEN, "0.0.0.0:9101", ("0.0.0.0", 9101)),
        (TOKEN, "[::1]:9101", ("::1", 9101)),
        (TOKEN, "", None),
        ("", "0.0.0.0:9101", None),
    ],
)
def test_it_listens_where_the_site_says_and_only_with_a_token(settings, monkeypatch, token, listen, address):
    """That workers and schedulers do so, tests/services/test_worker.py tries."""
    settings.METRICS_TOKEN, settings.METRICS_LISTEN = token, listen
    served: list[tuple[str, int]] = []
    asked = Event()

    def serve(host: str, port: int) -> None:
        served.append((host, port))
        asked.set()

    monkeypatch.setattr(exporter, "_serve", serve)
    exporter.start()
    assert asked.wait(5 if address else 0) == (address is not None)
    assert served == ([address] if address else [])


def test_a_port_that_is_taken_hinders_nobody(port: int, caplog):
    exporter._serve("192.0.2.1", port)
    assert "Metrics cannot be shown" in caplog.text
