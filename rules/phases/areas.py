"""Before the game: the seats draft the areas in play (SET-3, SET-4)."""

from msgspec.structs import replace

from rules.actions import Action, ChooseArea
from rules.boards import board
from rules.decisions import AreaDecision
from rules.editions import thresholds
from rules.errors import RuleError
from rules.events import AreaChosen
from rules.setup import disconnected
from rules.state import Seat, State


def legal(state: State) -> AreaDecision:
    """The areas that keep all of them connected."""
    on = board(state.options.map, state.options.edition)
    waiting = (area.id for area in on.areas if area.id not in state.areas)
    return AreaDecision(tuple(area for area in waiting if on.are_connected((*state.areas, area))))


def apply(state: State, seat: Seat, action: Action) -> State:
    if not isinstance(action, ChooseArea):
        raise RuleError("SET-4", "Now the areas are drafted.")
    on = board(state.options.map, state.options.edition)
    if action.area not in {area.id for area in on.areas}:
        raise RuleError("SET-1", "There is no area {area!r} on this board.", area=action.area)
    if action.area in state.areas:
        raise RuleError("SET-4", "That area is in play already.")
    chosen = (*state.areas, action.area)
    if not on.are_connected(chosen):
        raise disconnected(on, chosen)
    return replace(state, areas=chosen).saying(AreaChosen(seat, action.area))


def is_done(state: State) -> bool:
    return len(state.areas) == thresholds(state.options, state.setup.players).areas
