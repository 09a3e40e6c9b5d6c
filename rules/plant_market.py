"""The plants on offer: their rows, and the ways out of them (MKT-1 to MKT-11)."""

from msgspec.structs import replace

from rules.events import PlantBuried, PlantRemoved, RemovalReason
from rules.state import Seat, State

ACTUAL_ROW = 4
"""How many plants can be auctioned in Steps 1 and 2 (MKT-1)."""


def actual(state: State) -> tuple[int, ...]:
    """The plants that may be auctioned, ascending (MKT-1, STEP-19, MAP-BNL-3)."""
    if state.step == 3:
        return state.market
    return state.market[: ACTUAL_ROW + _offers_fifth(state)]


def least_bid(state: State, plant: int) -> int:
    """What a plant costs at least: its number, or 1 under the discount token (AUC-5, RCH-9)."""
    return 1 if plant == state.discount else plant


def is_restricted(state: State, plant: int) -> bool:
    """Whether the map lets only some have a plant: if it is nuclear in this game (MAP-CE-3, MAP-NE-7)."""
    return bool(state.board.rules.nuclear.areas) and state.plants[plant].kind == "uranium"


def may_acquire(state: State, seat: Seat, plant: int) -> bool:
    """Whether the map lets a seat have a plant: a nuclear one may need a city in certain areas (MAP-CE-3)."""
    if not is_restricted(state, plant):
        return True
    on, network = state.board, state.players[seat].cities
    if not network:
        return on.rules.nuclear.without_city
    return any(on.cities[house.city].area in on.rules.nuclear.areas for house in network)


def barred(state: State, seat: Seat) -> tuple[int, ...]:
    """The plants of the actual market that a seat may not acquire (MAP-CE-4)."""
    return tuple(plant for plant in actual(state) if not may_acquire(state, seat, plant))


def take(state: State, plant: int) -> State:
    """Take a plant out of the market; the caller puts it where it goes."""
    return replace(state, market=tuple(number for number in state.market if number != plant))


def discard_lowest(state: State, reason: RemovalReason) -> State:
    """The lowest plant leaves the game, with no replacement yet; an empty market stays empty (STEP-23)."""
    return discard(state, state.market[0], reason) if state.market else state


def discard(state: State, plant: int, reason: RemovalReason) -> State:
    """A plant of the market leaves the game (MKT-5), with no replacement yet."""
    state = replace(take(state, plant), removed=(*state.removed, plant))
    return state.saying(PlantRemoved(plant, reason))


def bury_highest(state: State) -> State:
    """The highest plant of the future market goes face down under the deck (MKT-10)."""
    if len(state.market) == len(actual(state)):
        return state
    highest = state.market[-1]
    state = replace(state, market=state.market[:-1], deck=(*state.deck, highest), buried=(*state.buried, highest))
    return state.saying(PlantBuried(highest))


def _offers_fifth(state: State) -> bool:
    """Whether the lowest plant of the future market is for sale, too: an ecological one (MAP-BNL-3, MAP-BNL-4)."""
    if len(state.market) <= ACTUAL_ROW:
        return False
    return state.board.rules.offers_ecological_plant and state.plants[state.market[ACTUAL_ROW]].is_ecological
