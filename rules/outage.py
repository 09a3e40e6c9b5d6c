"""The power outage: a round in which too many cities are connected pays less (MAP-IN-10)."""

from msgspec.structs import replace

from rules.events import PowerOutage
from rules.fuel_market import Position
from rules.state import State


def count_city(state: State) -> State:
    """Note that a city was connected, where an outage depends on it."""
    return replace(state, new_cities=state.new_cities + 1) if state.board.rules.outage else state


def begin(state: State) -> State:
    """Tell of the outage at the start of Phase 5, if there is one."""
    lost = loss_per_city(state)
    return state.saying(PowerOutage(state.new_cities, lost)) if lost else state


def loss_per_city(position: Position) -> int:
    """What each city of the own network takes off the income of this round."""
    outage = position.board.rules.outage
    if outage is None or position.new_cities <= outage.cities_per_player * len(position.order):
        return 0
    return outage.loss_per_city
