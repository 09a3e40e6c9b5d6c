"""A visitor who takes all that limits allow: ``python -m tests.load.hasty ADDRESS PATH``, until it is terminated.

Some lines to the site ask for the same page again and again; one that is refused waits a tenth of a second, whatever
it is told. At the end it prints how often it was answered, and how often refused.
"""

import http.client
import signal
import sys
import time
from collections import Counter
from http import HTTPStatus
from itertools import count
from threading import Thread
from urllib.parse import urlsplit

import msgspec

from tests.load.met import Haste

HERE = "127.66.6.6"
"""Of all addresses of this machine, one that nobody else asks from."""

LINES = 8

PATIENCE = 0.1
"""Seconds. Without any it would be the machine that both share, and not the site, that is kept from working."""


def ask(address: str, path: str, statuses: Counter[int]) -> None:
    line = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60, source_address=(HERE, 0))
    between = "&" if "?" in path else "?"
    for number in count():
        # Another address each time, or a page that was kept would be found.
        line.request("GET", f"{path}{between}again={number}", headers={"HX-Request": "true"})
        answer = line.getresponse()
        answer.read()
        statuses[answer.status] += 1
        if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
            time.sleep(PATIENCE)


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    address, path = sys.argv[1:]
    statuses: Counter[int] = Counter()
    for _line in range(LINES):
        Thread(target=ask, args=[address, path, statuses], daemon=True).start()
    try:
        signal.pause()
    finally:
        refused = statuses[HTTPStatus.TOO_MANY_REQUESTS]
        print(msgspec.json.encode(Haste(statuses.total() - refused, refused)).decode(), flush=True)


if __name__ == "__main__":
    main()
