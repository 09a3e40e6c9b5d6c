"""The marks of start cities: uranium tokens, as long as the supply has some (EXP-1 to EXP-7)."""

from msgspec.structs import replace

from rules.events import MarkerReturned, StartCityMarked
from rules.fuel import Fuel
from rules.state import Marker, Seat, State

_TOKEN = Fuel(uranium=1)


def mark(state: State, seat: Seat, city: str) -> State:
    """Mark a city, with a token of the supply if there is one (EXP-2)."""
    token = state.supply.uranium > 0
    state = replace(state, marked=(*state.marked, Marker(city, token)))
    if token:
        state = replace(state, supply=state.supply - _TOKEN)
    return state.saying(StartCityMarked(seat, city, token))


def give_way(state: State, city: str) -> State:
    """A house has come to a city: a mark there is taken away, its token goes back (EXP-4, EXP-6)."""
    if not state.is_marked(city):
        return state
    marker = next(marker for marker in state.marked if marker.city == city)
    state = replace(state, marked=tuple(other for other in state.marked if other != marker))
    if marker.token:
        state = replace(state, supply=state.supply + _TOKEN)
    return state.saying(MarkerReturned(city, marker.token))
