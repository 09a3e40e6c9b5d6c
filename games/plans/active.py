"""Plans in force: their rows read, what they answer, and whether they still do."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self, cast

from django.db.models import QuerySet

import rules
from accounts.statements import written_once
from games.models import Game, PoweringRule, Seat, Slot, StandingPlan
from games.plans import answers
from games.plans.answers import Act, Ask
from games.plans.language import Plan, PowerPlan, ProxyBid, StandingPass, plan_from_json
from games.plans.reasons import TookBack, reason_from_json, reason_to_json

PHASES = {
    Slot.AREAS: rules.Phase.SETUP,
    Slot.AUCTION: rules.Phase.AUCTION,
    Slot.AUCTIONS: rules.Phase.AUCTION,
    Slot.PURCHASE: rules.Phase.RESOURCES,
    Slot.BUILDING: rules.Phase.BUILDING,
    Slot.POWERING: rules.Phase.BUREAUCRACY,
}
"""The phase for which plans of each slot are."""

_IN_ORDER = tuple(rules.Phase)

_TOOK_BACK = reason_to_json(TookBack())


@dataclass(frozen=True, slots=True)
class Answer:
    """What one plan of a seat answers."""

    row: StandingPlan
    outcome: Act | Ask

    @property
    def action(self) -> rules.Action | None:
        """What the plan wants done; None where it asks."""
        return self.outcome.action if isinstance(self.outcome, Act) else None


class Plans:
    """The plans of all seats of a game, as far as they have been read."""

    def __init__(self, rows: Iterable[StandingPlan]) -> None:
        self._rows: dict[int, list[StandingPlan]] = defaultdict(list)
        for row in rows:
            self._rows[row.seat.number].append(row)

    @classmethod
    def of(cls, game: Game) -> Self:
        """All plans of a game, in one query."""
        return cls(_plans(game.pk))

    def rows(self, seat: int) -> list[StandingPlan]:
        """All plans of a seat, in force or not."""
        return self._rows[seat]

    def answer(self, state: rules.State, seat: rules.Seat) -> Answer | None:
        """What the plans of a seat that is asked answer. A plan that has asked asks until it is given anew."""
        answer = self.given_anew(state, seat)
        if answer is None or not answer.row.asks:
            return answer
        return Answer(answer.row, Ask(answer.outcome.plan, reason_from_json(answer.row.asks)))

    def given_anew(self, state: rules.State, seat: rules.Seat) -> Answer | None:
        """What they would answer if they were given anew, even if one has asked."""
        rows = {read(row): row for row in self._rows[seat] if is_for_now(row, state, seat)}
        outcome = answers.answer(tuple(rows), state, seat) if rows else None
        return None if outcome is None else Answer(rows[outcome.plan], outcome)

    def covers(self, state: rules.State, seat: rules.Seat) -> bool:
        """Whether a seat has something in force for the running phase."""
        return any(is_for_now(row, state, seat) for row in self._rows[seat])

    def resume(self, seat: int) -> None:
        """Let plans of a seat that asked answer again, now that the question is decided.

        A plan that its owner stopped waits until it is given anew.
        """
        for row in self._rows[seat]:
            if row.asks and row.asks != _TOOK_BACK:
                row.asks = ""
                row.save(update_fields=["asks"])


@written_once
def _plans(game: int) -> QuerySet[StandingPlan]:
    return StandingPlan.objects.filter(seat__game=game).select_related("seat")


def read(row: StandingPlan) -> Plan:
    return plan_from_json(row.body)


def slot_of(plan: Plan) -> Slot:
    """What a plan answers."""
    return Slot(plan.slot)


def rule_for_powering(seat: Seat) -> PowerPlan | None:
    """The rule by which a seat powers its cities in each round, as a plan; None where its player is asked."""
    match seat.powering:
        case PoweringRule.ASK:
            return None
        case PoweringRule.LEAST:
            return PowerPlan()
        case kind:
            return PowerPlan(kept=cast(rules.FuelKind, str(kind)))


def next_round(slot: Slot, state: rules.State, seat: rules.Seat) -> int:
    """The round in which a seat is next asked what a plan of this slot answers: this one, until that is over."""
    phase = PHASES[slot]
    is_over = _IN_ORDER.index(state.phase) > _IN_ORDER.index(phase)
    has_acted = seat in state.acted and seat != state.discarding  # to scrap a plant belongs to buying one
    is_done = state.phase is phase and phase is not rules.Phase.SETUP and has_acted
    return state.round + 1 if is_over or is_done else state.round


def is_in_force(row: StandingPlan, state: rules.State, seat: rules.Seat) -> bool:
    """Whether a plan can still answer."""
    slot = Slot(row.slot)
    if state.is_over or (slot is Slot.AREAS and state.phase is not rules.Phase.SETUP):
        return False
    if row.round is not None and row.round < next_round(slot, state, seat):
        return False
    plan = read(row)
    return slot is not Slot.AUCTION or not isinstance(plan, ProxyBid | StandingPass) or _is_to_be_had(plan, state)


def is_for_now(row: StandingPlan, state: rules.State, seat: rules.Seat) -> bool:
    """Whether a plan is for the running phase of this round."""
    is_this_round = row.round is None or row.round == state.round
    return PHASES[Slot(row.slot)] is state.phase and is_this_round and is_in_force(row, state, seat)


def _is_to_be_had(plan: ProxyBid | StandingPass, state: rules.State) -> bool:
    """Whether the auction that a plan is for is still to come, or goes on; scrapping is part of it."""
    if state.discarding is not None and state.new_plant == plan.plant:
        return True
    return plan.plant in state.market or (state.auction is not None and state.auction.plant == plan.plant)
