"""Files for metrics, on a disk that may be full.

prometheus-client maps files with holes into memory. If a hole finds no room on the disk, the system kills the process
(SIGBUS), so a full disk would end all programs, again and again. So we take the room before we write.
"""

import logging
import os
from pathlib import Path
from typing import Any

from prometheus_client import mmap_dict, values

logger = logging.getLogger(__name__)

AROUND_A_KEY = 32  # bytes that a number takes beside its name, at most


class Numbers(mmap_dict.MmapedDict):
    """A file of numbers without holes. Raises OSError if there is no room."""

    def __init__(self, name: str) -> None:
        path = Path(name)
        # A process that reads meanwhile finds no file, and never an empty one.
        new = path if path.exists() else path.with_suffix(".new")
        try:
            with new.open("ab") as file:
                _take_room(file.fileno(), max(file.tell(), mmap_dict._INITIAL_MMAP_SIZE))
            new.rename(path)
        except OSError:
            if new != path:
                new.unlink(missing_ok=True)
            raise
        super().__init__(name)  # type: ignore[no-untyped-call]

    def make_room(self, size: int) -> None:
        capacity = self._capacity
        while self._used + size > capacity:
            capacity *= 2
        if capacity > self._capacity:
            _take_room(self._f.fileno(), capacity)

    def _init_value(self, key: str) -> None:
        self.make_room(len(key.encode()) + AROUND_A_KEY)
        super()._init_value(key)  # type: ignore[no-untyped-call]


class NumbersIfRoom:
    """The same for prometheus-client: what finds no room is written with the next count."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._numbers: Numbers | None = None

    def read_value(self, key: str) -> tuple[float, float]:
        value: tuple[float, float] = self._try("read_value", key) or (0.0, 0.0)
        return value

    def write_value(self, key: str, value: float, timestamp: float) -> None:
        self._try("write_value", key, value, timestamp)

    def close(self) -> None:
        if self._numbers is not None:
            self._numbers.close()  # type: ignore[no-untyped-call]

    def _try(self, method: str, *arguments: Any) -> Any:
        try:
            self._numbers = self._numbers or Numbers(self._name)
            return getattr(self._numbers, method)(*arguments)
        except OSError as fault:
            logger.debug("There is no room for metrics: %s", fault)
            return None


def count_only_where_there_is_room() -> None:
    """Make prometheus-client use files without holes from now on."""
    setattr(values, "MmapedDict", NumbersIfRoom)  # noqa: B010  (to type checkers it is not there)


def _take_room(file: int, size: int) -> None:
    """Take room on the disk for a file of this size, or leave it as it was and raise OSError."""
    before = os.fstat(file).st_size
    try:
        os.posix_fallocate(file, 0, size)
    except OSError:
        os.ftruncate(file, before)
        raise
