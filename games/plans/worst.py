"""What fuel and cities may cost a seat at worst, when its turn comes: others may buy and build before it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from msgspec.structs import replace

import rules


def before(state: rules.State, seat: rules.Seat, phase: rules.Phase) -> tuple[rules.Seat, ...]:
    """The seats that still buy or build before a seat in this round (RES-1, BLD-1), in their order."""
    order = state.order[::-1]
    acted = state.acted if state.phase is phase else ()
    return tuple(other for other in order[: order.index(seat)] if other not in acted)


def turn_in(state: rules.State, seat: rules.Seat, phase: rules.Phase) -> rules.State:
    """The same position with a seat asked in a phase that is not yet, or no longer, there for it."""
    others = tuple(other for other in state.order if other != seat)
    return replace(state, phase=phase, acted=others, auction=None, discarding=None)


@dataclass(frozen=True, slots=True)
class Worst:
    """What others can do before the turn of a seat comes.

    ``gone`` is the fuel for which they have room: so much of each kind may be sold by then. ``reached`` has for each
    of them that builds first the cities that it can pay for. Before the auctions are over, nothing of it is known.
    """

    state: rules.State
    seat: rules.Seat
    gone: rules.Fuel
    reached: tuple[frozenset[str], ...]

    @classmethod
    def of(cls, state: rules.State, seat: rules.Seat) -> Self:
        """By what the owner of a seat may know: hidden money is enough for everything."""
        if state.phase is rules.Phase.AUCTION:
            return cls(state, seat, rules.NO_FUEL, ())
        buyers = before(state, seat, rules.Phase.RESOURCES)
        builders = before(state, seat, rules.Phase.BUILDING)
        return cls(state, seat, _room(state, buyers), tuple(_reached(state, other) for other in builders))

    def prices(self, offer: rules.FuelOffer) -> tuple[int, ...]:
        """The prices of the tokens of a kind that are left at worst, the cheapest first."""
        return offer.prices[self.gone[offer.kind] :]

    def city(self, offer: rules.CityOffer) -> int | None:
        """What a city costs at worst, connections included; None where it may have no slot left."""
        rivals = sum(offer.city in cities for cities in self.reached)
        is_empty = not self.state.houses(offer.city)
        if rivals and is_empty and self.state.trust and self.state.trust.reserve:
            rivals += 1  # the Trust comes, too (TRU-20)
        taken = [slot for _owner, slot in self.state.houses(offer.city)]
        free = self.state.board.cities[offer.city].free_slots(self.state.step, taken)
        return free[rivals] + offer.connection if rivals < len(free) else None


def _room(state: rules.State, buyers: Sequence[rules.Seat]) -> rules.Fuel:
    """The fuel for which some seats have room; with the first buyer, the Trust takes some, too (TRU-8)."""
    players = [state.players[seat] for seat in buyers]
    rooms = [rules.storage_of(state.plants.of(player.plants)).room(player.fuel) for player in players]
    if state.trust and buyers and not (state.phase is rules.Phase.RESOURCES and state.acted):
        rooms.append(rules.storage_of(state.plants.of(state.trust.plants)).room(rules.NO_FUEL))
    return sum(rooms, rules.NO_FUEL)


def _reached(state: rules.State, seat: rules.Seat) -> frozenset[str]:
    decision = rules.legal(turn_in(state, seat, rules.Phase.BUILDING), seat)
    assert isinstance(decision, rules.BuildingDecision)  # noqa: S101  (for the type checker: it is asked to build)
    is_hidden = not state.options.money_visible
    return frozenset(offer.city for offer in decision.cities if is_hidden or offer.cost <= decision.money)
