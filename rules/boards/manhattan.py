"""Manhattan: a deck, a second one of plants put aside from the first, then all for sale (MAP-NYC-5 to MAP-NYC-11)."""

from msgspec.structs import replace

from rules import deck, hooks, plant_market
from rules.boards import Board
from rules.dealing import Move, Recipe, Shuffle, plants
from rules.editions import Edition
from rules.events import AllForSale, PileShuffled, PlantPiled
from rules.state import State, Step3Card

_OUT = {2: (20, 22, 37), 3: (20, 22, 37), 4: (), 5: (), 6: ()}
"""Plants that are not in the game, by number of players (MAP-NYC-5)."""
_REMOVED_PLUGS = 4
_FIRST_DECK, _SECOND_DECK, _ALL_FOR_SALE = 1, 2, 3


class BoardHooks(hooks.BoardHooks):
    shuffles = ("second",)
    may_skip_step2 = False

    def recipe(self, edition: Edition, on: Board, players: int) -> Recipe:
        """MAP-NYC-5."""
        return (
            Shuffle("plug", plants(half="plug")),
            Move("plug", "out", _REMOVED_PLUGS),
            Move("plug", "market", on.rules.rows.shown[0]),
            Move("plug", "deck"),
            Shuffle("socket", plants(half="socket", without=_OUT[players])),
            Move("socket", "deck"),
        )

    def opening(self, state: State) -> State:
        return replace(state, step3_card=Step3Card.OUT, deck_part=_FIRST_DECK)

    def actual(self, state: State) -> tuple[int, ...]:
        """MAP-NYC-10."""
        return state.market if state.deck_part == _ALL_FOR_SALE else super().actual(state)

    def draw(self, state: State) -> State:
        """An empty deck ends its part of the game first (MAP-NYC-8, MAP-NYC-9)."""
        state = _begin_next_part(state)
        return super().draw(state) if state.deck_part < _ALL_FOR_SALE else state

    def leave_market(self, state: State) -> State:
        """MAP-NYC-7, MAP-NYC-9, MAP-NYC-10."""
        if state.deck_part == _ALL_FOR_SALE:
            return plant_market.discard_lowest(state, "update")
        return _put_on_pile(state) if state.deck_part == _FIRST_DECK else super().leave_market(state)

    def update_market(self, state: State) -> State:
        """The market is filled to eight; an empty deck ends its part of the game."""
        state = self.leave_market(state)
        gaps = plant_market.most_shown(state, state.step) - len(state.market)
        return _begin_next_part(deck.fill_gaps(state, gaps))


def _put_on_pile(state: State) -> State:
    """The two highest plants of the future market leave it for the pile (MAP-NYC-7)."""
    for plant in state.market[len(plant_market.lower_row(state)) :][-2:]:
        state = replace(plant_market.take(state, plant), pile=tuple(sorted((*state.pile, plant))))
        state = state.saying(PlantPiled(plant))
    return state


def _begin_next_part(state: State) -> State:
    """The pile becomes the second deck once the first is empty; with that empty, too, all plants are for sale."""
    if state.deck_part == _FIRST_DECK and not state.deck:
        state = replace(state, deck=state.pile, pile=(), deck_part=_SECOND_DECK)
        state = deck.shuffle(state, "second").saying(PileShuffled(len(state.deck)))
    if state.deck_part == _SECOND_DECK and not state.deck:
        state = replace(state, deck_part=_ALL_FOR_SALE).saying(AllForSale())
    return state
