"""A full disk ends no process that counts something: room is taken first, and without room nothing is written."""

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from powergrid.monitoring import metric_files, metrics
from tests.powergrid.monitoring.test_metrics import COUNT

COUNT_MANY = """
import errno, os, sys
os.environ |= {"DEVELOPMENT": "true", "VAR_DIR": sys.argv[1], "METRICS_TOKEN": "0123456789abcdef"}
import powergrid.settings
from prometheus_client import Counter
counter = Counter("powergrid_requests", "Requests", ["route"])
"""

WITHOUT_HOLES = (
    COUNT_MANY
    + """
for number in range(2000):
    counter.labels(f"route {number}").inc()
"""
)

WITHOUT_ROOM = (
    COUNT_MANY
    + """
take_room = os.posix_fallocate
def refuse(*arguments):
    raise OSError(errno.ENOSPC, "No space left on device")
os.posix_fallocate = refuse
counter.labels("home").inc(3)
print([*powergrid.settings.METRICS_DIR.iterdir()])
os.posix_fallocate = take_room
counter.labels("home").inc(4)
"""
)


def run(program: str, folder: Path, *arguments: str) -> str:
    done = subprocess.run([sys.executable, "-c", program, str(folder), *arguments], check=True, capture_output=True)
    return done.stdout.decode().strip()


def counted(folder: Path) -> dict[str, float]:
    found = metrics._Counted(folder).collect()
    return {sample.labels["route"]: sample.value for each in found for sample in each.samples}


def test_files_of_numbers_have_no_holes_however_they_grow(tmp_path):
    run(WITHOUT_HOLES, tmp_path)
    (file,) = tmp_path.glob("metrics/*/*.db")
    held = file.stat()
    assert held.st_size > 1 << 17
    assert held.st_blocks * 512 >= held.st_size


def test_without_room_nothing_is_written_and_with_room_again_all_that_was_counted(tmp_path):
    assert run(WITHOUT_ROOM, tmp_path) == "[]"
    assert counted(tmp_path / "metrics") == {"home": 7}


@pytest.fixture
def no_room(monkeypatch):
    def refuse(*_arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(metric_files.os, "posix_fallocate", refuse)


def test_without_room_the_numbers_of_the_past_stay_where_they_are(tmp_path, no_room, caplog):
    here = tmp_path / "here"
    here.mkdir()
    run(COUNT, here, "5")
    before = sorted(here.iterdir())
    metrics.add_up_past(here)
    assert sorted(here.iterdir()) == before
    assert "Metrics of processes that have ended cannot be added up" in caplog.text


def test_a_file_that_cannot_grow_is_as_it_was(tmp_path, monkeypatch):
    numbers = metric_files.Numbers(str(tmp_path / "counter_1.db"))
    numbers.write_value("a", 1.0, 0.0)
    size = (tmp_path / "counter_1.db").stat().st_size
    monkeypatch.setattr(metric_files.os, "posix_fallocate", half_and_then_no_more)
    with pytest.raises(OSError, match="No space left"):
        numbers.make_room(size)
    assert (tmp_path / "counter_1.db").stat().st_size == size
    assert numbers.read_value("a") == (1.0, 0.0)


def half_and_then_no_more(file, _start, size):
    metric_files.os.ftruncate(file, size - 1)
    raise OSError(errno.ENOSPC, "No space left on device")
