"""A mail server that takes every mail and keeps it: within a test, or as a process of its own.

``python -m tests.services.smtp FILE`` prints its port and writes a line for each mail: its id and whom it was for. It
is to measure how fast mails are sent, so it takes them as fast as a mail server does that is no program in Python.
"""

import socketserver
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import policy
from email.message import EmailMessage
from email.parser import BytesHeaderParser, BytesParser
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller

from tests.services import redis

Keep = Callable[[EmailMessage, list[str]], None]

LARGE = 1 << 20
"""More than is read at once, in bytes."""


class Keeper:
    """Takes mails for aiosmtpd and hands on each before it is accepted. ``refuse`` may answer for it instead."""

    def __init__(self, keep: Keep) -> None:
        self.keep = keep
        self.read = BytesParser(policy=policy.default).parsebytes
        self.refuse: Callable[[str], str | None] = lambda address: None

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        refusal = self.refuse(address)
        if refusal:
            return refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.keep(self.read(envelope.content), list(envelope.rcpt_tos))
        return "250 Message accepted for delivery"


@contextmanager
def server(keep: Keep) -> Iterator[tuple[int, Keeper]]:
    """A mail server of this process; its port, and what takes the mails."""
    keeper = Keeper(keep)
    controller = Controller(keeper, hostname="127.0.0.1", port=redis.free_port())
    controller.start()
    try:
        yield controller.port, keeper
    finally:
        controller.stop()


class _Quick(socketserver.StreamRequestHandler):
    """A conversation with somebody who sends mails, as the protocol has it and nothing else."""

    answers = {  # a table that nobody changes
        b"EHLO": b"250-localhost\r\n250 8BITMIME",
        b"DATA": b"354 Go ahead",
        b"QUIT": b"221 Bye",
    }
    arrived: Path

    def handle(self) -> None:
        self.wfile.write(b"220 localhost\r\n")
        people: list[str] = []
        while line := self.rfile.readline():
            verb = line[:4].upper()
            self.wfile.write(self.answers.get(verb, b"250 OK") + b"\r\n")
            if verb == b"RCPT":
                people.append(line.decode().partition("<")[2].partition(">")[0])
            elif verb == b"DATA":
                self._take(people)
                people = []
            elif verb == b"QUIT":
                return

    def _take(self, people: list[str]) -> None:
        """Note a mail before it is accepted; the other side waits for that, so there is nothing behind its end."""
        mail = b""
        while not mail.endswith(b"\r\n.\r\n"):
            if not (part := self.rfile.read1(LARGE)):
                return
            mail += part
        head = BytesHeaderParser(policy=policy.default).parsebytes(mail[: mail.index(b"\r\n\r\n")])
        with self.arrived.open("a") as lines:
            lines.write(f"{head['Message-ID']} {' '.join(people)}\n")
        self.wfile.write(b"250 Message accepted for delivery\r\n")


class _QuickServer(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Somebody who was killed breaks off; anything else is told."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def main(path: Path) -> None:
    _Quick.arrived = path
    with _QuickServer(("127.0.0.1", 0), _Quick) as server:
        print(server.server_address[1], flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
