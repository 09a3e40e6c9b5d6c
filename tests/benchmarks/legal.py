"""How long it takes to ask what is allowed, in 20 bot games of each kind: ``python -m tests.benchmarks.legal``.

Of all decisions to build, the median is given three times. *Cold* is the first question of a process that has loaded
the board: before each, all that the rules keep is forgotten. *Next* is the question in a replay, after each action.
*Warm* is one that was asked before all others of its game were.

A search asks after each action. A replay that does so should take no more than 1.5 times what a replay without
questions took before this was made fast, on commit dd3a8efb. Both were measured in one process, game by game in turn,
on one of two cores of an Intel Xeon (family 6, model 207) with Python 3.11: on machines that others use, too, only
times of the same moment can be compared. Before, an action took 18 to 23 us in classic, and 48 to 63 with a question.
"""

import sys
from collections.abc import Callable, Iterator
from statistics import median
from time import process_time
from typing import TypeVar

import rules
from tests.benchmarks import KINDS, asked_for, bot_games, report

REPEATS = 9

PLAIN_BEFORE = {"classic": 1.18, "recharged": 1.18, "trust": 1.15}
"""How many times as long a replay without questions took on commit dd3a8efb as it takes since."""

Figure = TypeVar("Figure")


def main() -> None:
    wanted = asked_for(__doc__, games=(20, 1))
    for kind in KINDS:
        games = bot_games(kind, wanted.games)
        for name, measure, goal in (("cold", _cold, 200), ("next", _next, 200), ("warm", _warm, 60)):
            fastest = [min(times) for game in games for times in zip(*_repeated(measure, game), strict=True)]
            report(f"legal_building_{name}_{kind}", median(fastest) * 1e6, "us", goal)
        replays = [median(asked / plain for plain, asked in _repeated(_replay, game)) for game in games]
        report(f"asked_replay_{kind}", median(replays) / PLAIN_BEFORE[kind], "times_plain_before", 1.5)


def _repeated(measure: Callable[[rules.Record], Figure], game: rules.Record) -> list[Figure]:
    return [measure(game) for _ in range(REPEATS)]


def _cold(game: rules.Record) -> list[float]:
    times = []
    for state in list(_building(game)):
        _forget(state)
        times.append(_time(state))
    return times


def _next(game: rules.Record) -> list[float]:
    for state in _building(game):
        _forget(state)
    return [_time(state) for state in _building(game)]


def _warm(game: rules.Record) -> list[float]:
    states = list(_building(game))
    return [[_time(state) for state in states] for _ in range(2)][-1]


def _building(game: rules.Record) -> Iterator[rules.State]:
    positions = rules.positions(game.setup, game.moves)
    return (state for state in positions if state.phase is rules.Phase.BUILDING)


def _forget(state: rules.State) -> None:
    """Empty every cache of the rules, and what a setup keeps."""
    vars(state.setup).clear()
    for name, module in sys.modules.items():
        if name.startswith("rules."):
            for kept in vars(module).values():
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()


def _time(state: rules.State) -> float:
    started = process_time()
    rules.legal(state, state.to_move[0])
    return process_time() - started


def _replay(game: rules.Record) -> tuple[float, float]:
    """How long a replay takes, and one that asks after each action."""
    started = process_time()
    rules.replay(game.setup, game.moves)
    plain = process_time() - started
    for state in rules.positions(game.setup, game.moves):
        if not state.is_over:
            rules.legal(state, state.to_move[0])
    return plain, process_time() - started - plain


if __name__ == "__main__":
    main()
