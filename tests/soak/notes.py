"""What people note while they play, to hold against what is stored afterwards."""

from pathlib import Path

import msgspec

UNANSWERED = 0
"""In place of a status where no answer came."""

TAKEN = 302
"""What a form is answered whose action was taken."""


class Sent(msgspec.Struct, frozen=True):
    """An action that somebody sent: from which position, and what it was answered."""

    game: int
    seat: int
    expected: int
    body: str
    status: int


class Played(msgspec.Struct, frozen=True):
    """How the people of all games fared. ``statuses`` counts all answers; ``late_*`` are seconds, at most."""

    seconds: float
    statuses: dict[int, int]
    retries: int
    late_alert: float
    late_game: float
    slowest_answer: float
    broken: list[str]
    """What the site could not explain: addresses answered with 500."""


class Reckoning(msgspec.Struct, frozen=True):
    """What is stored, and what is wrong with it; each list should be empty."""

    games: int
    finished: int
    actions: int
    by_people: int
    alerts: int
    mails: int
    repeated: int
    lost: list[str]
    doubled: list[str]
    standing: list[str]
    unsent: list[str]
    untold: list[str]
    repeated_otherwise: list[str]


def read(path: Path) -> list[Sent]:
    return msgspec.json.Decoder(Sent).decode_lines(path.read_bytes())
