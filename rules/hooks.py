"""What a board can do in a way of its own: one method for each thing, which by default does what all boards do.

A board whose rules say something that its data cannot say has a module beside its file, ``rules/boards/<map>.py``
with ``_`` for ``-``, and in it a class ``BoardHooks`` that overrides what it does differently. The engine asks
``state.board.hooks`` where the rule applies, and never which board it is.
"""

from typing import Any

from rules import deck, fuel_market, plant_market, steps
from rules.boards import Board
from rules.dealing import Recipe
from rules.editions import Edition
from rules.fuel import FuelKind
from rules.fuel_market import Position
from rules.state import State


class BoardHooks:
    """The ways of every board that has no others."""

    shuffles: tuple[str, ...] = ("step3",)
    """The shuffles during the game, in their order: a setup states them as ``step3_deck`` and so on."""
    may_skip_step2 = True
    """Whether Step 3 can begin before Step 2 has (STEP-21)."""

    def recipe(self, edition: Edition, on: Board, players: int) -> Recipe:
        """How market and deck are dealt (SET-10 to SET-13, RCH-2 to RCH-5)."""
        return edition.recipe(players, on.rules)

    def opening(self, state: State) -> State:
        """The position before the first phase (SET-6 to SET-15)."""
        return state

    def actual(self, state: State) -> tuple[int, ...]:
        """The plants that may be auctioned, ascending (MKT-1, STEP-19)."""
        return plant_market.lower_row(state)

    def fill_gaps(self, state: State, gaps: int) -> State:
        """Draw cards where plants left the market (MKT-2)."""
        return deck.fill_gaps(state, gaps)

    def draw(self, state: State) -> State:
        """Turn up the top card into the market (MKT-3)."""
        return deck.draw(state)

    def turn_up_step3_card(self, state: State) -> State:
        """What the Step 3 card brings when it is drawn (STEP-9, STEP-12)."""
        return deck.turn_up_step3_card(state)

    def step_of_card(self, state: State) -> int:
        """The Step that the Step 3 card would begin now."""
        return 3

    def clear_step3_card(self, state: State) -> State:
        """How the Step 3 card leaves the market (STEP-13 to STEP-17)."""
        return deck.clear_step3_card(state)

    def step2_is_due(self, state: State) -> bool:
        """Whether Step 2 begins now (STEP-2)."""
        return steps.step2_is_due(state)

    def change_market_for_step2(self, state: State) -> State:
        """What the start of Step 2 does to the plants on offer (STEP-6)."""
        return deck.change_market_for_step2(state)

    def begin_bureaucracy(self, state: State) -> State:
        """What comes before cash in Phase 5."""
        return state

    def leave_market(self, state: State) -> State:
        """What leaves in the market update of Phase 5 (MKT-10, MKT-11)."""
        return plant_market.update(state)

    def update_market(self, state: State) -> State:
        """The market update of Phase 5 (BUR-10)."""
        shown = len(state.market)
        state = self.leave_market(state)
        return deck.replace_plant(state, gaps=shown - len(state.market))

    def price_spaces(self, position: Position, kind: FuelKind, printed: tuple[int, ...]) -> tuple[int, ...]:
        """The price of each place for a token, where it is not only the printed one."""
        return printed

    def refill(self, state: State) -> State:
        """Refill the resource markets (BUR-8)."""
        return fuel_market.refill(state)

    def printed(self, state: State) -> dict[str, Any]:
        """What the printed form of a position says on this board alone (docs/game-record.md)."""
        return {}
