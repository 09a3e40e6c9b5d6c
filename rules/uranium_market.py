"""The uranium market: mines sell to it by themselves, and some of it goes in each round (MAP-AUS-8 to MAP-AUS-13)."""

from msgspec.structs import replace

from rules.boards import Board
from rules.events import UraniumSold, UraniumUsed
from rules.state import Seat, State


def full(board: Board) -> int:
    """The tokens at the start: one on each place (MAP-AUS-8)."""
    market = board.rules.uranium_market
    return len(market.places) if market else 0


def by_price(state: State) -> tuple[int, ...]:
    """The tokens on each price, from the lowest on."""
    market = state.board.rules.uranium_market
    if market is None:
        return ()
    taken = market.places[len(market.places) - state.uranium_market :]
    return tuple(taken.count(price) for price in dict.fromkeys(market.places))


def sell(state: State) -> State:
    """All owners of mines sell, the last in player order first (MAP-AUS-9, MAP-AUS-11)."""
    if state.board.rules.uranium_market:
        for seat in reversed(state.order):
            state = _sell(state, seat)
    return state


def sales(state: State) -> tuple[UraniumSold, ...]:
    """What the mines would sell if Phase 5 ended now, in their order."""
    happened = sell(replace(state, happened=())).happened
    return tuple(event for event in happened if isinstance(event, UraniumSold))


def use(state: State) -> State:
    """Tokens leave the cheapest places, as many as the table has for the Step (MAP-AUS-12)."""
    market = state.board.rules.uranium_market
    if market is None:
        return state
    tokens = min(market.used[state.setup.players][state.step - 1], state.uranium_market)
    if not tokens:
        return state
    return replace(state, uranium_market=state.uranium_market - tokens).saying(UraniumUsed(tokens))


def _sell(state: State, seat: Seat) -> State:
    """The price of the dearest free place for each city of the mines, and a token for each mine (MAP-AUS-9)."""
    market, player = state.board.rules.uranium_market, state.players[seat]
    mines = tuple(plant for plant in player.plants if state.plants[plant].is_mine)
    free = market.places[: len(market.places) - state.uranium_market] if market else ()
    if not mines or not free:
        return state
    price, tokens = free[-1], min(len(mines), len(free))
    income = price * sum(mine.cities for mine in state.plants.of(mines))
    state = replace(state, uranium_market=state.uranium_market + tokens)
    state = state.with_player(seat, replace(player, money=player.money + income))
    return state.saying(UraniumSold(seat, mines, tokens, price, income))
