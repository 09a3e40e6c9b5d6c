"""One action after another: which phase decides, which one follows, and the ways to run through a game."""

from collections.abc import Iterable, Iterator
from types import ModuleType

from msgspec.structs import replace

from rules.actions import Action, can_be_written
from rules.decisions import Decision, PoweringDecision
from rules.errors import RuleError
from rules.events import PhaseBegan
from rules.phases import auction, building, bureaucracy, resources, setup
from rules.powering import only_sensible_run
from rules.setup import opening
from rules.state import Phase, Seat, Setup, State

_PHASES: dict[Phase, ModuleType] = {
    Phase.SETUP: setup,
    Phase.AUCTION: auction,
    Phase.RESOURCES: resources,
    Phase.BUILDING: building,
    Phase.BUREAUCRACY: bureaucracy,
}

_NEXT = {
    Phase.SETUP: Phase.AUCTION,
    Phase.AUCTION: Phase.RESOURCES,
    Phase.RESOURCES: Phase.BUILDING,
    Phase.BUILDING: Phase.BUREAUCRACY,
    Phase.BUREAUCRACY: Phase.AUCTION,
}
"""Which phase follows which (GEN-8). Phase 1 waits for nobody and is done at the end of Phase 5."""

_MORE_THAN_ANYTHING_COSTS = 1_000_000


def start(setup: Setup) -> State:
    """The position before the first action.

    :raises RuleError: the setup states something impossible.
    """
    return _go_on(opening(setup))


def legal(state: State, seat: Seat) -> Decision:
    """What a seat may do now.

    :raises RuleError: the seat is not asked.
    """
    _check_asked(state, seat)
    decision: Decision = _PHASES[state.phase].legal(state, seat)
    return decision


def forced(state: State, seat: Seat) -> Action | None:
    """The action of a seat that has no choice; None where it has one.

    :raises RuleError: the seat is not asked.
    """
    action: Action | None = _PHASES[state.phase].forced(legal(state, seat))
    return action


def secretly_forced(state: State, seat: Seat) -> Action | None:
    """The action of a seat that has no choice, where only those who know its money can tell; else None.

    It cannot pay for anything else, and money is hidden: to learn of it would be to learn a bound of that money.

    :raises RuleError: the seat is not asked.
    """
    action = forced(state, seat)
    if action is None or state.options.money_visible:
        return None
    rich = state.with_player(seat, replace(state.players[seat], money=_MORE_THAN_ANYTHING_COSTS))
    return None if forced(rich, seat) == action else action


def obvious(state: State, seat: Seat) -> Action | None:
    """What any player would do, where only one choice makes sense; None where it takes thought.

    So far nothing but powering cities can be obvious: see :func:`rules.only_sensible_run`.

    :raises RuleError: the seat is not asked.
    """
    decision = legal(state, seat)
    if not isinstance(decision, PoweringDecision):
        return None
    return only_sensible_run(decision)


def apply(state: State, seat: Seat, action: Action) -> State:
    """Take one action: the position after it. What it brought about is in ``happened`` of that position.

    :raises RuleError: the action is against the rules; the position given is untouched in any case.
    """
    _check_asked(state, seat)
    if not can_be_written(action):
        raise RuleError("GEN-2", "This is no action of the game: its numbers have to be whole and possible.")
    return _go_on(_PHASES[state.phase].apply(replace(state, happened=()), seat, action))


def positions(setup: Setup, moves: Iterable[tuple[Seat, Action]]) -> Iterator[State]:
    """Every position of a game: the start, and the one after each action.

    :raises RuleError: at the first action that is refused.
    """
    state = start(setup)
    yield state
    for seat, action in moves:
        state = apply(state, seat, action)
        yield state


def replay(setup: Setup, moves: Iterable[tuple[Seat, Action]]) -> State:
    """The position after all these actions.

    :raises RuleError: at the first action that is refused.
    """
    state = start(setup)
    for seat, action in moves:
        state = apply(state, seat, action)
    return state


def _go_on(state: State) -> State:
    """Leave every phase in which nobody has anything left to decide."""
    while (phase := _PHASES.get(state.phase)) and phase.is_done(state):
        following = _NEXT[state.phase]
        state = phase.end(state)
        if not state.is_over:
            state = replace(state, phase=following, acted=()).saying(PhaseBegan(following))
            state = _PHASES[following].begin(state)
    return state


def _check_asked(state: State, seat: Seat) -> None:
    # True and 1.0 equal a seat, but would not come back from JSON as one.
    if type(seat) is int and seat in state.to_move:
        return
    if type(seat) is not int or seat not in range(state.setup.players):
        raise RuleError("GEN-6", "There is no seat {seat} at this table.", seat=seat)
    if state.is_over:
        raise RuleError("END-1", "The game is over.")
    if state.phase is Phase.BUREAUCRACY:
        raise RuleError("BUR-2", "You have already powered your cities this round.")
    raise RuleError("GEN-9", "It is not your turn.")
