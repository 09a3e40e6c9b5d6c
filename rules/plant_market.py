"""The plants on offer: their rows, and the ways out of them (MKT-1 to MKT-11)."""

from msgspec.structs import replace

from rules.events import PlantBuried, PlantRemoved, RemovalReason
from rules.state import Seat, State


def actual(state: State) -> tuple[int, ...]:
    """The plants that may be auctioned, ascending."""
    return state.board.hooks.actual(state)


def lower_row(state: State) -> tuple[int, ...]:
    """The plants below the future market, ascending: all of them in Step 3 (MKT-1, STEP-19, MAP-BNL-3)."""
    if state.step == 3:
        return state.market
    return state.market[: state.board.rules.rows.actual + _offers_fifth(state)]


def most_shown(state: State, step: int) -> int:
    """How many cards the market shows in a Step, the Step 3 card among them (MKT-1, STEP-19)."""
    return state.board.rules.rows.shown[step - 1]


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
    if not state.board.rules.nuclear.areas:
        return ()
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


def bury_highest(state: State, count: int = 1) -> State:
    """The highest plants of the future market go face down under the deck (MKT-10)."""
    future = state.market[len(lower_row(state)) :]
    if state.board.rules.keeps_ecological_plants and future:
        future = _not_ecological(state, future) or _not_ecological(state, lower_row(state))
    for plant in future[-count:]:
        state = bury(state, plant)
    return state


def bury(state: State, plant: int) -> State:
    """A plant of the market goes face down under the deck, as its lowest card."""
    state = replace(take(state, plant), deck=(*state.deck, plant), buried=(*state.buried, plant))
    return state.saying(PlantBuried(plant))


def _not_ecological(state: State, plants: tuple[int, ...]) -> tuple[int, ...]:
    """MAP-QC-7, MAP-QC-8."""
    return tuple(plant for plant in plants if not state.plants[plant].is_ecological)


def _offers_fifth(state: State) -> bool:
    """Whether the lowest plant of the future market is for sale, too: an ecological one (MAP-BNL-3, MAP-BNL-4)."""
    on = state.board.rules
    if not on.offers_ecological_plant or len(state.market) <= on.rows.actual:
        return False
    return state.plants[state.market[on.rows.actual]].is_ecological


def update(state: State) -> State:
    """MKT-10 in Steps 1 and 2, MKT-11 in Step 3 (BUR-10); on some maps both in the former (MAP-BNL-5)."""
    if state.step < 3:
        state = bury_highest(state)
    return discard_lowest(state, "update") if state.step == 3 or _lowest_goes_too(state) else state


def _lowest_goes_too(state: State) -> bool:
    """MAP-BNL-5, unless this round an unsold plant went already (MAP-BNL-6)."""
    return state.board.rules.removes_lowest_plant and not state.discount_unsold
