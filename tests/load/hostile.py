"""What somebody does who wants to stop a site: ``python -m tests.load.hostile WHAT HTTP HTTPS``, until told to end.

``HTTP`` and ``HTTPS`` are ports of this machine. Each thing that can be done is a function of this module. At the end
it prints how often the site answered with which status.
"""

import http.client
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from itertools import count
from threading import Thread
from urllib.parse import urlencode

import msgspec

from tests.services.silent import BEGINNINGS, silent, silent_streams

HERE = "127.66.6.6"
"""Of all addresses of this machine, one that nobody else asks from."""
SIGNS = 60_000
LOG_INS = 20  # a second
HELD = 12  # connections of each kind
STREAMS = 100

statuses: Counter[int] = Counter()
ports: dict[str, int] = {}


def ask(path: str, headers: dict[str, str] | None = None, *, body: str | None = None, address: str = HERE) -> None:
    line = http.client.HTTPConnection("127.0.0.1", ports["http"], timeout=60, source_address=(address, 0))
    with suppress(OSError, http.client.HTTPException):  # it was refused before all of it was sent
        line.request("GET" if body is None else "POST", path, body, headers or {})
        answer = line.getresponse()
        answer.read()
        statuses[answer.status] += 1
    line.close()


def again_and_again(once: Callable[[int], None], *, lines: int, pause: float) -> None:
    """Have so many threads do something. Without a pause it would be the machine that is kept from working."""

    def go_on() -> None:
        for number in count():
            once(number)
            time.sleep(pause)

    for _line in range(lines):
        Thread(target=go_on, daemon=True).start()


def long_addresses() -> None:
    again_and_again(lambda number: ask(f"/{'x' * SIGNS}{number}/"), lines=4, pause=0.05)


def long_headers() -> None:
    def once(number: int) -> None:
        page = f"https://elsewhere.example/{'x' * SIGNS}"
        ask("/accounts/login/", {"Origin": page, "Referer": page, "Cookie": f"sessionid={number}"}, body="a=1")

    again_and_again(once, lines=4, pause=0.05)


def headers_just_short_enough() -> None:
    """As long as they are read, in forms of other sites, and with mail addresses that are none."""

    def once(number: int) -> None:
        page = f"https://elsewhere.example/{'a@' * 3500}"
        ask(f"/accounts/login/?{'a.' * 1500}", {"Origin": page, "Referer": page}, body="a=1")

    again_and_again(once, lines=4, pause=0.05)


def silent_lines() -> None:
    def once(number: int) -> None:
        with ExitStack() as stack:
            for beginning in BEGINNINGS:
                stack.enter_context(silent(ports["http"], beginning, HELD, host="127.0.0.1"))
            time.sleep(5)

    again_and_again(once, lines=2, pause=0)


def silent_http_2() -> None:
    def once(number: int) -> None:
        with silent_streams(ports["https"], STREAMS):
            time.sleep(5)

    again_and_again(once, lines=3, pause=0)


def refused_requests() -> None:
    """What is refused: nobody is logged in, pages that are not there, forms without a token."""

    def once(number: int) -> None:
        paths = ("/games/", f"/nowhere/{number}/", "/accounts/login/")
        ask(paths[number % 3], {"Cookie": f"sessionid=made-up-{number}"}, body="a=1" if number % 3 == 2 else None)

    again_and_again(once, lines=8, pause=0.02)


def log_ins() -> None:
    """From an address of its own each, so that nothing but the password is in the way."""
    token = "a" * 32
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": f"csrftoken={token}"}
    numbers = count()

    def once(number: int) -> None:
        one = next(numbers)
        fields = {"csrfmiddlewaretoken": token, "login": f"nobody{one}@example.org", "password": "not the right one"}
        address = f"127.77.{one // 250 % 250}.{one % 250 + 1}"
        ask("/accounts/login/", headers, body=urlencode(fields), address=address)

    again_and_again(once, lines=LOG_INS, pause=1)


WAYS: dict[str, Callable[[], None]] = {
    way.__name__: way
    for way in (
        *(long_addresses, long_headers, headers_just_short_enough),
        *(silent_lines, silent_http_2),
        *(refused_requests, log_ins),
    )
}


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    what, ports["http"], ports["https"] = sys.argv[1], *map(int, sys.argv[2:])
    WAYS[what]()
    try:
        signal.pause()
    finally:
        print(msgspec.json.encode({str(status): often for status, often in statuses.items()}).decode(), flush=True)


if __name__ == "__main__":
    main()
