"""Counts how often a recorded game waited for a player, and how often it would have with plans for phases or rounds.

``python -m games.handoffs FILE`` does so for a game record. Nothing here knows of rows or settings.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from pathlib import Path

import rules
from games.plans import hindsight
from games.plans.answers import Act, answer
from games.plans.language import Plan, PowerPlan, Slot

Plans = dict[tuple[rules.Seat, Slot], Plan]
"""The plans in force of all seats."""

PHASES = tuple(phase for phase in rules.Phase if phase is not rules.Phase.FINISHED)


class Decided(hindsight.Decided):
    """One recorded action, and the position in which it was taken."""

    @cached_property
    def is_forced(self) -> bool:
        """Whether nothing else was legal."""
        return rules.forced(self.state, self.seat) is not None

    @cached_property
    def is_obvious(self) -> bool:
        """Whether the site does it by itself, as nothing else makes sense."""
        return rules.obvious(self.state, self.seat) == self.action


@dataclass(frozen=True, slots=True)
class Waits:
    """The waits of a game by phase: with every decision made by hand, with plans for phases, and for rounds."""

    played: Counter[rules.Phase]
    planned: Counter[rules.Phase]
    by_round: Counter[rules.Phase]
    rounds: int


class RecordRefused(Exception):
    """The rules refuse an action of a record: its number, and the reason."""


def count(record: rules.Record) -> Waits:
    """Count the waits of a recorded game, as it was played and with plans.

    By hand, each decision with a choice is a wait; all powering of a round is one, as everybody does it at once. With
    plans, whenever the game waits, all who have something left to decide in the phase give plans that fit what they
    did, and the game goes on until no plan answers that way. With round plans, a wait after the auctions is for all
    that is left of the round. The game does not wait if only one way to power makes sense.

    :raises RecordRefused: an action is against the rules.
    """
    steps = list(_steps(record))
    return Waits(
        played=_by_hand(steps),
        planned=_with_plans(steps, _of_phase),
        by_round=_with_plans(steps, _of_round),
        rounds=steps[-1].state.round if steps else 0,
    )


def _of_phase(step: Decided) -> Hashable:
    return step.state.round, step.state.phase


def _of_round(step: Decided) -> Hashable:
    """What comes before the first round, the auctions of a round, and all that follows in it."""
    phase = step.state.phase
    return step.state.round, phase if phase in (rules.Phase.SETUP, rules.Phase.AUCTION) else None


def _steps(record: rules.Record) -> Iterator[Decided]:
    """The actions of a record, without those that change nothing, as some sites record them."""
    for (state, after), (seat, action) in zip(pairwise(_positions(record)), record.moves, strict=True):
        if after is not state:
            yield Decided(state, seat, action)


def _positions(record: rules.Record) -> Iterator[rules.State]:
    reached = 0
    try:
        for state in rules.recorded_positions(record):
            yield state
            reached += 1
    except rules.RuleError as error:
        raise RecordRefused(reached, error) from None


def _by_hand(steps: Iterable[Decided]) -> Counter[rules.Phase]:
    """The waits when all decide when they are asked."""
    waits: Counter[rules.Phase] = Counter()
    for _, run in groupby(steps, key=_of_phase):
        of_phase = list(run)
        decisions, phase = sum(not step.is_forced for step in of_phase), of_phase[0].state.phase
        waits[phase] += min(1, decisions) if phase is rules.Phase.BUREAUCRACY else decisions
    return waits


def _with_plans(steps: Iterable[Decided], part: Callable[[Decided], Hashable]) -> Counter[rules.Phase]:
    """The waits when all plan whenever the game waits, for the rest of the same ``part``."""
    waits: Counter[rules.Phase] = Counter()
    plans: Plans = {}
    for _, run in groupby(steps, key=part):
        of_part = list(run)
        for number, step in enumerate(of_part):
            if _is_waited_for(step, plans):
                waits[step.state.phase] += 1
                plans |= _fitting(of_part[number:])
        plans = {key: plan for key, plan in plans.items() if _is_lasting(plan)}
    return waits


def _is_waited_for(step: Decided, plans: Plans) -> bool:
    """Whether neither a plan nor the site by itself did what was done. What a plan does comes first."""
    if step.is_forced:
        return False
    own = [plan for (seat, _), plan in plans.items() if seat == step.seat]
    found = answer(own, step.state, step.seat)
    return found.action != step.action if isinstance(found, Act) else not step.is_obvious


def _fitting(steps: Iterable[Decided]) -> Plans:
    """The plans with which each seat would have done all this."""
    decided: defaultdict[tuple[rules.Seat, rules.Phase], list[hindsight.Decided]] = defaultdict(list)
    for step in steps:
        decided[step.seat, step.state.phase].append(step)
    return {
        (seat, plan.slot): plan for (seat, _), of_phase in decided.items() for plan in hindsight.fit_decided(of_phase)
    }


def _is_lasting(plan: Plan) -> bool:
    """Whether it is for all rounds: a rule by which to power cities."""
    return isinstance(plan, PowerPlan) and plan.runs is None


def main(arguments: Sequence[str] | None = None) -> int:
    """Count the waits of one record; the exit status is 1 where an action is illegal, 2 where it cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m games.handoffs", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path, metavar="FILE", help="a game record")
    path: Path = parser.parse_args(arguments).file
    try:
        waits = count(rules.read_record(path.read_bytes()))
    except OSError as error:
        return _refuse(2, f"{path} cannot be read: {error.strerror}.")
    except (rules.RecordError, rules.RuleError) as error:
        return _refuse(2, f"{path} cannot be read: {error}")
    except RecordRefused as refusal:
        number, reason = refusal.args
        return _refuse(1, f"action {number}: {reason.rule}: {reason}")
    sys.stdout.write(_table(waits))
    return 0


def _refuse(status: int, sentence: str) -> int:
    sys.stderr.write(f"{sentence}\n")
    return status


def _table(waits: Waits) -> str:
    lines = [_row("", "as played", "with plans", "with round plans")]
    lines += [_row(phase, waits.played[phase], waits.planned[phase], waits.by_round[phase]) for phase in PHASES]
    totals = played, planned, by_round = waits.played.total(), waits.planned.total(), waits.by_round.total()
    lines.append(_row("each round", *(f"{total / max(1, waits.rounds):.1f}" for total in totals)))
    lines.append(
        f"waits: as played {played}, with plans {planned}, with round plans {by_round}, rounds {waits.rounds}"
    )
    return "\n".join(lines) + "\n"


def _row(name: str, *cells: object) -> str:
    return f"{name:12}" + "".join(f"{cell!s:>{width}}" for cell, width in zip(cells, (10, 12, 18), strict=True))


if __name__ == "__main__":
    sys.exit(main())
