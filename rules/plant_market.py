"""The plants on offer: rows, draws and removals (MKT-1 to MKT-11)."""

from typing import Literal

from msgspec.structs import replace

from rules import steps
from rules.editions import edition
from rules.events import PlantBuried, PlantDrawn, PlantRemoved
from rules.state import STEP3, State

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


def replace_plant(state: State) -> State:
    """Fill the gap that a plant left, and remove whatever is obsolete then (MKT-2, MKT-7)."""
    return remove_obsolete(_draw(state))


def remove_obsolete(state: State) -> State:
    """Remove and replace plants until none is obsolete (MKT-6, MKT-7).

    It is enough to look at the lowest plant: the rows are sorted, and the lowest is always in the actual market.
    """
    if not edition(state.setup.options.edition).removes_obsolete_plants:
        return state
    largest = state.largest_network
    while state.market and state.market[0] <= largest:
        state = _draw(discard_lowest(state, "obsolete"))
    return state


def _draw(state: State) -> State:
    """Turn up the top card into the market (MKT-3); an empty deck leaves the gap (MKT-4)."""
    if not state.deck:
        return state
    card, deck = state.deck[0], state.deck[1:]
    if card == STEP3:
        return steps.draw_step3_card(replace(state, deck=deck))
    # A first game goes on burying after the Step 3 card is gone, and so draws buried plants again (FIRST-1).
    buried = tuple(number for number in state.buried if number != card)
    market = tuple(sorted((*state.market, card)))
    return replace(state, market=market, deck=deck, buried=buried).saying(PlantDrawn(card))
