"""Middle East: Steps that begin with the passes through the deck, plants that wait for Step 2, and oil at 1."""

from typing import Any

from msgspec.structs import replace

from rules import deck, fuel_market, hooks, plant_market
from rules.boards import Board
from rules.dealing import Clear, Recipe
from rules.editions import Edition
from rules.events import OilMoved, Step3CardReturned
from rules.fuel import FuelKind
from rules.fuel_market import Position
from rules.plants import PLANTS, STEP3
from rules.state import Phase, State, Step3Card

_WAITING = tuple(number for number, plant in PLANTS.items() if plant.kind in ("garbage", "uranium"))
"""Plants that nobody can buy in Step 1 (MAP-ME-9)."""
_OUT_OF_GAME = (6, 11, 14)


class BoardHooks(hooks.BoardHooks):
    shuffles = ("step2", "step3")
    may_skip_step2 = False

    def recipe(self, edition: Edition, on: Board, players: int) -> Recipe:
        """MAP-ME-8."""
        return *super().recipe(edition, on, players), Clear(on.rules.rows.actual, _WAITING, _OUT_OF_GAME)

    def opening(self, state: State) -> State:
        """The plants that were put under the deck are known (MAP-ME-9)."""
        return replace(state, buried=state.deck[state.deck.index(STEP3) + 1 :])

    def actual(self, state: State) -> tuple[int, ...]:
        """Plants that wait are not for sale, even where nothing can take their place (MAP-ME-10)."""
        row = super().actual(state)
        return tuple(plant for plant in row if plant not in _WAITING) if _is_first_pass(state) else row

    def fill_gaps(self, state: State, gaps: int) -> State:
        """MAP-ME-9: in Step 1 plants that wait for Step 2 leave the actual market."""
        state = super().fill_gaps(state, gaps)
        if not _is_first_pass(state) or _begins_step2_at_once(state):
            return state
        waiting = [plant for plant in plant_market.lower_row(state) if plant in _WAITING]
        if not waiting or not _can_replace(state):
            return state
        return self.fill_gaps(_put_away(state, waiting[0]), 1)

    def step2_is_due(self, state: State) -> bool:
        """MAP-ME-11."""
        return False

    def change_market_for_step2(self, state: State) -> State:
        """The card that would overtake Step 2 begins it (MAP-ME-12)."""
        return state

    def turn_up_step3_card(self, state: State) -> State:
        """There are two shuffles, one for each time that the card is drawn (MAP-ME-12, MAP-ME-15)."""
        if not _is_first_pass(state):
            return super().turn_up_step3_card(state)
        return deck.show_step3_card(deck.shuffle(state, "step2"))

    def step_of_card(self, state: State) -> int:
        """It is drawn twice (MAP-ME-12, MAP-ME-15)."""
        return min(state.step + 1, 3)

    def clear_step3_card(self, state: State) -> State:
        """The first time, it goes back under the shuffled cards, and Step 2 begins with the next phase (MAP-ME-12).

        Plants that went under the deck since the shuffle lie below it (MAP-ME-9).
        """
        if not _is_first_pass(state):
            return super().clear_step3_card(state)
        shuffled = state.deck[: len(state.deck) - len(state.buried)]
        pile = (*shuffled, STEP3, *state.buried)
        state = replace(state, deck=pile, step3_card=Step3Card.DECK, next_step=2)
        state = self.fill_gaps(state.saying(Step3CardReturned()), 1)
        for _ in range(2):
            state = self.fill_gaps(plant_market.discard_lowest(state, "step2"), 1)
        # A deck of less than three plants ends here for the second time.
        return super().clear_step3_card(state) if state.step3_card is Step3Card.MARKET else state

    def leave_market(self, state: State) -> State:
        """In Step 2 two plants go under the deck (MAP-ME-14)."""
        return plant_market.bury_highest(state, 2) if state.step == 2 else super().leave_market(state)

    def price_spaces(self, position: Position, kind: FuelKind, printed: tuple[int, ...]) -> tuple[int, ...]:
        """Each move closed a place at the dear end and opened one on the cheapest space (MAP-ME-7)."""
        if kind != "oil":
            return printed
        return (printed[:1] * position.oil_moved + printed)[: len(printed)]

    def refill(self, state: State) -> State:
        """What of the oil the supply lacks moves to the cheap end, if there is oil in the market (MAP-ME-6)."""
        if not state.resources.oil:
            state = replace(state, oil_moved=0)
        missing = fuel_market.refill_due(state).oil - fuel_market.refill_of(state).oil
        state = super().refill(state)
        if not missing or not state.resources.oil:
            return state
        return replace(state, oil_moved=state.oil_moved + missing).saying(OilMoved(missing))

    def printed(self, state: State) -> dict[str, Any]:
        return {"oil_moved": state.oil_moved}


def _is_first_pass(state: State) -> bool:
    """Whether Step 2 has neither begun nor been settled to begin."""
    return state.step == 1 and not state.next_step


def _begins_step2_at_once(state: State) -> bool:
    """Whether the Step 3 card has come up, and does not wait for the end of Phase 2 (MAP-ME-13)."""
    return state.step3_card is Step3Card.MARKET and state.phase is not Phase.AUCTION


def _put_away(state: State, plant: int) -> State:
    """Out of the game or under the deck."""
    return plant_market.discard(state, plant, "waiting") if plant in _OUT_OF_GAME else plant_market.bury(state, plant)


def _can_replace(state: State) -> bool:
    """Whether the deck can bring anything else into the actual market (MAP-ME-10)."""
    if any(card not in _WAITING for card in state.deck):
        return True
    future = (plant for plant in state.market[len(plant_market.lower_row(state)) :] if plant not in _WAITING)
    lowest = next(future, None)
    return lowest is not None and any(isinstance(card, int) and card > lowest for card in state.deck)
