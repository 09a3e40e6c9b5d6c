"""The discount token of Recharged (RCH-8 to RCH-15)."""

from msgspec.structs import replace

from rules import plant_market
from rules.events import DiscountLost, DiscountPlaced
from rules.state import State


def place(state: State) -> State:
    """Put the token on the lowest plant of the market; with no plant there it stays aside (RCH-8)."""
    if not state.market or not state.edition.has_discount_token:
        return state
    lowest = state.market[0]
    return replace(state, discount=lowest).saying(DiscountPlaced(lowest))


def put_aside(state: State, plant: int) -> State:
    """Put the token aside if it lies on this plant (RCH-10, TRU-13)."""
    return replace(state, discount=None) if plant == state.discount else state


def lose(state: State, discounted: int, drawn: int) -> State:
    """The plant that was drawn below the discounted one leaves the game, and the token the market (RCH-11)."""
    state = plant_market.discard(replace(state, discount=None), drawn, "undercut")
    return state.saying(DiscountLost(discounted, drawn))


def remove_unsold(state: State, discounted: int) -> State:
    """The plant that still has the token leaves the game, with no replacement yet (RCH-13)."""
    state = plant_market.discard(state, discounted, "discount")
    return replace(state, discount=None, discount_unsold=True)
