"""What a board can do in a way of its own: one method for each thing, which by default does what all boards do.

A board whose rules say something that its data cannot say has a module beside its file, ``rules/boards/<map>.py``
with ``_`` for ``-``, and in it a class ``BoardHooks`` that overrides what it does differently. The engine asks
``state.board.hooks`` where the rule applies, and never which board it is.
"""

from typing import Any

from rules import fuel_market
from rules.fuel import FuelKind
from rules.fuel_market import Position
from rules.state import State


class BoardHooks:
    """The ways of every board that has no others."""

    def price_spaces(self, position: Position, kind: FuelKind, printed: tuple[int, ...]) -> tuple[int, ...]:
        """The price of each place for a token, where it is not only the printed one."""
        return printed

    def refill(self, state: State) -> State:
        """Refill the resource markets (BUR-8)."""
        return fuel_market.refill(state)

    def printed(self, state: State) -> dict[str, Any]:
        """What the printed form of a position says on this board alone (docs/game-record.md)."""
        return {}
