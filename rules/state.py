"""Everything that makes up a game at one moment, as values that nobody can edit."""

from enum import StrEnum
from typing import Literal, NewType

from msgspec import Struct
from msgspec.structs import replace

from rules.events import Event
from rules.fuel import NO_FUEL, Fuel
from rules.options import Options

Seat = NewType("Seat", int)
"""A place at the table, 0, 1, … clockwise (GEN-6)."""

STEP3: Literal["step3"] = "step3"
Card = int | Literal["step3"]
"""A plant number, or the Step 3 card."""


class Phase(StrEnum):
    """Where in the round the game stands. Phase 1 (player order) waits for nobody and so never shows."""

    SETUP = "setup"
    AUCTION = "auction"
    RESOURCES = "resources"
    BUILDING = "building"
    BUREAUCRACY = "bureaucracy"
    FINISHED = "finished"


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """All that is fixed before the first action: plain data, drawn from ``seed`` or stated outright.

    ``areas`` are those in play, empty while they are still to be drafted. ``order`` is the player order of round 1.
    ``market`` are the plants face up at the start, ascending; ``deck`` the draw pile, top first. ``step3_deck``
    states the pile after the shuffle at Step 3, top first; without it the shuffle follows from ``seed``.
    """

    options: Options
    players: int
    seed: str
    areas: tuple[str, ...]
    order: tuple[Seat, ...]
    market: tuple[int, ...]
    deck: tuple[Card, ...]
    step3_deck: tuple[int, ...] | None = None


class House(Struct, frozen=True, gc=False, array_like=True):
    """A house in a city; ``slot`` is the price of the slot it took: 10, 15 or 20 Elektro."""

    city: str
    slot: int


class Player(Struct, frozen=True, omit_defaults=True):
    """One company. ``plants`` ascending, ``cities`` in building order."""

    money: int
    plants: tuple[int, ...] = ()
    fuel: Fuel = NO_FUEL
    cities: tuple[House, ...] = ()

    @property
    def network_size(self) -> int:
        return len(self.cities)


class Auction(Struct, frozen=True):
    """A running auction.

    ``bidders`` are the seats still in it, the holder of the highest bid included, ascending. ``turn`` is the seat
    asked now.
    """

    plant: int
    bid: int
    bidder: Seat
    bidders: tuple[Seat, ...]
    turn: Seat


class Standing(Struct, frozen=True):
    """The final result of one seat. ``rank`` is shared by tied seats (END-6)."""

    seat: Seat
    rank: int
    powered: int
    money: int
    cities: int


class Step3Card(StrEnum):
    """Where the Step 3 card is."""

    DECK = "deck"
    MARKET = "market"
    OUT = "out"


class State(Struct, frozen=True, omit_defaults=True):
    """A position. :func:`rules.apply` makes the next one; nothing changes this one.

    ``market`` holds the face-up plants ascending, without the Step 3 card (see ``step3_card``). ``acted`` are the
    seats that are done with the running phase: bought or declined, purchased, built, powered. ``bought`` are those
    of them that bought a plant this round. ``discarding`` is the seat that owns one plant too many, and
    ``new_plant`` the one it has just bought. ``buried`` are plants under the Step 3 card, ``removed`` those that
    left the game face up, both in the order in which it happened. ``next_step`` is the step that begins with the next
    phase, where that is settled already.

    ``happened`` is what the last action brought about. It tells the story and is no part of the position: two states
    that differ in it only have the same digest.
    """

    setup: Setup
    areas: tuple[str, ...]
    phase: Phase
    round: int
    step: int
    order: tuple[Seat, ...]
    players: tuple[Player, ...]
    market: tuple[int, ...]
    deck: tuple[Card, ...]
    resources: Fuel
    supply: Fuel
    step3_card: Step3Card = Step3Card.DECK
    next_step: int = 0
    auction: Auction | None = None
    discarding: Seat | None = None
    new_plant: int = 0
    acted: tuple[Seat, ...] = ()
    bought: tuple[Seat, ...] = ()
    buried: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    standing: tuple[Standing, ...] = ()
    happened: tuple[Event, ...] = ()

    @property
    def options(self) -> Options:
        return self.setup.options

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """The seats that may act now, ascending; several in bureaucracy (GEN-10), none after the end."""
        match self.phase:
            case Phase.SETUP:
                return (Seat(len(self.areas) % self.setup.players),)
            case Phase.AUCTION:
                return (self._asked_in_auction(),)
            case Phase.RESOURCES | Phase.BUILDING:
                return (next(seat for seat in reversed(self.order) if seat not in self.acted),)
            case Phase.BUREAUCRACY:
                return tuple(sorted(seat for seat in self.order if seat not in self.acted))
            case Phase.FINISHED:
                return ()

    def _asked_in_auction(self) -> Seat:
        if self.discarding is not None:
            return self.discarding
        if self.auction is not None:
            return self.auction.turn
        return next(seat for seat in self.order if seat not in self.acted)

    @property
    def all_have_acted(self) -> bool:
        return len(self.acted) == len(self.order)

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.FINISHED

    @property
    def largest_network(self) -> int:
        return max(len(player.cities) for player in self.players)

    def houses(self, city: str) -> tuple[tuple[Seat, int], ...]:
        """Who is in a city: seat and slot price, cheapest slot first."""
        found = [
            (Seat(seat), house.slot)
            for seat, player in enumerate(self.players)
            for house in player.cities
            if house.city == city
        ]
        return tuple(sorted(found, key=lambda entry: entry[1]))

    def with_player(self, seat: Seat, player: Player) -> "State":
        """The same position with one company exchanged."""
        players = self.players
        return replace(self, players=(*players[:seat], player, *players[seat + 1 :]))

    def saying(self, *events: Event) -> "State":
        """The same position with more to tell about how it came about."""
        return replace(self, happened=self.happened + events)
