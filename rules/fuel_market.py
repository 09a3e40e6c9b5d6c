"""The resource market: one number per kind says everything, because tokens sit on the dearest places (RES-7)."""

from typing import Protocol

from msgspec.structs import replace

from rules.boards import Board
from rules.events import MarketRefilled, UraniumPhasedOut
from rules.fuel import NO_FUEL, Fuel, FuelKind
from rules.fuel_tracks import total
from rules.state import Seat, Setup, State


class Position(Protocol):
    """What prices and payments follow from: a state, or a view of one."""

    @property
    def board(self) -> Board: ...
    @property
    def step(self) -> int: ...
    @property
    def resources(self) -> Fuel: ...
    @property
    def markets(self) -> tuple[Fuel, ...]: ...
    @property
    def oil_moved(self) -> int: ...
    @property
    def order(self) -> tuple[Seat, ...]: ...
    @property
    def new_cities(self) -> int: ...


def price_spaces(position: Position, kind: FuelKind, market: int = 0) -> tuple[int, ...]:
    """The price of every place for a token, ascending, as they are in this position (SET-8).

    :param market: the place of the market among those of the board.
    """
    board = position.board
    return board.hooks.price_spaces(position, kind, board.markets[market].track(position.step).places[kind])


def market_prices(position: Position, kind: FuelKind, market: int = 0) -> tuple[int, ...]:
    """The prices of the tokens on sale, cheapest first (RES-3).

    >>> import rules
    >>> market_prices(rules.start(rules.new_setup(rules.Options(), 3, "0123")), "uranium")
    (14, 16)

    :param market: the place of the market among those of the board.
    """
    prices = price_spaces(position, kind, market)
    return prices[len(prices) - on_sale(position)[market][kind] :]


def on_sale(position: Position) -> tuple[Fuel, ...]:
    """The tokens in each market."""
    return position.markets or (position.resources,)


def prices_for(state: State, seat: Seat, market: int = 0) -> dict[FuelKind, tuple[int, ...]]:
    """What each token of each kind would cost a seat, the next one first: market, then coal storage (MAP-USA-3)."""
    board, on = state.board, state.board.rules
    prices: dict[FuelKind, tuple[int, ...]] = {}
    printed = board.markets[market].track(state.step).places
    for kind, tokens in on_sale(state)[market].items():
        places = board.hooks.price_spaces(state, kind, printed[kind])
        prices[kind] = places[len(places) - tokens :]
    prices["coal"] += (on.coal_storage_price,) * stored(state)
    if _has_garbage_discount(state, seat):
        prices["garbage"] = tuple(max(1, price - 1) for price in prices["garbage"])
    ceiling = on.fuel_sales.ceiling[state.step - 1]
    if ceiling is None:
        return prices
    return {kind: tuple(price for price in of_kind if price <= ceiling) for kind, of_kind in prices.items()}


def stored(state: State) -> int:
    """The tokens in the coal storage, which is the supply of coal where there is one (MAP-USA-2)."""
    return state.supply.coal if state.board.rules.coal_storage_price else 0


def take(state: State, fuel: Fuel, market: int = 0) -> State:
    """Take tokens from market and coal storage, the market first; the caller puts them where they go."""
    missing = fuel.coal - on_sale(state)[market].coal
    if missing <= 0:
        return _with_more(state, market, NO_FUEL - fuel)
    from_storage = Fuel(coal=missing)
    state = replace(state, supply=state.supply - from_storage)
    return _with_more(state, market, from_storage - fuel)


def opening(setup: Setup) -> tuple[Fuel, ...]:
    """Each market at the start of a game (SET-9, MAP-FR-2)."""
    changed = setup.board.rules.start_market if setup.options.france_recharged_garbage == "base" else {}
    return tuple(market.full({**market.start_prices, **changed}) for market in setup.board.markets)


def refill_due(state: State) -> Fuel:
    """The tokens that table 3.5 has for the refill of this round (BUR-8, TRU-26, MAP-DE-2)."""
    return total(refills_due(state))


def refill_of(state: State) -> Fuel:
    """The tokens that the refill of this round would move now: by table, room and supply (BUR-8).

    What the Trust holds is in the supply by then (TRU-23).
    """
    return total(refills_of(state))


def refill(state: State) -> State:
    """Move the tokens of the refill from the supply to the markets (BUR-8)."""
    refills = refills_of(state)
    state = replace(state, supply=state.supply - total(refills))
    for market, fuel in enumerate(refills):
        state = _with_more(state, market, fuel)
    return state.saying(MarketRefilled(total(refills), refills if state.markets else ()))


def phase_out(state: State, plant: int) -> State:
    """End the refill of uranium where the map says that this plant does so (MAP-DE-2)."""
    if plant != state.board.rules.phase_out_plant:
        return state
    return replace(state, phased_out=True).saying(UraniumPhasedOut(plant))


def refills_due(state: State) -> tuple[Fuel, ...]:
    """What table 3.5 has for each market (MAP-KR-9)."""
    options, players = state.setup.options, state.setup.players
    if state.trust is not None and options.trust_refill == "three":
        players = 3
    dues = tuple(market.refill(players, state.step) for market in state.board.markets)
    return tuple(replace(due, uranium=0) for due in dues) if state.phased_out else dues


def refills_of(state: State) -> tuple[Fuel, ...]:
    """What comes to each market, one after the other from the same supply (BUR-8, MAP-KR-8)."""
    supply = state.supply + state.trust.fuel if state.trust else state.supply
    refills: tuple[Fuel, ...] = ()
    for market, due, held in zip(state.board.markets, refills_due(state), on_sale(state), strict=True):
        refill = due.least(supply).least(market.room - held)
        supply -= refill
        refills += (refill,)
    return refills


def _with_more(state: State, market: int, fuel: Fuel) -> State:
    """The same position with more fuel in a market, or less where the amounts are negative."""
    if not state.markets:
        return replace(state, resources=state.resources + fuel)
    markets = tuple(held + fuel if place == market else held for place, held in enumerate(state.markets))
    return replace(state, resources=total(markets), markets=markets)


def _has_garbage_discount(state: State, seat: Seat) -> bool:
    """MAP-CE-7: a house in the city that the map names."""
    city = state.board.rules.garbage_discount_city
    return bool(city) and any(house.city == city for house in state.players[seat].cities)
