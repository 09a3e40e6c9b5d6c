"""Before the game: areas are drafted, then houses of the Trust placed, then start cities marked."""

from types import ModuleType

from rules.actions import Action, ChooseArea, ChooseStartCity, PlaceTrustHouse
from rules.decisions import AreaDecision, StartCityDecision, TrustHouseDecision
from rules.phases import areas, start_cities, trust_houses
from rules.state import Seat, State

_PARTS = (areas, trust_houses, start_cities)


def begin(state: State) -> State:
    return state


def legal(state: State, seat: Seat) -> AreaDecision | TrustHouseDecision | StartCityDecision:
    decision: AreaDecision | TrustHouseDecision | StartCityDecision = _part(state).legal(state)
    return decision


def forced(decision: AreaDecision | TrustHouseDecision | StartCityDecision) -> Action | None:
    match decision:
        case AreaDecision(areas=(area,)):
            return ChooseArea(area)
        case TrustHouseDecision(cities=(city,)):
            return PlaceTrustHouse(city)
        case StartCityDecision(cities=(city,)):
            return ChooseStartCity(city)
    return None


def apply(state: State, seat: Seat, action: Action) -> State:
    applied: State = _part(state).apply(state, seat, action)
    return applied


def is_done(state: State) -> bool:
    return all(part.is_done(state) for part in _PARTS)


def end(state: State) -> State:
    return state


def _part(state: State) -> ModuleType:
    return next(part for part in _PARTS if not part.is_done(state))
