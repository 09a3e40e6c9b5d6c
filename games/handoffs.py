"""Counts how often a recorded game waited for a player, and how often it would have with plans.

``python -m games.handoffs FILE`` does so for a game record. Nothing here knows of rows or settings.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from pathlib import Path

import rules
from games.plans import hindsight
from games.plans.answers import Act, answer
from games.plans.language import Plan, PowerPlan

Plans = dict[rules.Seat, Sequence[Plan]]
"""The plans in force of each seat."""

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
    """The waits of a game by phase: with every decision made by hand, and with plans."""

    played: Counter[rules.Phase]
    planned: Counter[rules.Phase]
    rounds: int


class RecordRefused(Exception):
    """The rules refuse an action of a record: its number, and the reason."""


def count(record: rules.Record) -> Waits:
    """Count the waits of a recorded game, as it was played and with plans.

    By hand, each decision with a choice is a wait; all powering of a round is one, as everybody does it at once. With
    plans, whenever the game waits, all who have something left to decide in the phase give plans that fit what they
    did, and the game goes on until no plan answers that way. It does not wait if only one way to power makes sense.

    :raises RecordRefused: an action is against the rules.
    """
    steps = list(_steps(record))
    waits = Waits(Counter(), Counter(), rounds=steps[-1].state.round if steps else 0)
    standing: Plans = {}
    for (_, phase), run in groupby(steps, key=lambda step: (step.state.round, step.state.phase)):
        of_phase = list(run)
        stops, plans = _with_plans(of_phase, standing)
        waits.played[phase] += _by_hand(of_phase)
        waits.planned[phase] += stops
        if phase is rules.Phase.BUREAUCRACY:
            standing = {seat: [plan for plan in given if _is_lasting(plan)] for seat, given in plans.items()}
    return waits


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


def _by_hand(steps: Sequence[Decided]) -> int:
    """The waits of one phase of one round when all decide when they are asked."""
    decisions = sum(not step.is_forced for step in steps)
    return min(1, decisions) if steps[0].state.phase is rules.Phase.BUREAUCRACY else decisions


def _with_plans(steps: Sequence[Decided], plans: Plans) -> tuple[int, Plans]:
    """The waits of one phase of one round when all plan whenever the game waits, and their last plans.

    :param plans: those in force when it begins.
    """
    stops = 0
    for number, step in enumerate(steps):
        if not (step.is_forced or step.is_obvious or _is_answered(step, plans)):
            stops += 1
            plans = plans | _fitting(steps[number:])
    return stops, plans


def _is_answered(step: Decided, plans: Plans) -> bool:
    """Whether a plan answers with what was done. One that would do something else counts as withdrawn."""
    found = answer(plans.get(step.seat, ()), step.state, step.seat)
    return isinstance(found, Act) and found.action == step.action


def _fitting(steps: Iterable[Decided]) -> Plans:
    decided: dict[rules.Seat, list[hindsight.Decided]] = {}
    for step in steps:
        decided.setdefault(step.seat, []).append(step)
    return {seat: hindsight.fit_decided(decisions) for seat, decisions in decided.items()}


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
    lines = [f"{'':12}{'as played':>10}{'with plans':>12}"]
    lines += [f"{phase:12}{waits.played[phase]:10}{waits.planned[phase]:12}" for phase in PHASES]
    played, planned = waits.played.total(), waits.planned.total()
    lines.append(f"waits: as played {played}, with plans {planned}, rounds {waits.rounds}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
