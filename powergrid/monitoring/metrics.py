"""Metrics for Prometheus: what has happened since the start, counted where it happens, and what is so now, from rows.

Each process writes its numbers to files in ``METRICS_DIR``, and the one that is asked adds up all files. Labels are
our own words: no ids, no paths, nothing that a visitor could make up.
"""

import logging
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any

from django.conf import settings
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from powergrid.monitoring.metric_files import Numbers

logger = logging.getLogger(__name__)

REQUESTS = Counter("powergrid_requests", "Requests that were answered", ["route", "method", "status"])
REQUEST_SECONDS = Histogram(
    "powergrid_request_seconds",
    "How long requests took to be answered",
    ["route"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
TASKS = Counter("powergrid_tasks", "Tasks that workers have done, by how they ended", ["task", "state"])
TASK_SECONDS = Histogram(
    "powergrid_task_seconds", "How long tasks took", ["task"], buckets=(0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60)
)

HANDED_OUT = Counter("powergrid_handed_out", "Tasks that were handed to workers", ["task"])
SILENT = 7 * 24 * 60 * 60
"""Seconds after which a machine or container that writes no numbers counts as gone."""
PAST = 0  # in place of the id of a process: for the sums of those that have ended


def exposition(*others: Collector) -> bytes:
    """All metrics for Prometheus: what all processes have counted, and what ``others`` collect now."""
    registry = CollectorRegistry()
    registry.register(_Counted(settings.METRICS_DIR.parent) if settings.METRICS_DIR else REGISTRY)
    for other in others:
        registry.register(other)
    return generate_latest(registry)


def may_be_shown(authorization: str) -> bool:
    return secrets.compare_digest(authorization.encode(), f"Bearer {settings.METRICS_TOKEN}".encode())


class _Counted(Collector):
    """What all processes have counted that share ``VAR_DIR``, on any machine or in any container."""

    def __init__(self, everywhere: Path) -> None:
        self.everywhere = everywhere

    def collect(self) -> Any:
        with _locked(self.everywhere):
            files = [str(file) for file in self.everywhere.glob("*/*.db")]
            return MultiProcessCollector.merge(files)  # type: ignore[no-untyped-call]


def add_up_past(folder: Path) -> None:
    """Add up the numbers of processes that have ended in one file of each kind, as else there are ever more files.

    :param folder: that of this machine or container. We cannot know which processes of another one run, so its
        numbers are taken over once it has written none for days. Without room everything stays as it is.
    """
    try:
        with _locked(folder.parent):
            for file in folder.parent.glob("*/*_*.db"):
                if _is_past(file, folder):
                    _add_to_past(file, folder)
                    file.unlink()
    except OSError as fault:
        logger.warning("Metrics of processes that have ended cannot be added up: %s", fault)


def _is_past(file: Path, folder: Path) -> bool:
    number = int(file.stem.rpartition("_")[2])
    if file.parent != folder:
        return time.time() - file.stat().st_mtime > SILENT
    return number != PAST and not runs(number)


def _add_to_past(file: Path, folder: Path) -> None:
    past = folder / f"{file.stem.rpartition('_')[0]}_{PAST}.db"
    with closing(Numbers(str(past))) as sums:
        sums.make_room(file.stat().st_size)  # for all of it or for nothing
        for key, value, *_ in MmapedDict.read_all_values_from_file(str(file)):  # type: ignore[no-untyped-call]
            before, _time = sums.read_value(key)  # type: ignore[no-untyped-call]
            sums.write_value(key, before + value, 0.0)  # type: ignore[no-untyped-call]


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    with (folder / "lock").open("w") as lock:
        flock(lock, LOCK_EX)
        yield


def runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it runs as another user
        return True
    return True
