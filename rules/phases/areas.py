"""Before the game: the seats draft the areas in play (SET-3, SET-4)."""

from msgspec.structs import replace

from rules import play_area
from rules.actions import Action, ChooseArea
from rules.decisions import AreaDecision
from rules.errors import RuleError
from rules.events import AreaChosen
from rules.state import Seat, State


def legal(state: State) -> AreaDecision:
    """The areas that go with those picked."""
    on = state.board
    waiting = (area.id for area in on.areas if area.id not in state.areas)
    return AreaDecision(tuple(area for area in waiting if play_area.fit(on, (*state.areas, area), state.thresholds)))


def apply(state: State, seat: Seat, action: Action) -> State:
    if not isinstance(action, ChooseArea):
        raise RuleError("SET-4", "It is time to choose areas.")
    on = state.board
    if action.area not in {area.id for area in on.areas}:
        raise RuleError("SET-1", "There is no area {area!r} on this map.", area=action.area)
    if action.area in state.areas:
        raise RuleError("SET-4", "That area is already in play. Choose another.")
    chosen = (*state.areas, action.area)
    if not play_area.fit(on, chosen, state.thresholds):
        raise play_area.refusal(on, chosen, state.thresholds)
    return replace(state, areas=chosen).saying(AreaChosen(seat, action.area))


def is_done(state: State) -> bool:
    return len(state.areas) == state.thresholds.areas
