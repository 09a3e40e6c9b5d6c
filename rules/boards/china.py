"""China: a deck that is known for the most part, and plants that come in Phase 5 (MAP-CN-4 to MAP-CN-16)."""

from rules import deck, hooks, plant_market, steps
from rules.boards import Board
from rules.dealing import Lay, Move, Recipe, Shuffle, plants
from rules.editions import Edition
from rules.plants import STEP3
from rules.state import Phase, State, Step3Card

_OUT = {
    2: (3, 4, 9, 11, 16, 18, 20, 24, 30, 33, 46),
    3: (3, 4, 9, 11, 16, 18, 20, 24, 30, 33, 46),
    4: (3, 4, 11, 18, 24, 33, 46),
    5: (3, 4, 33),
    6: (3, 4, 33),
}
"""Plants that are not in the game, by number of players (MAP-CN-4)."""
_LAST_IN_ORDER, _LAST_BESIDE_STEP3 = 30, 35
_LEAST_DRAWN = {2: 1, 3: 1, 4: 2, 5: 2, 6: 3}


class BoardHooks(hooks.BoardHooks):
    shuffles = ()

    def recipe(self, edition: Edition, on: Board, players: int) -> Recipe:
        """MAP-CN-5, MAP-CN-6."""
        played = plants(without=_OUT[players])
        ordered = tuple(plant for plant in played if plant <= _LAST_IN_ORDER)
        beside_step3 = tuple(plant for plant in played if _LAST_IN_ORDER < plant <= _LAST_BESIDE_STEP3)
        return (
            Lay(ordered[:players], "market"),
            Lay(ordered[players:], "deck"),
            Shuffle("middle", (*beside_step3, STEP3)),
            Move("middle", "deck"),
            Shuffle("high", tuple(plant for plant in played if plant > _LAST_BESIDE_STEP3)),
            Move("high", "deck"),
        )

    def draw(self, state: State) -> State:
        """In Phase 2 a plant is replaced in Step 3 alone (MAP-CN-8, MAP-CN-15)."""
        return state if state.step < 3 and state.phase is Phase.AUCTION else super().draw(state)

    def begin_bureaucracy(self, state: State) -> State:
        """New plants come, and the lowest leave (MAP-CN-9, MAP-CN-10)."""
        if state.step == 3:
            return state
        state = deck.settle(_draw_new_plants(state))
        return state if state.step == 3 else _discard_down_to(state, _shown_after(state))

    def change_market_for_step2(self, state: State) -> State:
        """One plant leaves and one comes, however many are shown (MAP-CN-13, MAP-CN-16)."""
        return self.fill_gaps(plant_market.discard_lowest(state, "step2"), 1) if state.market else state

    def turn_up_step3_card(self, state: State) -> State:
        """The deck keeps its order (MAP-CN-14)."""
        return deck.show_step3_card(state, shuffled=False)

    def clear_step3_card(self, state: State) -> State:
        """The market is brought to four plants, and Step 3 is in force at once (MAP-CN-14)."""
        state = steps.begin_next_step(super().clear_step3_card(state))
        shown = plant_market.most_shown(state, 3)
        state = _discard_down_to(state, shown)
        return deck.fill_gaps(state, shown - len(state.market))

    def leave_market(self, state: State) -> State:
        """In Steps 1 and 2 there is no other market update (MAP-CN-11)."""
        return super().leave_market(state) if state.step == 3 else state


def _shown_after(state: State) -> int:
    return max(2, state.setup.players - 1)


def _draw_new_plants(state: State) -> State:
    """Draw until there are enough, or the Step 3 card comes."""
    players = state.setup.players
    missing = max(_LEAST_DRAWN[players], players - 1 - len(state.market), 2 - len(state.market))
    for _ in range(missing):
        if state.step3_card is Step3Card.DECK:
            state = deck.draw(state)
    return state


def _discard_down_to(state: State, shown: int) -> State:
    while len(state.market) > shown:
        state = plant_market.discard_lowest(state, "update")
    return state
