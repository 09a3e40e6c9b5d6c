"""The resource market: one number per kind says everything, because tokens sit on the dearest spaces (RES-7)."""

from collections.abc import Mapping
from types import MappingProxyType

from rules.boards import Board, board
from rules.fuel import KINDS, Fuel, FuelKind
from rules.state import State

_ORDINARY = tuple(price for price in range(1, 9) for _ in range(3))
SPACES: Mapping[FuelKind, tuple[int, ...]] = MappingProxyType(
    {
        "coal": _ORDINARY,
        "oil": _ORDINARY,
        "garbage": _ORDINARY,
        "uranium": (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16),
    }
)
"""The price of every place for a token, ascending (SET-8)."""

TOKENS = Fuel(*(len(SPACES[kind]) for kind in KINDS))
"""All tokens there are; the market has room for just as many (GEN-4)."""


def market_prices(resources: Fuel, kind: FuelKind) -> tuple[int, ...]:
    """The prices of the tokens on sale, cheapest first (RES-3).

    >>> market_prices(Fuel(uranium=2), "uranium")
    (14, 16)
    """
    spaces = SPACES[kind]
    return spaces[len(spaces) - resources[kind] :]


def price_of(resources: Fuel, wanted: Fuel) -> int:
    """What tokens cost together; the market must hold them."""
    return sum(sum(market_prices(resources, kind)[:amount]) for kind, amount in wanted.items() if amount)


def opening(on: Board) -> Fuel:
    """The market at the start of a game (SET-9)."""
    return Fuel(*(sum(SPACES[kind].count(price) for price in on.start_prices[kind]) for kind in KINDS))


def refill_of(state: State) -> Fuel:
    """The tokens that the refill of this round would move now: by table, room and supply (BUR-8)."""
    options = state.setup.options
    due = board(options.map, options.edition).refill(state.setup.players, state.step)
    return Fuel(*(min(due[kind], state.supply[kind], TOKENS[kind] - state.resources[kind]) for kind in KINDS))
