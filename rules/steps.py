"""The three Steps: when Step 2 begins, and what the Step 3 card does (STEP-1 to STEP-24)."""

from msgspec.structs import replace

from rules import plant_market
from rules.chance import shuffled
from rules.editions import thresholds
from rules.events import Step3CardDrawn, StepBegan
from rules.state import STEP3, Phase, State, Step3Card


def draw_step3_card(state: State) -> State:
    """The Step 3 card is turned up: shuffle the rest, then set or clear the card (STEP-9, STEP-12 to STEP-16)."""
    deck = _shuffled_rest(state)
    state = replace(state, deck=deck, buried=()).saying(Step3CardDrawn(len(deck)))
    if state.phase is Phase.AUCTION:
        return replace(state, step3_card=Step3Card.MARKET)
    if state.phase is Phase.BUREAUCRACY:
        state = _begin_skipped_step2(state)
    return announce_step3(clear_step3_card(state))


def clear_step3_card(state: State) -> State:
    """The card and the lowest plant leave the market, with no replacement (STEP-13 to STEP-16)."""
    return plant_market.discard_lowest(replace(state, step3_card=Step3Card.OUT), "step3")


def announce_step3(state: State) -> State:
    """Step 3 begins with the next phase (STEP-10). A first game stays in Step 1 all the same (FIRST-1)."""
    return state if state.options.first_game else replace(state, next_step=3)


def end_auctions(state: State) -> State:
    """At the end of Phase 2 a Step 3 card in the market leaves it, and Step 3 begins with Phase 3 (STEP-13)."""
    if state.step3_card is not Step3Card.MARKET:
        return state
    return begin_next_step(announce_step3(clear_step3_card(_begin_skipped_step2(state))))


def end_building(state: State) -> State:
    """Between Phases 4 and 5: Step 2 begins if due (STEP-4), then Step 3 if it was announced (STEP-14, STEP-15)."""
    if _step2_is_due(state):
        state = _begin_step2(state)
    else:
        state = _begin_skipped_step2(state) if state.next_step == 3 else state
    return begin_next_step(state)


def begin_next_step(state: State) -> State:
    """Begin the Step that was announced, if any."""
    if not state.next_step:
        return state
    return replace(state, step=state.next_step, next_step=0).saying(StepBegan(state.next_step))


def _step2_is_due(state: State) -> bool:
    """STEP-2: in Step 1 somebody has reached the threshold. Never in a first game (FIRST-1)."""
    needed = thresholds(state.options, state.setup.players).step2
    return state.step == 1 and 0 < needed <= state.largest_network


def _begin_step2(state: State) -> State:
    """Step 2 begins: the lowest plant leaves and is replaced, once (STEP-6)."""
    state = replace(state, step=2).saying(StepBegan(2))
    return plant_market.replace_plant(plant_market.discard_lowest(state, "step2"))


def _begin_skipped_step2(state: State) -> State:
    """Where Step 3 overtakes Step 2, what Step 2 does to the market is done first (STEP-21)."""
    options = state.options
    if state.step > 1 or options.first_game or not options.step2_removal_when_skipped:
        return state
    return plant_market.replace_plant(plant_market.discard_lowest(state, "step2"))


def _shuffled_rest(state: State) -> tuple[int, ...]:
    """The rest of the deck in its new order: as stated by the setup, otherwise by the seed."""
    rest = [card for card in state.deck if card != STEP3]
    stated = [card for card in state.setup.step3_deck or () if card in rest]
    others = [card for card in rest if card not in stated]
    return (*stated, *shuffled(state.setup.seed, "step3", others))
