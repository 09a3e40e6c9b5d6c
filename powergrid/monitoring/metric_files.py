"""Room for the numbers of metrics, on a disk that may be full.

prometheus-client writes into files with holes, by way of memory. Where there is no room for a hole, the system kills
the process (SIGBUS): a full disk would end all programs, again and again. So room is taken before a file is written
to.
"""

import logging
import os
from pathlib import Path
from typing import Any

from prometheus_client import mmap_dict, values

logger = logging.getLogger(__name__)

AROUND_A_KEY = 32  # bytes that a number takes beside its name, at most


class Numbers(mmap_dict.MmapedDict):
    """A file of numbers without holes; raises OSError where there is no room for what is put into it."""

    def __init__(self, name: str) -> None:
        path = Path(name)
        # Whoever reads numbers meanwhile finds no file, and never an empty one.
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
    """The same as prometheus-client uses it: what there was no room for is written with the next count."""

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
            logger.debug("There is no room to count in: %s", fault)
            return None


def count_only_where_there_is_room() -> None:
    """Have prometheus-client take room first, in what it makes from now on."""
    setattr(values, "MmapedDict", NumbersIfRoom)  # noqa: B010  (to type checkers it is not there)


def _take_room(file: int, size: int) -> None:
    """Have the disk keep room for so large a file, or leave it as it was and raise OSError."""
    before = os.fstat(file).st_size
    try:
        os.posix_fallocate(file, 0, size)
    except OSError:
        os.ftruncate(file, before)
        raise
