"""When the Steps of the game begin (STEP-1 to STEP-24)."""

from msgspec.structs import replace

from rules import deck, network
from rules.events import StepBegan
from rules.state import State, Step3Card


def end_auctions(state: State) -> State:
    """At the end of Phase 2 a Step 3 card in the market leaves it, and Step 3 begins with Phase 3 (STEP-13)."""
    if state.step3_card is not Step3Card.MARKET:
        return state
    return begin_next_step(state.board.hooks.clear_step3_card(deck.begin_skipped_step2(state)))


def end_building(state: State) -> State:
    """Between Phases 4 and 5: Step 2 begins if due (STEP-4), then Step 3 if it was announced (STEP-14, STEP-15)."""
    if state.board.hooks.step2_is_due(state) and not state.edition.begins_step2_in_bureaucracy:
        state = _begin_step2(state)
    elif state.next_step == 3:
        state = deck.begin_skipped_step2(state)
    return begin_next_step(state)


def begin_bureaucracy(state: State) -> State:
    """At the start of Phase 5 Step 2 begins if it is due and did not before (STEP-5)."""
    return _begin_step2(state) if state.board.hooks.step2_is_due(state) else state


def begin_next_step(state: State) -> State:
    """Begin the Step that was announced, if any."""
    if not state.next_step:
        return state
    return replace(state, step=state.next_step, next_step=0).saying(StepBegan(state.next_step))


def step2_is_due(state: State) -> bool:
    """STEP-2: in Step 1 a network has reached the threshold, or the map is full (MAP-UKI-8).

    Never in a first game (FIRST-1).
    """
    needed = state.thresholds.step2
    if state.step != 1 or not needed:
        return False
    is_full = state.board.rules.full_map_begins_step2 and network.is_full(state)
    return is_full or needed <= state.largest_network


def _begin_step2(state: State) -> State:
    """Step 2 begins: the lowest plant leaves and is replaced, once (STEP-6)."""
    state = replace(state, step=2).saying(StepBegan(2))
    return deck.settle(state.board.hooks.change_market_for_step2(state))
