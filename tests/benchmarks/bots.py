"""How long a bot thinks, and how its games go: 10 games of four, on one core.

Run it with ``python -m tests.benchmarks.bots``.
"""

from statistics import median
from time import perf_counter

import rules
from rules.selfplay import play_game
from tests.benchmarks import report

GAMES = 10


def main() -> None:
    records = [play_game(rules.Options(), 4, f"benchmark-{number}")[0] for number in range(GAMES)]
    times = sorted(time for record in records for time in _decisions(record))
    report("bot_decision_median", median(times) * 1e3, "ms", 3)
    report("bot_decision_slowest", times[-1] * 1e3, "ms", 30)


def _decisions(record: rules.Record) -> list[float]:
    """The seconds that each decision of a game takes a bot."""
    times = []
    positions = rules.positions(record.setup, record.moves)
    for state, (seat, _) in zip(positions, record.moves, strict=False):
        started = perf_counter()
        rules.bots.decide(state, seat)
        times.append(perf_counter() - started)
    return times


if __name__ == "__main__":
    main()
