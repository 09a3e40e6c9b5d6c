"""A web server that stands for one out in the world: it keeps what is posted to it, and answers as told."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

Answering = Callable[[BaseHTTPRequestHandler], None]


@dataclass(frozen=True)
class Posted:
    path: str
    headers: Message
    body: bytes


@dataclass
class Receiver:
    url: str
    posted: list[Posted] = field(default_factory=list)
    answer: Answering = lambda handler: plainly(handler, 204)


@contextmanager
def receiving() -> Iterator[Receiver]:
    """Listen at a free port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            receiver.posted.append(Posted(self.path, self.headers, body))
            receiver.answer(self)

        def log_message(self, *args: object) -> None:
            """Keep the output of the tests clean."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        receiver = Receiver(f"http://127.0.0.1:{server.server_port}/hook?key=1")
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield receiver
        server.shutdown()
        thread.join()


def plainly(
    handler: BaseHTTPRequestHandler, status: int, headers: dict[str, str] | None = None, body: bytes = b""
) -> None:
    """Answer like any web server."""
    handler.send_response(status)
    for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(body)


def dripping(part: bytes, *, beginning: bytes = b"", pause: float = 0.02) -> Answering:
    """Answer with a bit every now and then, for as long as somebody listens."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        try:
            handler.wfile.write(beginning)
            while True:
                handler.wfile.write(part)
                time.sleep(pause)
        except OSError:
            handler.close_connection = True

    return answer
