"""A plugin of pytest: which faults each test reaches, how long it takes, and whether it passes."""

import builtins
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


class Noting:
    def __init__(self, folder: Path) -> None:
        worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
        self.file = (folder / f"{worker}.jsonl").open("a")
        self.failed = False
        self.reached = builtins.__reached__  # type: ignore[attr-defined]
        self.reached.begin_anew()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        self.reached.take()
        self.failed, began = False, time.monotonic()
        done = yield
        took = round(time.monotonic() - began, 4)
        note = [item.nodeid, took, self.failed, [number for number, is_in in enumerate(self.reached.take()) if is_in]]
        print(json.dumps(note), file=self.file, flush=True)
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed


def pytest_configure(config: pytest.Config) -> None:
    if "FAULTS_NOTES" in os.environ:
        config.pluginmanager.register(Noting(Path(os.environ["FAULTS_NOTES"])))
