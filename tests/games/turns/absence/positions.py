"""Positions in which somebody is asked something."""

from typing import Literal

import rules
import rules.bots


def first(
    kind: type[rules.Decision], *, edition: Literal["classic", "recharged"] = "classic", since_round: int = 1
) -> tuple[rules.State, rules.Seat]:
    """The first position of a game of bots, since a round, in which somebody has this to decide; and who."""
    state = rules.start(rules.new_setup(rules.Options(edition=edition), 3, "caution"))
    while state.round < since_round or not isinstance(rules.legal(state, state.to_move[0]), kind):
        seat = state.to_move[0]
        state = rules.apply(state, seat, rules.bots.decide(state, seat))
    return state, state.to_move[0]
