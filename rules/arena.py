"""Bots against one another: the same deals with every order of the seats, so that luck counts for nobody."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from math import sqrt
from statistics import fmean, stdev
from time import process_time

from msgspec import Struct

from rules import bots
from rules.actions import Action
from rules.bots import easy
from rules.engine import apply, start
from rules.options import Options
from rules.selfplay import MOST_ACTIONS, EndlessGame
from rules.setup import new_setup
from rules.state import Seat, State
from rules.versions import VERSION

Bot = Callable[[State, Seat, str], Action]
"""Decides for a seat that is asked; the text seeds what it leaves to chance."""


class Seating(Struct, frozen=True):
    """A game of the arena: a deal, and who sits where."""

    options: Options
    version: int
    seed: str
    names: tuple[str, ...]


class Outcome(Struct, frozen=True):
    """How a game ended. ``shares`` by seat: of the win, which ties divide. ``times`` by seat: seconds per decision."""

    shares: tuple[float, ...]
    times: tuple[tuple[float, ...], ...]


class Score(Struct, frozen=True):
    """What a bot won on each of its seats, of 1, on average over the deals, with a 95 % interval.

    ``seats``: how many of them it had at each table. ``times``: seconds of each of its decisions, ascending.
    """

    name: str
    seats: int
    share: float
    within: float
    times: tuple[float, ...]


def named(name: str) -> Bot:
    """A bot by its level, ``today``, or ``module:function``.

    :raises ValueError: there is none of that name.
    """
    if name == "today":
        return easy.decide
    if name in bots.LEVELS:
        return partial(bots.decide, level=name)
    module, _, function = name.partition(":")
    try:
        bot: Bot = getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"There is no bot {name!r}: {error}.") from error
    return bot


def compete(
    names: Sequence[str],
    options: Options,
    players: int,
    deals: int,
    *,
    seed: str = "0",
    jobs: int = 1,
    version: int = VERSION,
) -> list[Score]:
    """Let bots play every deal once for each place at the table they can begin from.

    :param names: of the bots along the seats; the last one takes all seats that are left.
    """
    lineup = (*names, *[names[-1]] * players)[:players]
    tables = [
        Seating(options, version, f"{seed}-{deal}", lineup[turn:] + lineup[:turn])
        for deal in range(deals)
        for turn in range(players)
    ]
    with ProcessPoolExecutor(jobs) as pool:
        outcomes = list(pool.map(play, tables, chunksize=players))
    return [_score(name, lineup.count(name), players, tables, outcomes) for name in dict.fromkeys(lineup)]


def play(table: Seating) -> Outcome:
    """Play one game."""
    deciding = [named(name) for name in table.names]
    state = start(new_setup(table.options, len(table.names), table.seed, version=table.version))
    times: list[list[float]] = [[] for _ in table.names]
    for _ in range(MOST_ACTIONS):
        if state.is_over:
            winners = [entry.seat for entry in state.standing if entry.rank == 1]
            shares = tuple((seat in winners) / len(winners) for seat in range(len(table.names)))
            return Outcome(shares, tuple(map(tuple, times)))
        seat = state.to_move[0]
        started = process_time()
        action = deciding[seat](state, seat, f"{table.seed}-{seat}")
        times[seat].append(process_time() - started)
        state = apply(state, seat, action)
    raise EndlessGame(f"{', '.join(table.names)} with seed {table.seed} do not finish")


def _score(name: str, seats: int, players: int, tables: Sequence[Seating], outcomes: Sequence[Outcome]) -> Score:
    by_deal: dict[str, list[float]] = defaultdict(list)
    times: list[float] = []
    for table, outcome in zip(tables, outcomes, strict=True):
        mine = [seat for seat, other in enumerate(table.names) if other == name]
        by_deal[table.seed].append(sum(outcome.shares[seat] for seat in mine) / seats)
        times += (time for seat in mine for time in outcome.times[seat])
    shares = [fmean(deal) for deal in by_deal.values()]
    within = 1.96 * stdev(shares) / sqrt(len(shares)) if len(shares) > 1 else 1.0
    return Score(name, seats, fmean(shares), within, tuple(sorted(times)))
