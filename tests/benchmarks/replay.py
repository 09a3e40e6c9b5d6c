"""How long a full replay takes one core: 20 bot games of each kind.

Run it with ``python -m tests.benchmarks.replay``. The aim is 10 ms for a game of 250 actions, 40 µs for an action;
the best peer engine, compiled TypeScript, takes 5 ms. Bots raise by 1 and never tire, so games of four have about 390
actions. Bots learn, and then play other games: what to compare over time are the first games that were recorded.
"""

from pathlib import Path
from statistics import median
from time import process_time
from typing import Literal

import rules
from rules.boards import first_version
from rules.selfplay import play_game
from rules.versions import NEWEST
from tests.benchmarks import EDITIONS, KINDS, asked_for, bot_games, report

RECORDED = Path("tests/rules/games")


def main() -> None:
    wanted = asked_for(__doc__, games=(20, 4), repeats=(5, 1))
    for kind in KINDS:
        records = bot_games(kind, wanted.games)
        times = sorted(_time(record) for record in records for _ in range(wanted.repeats))
        per_action = median(_time(record) / len(record.moves) for record in records)
        report(f"replay_median_{kind}", median(times) * 1e3, "ms", 10)
        report(f"replay_slowest_{kind}", times[-1] * 1e3, "ms", 20)
        report(f"replay_per_action_{kind}", per_action * 1e6, "us", 40)
    _measure_recorded_games(8 * wanted.repeats)
    _measure_boards(wanted.games // 4, 2 * wanted.repeats)


def _measure_recorded_games(repeats: int) -> None:
    paths = sorted(path for map in ("germany", "usa") for path in RECORDED.glob(f"{map}-?p-*.json"))
    records = [rules.read_record(path.read_bytes()) for path in paths]
    fastest = sum(min(_time(record) for _ in range(repeats)) for record in records)
    report("replay_recorded_per_action", fastest / sum(len(record.moves) for record in records) * 1e6, "us", 40)


def _measure_boards(games: int, repeats: int) -> None:
    """What an action takes on each board that came later, as a multiple of one on Germany in the same edition."""
    for edition in EDITIONS:
        germany = _per_action(edition, "germany", games, repeats)
        for map in rules.board_names(edition, NEWEST):
            if first_version(map, edition) > 1:
                report(
                    f"replay_{edition}_{map}",
                    _per_action(edition, map, games, repeats) / germany,
                    "times_germany",
                    1.3,
                )


def _per_action(edition: Literal["classic", "recharged"], map: str, games: int, repeats: int) -> float:
    """The time for an action in games of four bots on a board: of the fastest replay of each, as others compete."""
    options, version = rules.Options(edition, map), max(rules.VERSION, first_version(map, edition))
    records = [play_game(options, 4, f"replay-{number}", version=version)[0] for number in range(games)]
    fastest = sum(min(_time(record) for _ in range(repeats)) for record in records)
    return fastest / sum(len(record.moves) for record in records)


def _time(record: rules.Record) -> float:
    started = process_time()
    rules.replay(record.setup, record.moves)
    return process_time() - started


if __name__ == "__main__":
    main()
