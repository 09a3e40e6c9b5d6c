"""The proxy as deploy/ sets it up, in front of a site that is well, lacks something, or is gone."""

import re
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer
from pathlib import Path
from select import select
from threading import Thread
from typing import Any, ClassVar

from powergrid.middleware import LARGEST, LONGEST_TARGET
from tests.services import redis
from tests.services.proxies import DEPLOY, SECOND, proxied
from tests.services.silent import BEGINNINGS, silent, silent_streams
from tests.services.sites import ROOT


class Site(BaseHTTPRequestHandler):
    """A web server that can serve people, and lacks something."""

    asked: list[str]
    received: ClassVar[list[int]] = []

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        if len(self.rfile.read(length)) == length:  # it is all there, and its sender was not left meanwhile
            self.received.append(length)
            self.do_GET()

    def do_GET(self) -> None:
        self.asked.append(self.path)
        lacks = self.path == "/readyz"
        body = b"of the site"
        self.send_response(503 if lacks or self.path == "/busy/" else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def site(kind: type[HTTPServer] = ThreadingHTTPServer) -> Iterator[tuple[HTTPServer, list[str]]]:
    asked: list[str] = []
    server = kind(("127.0.0.1", 0), type("Counted", (Site,), {"asked": asked}))
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server, asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def proxy(
    folder: Path,
    web: str,
    *,
    try_for: int = 1,
    read_for: int | None = None,
    scheme: str = "http",
    pages: Path = DEPLOY,
) -> Iterator[int]:
    """The proxy with less patience, as nobody comes back here."""
    port = redis.free_port()
    with proxied(folder, web, f"{scheme}://localhost:{port}", try_for=try_for, read_for=read_for, pages=pages):
        yield port


def ask(
    port: int,
    path: str,
    method: str = "GET",
    *,
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
    line: type[HTTPConnection] = HTTPConnection,
) -> HTTPResponse:
    """Ask as soon as the proxy listens."""
    context: Any = {"context": ssl._create_unverified_context()} if line is HTTPSConnection else {}
    deadline = time.monotonic() + 20
    while True:
        connection: Any = line("localhost", port, timeout=20, **context)
        try:
            connection.request(method, path, body, headers or {})
            answer: HTTPResponse = connection.getresponse()
        except (ConnectionRefusedError, ssl.SSLError):  # it has no certificate yet
            assert time.monotonic() < deadline
            time.sleep(0.05)
        else:
            return answer


def test_a_site_that_lacks_something_is_shown_and_one_that_is_gone_has_a_page(tmp_path: Path):
    with site() as (server, asked), proxy(tmp_path, f"127.0.0.1:{server.server_port}") as port:
        answer = ask(port, "/")
        deadline = time.monotonic() + 20
        while not {"/healthz", "/readyz"} & set(asked):  # Caddy knows nothing of a site until it has asked
            assert time.monotonic() < deadline
            time.sleep(0.02)
        shown = ask(port, "/")
        assert (answer.status, shown.status, shown.read()) == (200, 200, b"of the site")
        assert "/readyz" not in asked
        busy = ask(port, "/busy/")
        assert (busy.status, busy.read()) == (503, b"of the site")
        for path in ("/healthz", "/readyz", "/metrics"):
            assert ask(port, path).status == 404

        server.server_close()
        for method in ("GET", "POST"):
            gone = ask(port, "/games/1/?seen=7", method)
            assert (gone.status, gone.headers["Retry-After"]) == (503, "10")
            assert gone.headers["Cache-Control"] == "no-store"
            assert gone.read() == (DEPLOY / "down.html").read_bytes()


def test_a_visitor_stays_with_one_web_server_and_is_at_the_other_at_once_when_it_is_gone(tmp_path: Path):
    """Of a page of one release, a web server of another does not know the files."""
    with site() as (one, by_one), site() as (other, by_other):
        places = f"127.0.0.1:{one.server_port} 127.0.0.1:{other.server_port}"
        with proxy(tmp_path, places, try_for=10 * SECOND) as port:
            for _ in range(8):
                assert ask(port, "/tables/").status == 200
            met = [asked.count("/tables/") for asked in (by_one, by_other)]
            assert sorted(met) == [0, 8]

            gone, left = (one, by_other) if met[0] else (other, by_one)
            gone.server_close()
            began = time.monotonic()
            for _ in range(2):
                assert ask(port, "/games/").status == 200
            assert left.count("/games/") == 2
            assert time.monotonic() - began < 5, "It was asked whether it is well before anybody went elsewhere."


def test_whoever_sends_nothing_more_keeps_nobody_waiting_and_is_left(tmp_path: Path):
    """The site answers one request after the other: one that it waited for would be the last."""
    with (
        site(HTTPServer) as (server, asked),
        proxy(tmp_path, f"127.0.0.1:{server.server_port}", read_for=5 * SECOND) as port,
        ExitStack() as stack,
    ):
        assert ask(port, "/").status == 200
        lines = [line for it in BEGINNINGS for line in stack.enter_context(silent(port, it, 5))]
        time.sleep(1)  # by then the site would be asked
        for _time in range(5):
            assert ask(port, "/games/").status == 200
        ended, _, _ = select(lines, [], [], 0)
        assert not ended, "Others were answered only after these had been left."
        for line in lines:
            with suppress(ConnectionResetError):
                while line.recv(65536):
                    pass
        assert ask(port, "/games/").status == 200
        assert "/silent/" not in asked


def test_whoever_sends_nothing_more_by_http_2_keeps_nobody_waiting(tmp_path: Path):
    with (
        site(HTTPServer) as (server, asked),
        proxy(tmp_path, f"127.0.0.1:{server.server_port}", read_for=2 * SECOND, scheme="https") as port,
    ):
        look = partial(ask, port, "/games/", line=HTTPSConnection)
        assert look().status == 200
        with silent_streams(port, 60):
            for _time in range(5):
                assert look().status == 200
            time.sleep(2.5)  # by then it may have been told that nothing came
            assert look().status == 200
        assert look().status == 200
        assert "/silent/" not in asked


def test_whoever_hangs_up_while_sending_takes_the_site_from_nobody(tmp_path: Path):
    """Or else it would count as a fault of the site, which would get no requests for a while."""
    with site() as (server, asked), proxy(tmp_path, f"127.0.0.1:{server.server_port}") as port:
        assert ask(port, "/").status == 200
        for beginning in BEGINNINGS:
            with silent(port, beginning, 5):
                pass
        for _time in range(5):
            assert ask(port, "/games/").status == 200
        assert "/silent/" not in asked


def test_what_is_whole_arrives_as_it_was_sent(tmp_path: Path):
    with site() as (server, asked), proxy(tmp_path, f"127.0.0.1:{server.server_port}") as port:
        for length in (1, 70_000, LARGEST - 1):
            assert ask(port, "/form/", "POST", body=b"x" * length).status == 200
            assert Site.received[-1] == length
        for length in (LARGEST, LARGEST + 1, 2 * LARGEST, 20 * LARGEST):
            assert ask(port, "/large/", "POST", headers={"Content-Length": str(length)}).status == 413
        assert "/large/" not in asked


def test_addresses_and_headers_that_are_too_long_do_not_get_to_the_site(tmp_path: Path):
    with site() as (server, asked), proxy(tmp_path, f"127.0.0.1:{server.server_port}") as port:
        assert ask(port, f"/{'x' * (LONGEST_TARGET - 1)}").status == 200
        assert ask(port, f"/{'x' * LONGEST_TARGET}").status == 414
        assert ask(port, f"/?{'%41' * 1400}").status == 414
        assert ask(port, "/long/", headers={"Referer": "x" * 21_000}).status == 431
        assert max(map(len, asked)) == LONGEST_TARGET
        assert "/long/" not in asked


def test_no_address_is_in_the_log_of_the_proxy(tmp_path: Path):
    """Not even where it has a fault to tell of, such as a page that is missing."""
    with site() as (server, _asked), proxy(tmp_path, f"127.0.0.1:{server.server_port}", pages=tmp_path) as port:
        assert ask(port, "/").status == 200
        server.server_close()
        assert ask(port, "/actt/not-for-you/", headers={"Cookie": "sessionid=not-for-you"}).status == 502
    log = (tmp_path / "log").read_text()
    assert "error handling handler error" in log
    assert "not-for-you" not in log


def test_the_page_of_the_proxy_needs_nothing_that_the_site_would_have_to_send():
    page = (DEPLOY / "down.html").read_text()

    assert not re.search(r"<(script|link|img|iframe|form)\b|\bsrc=|url\(|@import|://", page)
    assert set(re.findall(r'href="([^"]*)"', page)) == {""}


def test_its_colours_are_those_of_the_site():
    def values(path: Path) -> set[tuple[str, str]]:
        return set(re.findall(r"(--[\w-]+): ([^;]+);", path.read_text()))

    own = values(DEPLOY / "down.html")
    assert own
    assert own <= values(ROOT / "static" / "css" / "tokens.css")
