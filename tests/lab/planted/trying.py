"""A plugin of pytest: switches on one fault after the other, and sees which test finds it.

All tests are collected once. For each fault a child of this process then runs those that reach it, until one fails or
the child does not end.

    FAULTS_TRIED=results.jsonl FAULTS_NOTES=notes FAULTS_SHARE=0/2 FAULTS_SECONDS=300 pytest -p trying tests
"""

import functools
import gc
import json
import os
import signal
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import planting
import pytest

QUICK = 3
"""How many tests of each file are tried before all others: the quickest that reach the fault."""

PATIENCE, AT_LEAST = 4, 120
"""A test gets so many times the seconds that it took, and these at least; else the fault is found by that."""

Tests = Sequence[tuple[float, pytest.Item]]
"""In the order in which they are run, with the seconds that each gets."""

Notes = dict[int, list[tuple[float, str]]]
"""The tests that reach each fault, with how long they take."""


def read_notes(folder: Path) -> Notes:
    """Without tests that fail by themselves: they would find each fault."""
    found: Notes = defaultdict(list)
    for file in folder.glob("*.jsonl"):
        for line in file.read_text().splitlines():
            test, took, failed, reached = json.loads(line)
            for number in () if failed else reached:
                found[number].append((took, test))
    return found


def in_order(tests: Sequence[tuple[float, str]], first: str | None) -> list[str]:
    """Whichever found it in another suite, then the quickest of each file, then all others, file by file."""
    files: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for took, test in sorted(tests):
        files[test.partition("::")[0]].append((took, test))
    by_cost = sorted(files.values(), key=lambda of: sum(took for took, _ in of) / len(of))
    ordered = [test for each in (slice(0, QUICK), slice(QUICK, None)) for of in by_cost for _, test in of[each]]
    return sorted(ordered, key=lambda test: test != first)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    if "FAULTS_TRIED" not in os.environ:
        return None
    items = {item.nodeid: item for item in session.items}
    notes, results = read_notes(Path(os.environ["FAULTS_NOTES"])), Path(os.environ["FAULTS_TRIED"])
    share, _, of = os.environ.get("FAULTS_SHARE", "0/1").partition("/")
    known = _found_before(os.environ.get("FAULTS_KNOWN"))
    done = _found_before(str(results))
    at_most = float(os.environ.get("FAULTS_SECONDS", "inf"))
    many = len(json.loads(Path(os.environ["FAULTS"]).read_text()))
    for number in range(int(share), many, int(of)):
        if number in done:
            continue
        limits = {test: max(AT_LEAST, PATIENCE * took) for took, test in notes[number]}
        order = in_order(notes[number], known.get(number))
        tests = [(limits[name], items[name]) for name in order if name in items]
        began = time.monotonic()
        found = _in_a_child(session, tests, number, at_most) if tests else "unreached"
        line = {"fault": number, "found": found, "tests": len(tests), "took": round(time.monotonic() - began, 1)}
        with results.open("a") as file:
            print(json.dumps(line), file=file)
    return True


def _found_before(path: str | None) -> dict[int, str]:
    if path is None or not Path(path).exists():
        return {}
    lines = [json.loads(line) for line in Path(path).read_text().splitlines()]
    return {line["fault"]: line["found"] for line in lines}


def _in_a_child(session: pytest.Session, tests: Tests, number: int, at_most: float) -> str:
    """The test that found a fault.

    ``time`` where one did not end, ``nothing`` where all passed, ``given up`` where so many seconds were not enough,
    and ``broke down`` where the child did, which says nothing about the fault.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.setsid()
        code = 1
        try:
            os.write(writing, _run(session, tests, number, at_most).encode())
            code = 0
        finally:
            os._exit(code)
    os.close(writing)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # what it has started, such as a browser
    with os.fdopen(reading) as told:
        return {0: told.read(), -signal.SIGALRM: "time"}.get(code, "broke down")


def _run(session: pytest.Session, tests: Tests, number: int, at_most: float) -> str:
    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(silence, stream)
    gc.unfreeze()
    for kept in (each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper)):
        if (getattr(kept, "__module__", "") or "").split(".")[0] in planting.ROOMS:
            kept.cache_clear()  # what was asked for while tests were collected, with no fault at work
    planting.switch_on(number)
    session.testsfailed, deadline = 0, time.monotonic() + at_most
    signal.signal(signal.SIGALRM, signal.SIG_DFL)  # which ends this process
    items = [item for _limit, item in tests]
    for (limit, item), following in zip(tests, [*items[1:], None], strict=True):
        if time.monotonic() > deadline:
            return "given up"
        signal.setitimer(signal.ITIMER_REAL, limit)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            return item.nodeid
    return "nothing"
