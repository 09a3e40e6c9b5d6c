"""How long a bot thinks on one core: 10 games of each kind. Run it with ``python -m tests.benchmarks.bots``."""

from statistics import median
from time import process_time

import rules
from tests.benchmarks import KINDS, bot_games, report

GAMES = 10


def main() -> None:
    for kind in KINDS:
        times = sorted(time for record in bot_games(kind, GAMES) for time in _decisions(record))
        report(f"bot_decision_median_{kind}", median(times) * 1e3, "ms", 3)
        report(f"bot_decision_slowest_{kind}", times[-1] * 1e3, "ms", 30)


def _decisions(record: rules.Record) -> list[float]:
    """The seconds that each decision of a game takes a bot."""
    times = []
    positions = rules.positions(record.setup, record.moves)
    for state, (seat, _) in zip(positions, record.moves, strict=False):
        started = process_time()
        rules.bots.decide(state, seat)
        times.append(process_time() - started)
    return times


if __name__ == "__main__":
    main()
