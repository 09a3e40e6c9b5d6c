"""How long a full replay takes: 20 recorded bot games of four players, on one core.

Run it with ``python -m tests.benchmarks.replay``. The aim is 10 ms for a game of 250 actions, 40 µs for an action;
the best peer engine, compiled TypeScript, takes 5 ms. Bots raise by 1 and never tire, so these games have about 390
actions.
"""

from statistics import median
from time import perf_counter

import rules
from rules.selfplay import play_game
from tests.benchmarks import report

GAMES = 20
REPEATS = 5


def main() -> None:
    records = [play_game(rules.Options(), 4, f"benchmark-{number}")[0] for number in range(GAMES)]
    times = sorted(_time(record) for record in records for _ in range(REPEATS))
    per_action = median(_time(record) / len(record.moves) for record in records)
    report("replay_median", median(times) * 1e3, "ms", 10)
    report("replay_slowest", times[-1] * 1e3, "ms", 20)
    report("replay_per_action", per_action * 1e6, "us", 40)


def _time(record: rules.Record) -> float:
    started = perf_counter()
    rules.replay(record.setup, record.moves)
    return perf_counter() - started


if __name__ == "__main__":
    main()
