"""Before a game Against the Trust: its first houses are placed (TRU-5)."""

from rules import trust
from rules.actions import Action, PlaceTrustHouse
from rules.decisions import TrustHouseDecision
from rules.errors import RuleError
from rules.network import city_in_play, routes
from rules.state import TRUST_PLACERS, Seat, State


def legal(state: State) -> TrustHouseDecision:
    cities = tuple(city for city in routes(state).cities if _fits(state, city))
    return TrustHouseDecision(cities, len(TRUST_PLACERS) - _placed(state))


def apply(state: State, seat: Seat, action: Action) -> State:
    if not isinstance(action, PlaceTrustHouse):
        raise RuleError("TRU-5", "It is time to place the first houses of the Trust.")
    city = city_in_play(state, action.city)
    name = city.name
    if not _fits(state, action.city):
        if not _placed(state):
            raise RuleError("TRU-5", "From {city} the Trust could not reach six cities.", city=name)
        if state.houses(action.city):
            raise RuleError("TRU-5", "The Trust already has a house in {city}.", city=name)
        raise RuleError("TRU-5", "{city} has no direct connection to a city of the Trust.", city=name)
    return trust.place_house(state, seat, action.city, city.slots[0])


def is_done(state: State) -> bool:
    return state.trust is None or _placed(state) >= len(TRUST_PLACERS)


def _placed(state: State) -> int:
    return len(state.trust.houses) if state.trust else 0


def _fits(state: State, city: str) -> bool:
    """The first house goes anywhere that leads to enough cities for all six, each other one next to a Trust city."""
    houses = [house.city for house in state.trust.houses] if state.trust else ()
    if not houses:
        return routes(state).connected[city] >= len(TRUST_PLACERS)
    links = state.board.links[city]
    return city not in houses and any(other in links for other in houses)
