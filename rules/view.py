"""What may be seen of a position: the public part, and what one seat knows beyond it (GEN-7)."""

from msgspec import Struct

from rules import plant_market
from rules.events import Event
from rules.fuel import Fuel
from rules.state import Auction, House, Phase, Seat, Standing, State, Step3Card


class CompanyView(Struct, frozen=True):
    """One company as others see it; ``money`` is None where it is hidden from the viewer."""

    seat: Seat
    money: int | None
    plants: tuple[int, ...]
    fuel: Fuel
    cities: tuple[House, ...]


class MarketView(Struct, frozen=True):
    """The plant market. ``step3_card``: the Step 3 card lies in it as its highest card."""

    actual: tuple[int, ...]
    future: tuple[int, ...]
    step3_card: bool


class View(Struct, frozen=True):
    """A position as seen by ``seat``, or by a spectator where that is None.

    The fields have the meaning they have in :class:`rules.State`; ``companies`` is by seat. ``deck_size`` counts all
    cards of the pile, the Step 3 card included.
    """

    seat: Seat | None
    edition: str
    map: str
    areas: tuple[str, ...]
    round: int
    phase: Phase
    step: int
    to_move: tuple[Seat, ...]
    order: tuple[Seat, ...]
    companies: tuple[CompanyView, ...]
    market: MarketView
    deck_size: int
    resources: Fuel
    supply: Fuel
    auction: Auction | None
    discarding: Seat | None
    new_plant: int
    acted: tuple[Seat, ...]
    bought: tuple[Seat, ...]
    buried: tuple[int, ...]
    removed: tuple[int, ...]
    step3_card: Step3Card
    standing: tuple[Standing, ...]
    happened: tuple[Event, ...]

    def houses(self, city: str) -> tuple[tuple[Seat, int], ...]:
        """Who is in a city: seat and slot price, cheapest slot first."""
        found = [
            (company.seat, house.slot) for company in self.companies for house in company.cities if house.city == city
        ]
        return tuple(sorted(found, key=lambda entry: entry[1]))


def view(state: State, seat: Seat | None = None) -> View:
    """What a seat may see of a position; a spectator where no seat is given.

    The deck's order is in no view. Money of others is seen where the table shows it, and by all after the end.
    What was removed unseen at setup, the seed and the digest (which one could guess the deck against) are in no view.
    """
    shows_money = state.options.money_visible or state.is_over
    actual = plant_market.actual(state)
    return View(
        seat=seat,
        edition=state.options.edition,
        map=state.options.map,
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
            )
            for number, player in enumerate(state.players)
        ),
        market=MarketView(actual, state.market[len(actual) :], state.step3_card is Step3Card.MARKET),
        deck_size=len(state.deck),
        resources=state.resources,
        supply=state.supply,
        auction=state.auction,
        discarding=state.discarding,
        new_plant=state.new_plant,
        acted=state.acted,
        bought=state.bought,
        buried=state.buried,
        removed=state.removed,
        step3_card=state.step3_card,
        standing=state.standing,
        happened=state.happened,
    )
