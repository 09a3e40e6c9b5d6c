"""Before the game: the seats draft the areas in play (SET-3, SET-4)."""

from msgspec.structs import replace

from rules.actions import Action, ChooseArea
from rules.boards import board
from rules.decisions import AreaDecision
from rules.editions import thresholds
from rules.errors import RuleError
from rules.events import AreaChosen
from rules.state import Seat, State


def legal(state: State, seat: Seat) -> AreaDecision:
    """The areas that keep all of them connected."""
    on = board(state.options.map, state.options.edition)
    waiting = (area.id for area in on.areas if area.id not in state.areas)
    return AreaDecision(tuple(area for area in waiting if _fits(state, area)))


def apply(state: State, seat: Seat, action: ChooseArea) -> State:
    on = board(state.options.map, state.options.edition)
    if action.area not in {area.id for area in on.areas}:
        raise RuleError("SET-1", "There is no area {area!r} on this board.", area=action.area)
    if action.area in state.areas:
        raise RuleError("SET-4", "That area is in play already.")
    if not _fits(state, action.area):
        raise RuleError("SET-3", "The areas must be connected with one another.")
    return replace(state, areas=(*state.areas, action.area)).saying(AreaChosen(seat, action.area))


def forced(decision: AreaDecision) -> Action | None:
    return ChooseArea(decision.areas[0]) if len(decision.areas) == 1 else None


def is_done(state: State) -> bool:
    return len(state.areas) == thresholds(state.options, state.setup.players).areas


def end(state: State) -> State:
    return state


def _fits(state: State, area: str) -> bool:
    return board(state.options.map, state.options.edition).are_connected((*state.areas, area))
