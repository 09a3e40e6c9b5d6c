"""Turning up cards: replacements for plants that left the market, and the Step 3 card when it comes."""

from msgspec.structs import replace

from rules import plant_market
from rules.chance import shuffled
from rules.editions import edition
from rules.events import PlantDrawn, Step3CardDrawn
from rules.state import STEP3, Phase, State, Step3Card


def replace_plant(state: State) -> State:
    """Fill the gap that a plant left, and remove whatever is obsolete then (MKT-2, MKT-7)."""
    return remove_obsolete(_draw(state))


def remove_obsolete(state: State) -> State:
    """Remove and replace plants until none is obsolete (MKT-6, MKT-7).

    It is enough to look at the lowest plant: the rows are sorted, and the lowest is always in the actual market.
    """
    if not edition(state.options.edition).removes_obsolete_plants:
        return state
    largest = state.largest_network
    while state.market and state.market[0] <= largest:
        state = _draw(plant_market.discard_lowest(state, "obsolete"))
    return state


def clear_step3_card(state: State) -> State:
    """The card and the lowest plant leave the market, with no replacement (STEP-13 to STEP-16).

    Step 3 begins with the next phase (STEP-10). A first game stays in Step 1 all the same (FIRST-1).
    """
    state = plant_market.discard_lowest(replace(state, step3_card=Step3Card.OUT), "step3")
    return state if state.options.first_game else replace(state, next_step=3)


def begin_skipped_step2(state: State) -> State:
    """Where Step 3 overtakes Step 2, what Step 2 does to the market is done first (STEP-21)."""
    options = state.options
    if state.step > 1 or options.first_game or not options.step2_removal_when_skipped:
        return state
    return replace_plant(plant_market.discard_lowest(state, "step2"))


def _draw(state: State) -> State:
    """Turn up the top card into the market (MKT-3); an empty deck leaves the gap (MKT-4)."""
    if not state.deck:
        return state
    card, deck = state.deck[0], state.deck[1:]
    if card == STEP3:
        return _turn_up_step3_card(replace(state, deck=deck))
    # A first game goes on burying after the Step 3 card is gone, and so draws buried plants again (FIRST-1).
    buried = tuple(number for number in state.buried if number != card)
    market = tuple(sorted((*state.market, card)))
    return replace(state, market=market, deck=deck, buried=buried).saying(PlantDrawn(card))


def _turn_up_step3_card(state: State) -> State:
    """Shuffle the rest (STEP-9); in Phase 2 the card fills the gap (STEP-12), otherwise it goes at once."""
    deck = _shuffled_rest(state)
    state = replace(state, deck=deck, buried=()).saying(Step3CardDrawn(len(deck)))
    if state.phase is Phase.AUCTION:
        return replace(state, step3_card=Step3Card.MARKET)
    if state.phase is Phase.BUREAUCRACY:
        state = begin_skipped_step2(state)
    return clear_step3_card(state)


def _shuffled_rest(state: State) -> tuple[int, ...]:
    """The rest of the deck in its new order: as stated by the setup, otherwise by the seed."""
    rest = [card for card in state.deck if card != STEP3]
    stated = [card for card in state.setup.step3_deck or () if card in rest]
    others = [card for card in rest if card not in stated]
    return (*stated, *shuffled(state.setup.seed, "step3", others))
