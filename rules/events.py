"""What happened while an action was applied: the source of feeds, mails and statistics.

Events are public unless said otherwise; money in Elektro. Each has a ``kind`` in its JSON form.
"""

from typing import Literal

from msgspec import Struct

from rules.fuel import Fuel


class _Event(Struct, frozen=True, tag_field="kind"):
    pass


class RoundBegan(_Event, frozen=True, tag="round_began"):
    """Phase 1 is done: ``order`` holds for this round (ORD-3)."""

    round: int
    order: tuple[int, ...]


class AreaChosen(_Event, frozen=True, tag="area_chosen"):
    seat: int
    area: str


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


class PlantDrawn(_Event, frozen=True, tag="plant_drawn"):
    """A card was turned up and put into the market."""

    plant: int


class PlantRemoved(_Event, frozen=True, tag="plant_removed"):
    """A plant of the market left the game.

    ``reason``: ``obsolete`` (MKT-6), ``unsold`` (MKT-9), ``step2`` (STEP-6), ``step3`` (STEP-13 to STEP-17),
    ``update`` (MKT-11).
    """

    plant: int
    reason: Literal["obsolete", "unsold", "step2", "step3", "update"]


class PlantBuried(_Event, frozen=True, tag="plant_buried"):
    """The highest plant went under the deck (MKT-10)."""

    plant: int


class Step3CardDrawn(_Event, frozen=True, tag="step3_card_drawn"):
    """The rest of the deck, ``cards`` plants, was shuffled (STEP-9)."""

    cards: int


class StepBegan(_Event, frozen=True, tag="step_began"):
    step: int


class PhaseBegan(_Event, frozen=True, tag="phase_began"):
    phase: str


class OrderChanged(_Event, frozen=True, tag="order_changed"):
    """The order of round 1 was found anew after its auctions (AUC-21)."""

    order: tuple[int, ...]


class ResourcesBought(_Event, frozen=True, tag="resources_bought"):
    seat: int
    fuel: Fuel
    price: int


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


class MarketRefilled(_Event, frozen=True, tag="market_refilled"):
    """``fuel`` moved from the supply to the market (BUR-8)."""

    fuel: Fuel


class GameEnded(_Event, frozen=True, tag="game_ended"):
    """``winners`` share the first rank."""

    winners: tuple[int, ...]


Event = (
    RoundBegan
    | AreaChosen
    | AuctionOpened
    | AuctionDeclined
    | BidMade
    | BidPassed
    | PlantBought
    | PlantDiscarded
    | PlantDrawn
    | PlantRemoved
    | PlantBuried
    | Step3CardDrawn
    | StepBegan
    | PhaseBegan
    | OrderChanged
    | ResourcesBought
    | CityBuilt
    | BuiltNothing
    | CitiesPowered
    | MarketRefilled
    | GameEnded
)
