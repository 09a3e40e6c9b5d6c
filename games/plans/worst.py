"""What fuel and cities may cost a seat at worst, when its turn comes: others may buy and build before it."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

from msgspec.structs import replace

import rules

AMPLE = 9999
"""Money with which a rival can pay for any city."""


def before(state: rules.State, seat: rules.Seat, phase: rules.Phase) -> tuple[rules.Seat, ...]:
    """The seats that still buy or build before a seat in this round (RES-1, BLD-1), in their order.

    Where turns go round to buy, those are all who are not out (MAP-IN-7).
    """
    order = state.order[::-1]
    acted = state.acted if state.phase is phase else ()
    if phase is rules.Phase.RESOURCES and state.board.rules.fuel_sales.token_by_token:
        return tuple(other for other in order if other not in (seat, *acted))
    return tuple(other for other in order[: order.index(seat)] if other not in acted)


def turn_in(state: rules.State, seat: rules.Seat, phase: rules.Phase) -> rules.State:
    """The same position with a seat asked in a phase that is not yet, or no longer, there for it."""
    others = tuple(other for other in state.order if other != seat)
    return replace(state, phase=phase, acted=others, auction=None, discarding=None)


@dataclass(frozen=True, slots=True)
class Worst:
    """What others can do before the turn of a seat comes.

    ``gone`` is the fuel for which they have room: so much of each kind may be sold by then. ``reached`` has for each
    of them that builds first the cities that it can pay for, in building order. Before the auctions are over, nothing
    of it is known.
    """

    state: rules.State
    seat: rules.Seat
    gone: rules.Fuel
    reached: Mapping[rules.Seat, Mapping[str, rules.CityOffer]]

    @classmethod
    def of(cls, state: rules.State, seat: rules.Seat) -> Self:
        """By what the owner of a seat may know: hidden money is enough for everything."""
        if state.phase is rules.Phase.AUCTION:
            return cls(state, seat, rules.NO_FUEL, {})
        buyers = before(state, seat, rules.Phase.RESOURCES)
        builders = before(state, seat, rules.Phase.BUILDING)
        return cls(state, seat, _room(state, buyers), {other: _reached(state, other) for other in builders})

    def prices(self, offer: rules.FuelOffer) -> tuple[int, ...]:
        """The prices of the tokens of a kind that are left at worst, the cheapest first."""
        return offer.prices[self.gone[offer.kind] :]

    def city(self, built: rules.BuildCities) -> int | None:
        """What the last of some cities costs at worst, connections included; None where it may not be had by then."""
        state, city = self.state, built.cities[-1]
        for rival, offers in self.reached.items():
            if city in offers:
                with suppress(rules.RuleError):  # there is no slot for all of them
                    state = self._taken_by(rival, offers[city], state)
        try:
            return rules.quote(state, self.seat, built.cities, built.free_start).steps[-1].cost
        except rules.RuleError:
            return None

    def _taken_by(self, rival: rules.Seat, offer: rules.CityOffer, state: rules.State) -> rules.State:
        """The position in which a rival has built in a city, and this seat still can."""
        done = tuple(other for other in state.order if other not in (rival, self.seat))
        state = state.with_player(rival, replace(state.players[rival], money=AMPLE))
        state = replace(state, phase=rules.Phase.BUILDING, acted=done, auction=None, discarding=None)
        return rules.apply(state, rival, rules.BuildCities((offer.city,), offer.city if offer.free_start else None))


def _room(state: rules.State, buyers: Sequence[rules.Seat]) -> rules.Fuel:
    """The fuel for which some seats have room; with the first buyer, the Trust takes some, too (TRU-8)."""
    players = [state.players[seat] for seat in buyers]
    rooms = [rules.storage_of(state.plants.of(player.plants)).room(player.fuel) for player in players]
    if state.trust and buyers and not (state.phase is rules.Phase.RESOURCES and state.acted):
        rooms.append(rules.storage_of(state.plants.of(state.trust.plants)).room(rules.NO_FUEL))
    return sum(rooms, rules.NO_FUEL)


def _reached(state: rules.State, seat: rules.Seat) -> Mapping[str, rules.CityOffer]:
    """The cities that a seat can pay for, each as cheaply as it can be had."""
    decision = rules.legal(turn_in(state, seat, rules.Phase.BUILDING), seat)
    assert isinstance(decision, rules.BuildingDecision)  # noqa: S101  (for the type checker: it is asked to build)
    is_hidden = not state.options.money_visible
    return {offer.city: offer for offer in reversed(decision.cities) if is_hidden or offer.cost <= decision.money}
