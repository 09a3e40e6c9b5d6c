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


class Haste(msgspec.Struct, frozen=True):
    """How often somebody was answered who asked as fast as they could, and how often refused."""

    answered: int
    refused: int


class Turn(msgspec.Struct, frozen=True):
    """How all requests of a crowd fared: first without that visitor, then with them."""

    alone: Kind
    beside: Kind
    haste: Haste

    @property
    def times(self) -> float:
        """How many times what it is alone p95 is beside that visitor."""
        return self.beside.p95 / self.alone.p95


class Attack(msgspec.Struct, frozen=True):
    """How all requests of a crowd fared without an attack, and beside it; ``statuses`` is what the attacker got."""

    way: str
    alone: Kind
    beside: Kind
    statuses: dict[str, int]
    errors: list[str]

    @property
    def times(self) -> float:
        return self.beside.p95 / self.alone.p95


class Beside(msgspec.Struct, frozen=True):
    """``path`` is what the visitor asked for, ``takes`` how many milliseconds one answer to it took."""

    path: str
    takes: float
    turns: list[Turn]
    errors: list[str]
