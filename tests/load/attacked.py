"""People at a site while somebody tries to stop it, and while nobody does.

``python -m tests.load.attacked HTTP HTTPS PEOPLE SECONDS WAY…`` prints what they meet, for so many seconds each,
alone and beside each way.
"""

from tests.load import people  # isort: skip  # before whatever opens sockets, for Locust

import subprocess
import sys
import time

import msgspec

from tests.load.beside import met
from tests.load.met import Attack

SETTLING = 3
"""Seconds until what was begun is under way, or what has ended is over."""


def attacked(http: str, https: str, many: int, seconds: float, ways: list[str]) -> list[Attack]:
    with people.crowd(f"http://127.0.0.1:{http}", many) as stats:
        time.sleep(2 * people.COMING)  # until they are there, and have logged in
        attacks = []
        for way in ways:
            time.sleep(SETTLING)
            alone, errors = met(stats, seconds)
            command = [sys.executable, "-m", "tests.load.hostile", way, http, https]
            hostile = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            try:
                time.sleep(SETTLING)
                beside, more = met(stats, seconds)
                hostile.terminate()
                statuses = msgspec.json.decode(hostile.communicate()[0], type=dict[str, int])
            finally:
                hostile.kill()
                hostile.wait()
            attacks.append(Attack(way, alone, beside, statuses, [*errors, *more]))
    return attacks


if __name__ == "__main__":
    http, https, many, seconds, *ways = sys.argv[1:]
    print(msgspec.json.encode(attacked(http, https, int(many), float(seconds), ways)).decode())
