"""Everything that makes up a game at one moment, as values that do not change.

They cannot hold themselves, so Python need not search them for cycles (``gc=False``): many are made, and kept.
"""

from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import cache, cached_property
from typing import NewType

from msgspec import Struct
from msgspec.structs import replace

from rules.boards import Board, board
from rules.dealing import Layout, Recipe, removed_unseen
from rules.editions import Edition, Thresholds, edition_on, has_trust, thresholds
from rules.events import Event
from rules.fuel import NO_FUEL, Fuel
from rules.options import Options
from rules.plants import Card, Plants

Seat = NewType("Seat", int)
"""A place at the table, 0, 1, … clockwise (GEN-6)."""

TRUST_HOUSES = 16
"""Houses of the Trust (TRU-3)."""

TRUST_PLACERS = (0, 1, 1, 0, 0, 1)
"""Who places each of the first Trust houses: places in player order (TRU-5)."""


class Phase(StrEnum):
    """Where in the round the game stands. Phase 1 (player order) waits for nobody and so never shows."""

    SETUP = "setup"
    AUCTION = "auction"
    RESOURCES = "resources"
    BUILDING = "building"
    BUREAUCRACY = "bureaucracy"
    FINISHED = "finished"


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    """All that is fixed before the first action: plain data, drawn from ``seed`` or stated outright.

    ``areas`` are those in play, empty while they are still to be drafted. ``order`` is the player order of round 1.
    ``market`` are the plants face up at the start, ascending; ``deck`` the draw pile, top first. ``step3_deck``
    states the pile after the shuffle at Step 3, top first; without it the shuffle follows from ``seed``. So do
    ``step2_deck`` (MAP-ME-12) and ``second_deck`` (MAP-NYC-8). ``version`` is that of the rules, which the game keeps
    (docs/rules-versions.md).
    ``blocked`` are the cities in which nobody builds (MAP-NYC-4).
    """

    options: Options
    players: int
    seed: str
    areas: tuple[str, ...]
    order: tuple[Seat, ...]
    market: tuple[int, ...]
    deck: tuple[Card, ...]
    step3_deck: tuple[int, ...] | None = None
    step2_deck: tuple[int, ...] | None = None
    second_deck: tuple[int, ...] | None = None
    version: int = 1
    blocked: tuple[str, ...] = ()

    def stated_shuffle(self, name: str) -> tuple[int, ...] | None:
        """The order of a shuffle during the game, top first, where it is stated; ``name`` is one of the board's."""
        order: tuple[int, ...] | None = getattr(self, f"{name}_deck")
        return order

    @property
    def has_trust(self) -> bool:
        """Whether it is a game Against the Trust (TRU-1)."""
        return has_trust(self.options, self.players, self.version)

    @cached_property
    def edition(self) -> Edition:
        """The rules of the edition, as they are in this game."""
        return edition_on(self.board, self.version)

    @cached_property
    def board(self) -> Board:
        return board(self.options.map, self.options.edition, self.version)

    @property
    def thresholds(self) -> Thresholds:
        return thresholds(self.options, self.players, self.version, self.areas)

    @property
    def recipe(self) -> Recipe:
        """How market and deck were dealt."""
        return _recipe(self.board, self.version, self.players)

    @property
    def removed_unseen(self) -> tuple[int, ...]:
        """The plants that chance left out of the deal (SET-13)."""
        return removed_unseen(self.recipe, Layout(self.market, self.deck))


@cache
def _recipe(on: Board, version: int, players: int) -> Recipe:
    return on.hooks.recipe(edition_on(on, version), on, players)


class House(Struct, frozen=True, gc=False, array_like=True):
    """A house in a city; ``slot`` is the price of the slot it took, in Elektro."""

    city: str
    slot: int


class Player(Struct, frozen=True, gc=False, omit_defaults=True):
    """One company. ``plants`` ascending, ``cities`` in building order.

    ``free_start`` is the city in which a second network began without connection (MAP-JP-6).
    """

    money: int
    plants: tuple[int, ...] = ()
    fuel: Fuel = NO_FUEL
    cities: tuple[House, ...] = ()
    free_start: str = ""

    @property
    def network_size(self) -> int:
        return len(self.cities)


class Trust(Struct, frozen=True, gc=False, omit_defaults=True):
    """The third company of a game Against the Trust: nobody plays it (TRU-3). ``houses`` in the order they came."""

    plants: tuple[int, ...] = ()
    fuel: Fuel = NO_FUEL
    houses: tuple[House, ...] = ()

    @property
    def reserve(self) -> int:
        """Houses that it can still place."""
        return TRUST_HOUSES - len(self.houses)


class Marker(Struct, frozen=True, gc=False, array_like=True):
    """The mark of a start city; ``token``: it is a uranium token, which goes back to the supply with it (EXP-2)."""

    city: str
    token: bool


class Auction(Struct, frozen=True, gc=False):
    """A running auction.

    ``bidders`` are the seats still in it, the holder of the highest bid included, ascending. ``turn`` is the seat
    asked now.
    """

    plant: int
    bid: int
    bidder: Seat
    bidders: tuple[Seat, ...]
    turn: Seat


class Standing(Struct, frozen=True, gc=False):
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


class State(Struct, frozen=True, gc=False, omit_defaults=True):
    """A position. :func:`rules.apply` makes the next one; nothing changes this one.

    ``market`` holds the face-up plants ascending, without the Step 3 card (see ``step3_card``). ``acted`` are the
    seats that are done with the running phase: bought or declined, purchased, built, powered. ``bought`` are those
    of them that bought a plant this round. ``discarding`` is the seat that owns one plant too many, and
    ``new_plant`` the one it has just bought. ``buried`` are plants under the Step 3 card, ``removed`` those that
    left the game face up, both in the order in which it happened. ``next_step`` is the step that begins with the next
    phase, where that is settled already.

    ``discount`` is the plant under the discount token, and ``discount_unsold`` says that this round nobody bought the
    one that had it (RCH-13). ``phased_out``: uranium is no longer refilled (MAP-DE-2). ``marked`` are the start
    cities that still carry their mark. ``order`` never names the Trust, which always comes second (TRU-4).
    ``set_aside`` are plants that come with Step 2 (MAP-ES-4). ``pile`` are those beside the deck, ascending, and
    ``deck_part`` says which deck is in use, 1 or 2, or 3 when all plants are for sale (MAP-NYC-7 to MAP-NYC-11).
    ``bonus`` is the seat that may buy one more plant in this Phase 2 (MAP-NYC-12). ``known_top`` counts the plants on
    top of the deck that were set aside before (MAP-ES-7).

    ``resources`` are the tokens on sale, and ``markets`` those of each market where there are several (MAP-KR-2).
    ``oil_moved``: how many tokens of oil were moved to the cheap end (MAP-ME-7). ``uranium_market`` counts the tokens
    there (MAP-AUS-8). ``last_turn`` had the last turn of this Phase 3, where turns go round (MAP-IN-7).
    ``new_cities`` were connected in this round, where an outage depends on it (MAP-IN-10).

    ``happened`` is what the last action brought about. It tells the story and is not part of the position: two states
    that differ only in it have the same digest.
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
    discount: int | None = None
    discount_unsold: bool = False
    phased_out: bool = False
    marked: tuple[Marker, ...] = ()
    trust: Trust | None = None
    set_aside: tuple[int, ...] = ()
    pile: tuple[int, ...] = ()
    deck_part: int = 0
    bonus: Seat | None = None
    known_top: int = 0
    markets: tuple[Fuel, ...] = ()
    oil_moved: int = 0
    uranium_market: int = 0
    last_turn: Seat | None = None
    new_cities: int = 0
    happened: tuple[Event, ...] = ()

    @property
    def options(self) -> Options:
        return self.setup.options

    @property
    def edition(self) -> Edition:
        """The rules of the edition, as they are in this game."""
        return self.setup.edition

    @property
    def board(self) -> Board:
        return self.setup.board

    @property
    def plants(self) -> Plants:
        """The plant cards of this game, as far as its areas are fixed (MAP-NE-4)."""
        return self.board.plants(self.areas)

    @property
    def thresholds(self) -> Thresholds:
        """The settings of the number of players, as they are in this game."""
        setup = self.setup
        return thresholds(setup.options, setup.players, setup.version, self.areas)

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """The seats that may act now, ascending; several in bureaucracy (GEN-10), none after the end."""
        return _ASKED[self.phase](self)

    def _asked_in_setup(self) -> tuple[Seat, ...]:
        """Areas are drafted along the seats (SET-4); Trust houses and start cities follow player order."""
        if len(self.areas) < self.thresholds.areas:
            return (Seat(len(self.areas) % self.setup.players),)
        if self.trust is not None and len(self.trust.houses) < len(TRUST_PLACERS):
            return (self.order[TRUST_PLACERS[len(self.trust.houses)]],)
        return (self.order[len(self.marked)],)

    def _asked_in_auction(self) -> tuple[Seat, ...]:
        if self.discarding is not None:
            return (self.discarding,)
        if self.auction is not None:
            return (self.auction.turn,)
        return self.waiting[:1]

    def _asked_to_buy_fuel(self) -> tuple[Seat, ...]:
        """Where turns go round, the first who is not out, from the one before the last in player order (MAP-IN-7)."""
        if self.last_turn is None:
            return self.waiting[-1:]
        place = self.order.index(self.last_turn)
        turns = (*reversed(self.order[:place]), *reversed(self.order[place:]))
        return (next(seat for seat in turns if seat not in self.acted),)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that are not done with the running phase, in player order."""
        acted = self.acted
        return tuple([seat for seat in self.order if seat not in acted])

    @property
    def all_have_acted(self) -> bool:
        return len(self.acted) == len(self.order)

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.FINISHED

    @property
    def largest_network(self) -> int:
        return max([len(player.cities) for player in self.players])

    def houses(self, city: str) -> tuple[tuple[Seat | None, int], ...]:
        """Who is in a city: seat, or None for the Trust, and slot price, cheapest slot first."""
        return houses_in(city, (player.cities for player in self.players), self.trust)

    def is_marked(self, city: str) -> bool:
        """Whether a start city still carries its mark (EXP-5)."""
        return bool(self.marked) and any(marker.city == city for marker in self.marked)

    def with_player(self, seat: Seat, player: Player) -> "State":
        """The same position with one company exchanged."""
        players = self.players
        return replace(self, players=(*players[:seat], player, *players[seat + 1 :]))

    def saying(self, *events: Event, **changed: object) -> "State":
        """The same position with more to tell about how it came about, and with these fields changed."""
        return replace(self, happened=self.happened + events, **changed)

    def __str__(self) -> str:
        """The position as a short board of a few lines, for failing tests and bug reports."""
        market = [f"{plant:02}{'*' if plant == self.discount else ''}" for plant in self.market]
        if self.step3_card is Step3Card.MARKET:
            market.append("step3")
        lines = [
            f"round {self.round} step {self.step} {self.phase}, to move: {_listed(self.to_move)}",
            f"market {_listed(market)}, deck {len(self.deck)}",
            f"fuel {self.resources}, supply {self.supply}",
        ]
        if self.auction is not None:
            running = self.auction
            lines.append(
                f"plant {running.plant:02}: {running.bid} by {running.bidder}, in: {_listed(running.bidders)}"
            )
        if self.marked:
            lines.append(f"marked {_listed(marker.city for marker in self.marked)}")
        for seat in self.order:
            player = self.players[seat]
            lines.append(
                f"seat {seat}: {player.money} Elektro, {_holding(player.plants, player.fuel, player.cities)}"
            )
        if self.trust is not None:
            lines.append(f"Trust: {_holding(self.trust.plants, self.trust.fuel, self.trust.houses)}")
        return "\n".join(lines)


_ASKED: dict[Phase, Callable[[State], tuple[Seat, ...]]] = {
    Phase.SETUP: State._asked_in_setup,
    Phase.AUCTION: State._asked_in_auction,
    Phase.RESOURCES: State._asked_to_buy_fuel,
    Phase.BUILDING: lambda state: state.waiting[-1:],
    Phase.BUREAUCRACY: lambda state: tuple(sorted(state.waiting)),
    Phase.FINISHED: lambda _: (),
}


def houses_in(
    city: str, networks: Iterable[tuple[House, ...]], trust: Trust | None
) -> tuple[tuple[Seat | None, int], ...]:
    """The houses of a city, out of all networks by seat and those of the Trust; see :meth:`State.houses`."""
    found: list[tuple[Seat | None, int]] = [
        (Seat(seat), house.slot) for seat, network in enumerate(networks) for house in network if house.city == city
    ]
    if trust is not None:
        found += [(None, house.slot) for house in trust.houses if house.city == city]
    return tuple(sorted(found, key=lambda entry: entry[1]))


def _holding(plants: tuple[int, ...], fuel: Fuel, houses: tuple[House, ...]) -> str:
    cities = _listed(f"{house.city}:{house.slot}" for house in houses)
    return f"plants {_listed(f'{plant:02}' for plant in plants)}, fuel {fuel}, cities {cities}"


def _listed(items: Iterable[object]) -> str:
    return " ".join(map(str, items)) or "-"
