"""Sends random requests to every address, and fails where one of them breaks something.

``python -m tests.fuzz --posts 200000 --processes 2`` does so on SQLite in a folder of its own, and
``python -m tests.services.postgresql python -m tests.fuzz`` on PostgreSQL.

Requests come in chunks, each in a fresh world. What broke is printed with the number of its chunk:
``--chunk 17 --seed …`` sends the same ones again. (The site has chance of its own, so not all goes the same way.)
"""

import argparse
import logging
import multiprocessing
import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from random import Random

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from tests import worlds  # noqa: E402
from tests.fuzz.site import fuzz  # noqa: E402
from tests.fuzz.tallying import Tally, report  # noqa: E402

CHUNK = 2000
"""Posts to one world."""

_made: list[tuple[worlds.World, str]] = []
"""The world of this process, and all rows of it before it was sent anything."""


def main() -> None:
    options = _options()
    chunks = [options.chunk] if options.chunk is not None else [*range(-(-options.posts // CHUNK))]
    posts = min(CHUNK, options.posts)
    began, tally = time.monotonic(), Tally()
    print(f"seed {options.seed}, {len(chunks)} chunks of {posts} posts", flush=True)
    with (
        tempfile.TemporaryDirectory(prefix="powergrid-fuzz-") as folder,
        ProcessPoolExecutor(
            options.processes, multiprocessing.get_context("fork"), initializer=_prepare, initargs=(folder,)
        ) as processes,
    ):
        done = processes.map(_send, [f"{options.seed}/{chunk}" for chunk in chunks], [posts] * len(chunks))
        for number, of_chunk in zip(chunks, done, strict=True):
            new = of_chunk.faults.keys() - tally.faults.keys()
            tally.add(of_chunk)
            print(f"chunk {number}: {sum(of_chunk.sent.values())} requests", flush=True)
            for what in new:
                print(f"\n{what}\n{of_chunk.faults[what]}\n", flush=True)
    report(tally, seconds=time.monotonic() - began)
    sys.exit(1 if tally.faults else 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--posts", type=int, default=20_000, help="how many posts to send")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--chunk", type=int, help="only the requests with this number")
    return parser.parse_args()


def _prepare(folder: str) -> None:
    """Give this process a database and a world of its own."""
    setup_test_environment()
    logging.disable(logging.CRITICAL)
    names = {"sqlite": f"{folder}/{os.getpid()}.sqlite3", "postgresql": f"fuzz_{os.getpid()}"}
    settings.DATABASES["default"]["TEST"]["NAME"] = names[connection.vendor]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    _made.append((worlds.build(), connection.creation.serialize_db_to_string()))


def _send(seed: str, posts: int) -> Tally:
    """Send so many posts to the world as it was in the beginning."""
    world, rows = _made[0]
    call_command("flush", interactive=False, verbosity=0, inhibit_post_migrate=True, reset_sequences=False)
    connection.creation.deserialize_db_from_string(rows)
    return fuzz(world, Random(seed), posts)


if __name__ == "__main__":
    main()
