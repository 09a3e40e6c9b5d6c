"""A Redis for one test, gone afterwards."""

import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

from redis import Redis
from redis.exceptions import ConnectionError as NotReady

from tests.services import parts

DEADLINE = 10
"""Seconds until a server that does not answer is not going to."""


@contextmanager
def server() -> Iterator[str]:
    """Start a server of our own, and return its address."""
    program = parts.redis()
    if program is None:
        sys.exit("There is no Redis: python -m tests.services.parts says how to get it.")
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="powergrid-redis-") as folder:
        options = ["--port", str(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--loglevel", "warning"]
        process = subprocess.Popen([str(program), *options], stdout=subprocess.DEVNULL)
        try:
            _wait_until_ready(port)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.terminate()
            process.wait()


def free_port() -> int:
    """A port that nothing listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_until_ready(port: int) -> None:
    deadline = time.monotonic() + DEADLINE
    while True:
        try:
            Redis(port=port).ping()
        except NotReady:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        else:
            return
