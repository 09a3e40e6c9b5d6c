"""The plants on offer: their rows, and the ways out of them (MKT-1 to MKT-11)."""

from typing import Literal

from msgspec.structs import replace

from rules.events import PlantBuried, PlantRemoved
from rules.state import State

ACTUAL_ROW = 4
"""How many plants can be auctioned in Steps 1 and 2 (MKT-1)."""


def actual(state: State) -> tuple[int, ...]:
    """The plants that may be auctioned, ascending (MKT-1, STEP-19)."""
    return state.market if state.step == 3 else state.market[:ACTUAL_ROW]


def take(state: State, plant: int) -> State:
    """Take a plant out of the market; where it goes is the caller's business."""
    return replace(state, market=tuple(number for number in state.market if number != plant))


def discard_lowest(state: State, reason: Literal["obsolete", "unsold", "step2", "step3", "update"]) -> State:
    """The lowest plant leaves the game, with no replacement yet; an empty market stays empty (STEP-23)."""
    if not state.market:
        return state
    lowest = state.market[0]
    state = replace(state, market=state.market[1:], removed=(*state.removed, lowest))
    return state.saying(PlantRemoved(lowest, reason))


def bury_highest(state: State) -> State:
    """The highest plant of the future market goes face down under the deck (MKT-10)."""
    if len(state.market) <= ACTUAL_ROW:
        return state
    highest = state.market[-1]
    state = replace(state, market=state.market[:-1], deck=(*state.deck, highest), buried=(*state.buried, highest))
    return state.saying(PlantBuried(highest))
