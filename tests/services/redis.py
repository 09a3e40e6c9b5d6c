"""A Redis for one test, gone afterwards."""

import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis
from redis.exceptions import ConnectionError as NotReady

from tests.services import parts

DEADLINE = 10
"""Seconds until a server that does not answer is not going to."""


class Broker:
    """A Redis in a folder, which can be killed and started again at the same address; it forgets all then."""

    def __init__(self, program: Path, folder: str) -> None:
        self.port = free_port()
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""]
        self._command = [str(program), *options, "--loglevel", "warning"]
        self.start()

    @property
    def address(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        _wait_until_ready(self.port)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


@contextmanager
def broker() -> Iterator[Broker]:
    """Start a broker of our own."""
    program = parts.redis()
    if program is None:
        sys.exit("There is no Redis: python -m tests.services.parts says how to get it.")
    with tempfile.TemporaryDirectory(prefix="powergrid-redis-") as folder:
        started = Broker(program, folder)
        try:
            yield started
        finally:
            started.kill()


@contextmanager
def server() -> Iterator[str]:
    """Start a broker of our own, and return its address."""
    with broker() as started:
        yield started.address


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
