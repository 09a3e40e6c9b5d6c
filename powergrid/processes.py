"""The programs of a site, run as one: their output side by side, restarted when they end, stopped together.

A runner of our own, because honcho kills a worker that is finishing its task, and supervisor needs a listener and a
wrapper to stop everything and to say so in its exit status.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

GRACE = 12  # seconds to stop in before being killed: a worker finishes its task first
LOOK_EVERY = 0.2
STEADY = 10
"""Seconds after which a program is restarted when it ends, as a worker does when its broker goes away. A program that
ends sooner would do so again, for example because of its settings.
"""


@dataclass(frozen=True, slots=True)
class Program:
    name: str
    command: Sequence[str]


class Child(NamedTuple):
    program: Program
    process: subprocess.Popen[str]
    since: float


def run(programs: Iterable[Program], *, steady: float = STEADY) -> str | None:
    """Run programs until told to stop (Ctrl-C, TERM or a closed terminal). Told a second time, kill what still runs.

    A program that ends by itself is restarted, unless it had just been started: then all are stopped.

    :return: a sentence about the program that did not work, if one did not.
    """
    requests = _listen_for_requests()
    children: list[Child] = []
    try:
        for program in programs:
            children.append(_start(program))  # noqa: PERF401 (one by one: if one cannot start, the others are stopped)
        while not requests:
            for place, child in enumerate(children):
                if child.process.poll() is None:
                    continue
                if time.monotonic() - child.since < steady:
                    return f"{_obituary(child)}, so everything was stopped."
                _say(f"{_obituary(child)} and is restarted.")
                _kill_group(child)
                children[place] = _start(child.program)
            time.sleep(LOOK_EVERY)
        _say("Stopping. Programs may complete their work. Press Ctrl-C again to stop them at once.")
        return None
    finally:
        _stop(children, requests)


def _listen_for_requests() -> list[int]:
    """Collect the signals to stop, instead of being interrupted by them anywhere."""
    requests: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, frame: requests.append(number))
    return requests


def _start(program: Program) -> Child:
    # In a session of its own: Ctrl-C then reaches us alone, and we stop the programs in order.
    process = subprocess.Popen(  # noqa: S603 (the commands are our own)
        program.command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        start_new_session=True,
    )
    child = Child(program, process, time.monotonic())
    threading.Thread(target=_pass_on, args=[program.name, process.stdout], daemon=True).start()
    return child


def _pass_on(name: str, output: Iterable[str]) -> None:
    for line in output:
        _say(f"{name:>10} | {line.rstrip()}")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _obituary(child: Child) -> str:
    status = child.process.returncode
    cause = f"was killed by {signal.Signals(-status).name}" if status < 0 else f"ended with status {status}"
    return f"The {child.program.name} {cause}"


def _stop(children: Sequence[Child], requests: Sequence[int]) -> None:
    for child in children:
        child.process.terminate()
    deadline = time.monotonic() + GRACE
    while time.monotonic() < deadline and len(requests) < 2:
        if all(child.process.poll() is not None for child in children):
            break
        time.sleep(LOOK_EVERY)
    for child in children:
        _kill_group(child)


def _kill_group(child: Child) -> None:
    """End a program and all that it started, which might keep the port. Usually nothing is left."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.process.pid, signal.SIGKILL)
    child.process.wait()


WEB = (
    *("granian", "--interface", "wsgi", "--workers", "2", "--blocking-threads", "2"),
    # Whoever does not finish their headers is left (milliseconds), or sends too many (bytes).
    *("--http1-header-read-timeout", "5000", "--http2-max-headers-size", "20480", "--respawn-failed-workers"),
    *("--log-config", "powergrid/granian.json", "powergrid.wsgi:application"),
)
WORKER = ("celery", "--quiet", "--app", "powergrid", "worker")
# One process, as it takes a whole core. By default there would be one for each core.
THINKER = (*WORKER, "--queues", "thinking", "--concurrency", "1", "--prefetch-multiplier", "1")
# They wait for other servers most of the time: threads do that with the memory of one process.
SENDER = (*WORKER, "--pool", "threads", "--concurrency", "8", "--prefetch-multiplier", "1", "--queues")
"""Followed by its queues: one program for mails, and one for calls, so that neither waits for the other."""
MAILER, CALLER = (*SENDER, "mail"), (*SENDER, "calls")
SCHEDULER = ("celery", "--quiet", "--app", "powergrid", "beat")
RELEASE = (("migrate",), ("createcachetable",))
"""Commands of ``manage.py`` to run once for a new release, before its programs start."""
EACH_MACHINE = (("collectstatic", "--no-input"), ("draw_boards",))
"""Those to run on each machine: they make files that its programs read."""
