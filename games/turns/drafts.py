"""Areas drafted at once: all players say what they wish for, then the areas are chosen in seat order.

Players who have yet to wish are asked. All can see who has wished, but not what for.
"""

from collections.abc import Sequence
from datetime import datetime

import rules
from games.models import Game, Origin, Seat, Slot
from games.plans.active import Plans, read
from games.plans.language import AreaPlan, plan_to_json

ANY = AreaPlan(())
"""The wish of a player whose time ran out."""


def is_on(game: Game, state: rules.State) -> bool:
    """Whether areas are being drafted at once."""
    if not game.areas_at_once or state.phase is not rules.Phase.SETUP:
        return False
    return isinstance(rules.legal(state, state.to_move[0]), rules.AreaDecision)


def missing(seats: Sequence[Seat], plans: Plans) -> tuple[rules.Seat, ...]:
    """The seats whose players have not wished yet."""
    return tuple(
        rules.Seat(seat.number)
        for seat in seats
        if not seat.plays_itself and not any(row.slot == Slot.AREAS for row in plans.rows(seat.number))
    )


def choice(plans: Plans, state: rules.State, seat: rules.Seat) -> tuple[rules.Action, Origin]:
    """The area that a seat takes: the first of its wishes that can be had, or else the first of all."""
    planned = plans.answer(state, seat)
    if planned and planned.action:
        return planned.action, Origin.PLAN
    decision = rules.legal(state, seat)
    if not isinstance(decision, rules.AreaDecision):
        raise TypeError(f"Seat {seat} does not choose an area.")
    has_wished = any(read(row) != ANY for row in plans.rows(seat) if row.slot == Slot.AREAS)
    return rules.ChooseArea(decision.areas[0]), Origin.PLAN if has_wished else Origin.TIMEOUT


def wish_for_anything(game: Game, seat: Seat, now: datetime) -> None:
    """Note for a player whose time is up that any area will do."""
    body = plan_to_json(ANY)
    seat.plans.create(slot=Slot.AREAS, body=body, round=game.round, given_at=now, given_sequence=game.sequence)
