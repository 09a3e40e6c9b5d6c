"""How often games wait with plans for rounds, between bots that plan as people could: 1,000 games of four.

Run it with ``python -m tests.benchmarks.handoffs``. Each game is played twice from the same setup: by hand, and with
the plans that :mod:`tests.benchmarks.planner` gives at every stop by what is known then. Who plans should play as
well as by hand. The game by hand is counted once more with round plans that hold, as ``python -m games.handoffs``
counts it.
"""

from collections.abc import Iterator
from itertools import cycle, islice
from multiprocessing import Pool
from statistics import mean, median

from msgspec import Struct

import rules
import rules.bots
from games import handoffs
from games.plans.answers import Act, answer
from games.plans.language import Plan
from rules.selfplay import play_game
from tests.benchmarks import EDITIONS, asked_for, report
from tests.benchmarks.planner import plans_of

PLAYERS = 4

Plans = dict[rules.Seat, list[Plan]]


class Outcome(Struct, frozen=True):
    """How a game ended: after so many rounds, and with so much money on the table."""

    rounds: int
    money: int


class Measured(Struct, frozen=True):
    """A game by hand and with plans: how each ended, and how often it waited.

    ``held`` are the waits of the game by hand, had it had round plans that hold.
    """

    by_hand: Outcome
    with_plans: Outcome
    played: int
    held: int
    planned: int


def main() -> None:
    count: int = asked_for(__doc__, games=(1000, 4)).games
    with Pool() as pool:
        games = pool.starmap(measure, islice(_kinds(), count), chunksize=5)
    report("waits_with_plans_median", median(100 * game.planned / game.played for game in games), "%_of_by_hand", 12)
    report("waits_with_plans_that_hold", mean(game.held / game.by_hand.rounds for game in games), "per_round", 2.2)
    by_hand, with_plans = [game.by_hand for game in games], [game.with_plans for game in games]
    _compare("rounds", [end.rounds for end in by_hand], [end.rounds for end in with_plans])
    _compare("money", [end.money for end in by_hand], [end.money for end in with_plans])


def _compare(name: str, by_hand: list[int], with_plans: list[int]) -> None:
    """How far games with plans end from those by hand."""
    for average in (mean, median):
        hand, planned = average(by_hand), average(with_plans)
        report(f"{name}_{average.__name__}_off", 100 * abs(planned / hand - 1), f"%_{planned:g}_by_hand_{hand:g}", 5)


def _kinds() -> Iterator[tuple[rules.Options, int, str]]:
    """The games to play: all maps of all editions, in turn."""
    boards = [rules.Options(edition=edition, map=map) for edition in EDITIONS for map in rules.board_names(edition)]
    for number, options in enumerate(cycle(boards)):
        yield options, PLAYERS, f"handoffs-{number}"


def measure(options: rules.Options, players: int, seed: str) -> Measured:
    """Play a game by hand and with plans."""
    record, end = play_game(options, players, seed)
    counted = handoffs.count(record)
    planned, planned_end = _play_with_plans(record.setup, seed)
    return Measured(
        by_hand=_outcome(end),
        with_plans=_outcome(planned_end),
        played=counted.played.total(),
        held=counted.by_round.total(),
        planned=planned,
    )


def _outcome(state: rules.State) -> Outcome:
    return Outcome(state.round, sum(player.money for player in state.players))


def _play_with_plans(setup: rules.Setup, seed: str) -> tuple[int, rules.State]:
    """Play a game in which everybody plans whenever it stops: how often it does, and its end."""
    state, waits = rules.start(setup), 0
    plans: Plans = {}
    while not state.is_over:
        before, going_on = state, _without_asking(state, plans)
        if going_on is None:
            waits += 1
            plans |= {seat: plans_of(state, seat, seed) for seat in state.order if _is_to_plan(state, seat)}
            going_on = _by_hand(state, seed)
        state = going_on
        if state.round != before.round:
            plans = {}
    return waits, state


def _is_to_plan(state: rules.State, seat: rules.Seat) -> bool:
    """Whether a seat has something left to decide in the auctions, or after them in the rest of the round."""
    return state.phase is not rules.Phase.AUCTION or seat not in state.acted


def _without_asking(state: rules.State, plans: Plans) -> rules.State | None:
    """The next position, where somebody has no choice, only one that makes sense, or a plan that answers."""
    for seat in state.to_move:
        action = rules.forced(state, seat) or rules.obvious(state, seat) or _planned(state, seat, plans)
        if action is not None:
            return rules.apply(state, seat, action)
    return None


def _planned(state: rules.State, seat: rules.Seat, plans: Plans) -> rules.Action | None:
    answered = answer(plans.get(seat, ()), state, seat)
    return answered.action if isinstance(answered, Act) else None


def _by_hand(state: rules.State, seed: str) -> rules.State:
    """The position after all those have decided who are asked."""
    for seat in state.to_move:
        state = rules.apply(state, seat, rules.bots.decide(state, seat, seed))
    return state


if __name__ == "__main__":
    main()
