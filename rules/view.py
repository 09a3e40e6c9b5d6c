"""What may be seen of a position: the public part, and what one seat knows beyond it (GEN-7)."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rules import plant_market
from rules.boards import Board, board
from rules.dealing import Shuffle
from rules.editions import Edition, Thresholds, edition_on, thresholds
from rules.events import Event
from rules.fuel import Fuel
from rules.options import Options
from rules.plants import PLANTS, STEP3, Plants
from rules.state import Auction, House, Marker, Phase, Seat, Standing, State, Step3Card, Trust, houses_in


class CompanyView(Struct, frozen=True):
    """One company as others see it; ``money`` is None where it is hidden from the viewer."""

    seat: Seat
    money: int | None
    plants: tuple[int, ...]
    fuel: Fuel
    cities: tuple[House, ...]
    free_start: str = ""


class MarketView(Struct, frozen=True):
    """The plant market. ``step3_card``: the Step 3 card lies in it as its highest card."""

    actual: tuple[int, ...]
    future: tuple[int, ...]
    step3_card: bool


class View(Struct, frozen=True):
    """A position as seen by ``seat``, or by a spectator where that is None.

    The fields have the meaning they have in :class:`rules.State`; ``companies`` is by seat. ``deck_size`` counts all
    cards of the pile, the Step 3 card included. ``top_card`` is what its back shows (RCH-6); None where it shows
    nothing or there is none. ``leaving`` is what the market update would take away as the market stands.
    ``to_step_card`` counts the cards above the Step 3 card, None where nobody knows or it is not there, and
    ``next_card_step`` is the Step that it would begin. ``barred`` are plants of the actual market that this seat may
    not acquire (MAP-CE-3).
    """

    seat: Seat | None
    options: Options
    version: int
    areas: tuple[str, ...]
    round: int
    phase: Phase
    step: int
    to_move: tuple[Seat, ...]
    order: tuple[Seat, ...]
    companies: tuple[CompanyView, ...]
    market: MarketView
    deck_size: int
    top_card: Literal["plug", "socket", "step3"] | None
    discount: int | None
    discount_unsold: bool
    barred: tuple[int, ...]
    resources: Fuel
    supply: Fuel
    phased_out: bool
    marked: tuple[Marker, ...]
    trust: Trust | None
    auction: Auction | None
    discarding: Seat | None
    new_plant: int
    acted: tuple[Seat, ...]
    bought: tuple[Seat, ...]
    buried: tuple[int, ...]
    removed: tuple[int, ...]
    step3_card: Step3Card
    set_aside: tuple[int, ...]
    pile: tuple[int, ...]
    deck_part: int
    bonus: Seat | None
    leaving: tuple[Event, ...]
    to_step_card: int | None
    next_card_step: int
    standing: tuple[Standing, ...]
    happened: tuple[Event, ...]
    blocked: tuple[str, ...] = ()
    markets: tuple[Fuel, ...] = ()
    oil_moved: int = 0
    uranium_market: int = 0
    new_cities: int = 0

    @property
    def edition(self) -> str:
        return self.options.edition

    @property
    def map(self) -> str:
        return self.options.map

    @property
    def board(self) -> Board:
        return board(self.map, self.edition, self.version)

    @property
    def plants(self) -> Plants:
        """The plant cards of this game."""
        return self.board.plants(self.areas)

    @property
    def played_edition(self) -> Edition:
        """The rules of the edition, as they are in this game."""
        return edition_on(self.board, self.version)

    @property
    def thresholds(self) -> Thresholds:
        """The settings of the number of players, as they are in this game."""
        return thresholds(self.options, len(self.companies), self.version, self.areas)

    def houses(self, city: str) -> tuple[tuple[Seat | None, int], ...]:
        """Who is in a city: seat, or None for the Trust, and slot price, cheapest slot first."""
        return houses_in(city, (company.cities for company in self.companies), self.trust)


def view(state: State, seat: Seat | None = None) -> View:
    """What a seat may see of a position; a spectator where no seat is given.

    The deck's order is in no view. Money of others is seen where the table shows it, and by all after the end.
    What was removed unseen at setup is in no view, nor the seed, nor the digest, with which one could check guesses.
    """
    shows_money = state.options.money_visible or state.is_over
    actual = plant_market.actual(state)
    return View(
        seat=seat,
        options=state.options,
        version=state.setup.version,
        areas=state.areas,
        round=state.round,
        phase=state.phase,
        step=state.step,
        to_move=state.to_move,
        order=state.order,
        companies=tuple(
            CompanyView(
                seat=Seat(number),
                money=player.money if shows_money or number == seat else None,
                plants=player.plants,
                fuel=player.fuel,
                cities=player.cities,
                free_start=player.free_start,
            )
            for number, player in enumerate(state.players)
        ),
        market=MarketView(
            actual=actual,
            future=tuple(plant for plant in state.market if plant not in actual),
            step3_card=state.step3_card is Step3Card.MARKET,
        ),
        deck_size=len(state.deck),
        top_card=_top_card(state),
        discount=state.discount,
        discount_unsold=state.discount_unsold,
        barred=() if seat is None else plant_market.barred(state, seat),
        resources=state.resources,
        supply=state.supply,
        phased_out=state.phased_out,
        marked=state.marked,
        trust=state.trust,
        auction=state.auction,
        discarding=state.discarding,
        new_plant=state.new_plant,
        acted=state.acted,
        bought=state.bought,
        buried=state.buried,
        removed=state.removed,
        step3_card=state.step3_card,
        set_aside=state.set_aside,
        pile=state.pile,
        deck_part=state.deck_part,
        bonus=state.bonus,
        leaving=_leaving(state),
        to_step_card=_to_step_card(state),
        next_card_step=state.board.hooks.step_of_card(state),
        standing=state.standing,
        happened=state.happened,
        blocked=state.setup.blocked,
        markets=state.markets,
        oil_moved=state.oil_moved,
        uranium_market=state.uranium_market,
        new_cities=state.new_cities,
    )


def _leaving(state: State) -> tuple[Event, ...]:
    """What the market update of this round would take out of the market as it is (BUR-10)."""
    if state.is_over:
        return ()
    then = replace(state, step=state.next_step or state.step, happened=())
    return state.board.hooks.leave_market(then).happened


def _to_step_card(state: State) -> int | None:
    """How many cards lie above the Step 3 card, if it is in the deck at a place that all know."""
    is_shuffled_in = any(STEP3 in step.cards for step in state.setup.recipe if isinstance(step, Shuffle))
    return None if STEP3 not in state.deck or is_shuffled_in else state.deck.index(STEP3)


def _top_card(state: State) -> Literal["plug", "socket", "step3"] | None:
    if not state.deck or not state.edition.shows_card_backs:
        return None
    # That the Step 3 card is next can be counted anyway: the deck without the buried plants is as long as it.
    top = state.deck[0]
    return STEP3 if top == STEP3 else PLANTS[top].half
