"""People beside a visitor who takes all that limits allow.

``python -m tests.load.beside ADDRESS PEOPLE SECONDS TURNS PAGE`` prints what they meet. The visitor asks for that
page, or for the one that takes longest of those that anybody may see. By turns they are away and there, for so many
seconds each.
"""

from tests.load import people  # isort: skip  # before whatever opens sockets, for Locust

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from locust.stats import RequestStats

from tests.load.dearest import dearest, takes_of
from tests.load.met import Beside, Haste, Kind, Turn


def beside(address: str, many: int, seconds: float, turns: int, page: str) -> Beside:
    """How many people fare while that visitor is away and there, by turns.

    :param page: what the visitor asks for; the page that takes longest where none is named.
    """
    path, takes = (page, takes_of(address, page)) if page else dearest(address)
    with people.crowd(address, many) as stats:
        time.sleep(2 * people.COMING)  # until they are there, and have logged in
        met = [_turn(address, path, seconds, stats) for _turn_of in range(turns)]
    return Beside(
        path, takes, [turn for turn, _errors in met], [error for _turn_of, errors in met for error in errors]
    )


def _turn(address: str, path: str, seconds: float, stats: RequestStats) -> tuple[Turn, list[str]]:
    alone, errors = met(stats, seconds)
    with _hasty(address, path) as hasty:
        there, more = met(stats, seconds)
        hasty.terminate()
        haste = msgspec.json.decode(hasty.communicate()[0], type=Haste)
    return Turn(alone, there, haste), [*errors, *more]


def met(stats: RequestStats, seconds: float) -> tuple[Kind, list[str]]:
    stats.reset_all()
    time.sleep(seconds)
    return people.kind_of(stats.total), people.errors_of(stats)


@contextmanager
def _hasty(address: str, path: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.load.hasty", address, path]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


if __name__ == "__main__":
    address, many, seconds, turns, page = sys.argv[1:]
    print(msgspec.json.encode(beside(address, int(many), float(seconds), int(turns), page)).decode())
