"""Where a player plans: the seat, the position as it stands, and what each plan would be for."""

from dataclasses import dataclass
from urllib.parse import urlencode

from msgspec.structs import replace

import rules
from games.models import Slot
from games.pages.composing.asked import Asked
from games.plans import active, worst
from games.story.names import Names

PLENTY = 9999
"""Money to look at prices with: there may be more of it by the time that a plan answers."""


@dataclass(frozen=True, slots=True)
class Planner:
    """A seat whose owner plans. ``page`` is the address of the game, ``trail`` what they had composed before."""

    state: rules.State
    seat: rules.Seat
    names: Names
    page: str
    trail: tuple[rules.Action, ...] = ()

    def address(self, kind: str) -> str:
        """Where the page shows the form for something to plan."""
        return f"{self.page}?{urlencode({'plan': kind})}"

    @property
    def player(self) -> rules.Player:
        return self.state.players[self.seat]

    @property
    def view(self) -> rules.View:
        return rules.view(self.state, self.seat)

    @property
    def is_asked(self) -> bool:
        return self.seat in self.state.to_move

    @property
    def is_buying(self) -> bool:
        """Whether the seat is asked for fuel."""
        return self.is_asked and self.state.phase is rules.Phase.RESOURCES

    @property
    def buys_in_turns(self) -> bool:
        """Whether turns to buy go round, with a token in each (MAP-IN-7)."""
        return self.state.board.rules.fuel_sales.token_by_token

    @property
    def buys_at_once(self) -> bool:
        """Whether all fuel that the seat wants is bought now."""
        return self.is_buying and not self.buys_in_turns

    @property
    def fuels(self) -> tuple[rules.FuelKind, ...]:
        """The kinds that plants of theirs burn, or one on offer would, in order."""
        plants = self.state.plants.of((*self.player.plants, *self.view.market.actual))
        return tuple(kind for kind in rules.KINDS if any(kind in plant.burns for plant in plants))

    @property
    def is_bidding(self) -> bool:
        """Whether there is an auction that the seat has not left."""
        return self.state.auction is not None and self.seat in self.state.auction.bidders

    @property
    def auction(self) -> rules.Auction:
        """The auction that runs.

        :raises ValueError: there is none: no plan for one is offered then.
        """
        if self.state.auction is None:
            raise ValueError("No auction is running.")
        return self.state.auction

    def round_of(self, slot: Slot) -> int:
        """The round in which a plan that is given now would answer."""
        return active.next_round(slot, self.state, self.seat)

    def has_still(self, slot: Slot) -> bool:
        """Whether the seat is still asked in this round what plans of a slot answer."""
        return self.round_of(slot) == self.state.round

    def turn_in(
        self, phase: rules.Phase, carried: tuple[tuple[str, object], ...] = (), *, money: int = PLENTY
    ) -> Asked:
        """The same position with the seat asked in a phase that is not yet, or no longer, there for it.

        :param carried: the fields that each address of what is composed has to hold.
        :param money: what the seat has then.
        """
        state = worst.turn_in(self.state, self.seat, phase)
        player = replace(self.player, money=money)
        state = state.with_player(self.seat, player)
        return Asked(state, self.seat, self.names, self.page, self.trail, carried)

    @property
    def scraps(self) -> tuple[int, ...]:
        """The plants of which one goes when another is bought; none while there is room (AUC-16)."""
        plants = self.state.plants.without_mines(self.player.plants)
        return tuple(plant.number for plant in plants) if len(plants) >= self.state.thresholds.plants else ()

    @property
    def unseen(self) -> tuple[int, ...]:
        """The plants that may still come up, as far as anybody knows."""
        view, setup = self.view, self.state.setup
        in_game = {*setup.market, *setup.deck, *setup.removed_unseen, *setup.board.rules.deal.set_aside}
        owned = {plant for company in view.companies for plant in company.plants}
        trusts = view.trust.plants if view.trust else ()
        seen = owned.union(view.market.actual, view.market.future, view.removed, trusts)
        return tuple(plant for plant in rules.PLANTS if plant in in_game - seen)
