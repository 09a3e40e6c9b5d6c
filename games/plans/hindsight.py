"""The plans with which a seat would have done in a phase what it then did."""

from collections.abc import Iterable

import rules
from games.plans.language import Plan


def fit(state: rules.State, moves: Iterable[tuple[rules.Seat, rules.Action]], seat: rules.Seat) -> tuple[Plan, ...]:
    """The plans that answer every question that the seat is still asked in this phase with what it then did.

    Empty where it is asked nothing more, and where it is asked what no plan is for: start cities and houses of the
    Trust.

    :param state: any position of the phase.
    :param moves: what was done from there on, by anybody, at least to the end of the phase or the last known; what
        lies beyond the phase is not looked at.
    """
    raise NotImplementedError
