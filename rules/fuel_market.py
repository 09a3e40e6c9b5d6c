"""The resource market: one number per kind says everything, because tokens sit on the dearest spaces (RES-7)."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from rules.events import UraniumPhasedOut
from rules.fuel import KINDS, Fuel, FuelKind
from rules.state import Seat, Setup, State

_ORDINARY = tuple(price for price in range(1, 9) for _ in range(3))
SPACES: Mapping[FuelKind, tuple[int, ...]] = MappingProxyType(
    {"coal": _ORDINARY, "oil": _ORDINARY, "garbage": _ORDINARY, "uranium": (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16)}
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


def prices_for(state: State, seat: Seat, kind: FuelKind) -> tuple[int, ...]:
    """What each token of a kind would cost a seat, the next one first: market, then coal storage (MAP-USA-3)."""
    prices = market_prices(state.resources, kind)
    if kind == "coal" and (price := state.board.rules.coal_storage_price):
        return prices + (price,) * state.supply.coal
    if kind == "garbage" and _has_garbage_discount(state, seat):
        return tuple(max(1, price - 1) for price in prices)
    return prices


def stored(state: State, kind: FuelKind) -> int:
    """The tokens in the coal storage, which is the supply of coal where there is one (MAP-USA-2)."""
    return state.supply.coal if kind == "coal" and state.board.rules.coal_storage_price else 0


def take(state: State, fuel: Fuel) -> State:
    """Take tokens from market and coal storage, the market first; the caller puts them where they go."""
    missing = fuel.coal - state.resources.coal
    if missing <= 0:
        return replace(state, resources=state.resources - fuel)
    from_storage = Fuel(coal=missing)
    return replace(state, resources=state.resources - (fuel - from_storage), supply=state.supply - from_storage)


def opening(setup: Setup) -> Fuel:
    """The market at the start of a game (SET-9, MAP-FR-2)."""
    on = setup.board
    full = dict(on.start_prices)
    if setup.options.france_recharged_garbage == "base":
        full |= on.rules.start_market
    return Fuel(*(sum(SPACES[kind].count(price) for price in full[kind]) for kind in KINDS))


def refill_due(state: State) -> Fuel:
    """The tokens that table 3.5 has for the refill of this round (BUR-8, TRU-26, MAP-DE-2)."""
    options, players = state.setup.options, state.setup.players
    if state.trust is not None and options.trust_refill == "three":
        players = 3
    table = state.board.refill(players, state.step)
    return replace(table, uranium=0) if state.phased_out else table


def refill_of(state: State) -> Fuel:
    """The tokens that the refill of this round would move now: by table, room and supply (BUR-8).

    What the Trust holds is in the supply by then (TRU-23).
    """
    table = refill_due(state)
    supply = state.supply + state.trust.fuel if state.trust else state.supply
    return Fuel(*(min(table[kind], supply[kind], TOKENS[kind] - state.resources[kind]) for kind in KINDS))


def phase_out(state: State, plant: int) -> State:
    """End the refill of uranium where the map says that this plant does so (MAP-DE-2)."""
    if plant != state.board.rules.phase_out_plant:
        return state
    return replace(state, phased_out=True).saying(UraniumPhasedOut(plant))


def _has_garbage_discount(state: State, seat: Seat) -> bool:
    """MAP-CE-7: a house in the city that the map names."""
    city = state.board.rules.garbage_discount_city
    return bool(city) and any(house.city == city for house in state.players[seat].cities)
