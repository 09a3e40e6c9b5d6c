"""What people met at a site: handed from the process of the crowd to the one that prints it."""

import msgspec


class Kind(msgspec.Struct, frozen=True):
    """How requests of one kind fared; times are milliseconds."""

    name: str
    requests: int
    failures: int
    per_second: float
    median: float
    p95: float
    p99: float


class Crowd(msgspec.Struct, frozen=True):
    kinds: list[Kind]
    errors: list[str]
