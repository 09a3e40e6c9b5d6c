"""What happened while an action was applied: the source of feeds, mails and statistics.

Events are public unless said otherwise; money in Elektro. Each has a ``kind`` in its JSON form.
"""

from typing import Literal

from msgspec import Struct

from rules.fuel import Fuel

RemovalReason = Literal[
    "obsolete", "unsold", "discount", "undercut", "step2", "step3", "update", "declined", "waiting"
]


class _Event(Struct, frozen=True, gc=False, tag_field="kind"):
    pass


class RoundBegan(_Event, frozen=True, tag="round_began"):
    """Phase 1 is done: ``order`` holds for this round (ORD-3)."""

    round: int
    order: tuple[int, ...]


class AreaChosen(_Event, frozen=True, tag="area_chosen"):
    seat: int
    area: str


class TrustHousePlaced(_Event, frozen=True, tag="trust_house_placed"):
    """A house of the Trust: ``seat`` placed it before the game (TRU-5), or it came to their city (TRU-6, TRU-20)."""

    seat: int
    city: str
    slot: int


class StartCityMarked(_Event, frozen=True, tag="start_city_marked"):
    """``token``: the supply had a uranium token for it (EXP-2)."""

    seat: int
    city: str
    token: bool


class MarkerReturned(_Event, frozen=True, tag="marker_returned"):
    """A house took the place of a mark; its token, if it had one, went back to the supply (EXP-4, EXP-6)."""

    city: str
    token: bool


class DiscountPlaced(_Event, frozen=True, tag="discount_placed"):
    """The discount token lies on the lowest plant (RCH-8)."""

    plant: int


class DiscountLost(_Event, frozen=True, tag="discount_lost"):
    """``plant`` costs its number again, because a lower plant, ``drawn``, came up (RCH-11)."""

    plant: int
    drawn: int


class AuctionOpened(_Event, frozen=True, tag="auction_opened"):
    seat: int
    plant: int
    bid: int


class AuctionDeclined(_Event, frozen=True, tag="auction_declined"):
    seat: int


class BidMade(_Event, frozen=True, tag="bid_made"):
    seat: int
    plant: int
    amount: int


class BidPassed(_Event, frozen=True, tag="bid_passed"):
    seat: int
    plant: int


class PlantBought(_Event, frozen=True, tag="plant_bought"):
    """``unopposed``: nobody else was entitled to bid (AUC-11)."""

    seat: int
    plant: int
    price: int
    unopposed: bool


class PlantDiscarded(_Event, frozen=True, tag="plant_discarded"):
    """A plant was scrapped for a new one; ``fuel`` went back to the supply."""

    seat: int
    plant: int
    fuel: Fuel


class UraniumPhasedOut(_Event, frozen=True, tag="uranium_phased_out"):
    """From now on uranium is not refilled, because ``plant`` was bought (MAP-DE-2)."""

    plant: int


class TrustTookPlant(_Event, frozen=True, tag="trust_took_plant"):
    """The Trust took the highest plant on offer (TRU-11)."""

    plant: int


class TrustScrappedPlant(_Event, frozen=True, tag="trust_scrapped_plant"):
    """The lowest plant of the Trust made room for a higher one (TRU-12)."""

    plant: int


class TrustDeclined(_Event, frozen=True, tag="trust_declined"):
    """The Trust took nothing: ``plant``, the highest on offer, is lower than all of its own (TRU-12)."""

    plant: int


class TrustTookFuel(_Event, frozen=True, tag="trust_took_fuel"):
    """From the market, free of charge (TRU-15)."""

    fuel: Fuel


class TrustReturnedFuel(_Event, frozen=True, tag="trust_returned_fuel"):
    """To the supply, before the refill (TRU-23)."""

    fuel: Fuel


class PlantDrawn(_Event, frozen=True, tag="plant_drawn"):
    """A card was turned up and put into the market."""

    plant: int


class PlantRemoved(_Event, frozen=True, tag="plant_removed"):
    """A plant of the market left the game.

    ``reason``: ``obsolete`` (MKT-6), ``unsold`` (MKT-9), ``discount`` (RCH-13), ``undercut`` (RCH-11), ``step2``
    (STEP-6), ``step3`` (STEP-13 to STEP-17), ``update`` (MKT-11, MAP-BNL-5), ``declined`` (MAP-RU-8), ``waiting``
    (MAP-ME-9).
    """

    plant: int
    reason: RemovalReason


class PlantBuried(_Event, frozen=True, tag="plant_buried"):
    """The highest plant went under the deck (MKT-10)."""

    plant: int


class SetAsideReturned(_Event, frozen=True, tag="set_aside_returned"):
    """The plants that were set aside, ascending, came on top of the deck, the first one topmost (MAP-ES-7)."""

    plants: tuple[int, ...]


class PlantPiled(_Event, frozen=True, tag="plant_piled"):
    """One of the highest plants went to the pile beside the deck (MAP-NYC-7)."""

    plant: int


class PileShuffled(_Event, frozen=True, tag="pile_shuffled"):
    """The first deck was used up: the pile, ``cards`` plants, was shuffled and is the second deck (MAP-NYC-8)."""

    cards: int


class AllForSale(_Event, frozen=True, tag="all_for_sale"):
    """The second deck was used up: from now on every plant of the market is for sale (MAP-NYC-10)."""


class Step3CardDrawn(_Event, frozen=True, tag="step3_card_drawn"):
    """The rest of the deck has ``cards`` plants, and was ``shuffled`` (STEP-9) unless the board says otherwise."""

    cards: int
    shuffled: bool = True


class Step3CardReturned(_Event, frozen=True, tag="step3_card_returned"):
    """The card went under the shuffled deck, from which it will come once more (MAP-ME-12)."""


class StepBegan(_Event, frozen=True, tag="step_began"):
    step: int


class PhaseBegan(_Event, frozen=True, tag="phase_began"):
    phase: str


class OrderChanged(_Event, frozen=True, tag="order_changed"):
    """The order was found anew after the auctions (AUC-21, MAP-BW-3)."""

    order: tuple[int, ...]


class ResourcesBought(_Event, frozen=True, tag="resources_bought", omit_defaults=True):
    """``market`` says where, on a board that has several (MAP-KR-5)."""

    seat: int
    fuel: Fuel
    price: int
    market: str = ""


class CityBuilt(_Event, frozen=True, tag="city_built"):
    """``slot`` and ``connection`` add up to what was paid; ``path`` leads from the network to the city, both
    included.
    """

    seat: int
    city: str
    slot: int
    connection: int
    path: tuple[str, ...]


class BuiltNothing(_Event, frozen=True, tag="built_nothing"):
    seat: int


class CitiesPowered(_Event, frozen=True, tag="cities_powered"):
    """Income of one seat; ``burnt`` went to the supply."""

    seat: int
    plants: tuple[int, ...]
    cities: int
    income: int
    burnt: Fuel


class MarketRefilled(_Event, frozen=True, tag="market_refilled", omit_defaults=True):
    """``fuel`` moved from the supply to the market (BUR-8); ``markets`` has what came to each of several."""

    fuel: Fuel
    markets: tuple[Fuel, ...] = ()


class UraniumSold(_Event, frozen=True, tag="uranium_sold"):
    """``mines`` sold by themselves: ``price`` for each of their cities; ``tokens`` found a place (MAP-AUS-9)."""

    seat: int
    mines: tuple[int, ...]
    tokens: int
    price: int
    income: int


class UraniumUsed(_Event, frozen=True, tag="uranium_used"):
    """So many tokens left the uranium market after the sales (MAP-AUS-12)."""

    tokens: int


class PowerOutage(_Event, frozen=True, tag="power_outage"):
    """So many ``cities`` were connected in this round that each takes ``loss`` off its owner's income (MAP-IN-10)."""

    cities: int
    loss: int


class OilMoved(_Event, frozen=True, tag="oil_moved"):
    """So many tokens of oil were due that the supply did not have, and moved to the cheap end (MAP-ME-6)."""

    tokens: int


class GameEnded(_Event, frozen=True, tag="game_ended"):
    """``winners`` share the first rank."""

    winners: tuple[int, ...]


Event = (
    RoundBegan
    | AreaChosen
    | TrustHousePlaced
    | StartCityMarked
    | MarkerReturned
    | DiscountPlaced
    | DiscountLost
    | AuctionOpened
    | AuctionDeclined
    | BidMade
    | BidPassed
    | PlantBought
    | PlantDiscarded
    | UraniumPhasedOut
    | TrustTookPlant
    | TrustScrappedPlant
    | TrustDeclined
    | TrustTookFuel
    | TrustReturnedFuel
    | PlantDrawn
    | PlantRemoved
    | PlantBuried
    | SetAsideReturned
    | PlantPiled
    | PileShuffled
    | AllForSale
    | Step3CardDrawn
    | Step3CardReturned
    | StepBegan
    | PhaseBegan
    | OrderChanged
    | ResourcesBought
    | CityBuilt
    | BuiltNothing
    | CitiesPowered
    | MarketRefilled
    | OilMoved
    | UraniumSold
    | UraniumUsed
    | PowerOutage
    | GameEnded
)

REVEALING = (
    PlantDrawn,  # everybody has seen the card, and what an action is worth depends on it
    PileShuffled,  # a deck was shuffled
    Step3CardDrawn,  # likewise; and the rest of the deck was shuffled
)
"""What shows something that nobody could know before, while the game runs. All else follows from what was public."""
