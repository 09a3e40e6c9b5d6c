"""Metrics of programs without pages. Any worker or scheduler answers for all that share its VAR_DIR and port."""

import logging
import socket
from collections.abc import Iterable
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from wsgiref.simple_server import WSGIRequestHandler

from django.conf import settings
from prometheus_client.exposition import CONTENT_TYPE_LATEST, ThreadingWSGIServer

from powergrid.monitoring import metrics

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

logger = logging.getLogger(__name__)


class Server(ThreadingWSGIServer):
    allow_reuse_port = True

    def __init__(self, host: str, port: int) -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), Handler)
        self.set_app(answer)


class Handler(WSGIRequestHandler):
    timeout = 10  # seconds to wait for a client that sends nothing

    def log_message(self, *_: Any) -> None:
        """Say nothing: Prometheus asks every few seconds."""


def start(**_: Any) -> None:
    """Show metrics at METRICS_LISTEN from now on, if it is set. A program works without that, too."""
    if not (settings.METRICS_TOKEN and settings.METRICS_LISTEN):
        return
    address = urlsplit(f"//{settings.METRICS_LISTEN}")
    Thread(target=_serve, args=(str(address.hostname), int(address.port or 0)), name="metrics", daemon=True).start()


def _serve(host: str, port: int) -> None:
    try:
        server = Server(host, port)
    except OSError as error:
        logger.warning("Metrics cannot be shown at port %s: %s", port, error.strerror)
        return
    server.serve_forever()


def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
    status, kind, body = _found(environ["PATH_INFO"], environ.get("HTTP_AUTHORIZATION", ""))
    start_response(
        status, [("Content-Type", kind), ("Content-Length", str(len(body))), ("Cache-Control", "no-store")]
    )
    return [body]


def _found(path: str, authorization: str) -> tuple[str, str, bytes]:
    if path != "/metrics":
        return "404 Not Found", "text/plain", b"Metrics are at /metrics.\n"
    if not metrics.may_be_shown(authorization):
        return "401 Unauthorized", "text/plain", b"Send the token.\n"
    return "200 OK", CONTENT_TYPE_LATEST, metrics.exposition()
