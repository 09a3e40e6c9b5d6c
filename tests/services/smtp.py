"""A mail server that takes every mail and keeps it: within a test, or as a process of its own.

``python -m tests.services.smtp FILE`` prints its port and writes a line for each mail: its id and whom it was for.
"""

import sys
import threading
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
Parse = Callable[[bytes], Any]

read_all: Parse = BytesParser(policy=policy.default).parsebytes
read_head: Parse = BytesHeaderParser(policy=policy.default).parsebytes
"""Of thousands of mails with pictures only the heads, where it is measured how fast they are sent."""


class Keeper:
    """Takes mails for aiosmtpd and hands on each before it is accepted. ``refuse`` may answer for it instead."""

    def __init__(self, keep: Keep, read: Parse) -> None:
        self.keep = keep
        self.read = read
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
def server(keep: Keep, read: Parse = read_all) -> Iterator[tuple[int, Keeper]]:
    """A mail server of this process; its port, and what takes the mails."""
    keeper = Keeper(keep, read)
    controller = Controller(keeper, hostname="127.0.0.1", port=redis.free_port())
    controller.start()
    try:
        yield controller.port, keeper
    finally:
        controller.stop()


def main(path: Path) -> None:
    with path.open("a", buffering=1) as lines:

        def note(mail: EmailMessage, recipients: list[str]) -> None:
            lines.write(f"{mail['Message-ID']} {' '.join(recipients)}\n")

        with server(note, read_head) as (port, _keeper):
            print(port, flush=True)
            threading.Event().wait()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
