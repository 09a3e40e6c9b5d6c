"""Before a game with standard start cities: each player marks one (EXP-1, TRU-6)."""

from collections.abc import Collection

from rules import markers, trust
from rules.actions import Action, ChooseStartCity
from rules.decisions import StartCityDecision
from rules.errors import RuleError
from rules.network import city_in_play, is_open, routes
from rules.state import Seat, State


def legal(state: State) -> StartCityDecision:
    leading_on = _leading_on(state)
    free = (city for city in routes(state).cities if not state.is_marked(city) and not state.houses(city))
    return StartCityDecision(tuple(city for city in free if city in leading_on and _can_start_in(state, city)))


def apply(state: State, seat: Seat, action: Action) -> State:
    if not isinstance(action, ChooseStartCity):
        raise RuleError("EXP-1", "It is time to mark start cities.")
    city = city_in_play(state, action.city)
    name = city.name
    if not _can_start_in(state, action.city):
        raise RuleError("EXP-1", "No network can start in {city} now. Mark another city.", city=name)
    if state.is_marked(action.city):
        raise RuleError("EXP-1", "{city} is already marked. Mark another city.", city=name)
    if state.houses(action.city):
        raise RuleError("TRU-6", "The Trust has a house in {city}. Mark another city.", city=name)
    if action.city not in _leading_on(state):
        raise RuleError("EXP-1a", "{city} is cut off from most of the cities in play. Mark another city.", city=name)
    state = markers.mark(state, seat, action.city)
    return trust.place_house(state, seat, action.city, city.slots[1]) if state.trust else state


def is_done(state: State) -> bool:
    return not state.options.start_cities or len(state.marked) == state.setup.players


def _can_start_in(state: State, city: str) -> bool:
    """Not abroad (MAP-ZA-13), nor across the border (MAP-BW-10)."""
    found = state.board.cities[city]
    return found.start and is_open(state, found)


def _leading_on(state: State) -> Collection[str]:
    """The cities that a network can grow from: a player will have to start in what is marked (EXP-1a)."""
    if not state.edition.guards_start_cities:
        return routes(state).cities
    return state.board.largest_part(state.areas)
