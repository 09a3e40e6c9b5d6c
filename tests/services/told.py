"""What :mod:`tests.services.turning` tells of the games that it plays."""

import msgspec

Asked = tuple[int, int, str]
"""A game, how many actions had been taken there, and the address of who was asked then."""


class Told(msgspec.Struct, frozen=True):
    """What became of an alert; ``key`` is in the id of its mail."""

    key: str
    kind: str
    game: int
    sequence: int
    email: str
    state: str
    attempts: int
    reason: str


class Outcome(msgspec.Struct, frozen=True):
    """Whom the games have asked, and what became of all alerts."""

    asked: list[Asked]
    alerts: list[Told]
