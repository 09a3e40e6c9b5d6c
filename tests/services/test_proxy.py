"""The proxy as deploy/ sets it up, in front of a site that is well, lacks something, or is gone."""

import json
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from tests.services import parts, redis
from tests.services.sites import ROOT

DEPLOY = ROOT / "deploy"


class Site(BaseHTTPRequestHandler):
    """A web server that can serve people, and lacks something."""

    asked: list[str]

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
def site() -> Iterator[tuple[ThreadingHTTPServer, list[str]]]:
    asked: list[str] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Counted", (Site,), {"asked": asked}))
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server, asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def proxy(folder: Path, web: str, patience: str = "1") -> Iterator[int]:
    """Start Caddy as the file says, but at a port of its own, and with less patience: nobody comes back here.

    :param patience: nanoseconds, or empty for as much as the file says.
    """
    caddy, port = parts.caddy(), redis.free_port()
    assert caddy is not None, "There is no Caddy: python -m tests.services.parts says how to get it."
    environment = {"SITE_HOST": f"http://127.0.0.1:{port}", "WEB": web, "HOME": str(folder)}
    adapt = [str(caddy), "adapt", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
    adapted = subprocess.run(adapt, env=environment, capture_output=True, text=True, check=True)
    assert "not formatted" not in adapted.stderr
    as_said = "10000000000"
    nearer = adapted.stdout.replace(f'"try_duration":{as_said}', f'"try_duration":{patience or as_said}')
    config = json.loads(nearer.replace('"/etc/caddy"', json.dumps(str(DEPLOY))))
    (folder / "caddy.json").write_text(json.dumps({**config, "admin": {"disabled": True}}))
    with (folder / "log").open("w") as log:
        run = [str(caddy), "run", "--config", str(folder / "caddy.json")]
        process = subprocess.Popen(run, env=environment, stdout=log, stderr=log)
    try:
        yield port
    finally:
        process.terminate()
        process.wait()


def ask(port: int, path: str, method: str = "GET") -> HTTPResponse:
    """Ask as soon as the proxy listens."""
    deadline = time.monotonic() + 20
    while True:
        connection = HTTPConnection("127.0.0.1", port, timeout=20)
        try:
            connection.request(method, path)
            return connection.getresponse()
        except ConnectionRefusedError:
            assert time.monotonic() < deadline
            time.sleep(0.05)


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
        with proxy(tmp_path, places, patience="") as port:
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
