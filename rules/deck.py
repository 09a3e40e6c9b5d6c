"""Turning up cards: replacements for plants that left the market, and the Step 3 card when it comes."""

from msgspec.structs import replace

from rules import discount, plant_market
from rules.chance import shuffled
from rules.events import PlantDrawn, SetAsideReturned, Step3CardDrawn
from rules.plants import STEP3
from rules.state import Phase, State, Step3Card


def replace_plant(state: State, gaps: int = 1) -> State:
    """Fill the gaps that plants left, and remove whatever is obsolete then (MKT-2, MKT-7).

    In Phase 2 a Step 3 card that came up stays until the end of the phase (STEP-12). In any other it goes at once,
    when all gaps are filled (STEP-14 to STEP-18).
    """
    return settle(state.board.hooks.fill_gaps(state, gaps))


def settle(state: State) -> State:
    """Let a Step 3 card that came up outside Phase 2 go at once (STEP-14 to STEP-18)."""
    if state.step3_card is not Step3Card.MARKET or state.phase is Phase.AUCTION:
        return state
    if state.phase is Phase.BUREAUCRACY:
        state = begin_skipped_step2(state)
    return state.board.hooks.clear_step3_card(state)


def fill_gaps(state: State, gaps: int) -> State:
    """Draw a card for each gap, and another one for every plant that is obsolete then (MKT-2, MKT-7)."""
    for _ in range(gaps):
        state = state.board.hooks.draw(state)
        while _lowest_is_obsolete(state):
            state = state.board.hooks.draw(plant_market.discard_lowest(state, "obsolete"))
    return state


def remove_obsolete(state: State) -> State:
    """Remove and replace plants until none is obsolete (MKT-6, MKT-7)."""
    while _lowest_is_obsolete(state):
        state = replace_plant(plant_market.discard_lowest(state, "obsolete"))
    return state


def clear_step3_card(state: State) -> State:
    """The card and the lowest plant leave the market, with no replacement (STEP-13 to STEP-17).

    Step 3 begins with the next phase (STEP-10). A first game stays in Step 1 all the same (FIRST-1).
    """
    state = plant_market.discard_lowest(replace(state, step3_card=Step3Card.OUT), "step3")
    return state if state.options.first_game else replace(state, next_step=3)


def begin_skipped_step2(state: State) -> State:
    """Where Step 3 overtakes Step 2, what Step 2 does to the market is done first (STEP-21, MAP-EU-10)."""
    options = state.options
    may_be_left_out = plant_market.most_shown(state, 1) == plant_market.most_shown(state, 2)
    if state.step > 1 or options.first_game or (may_be_left_out and not options.step2_removal_when_skipped):
        return state
    return state.board.hooks.change_market_for_step2(state)


def change_market_for_step2(state: State) -> State:
    """The lowest plant leaves and is replaced, unless the market shows enough (STEP-6, MAP-ES-7, MAP-EU-8)."""
    state = _return_set_aside(plant_market.discard_lowest(state, "step2"))
    shown = len(state.market) + (state.step3_card is Step3Card.MARKET)
    most = plant_market.most_shown(state, max(2, state.next_step))
    return state.board.hooks.fill_gaps(state, 1) if shown < most else state


def _return_set_aside(state: State) -> State:
    """The plants that were set aside come on top of the deck (MAP-ES-7)."""
    plants = state.set_aside
    if not plants:
        return state
    deck = plants + state.deck
    return replace(state, deck=deck, known_top=len(plants), set_aside=()).saying(SetAsideReturned(plants))


def _lowest_is_obsolete(state: State) -> bool:
    """Whether any plant is obsolete: the rows are sorted, and the lowest is always in the actual market."""
    if not state.market or not state.edition.removes_obsolete_plants:
        return False
    return state.market[0] <= state.largest_network


def draw(state: State) -> State:
    """Turn up the top card into the market (MKT-3); an empty deck leaves the gap (MKT-4)."""
    if not state.deck:
        return state
    card, deck = state.deck[0], state.deck[1:]
    if card == STEP3:
        return state.board.hooks.turn_up_step3_card(replace(state, deck=deck))
    # A first game goes on burying after the Step 3 card is gone, and so draws buried plants again (FIRST-1).
    buried = tuple(number for number in state.buried if number != card)
    market = tuple(sorted((*state.market, card)))
    known_top = max(state.known_top - 1, 0)
    state = replace(state, market=market, deck=deck, known_top=known_top, buried=buried).saying(PlantDrawn(card))
    if state.discount is None or card > state.discount:
        return state
    return state.board.hooks.draw(discount.lose(state, state.discount, card))


def turn_up_step3_card(state: State) -> State:
    """The card comes into the market, as its highest; the rest of the deck is shuffled at once (STEP-9, STEP-12)."""
    return show_step3_card(shuffle(state, "step3"))


def show_step3_card(state: State, *, shuffled: bool = True) -> State:
    """The Step 3 card has come into the market."""
    return replace(state, step3_card=Step3Card.MARKET).saying(Step3CardDrawn(len(state.deck), shuffled))


def shuffle(state: State, name: str) -> State:
    """Shuffle the deck, buried plants and all: in the order that the setup states, otherwise by the seed."""
    rest = [card for card in state.deck if card != STEP3]
    stated = [card for card in state.setup.stated_shuffle(name) or () if card in rest]
    others = [card for card in rest if card not in stated]
    return replace(state, deck=(*stated, *shuffled(state.setup.seed, name, others)), buried=())
