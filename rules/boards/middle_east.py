"""Middle East: one space takes any number of oil, and oil still comes when the supply has none."""

from typing import Any

from msgspec.structs import replace

from rules import fuel_market, hooks
from rules.events import OilMoved
from rules.fuel import FuelKind
from rules.fuel_market import Position
from rules.state import State


class BoardHooks(hooks.BoardHooks):
    def price_spaces(self, position: Position, kind: FuelKind, printed: tuple[int, ...]) -> tuple[int, ...]:
        """Each move closed a place at the dear end and opened one on the cheapest space (MAP-ME-7)."""
        if kind != "oil":
            return printed
        return (printed[:1] * position.oil_moved + printed)[: len(printed)]

    def refill(self, state: State) -> State:
        """What of the oil the supply lacks moves to the cheap end, if there is oil in the market (MAP-ME-6)."""
        if not state.resources.oil:
            state = replace(state, oil_moved=0)
        missing = fuel_market.refill_due(state).oil - fuel_market.refill_of(state).oil
        state = super().refill(state)
        if not missing or not state.resources.oil:
            return state
        return replace(state, oil_moved=state.oil_moved + missing).saying(OilMoved(missing))

    def printed(self, state: State) -> dict[str, Any]:
        return {"oil_moved": state.oil_moved}
