"""The site as a web server runs it, but in this process: what goes in, what comes out, and what broke."""

import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from io import BytesIO
from random import Random
from typing import Any
from unittest import mock
from urllib.parse import unquote_to_bytes

from django.conf import settings
from django.core import mail
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import got_request_exception
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from powergrid.encodings import utf_8_alone
from tests.fuzz.making import Maker, Request
from tests.fuzz.tallying import Tally
from tests.limited import generously
from tests.worlds import World

LARGEST = 2_000_000
"""Bytes of an answer that could still be meant."""

_CSRF = "c" * 32
_LOOKS = 5
"""A page is looked at for its forms after so many requests."""


class Site(WSGIHandler):
    """Answers requests of a world, and keeps the tally."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world
        self.tally = Tally()
        self.sessions: dict[str, str] = {}
        self.name = ""

    def get_response(self, request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = super().get_response(request)
        self.name = request.resolver_match.view_name if request.resolver_match else ""
        return response

    def ask(self, request: Request) -> tuple[int, bytes]:
        """Send a request: the status of the answer, and what it says."""
        self.tally.sent[request.method] += 1
        if request.role not in self.sessions:
            self.sessions[request.role] = self.world.session(request.role, is_certain=True)
        self.name, began = "", time.perf_counter()
        heard: list[Any] = []
        content: bytes | None = None

        def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
            heard[:] = [int(status[:3]), headers]

        with self._blaming(request):
            answer = utf_8_alone(self)(_environ(request, self.sessions[request.role]), start_response)
            try:
                content = b"".join(answer)
            finally:
                getattr(answer, "close", bool)()
            self._note(request, heard[0], content, time.perf_counter() - began)
            if any(name == "Set-Cookie" and settings.SESSION_COOKIE_NAME in value for name, value in heard[1]):
                del self.sessions[request.role]  # logged out, or somebody else
        return (heard[0], content) if content is not None else (500, b"")

    @contextmanager
    def _blaming(self, request: Request) -> Iterator[None]:
        def note(**_kwargs: Any) -> None:
            self.tally.blame(_in_brief(sys.exc_info()[1]), request)

        got_request_exception.connect(note)
        try:
            yield
        except Exception as fault:  # noqa: BLE001  # an answer that broke while it was sent, or before Django could answer
            self.tally.statuses[500] += 1
            self.tally.blame(_in_brief(fault), request)
        finally:
            got_request_exception.disconnect(note)

    def _note(self, request: Request, status: int, content: bytes, seconds: float) -> None:
        tally, brief = self.tally, f"{self.name} {str(request)[:300]}"
        tally.statuses[status] += 1
        tally.reached[self.name, f"{status // 100}xx"] += 1
        tally.largest = max(tally.largest, (len(content), brief))
        tally.slowest = max(tally.slowest, (seconds, brief))
        if len(content) > LARGEST:
            tally.blame(f"{self.name} answers with more than {LARGEST} bytes", request)


def fuzz(world: World, random: Random, posts: int) -> Tally:
    """Send so many posts, and some other requests between them."""
    site, maker = Site(world), Maker(random, world)
    nobody = mock.patch("socket.getaddrinfo", side_effect=OSError("Nobody is called outside."))
    with nobody, generously():
        while site.tally.sent["POST"] < posts:
            if sum(site.tally.sent.values()) % _LOOKS == 0:
                look = maker.look()
                status, html = site.ask(look)
                if status == HTTPStatus.OK and b"<form" in html:
                    maker.learn(look.role, look.path, html.decode(errors="replace"))
            else:
                request = maker.make()
                status, _ = site.ask(request)
                if request.method == "POST" and status == HTTPStatus.METHOD_NOT_ALLOWED:
                    maker.shown_only.add(site.name)
            mail.outbox.clear()
    return site.tally


def _in_brief(fault: BaseException | None) -> str:
    """Where something broke: the last place in the site itself, and the last of all. The same is told once."""
    if fault is None:
        return "nothing was said"
    frames = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(fault.__traceback__)]
    own = [frame for frame in frames if ".venv" not in frame and "/tests/" not in frame][-2:]
    return "\n".join([*(own or frames[-6:]), frames[-1], repr(fault)[:80]])


def _environ(request: Request, session: str) -> dict[str, Any]:
    cookies = [
        f"{settings.CSRF_COOKIE_NAME}={_CSRF}",
        f"{settings.SESSION_COOKIE_NAME}={session}" if session else "",
        request.headers.get("Cookie", ""),
    ]
    own = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in request.headers.items()}
    length = own.pop("HTTP_CONTENT_LENGTH", str(len(request.body)))
    return {
        "REQUEST_METHOD": request.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(request.path).decode("latin-1"),
        "QUERY_STRING": request.query,
        "CONTENT_TYPE": request.content_type,
        "CONTENT_LENGTH": length,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(request.body),
        "wsgi.errors": BytesIO(),
        "wsgi.multithread": False,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "HTTP_X_CSRFTOKEN": _CSRF,
        **{name: value.encode().decode("latin-1") if not value.isascii() else value for name, value in own.items()},
        "HTTP_COOKIE": "; ".join(filter(None, cookies)),
    }
