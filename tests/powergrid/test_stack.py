"""Room on Python's stack."""

import resource
from collections.abc import Callable
from threading import Thread

from django.conf import settings

from powergrid.stack import roomily

DEEPEST = 300


def dive(depth: int) -> int:
    return 1 + dive(depth - 1) if depth else 0


def dive_often() -> None:
    """Be at every depth, so that some calls cross a border wherever it is."""
    for depth in range(DEEPEST):
        for _ in range(10):
            assert dive(depth) == depth


def pages_given(call: Callable[[], None]) -> int:
    """How many pages of memory the system gives a new thread while it calls something."""
    given = []

    def count() -> None:
        before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
        call()
        given.append(resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before)

    thread = Thread(target=count)
    thread.start()
    thread.join()
    return given[0]


def test_what_goes_deep_gets_its_memory_once():
    assert pages_given(lambda: roomily(dive_often)) < DEEPEST


def test_each_request_has_room_for_all_that_it_calls():
    assert settings.MIDDLEWARE[0] == "powergrid.stack.with_room"
