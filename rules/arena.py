"""Bots against one another: each deal from every seat, so that luck counts for nobody."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
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
    """A game of the arena: a deal, who sits where, and how often the hard bot tries things out."""

    options: Options
    version: int
    seed: str
    names: tuple[str, ...]
    playouts: int
    areas: tuple[str, ...] = ()


class Outcome(Struct, frozen=True):
    """How a game ended: by seat the share of the win, which ties divide, and the seconds that each decision took."""

    shares: tuple[float, ...]
    times: tuple[tuple[float, ...], ...]


class Score(Struct, frozen=True):
    """What a bot won with each of its ``seats``, of 1: on average over the deals, and how far off that may be (95 %).

    That is None after a single deal. ``times`` are the seconds of processor time of all its decisions, ascending.
    """

    name: str
    seats: int
    share: float
    within: float | None
    times: tuple[float, ...]


class NoContest(ValueError):
    """These bots cannot compete; the sentence says why."""


def named(name: str, playouts: int = bots.PLAYOUTS) -> Bot:
    """A bot by its level, ``today``, or ``module:function``.

    :raises NoContest: there is none of that name.
    """
    if name == "today":
        return partial(easy.decide, is_thrifty=False)
    for level in bots.LEVELS:
        if name == level:
            return partial(bots.decide, level=level, playouts=playouts)
    module, _, function = name.partition(":")
    try:
        bot: Bot = getattr(import_module(module), function)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise NoContest(f"There is no bot {name!r}: {error}.") from error
    if not callable(bot):
        raise NoContest(f"There is no bot {name!r}: it is no function.")
    return bot


def compete(tables: Sequence[Seating], jobs: int = 1) -> Iterator[Outcome]:
    """Play games, several at the same time, and give how they ended in the same order."""
    with ProcessPoolExecutor(min(jobs, len(tables))) as pool:
        yield from pool.map(play, tables)


def seatings(
    names: Sequence[str],
    options: Options,
    players: int,
    deals: int,
    *,
    seed: str = "0",
    version: int = VERSION,
    playouts: int = bots.PLAYOUTS,
    areas: tuple[str, ...] = (),
) -> list[Seating]:
    """Every deal once for each place at the table that the first bot can have.

    :param names: of the bots along the seats; the last one takes all seats that are left.
    :raises NoContest: there are more names than seats.
    """
    if len(names) > players:
        raise NoContest(f"There are {players} seats for {len(names)} bots.")
    lineup = (*names, *[names[-1]] * (players - len(names)))
    return [
        Seating(options, version, f"{seed}-{deal}", lineup[turn:] + lineup[:turn], playouts, areas)
        for deal in range(deals)
        for turn in range(players)
    ]


def play(table: Seating) -> Outcome:
    """Play one game.

    :raises EndlessGame: the bots do not come to an end.
    """
    deciding = [named(name, table.playouts) for name in table.names]
    state = start(new_setup(table.options, len(table.names), table.seed, table.areas, version=table.version))
    times: list[list[float]] = [[] for _ in table.names]
    for _ in range(MOST_ACTIONS):
        if state.is_over:
            winners = [entry.seat for entry in state.standing if entry.rank == 1]
            shares = tuple([(seat in winners) / len(winners) for seat in range(len(table.names))])
            return Outcome(shares, tuple(map(tuple, times)))
        seat = state.to_move[0]
        started = process_time()
        action = deciding[seat](state, seat, f"{table.seed}-{seat}")
        times[seat].append(process_time() - started)
        state = apply(state, seat, action)
    raise EndlessGame(f"{', '.join(table.names)} with seed {table.seed} do not finish")


def scores(tables: Sequence[Seating], outcomes: Sequence[Outcome]) -> list[Score]:
    """What each bot won."""
    return [_score(name, tables, outcomes) for name in dict.fromkeys(tables[0].names)]


def _score(name: str, tables: Sequence[Seating], outcomes: Sequence[Outcome]) -> Score:
    by_deal: dict[str, list[float]] = defaultdict(list)
    times: list[float] = []
    for table, outcome in zip(tables, outcomes, strict=True):
        own = [seat for seat, other in enumerate(table.names) if other == name]
        by_deal[table.seed].append(fmean(outcome.shares[seat] for seat in own))
        times += (time for seat in own for time in outcome.times[seat])
    shares = [fmean(deal) for deal in by_deal.values()]
    within = _SURE * stdev(shares) / sqrt(len(shares)) if len(shares) > 1 else None
    return Score(name, tables[0].names.count(name), fmean(shares), within, tuple(sorted(times)))


_SURE = 1.96
"""So many standard errors to both sides make an interval of 95 %."""
