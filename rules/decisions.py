"""What a seat may do now, as data that a page can render and a bot can pick from.

Each phase answers with one of these; :func:`rules.apply` accepts exactly what they offer. Money in Elektro.
"""

from msgspec import Struct

from rules.actions import BuyResources, RunPlants
from rules.fuel import NO_FUEL, Fuel, FuelKind
from rules.plants import Plant


class AreaDecision(Struct, frozen=True, tag="choose_area"):
    """Pick one of ``areas`` (SET-3, SET-4)."""

    areas: tuple[str, ...]


class TrustHouseDecision(Struct, frozen=True, tag="place_trust_house"):
    """Put a house of the Trust into one of ``cities``; with this one ``left`` are still to be placed (TRU-5)."""

    cities: tuple[str, ...]
    left: int


class StartCityDecision(Struct, frozen=True, tag="choose_start_city"):
    """Mark one of ``cities`` as a start city (EXP-1)."""

    cities: tuple[str, ...]


class PlantOffer(Struct, frozen=True):
    """A plant that can be put up with a bid from ``least`` to ``most``. Where nobody else may bid both are equal."""

    plant: int
    least: int
    most: int


class OpeningDecision(Struct, frozen=True, tag="open_auction"):
    """Put one of ``plants`` up, or decline if ``may_decline`` (AUC-2, AUC-20).

    ``barred`` are plants on offer that this seat may not acquire yet (MAP-CE-3).
    """

    plants: tuple[PlantOffer, ...]
    may_decline: bool
    barred: tuple[int, ...] = ()


class BiddingDecision(Struct, frozen=True, tag="bid"):
    """Bid from ``least`` to ``most`` or pass; only passing is left where ``least`` exceeds ``most`` (AUC-8)."""

    plant: int
    least: int
    most: int


class DiscardOffer(Struct, frozen=True):
    """A plant that can be scrapped.

    ``must`` go back to the supply in any case; ``may`` is the most of each kind that can go back, ``most`` of all
    kinds together. ``choose`` more tokens of coal or oil, in any mix, have to go and the player says which (AUC-18).
    """

    plant: int
    must: Fuel
    may: Fuel
    choose: int
    most: int


class DiscardDecision(Struct, frozen=True, tag="discard_plant"):
    """Scrap one of ``plants``, having just bought ``new_plant`` (AUC-16)."""

    new_plant: int
    plants: tuple[DiscardOffer, ...]


class FuelOffer(Struct, frozen=True):
    """One kind on sale: ``prices`` of the tokens from the next one on, ``room`` in own plants if bought alone.

    The last ``stored`` of the prices are those of the coal storage (MAP-USA-3).
    """

    kind: FuelKind
    prices: tuple[int, ...]
    room: int
    stored: int = 0


class PurchaseDecision(Struct, frozen=True, tag="buy_resources"):
    """Buy fuel for ``plants``: each kind within ``room`` and ``prices``, coal and oil together within ``mixed_room``,
    all within ``money``; ``one_token`` at most where turns go round (MAP-IN-7).

    All of a purchase comes from one market (MAP-KR-5). Where there are several this is the decision in the first,
    ``market``, and ``elsewhere`` are those in the others.
    """

    money: int
    fuels: tuple[FuelOffer, ...]
    mixed_room: int
    plants: tuple[Plant, ...]
    one_token: bool = False
    market: str = ""
    elsewhere: tuple["PurchaseDecision", ...] = ()

    @property
    def markets(self) -> tuple["PurchaseDecision", ...]:
        """The decision in each market."""
        return (self, *self.elsewhere)

    def price(self, fuel: Fuel) -> int | None:
        """What fuel costs, or None where not that much is for sale."""
        total = 0
        for offer in self.fuels:
            wanted = fuel[offer.kind]
            if wanted > len(offer.prices):
                return None
            total += sum(offer.prices[:wanted])
        return total

    def in_market_of(self, action: BuyResources) -> "PurchaseDecision":
        """The decision in the market that a purchase names."""
        return next((market for market in self.markets if market.market == action.market), self)

    def buying(self, fuel: Fuel) -> BuyResources:
        """The purchase of this fuel in this market, or of that token of it which is to be bought first."""
        if self.one_token:
            fuel = self._scarcest(fuel)
        return BuyResources.of(fuel, self.market or None) if fuel else BuyResources()

    def _scarcest(self, fuel: Fuel) -> Fuel:
        """One token of the kind that is sold out soonest."""
        wanted = (offer for offer in self.fuels if fuel[offer.kind])
        first = min(wanted, key=lambda offer: len(offer.prices), default=None)
        return NO_FUEL if first is None else Fuel(**{first.kind: 1})


class CityOffer(Struct, frozen=True, gc=False):
    """A city that can be built in next. ``path`` leads from the own network to it, both included.

    A city that no path leads to has none: the first one, that of a ``free_start`` (MAP-JP-6), the first one on a
    further island (MAP-UKI-4), and one that is connected at a flat cost (MAP-AUS-3).
    """

    city: str
    slot: int
    connection: int
    path: tuple[str, ...]
    free_start: bool = False

    @property
    def cost(self) -> int:
        return self.slot + self.connection


class BuildingDecision(Struct, frozen=True, tag="build_cities"):
    """Build in ``cities`` (each as the next one, affordable or not, cheapest first) with ``money``; at most ``most``
    this turn. A city that can be the free start is there once more if it can be connected, too (MAP-JP-8).
    """

    money: int
    most: int
    cities: tuple[CityOffer, ...]


class PoweringDecision(Struct, frozen=True, tag="run_plants"):
    """Run any of ``plants`` that the ``fuel`` allows. ``best`` powers the most cities with the least fuel.

    ``best_cities`` and ``best_income`` are what it would yield; ``network_size`` caps the cities paid. At
    least ``least_cities`` have to be powered (MAP-IN-11). Hybrids burn what can lie on them (BUR-2a), or any fuel if
    the game ``pools_fuel``.
    """

    plants: tuple[Plant, ...]
    fuel: Fuel
    network_size: int
    best: RunPlants
    best_cities: int
    best_income: int
    least_cities: int = 0
    pools_fuel: bool = False


Decision = (
    AreaDecision
    | TrustHouseDecision
    | StartCityDecision
    | OpeningDecision
    | BiddingDecision
    | DiscardDecision
    | PurchaseDecision
    | BuildingDecision
    | PoweringDecision
)
