"""What things cost. Run one with ``python -m tests.benchmarks.NAME``; each prints a line per figure.

A line is ``name value unit goal`` and ends in ``ok`` or ``short``. With ``--small`` there is only a little of
everything, to see that it runs.
"""

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from typing import Final, Literal

import rules
from rules.selfplay import play_game

EDITIONS: Final[tuple[Literal["classic", "recharged"], ...]] = ("classic", "recharged")

KINDS = {
    "classic": (rules.Options(), 4),
    "recharged": (rules.Options(edition="recharged"), 4),
    "trust": (rules.Options(edition="recharged"), 2),
}
"""The kinds of game that are measured: options and number of players."""


def asked_for(description: str | None, *flags: str, **counts: tuple[int, int]) -> Namespace:
    """What the command line wants measured.

    :param counts: of each thing how many are usual, and how many are a few.
    """
    parser = ArgumentParser(description=description, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true", help="a few of everything, to see that it runs")
    for flag in flags:
        parser.add_argument(f"--{flag}", action="store_true")
    for name, (usual, few) in counts.items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, help=f"{usual}, or {few} if small")
    wanted = parser.parse_args()
    for name, (usual, few) in counts.items():
        if getattr(wanted, name) is None:
            setattr(wanted, name, few if wanted.small else usual)
    return wanted


def bot_games(kind: str, count: int) -> list[rules.Record]:
    """So many games between bots, the same every time while the bots stay as they are."""
    options, players = KINDS[kind]
    return [play_game(options, players, f"benchmark-{number}")[0] for number in range(count)]


def report(name: str, value: float, unit: str, goal: float) -> None:
    """Print one figure that should be at most ``goal``."""
    verdict = "ok" if value <= goal else "short"
    print(f"{name} {value:.4g} {unit} {goal:g} {verdict}")
