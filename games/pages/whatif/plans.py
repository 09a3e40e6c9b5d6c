"""From a line to plans for the game, which do the same for the player."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db import transaction

import rules
from games.models import Game, Origin, Seat, StandingPlan
from games.plans import active, hindsight, words
from games.plans.language import Plan, plan_to_json
from games.replay import snapshots
from games.story.names import Names
from games.turns import edit_plans
from games.turns.whatif import Line


@dataclass(frozen=True, slots=True)
class Proposal:
    """A plan for a round, and that in sentences."""

    plan: Plan
    for_round: int
    words: str


def proposals(game: Game, mine: Seat, line: Line, number: int, names: Names) -> tuple[Proposal, ...]:
    """The plans by which a seat would do what it does in the first moves of a line: one of each kind, the first.

    What they are for may be over in the game by now; such plans are left out.
    """
    if not line.moves[:number]:
        return ()
    present = line.past[-1].state if line.begins == game.sequence else snapshots.load(game)
    seat = rules.Seat(mine.number)
    found: dict[str, Proposal] = {}
    for plan, for_round in _fitted(line, number, seat):
        row = StandingPlan(seat=mine, slot=active.slot_of(plan), body=plan_to_json(plan), round=for_round)
        if row.slot not in found and active.is_in_force(row, present, seat):
            found[row.slot] = Proposal(plan, for_round, words.told(plan, names, for_round))
    return tuple(found.values())


def _fitted(line: Line, number: int, seat: rules.Seat) -> Iterator[tuple[Plan, int]]:
    """For each phase that a line goes through the plans that fit what the seat decided in it, and the round."""
    by_phase = groupby(range(number), lambda place: (line.states[place].round, line.states[place].phase))
    for (for_round, _phase), places in by_phase:
        own = [(line.states[place], line.moves[place]) for place in places if line.moves[place].seat == seat]
        if any(move.origin is not Origin.FORCED for _, move in own):  # it could have done something else
            for plan in hindsight.fit_decided(hindsight.Decided(state, seat, move.action) for state, move in own):
                yield plan, for_round


def give(game: Game, mine: Seat, plans: tuple[Proposal, ...], *, now: datetime) -> None:
    """Take proposals as plans, all of them or none.

    :raises PlanRefused: one of them cannot be kept any more; nothing is stored.
    """
    with transaction.atomic():
        for proposal in plans:
            edit_plans.give(game, mine, proposal.plan, for_round=proposal.for_round, now=now)
