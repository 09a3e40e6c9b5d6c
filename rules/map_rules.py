"""What boards change in the rules of an edition, as data of a board says it: docs/boards.md."""

from msgspec import Struct

from rules.fuel import FuelKind
from rules.fuel_tracks import FuelSales, UraniumMarket


class Deal(Struct, frozen=True, forbid_unknown_fields=True):
    """What a board changes in the deal of an edition (SET-10 to SET-13, RCH-2 to RCH-5).

    :param opening: lies in the market at the start: in classic nothing else, in Recharged drawn plants beside it.
    :param top: lies on top of the deck, the first one topmost; in Recharged below the plug plant drawn for the top.
    :param set_aside: lies open beside the deck until Step 2 begins, and then comes on top of it.
    :param missing: not in the game with this number of players, beside the plants that never are.
    :param never_removed: is not among the plants removed unseen.
    :param removed: plants removed unseen by number of players; in Recharged plug plants, then socket plants.
    :param below_step3: as many cards lie below the Step 3 card.
    :param has_step3: there is a Step 3 card.
    """

    opening: tuple[int, ...] = ()
    top: tuple[int, ...] = ()
    set_aside: tuple[int, ...] = ()
    missing: dict[int, tuple[int, ...]] = {}
    never_removed: tuple[int, ...] = ()
    removed: dict[int, tuple[int, ...]] = {}
    below_step3: int = 0
    has_step3: bool = True


class Rows(Struct, frozen=True, forbid_unknown_fields=True):
    """The rows of the plant market (MKT-1).

    :param actual: how many plants can be auctioned in Steps 1 and 2.
    :param shown: how many plants the market shows in Steps 1, 2 and 3.
    :param filled_in_phase_5: in Steps 1 and 2 new plants come in Phase 5 alone (MAP-CN-8, MAP-CN-9). The hooks of the
        board see to it; this lets pages say so.
    """

    actual: int = 4
    shown: tuple[int, int, int] = (8, 8, 6)
    filled_in_phase_5: bool = False


class Networks(Struct, frozen=True, forbid_unknown_fields=True):
    """How networks begin and grow on a board, where it is not by BLD-2 to BLD-5 alone.

    :param transit_cost: of each city that a connection passes through (MAP-NYC-3).
    :param flat_cost: what any connection costs at most (MAP-AUS-3); so areas need not touch (MAP-AUS-2).
    :param next_island_cost: what is paid to begin on a further island (MAP-UKI-4).
    :param start_cities: the only ones in which networks begin, two of each player (MAP-JP-5, MAP-JP-6).
    :param first_round_cities: so many a player can build in round 1, as starts of networks only (MAP-JP-7).
    """

    transit_cost: int = 0
    flat_cost: int = 0
    next_island_cost: int = 0
    start_cities: tuple[str, ...] = ()
    first_round_cities: int = 0


class Blocking(Struct, frozen=True, forbid_unknown_fields=True):
    """The cities in which nobody builds (MAP-NYC-4).

    :param each: how many of them have a price.
    :param times: how often that many are blocked, by number of players; never where it is not named.
    """

    each: dict[int, int] = {}
    times: dict[int, int] = {}


class NotOffered(Struct, frozen=True, forbid_unknown_fields=True):
    """The variants that a board is not played with: ``first_game``, ``start_cities``, ``trust``, ``areas``."""

    rule: str = ""
    variants: tuple[str, ...] = ()


class NuclearAreas(Struct, frozen=True, forbid_unknown_fields=True):
    """A board on which a nuclear plant needs a city in one of ``areas``, and the ``rule`` that says so.

    ``without_city``: a player who has no city yet may acquire one, too (MAP-ES-10).
    """

    areas: tuple[str, ...] = ()
    rule: str = ""
    without_city: bool = False


class Outage(Struct, frozen=True, forbid_unknown_fields=True):
    """If more new cities than so many for each player come in a round, each city lowers the income of its owner."""

    cities_per_player: int
    loss_per_city: int


class MapRules(Struct, frozen=True, forbid_unknown_fields=True):
    """What a board changes in the rules of an edition; a field with its default changes nothing.

    :param missing_plants: plants that are not in the game (MAP-FR-3, MAP-FR-4).
    :param early_plant: takes the place of plant 13 on the classic deck, and always opens the Recharged market.
    :param area_drawn_first: in play wherever the areas are drawn at random (MAP-FR-7).
    :param start_market: spaces full at the start instead of the board's, unless the table keeps those (MAP-FR-2).
    :param coal_storage_price: what coal costs from the storage once the market has none (MAP-USA-3).
    :param phase_out_plant: its purchase ends the refill of uranium (MAP-DE-2, MAP-IT-3).
    :param nuclear: who may acquire a nuclear plant (MAP-CE-3, MAP-NE-6, MAP-ES-9, MAP-UKI-6).
    :param garbage_discount_city: a player there pays 1 Elektro less for each garbage token (MAP-CE-7).
    :param offers_ecological_plant: an ecological plant that leads the future market is for sale (MAP-BNL-3).
    :param removes_lowest_plant: the market update of Steps 1 and 2 removes the lowest plant, too (MAP-BNL-5).
    :param deal: how the cards are dealt.
    :param rows: the rows of the plant market.
    :param edition: rules of the edition that are played otherwise here, by their names in ``Edition``.
    :param keeps_ecological_plants: the market update buries none of them (MAP-QC-7).
    :param decline_removes: the first to decline in a round removes the lowest plant (MAP-RU-8).
    :param unsold_plants: as many of the lowest leave after a round without purchase (MAP-BW-5).
    :param discount_buys_again: the buyer of the plant under the token may buy another one (MAP-NYC-12).
    :param orders_after_auction: player order is found after each auction instead of before (MAP-BW-3).
    :param networks: how they begin and grow.
    :param ends_within_reach: the end needs no more cities than there are in play (MAP-UKI-10).
    :param full_map_begins_step2: so does a house in every city, instead of STEP-3 (MAP-UKI-8).
    :param blocking: which cities are left out of a game (MAP-NYC-4).
    :param not_offered: the variants that go badly with the board.
    :param fuel_sales: how fuel is sold.
    :param uranium_market: where mines sell.
    :param outage: what happens where too many cities are connected in a round.
    :param must_power_most: the plants run have to power as many cities as can be (MAP-IN-11).
    """

    missing_plants: tuple[int, ...] = ()
    early_plant: int = 0
    area_drawn_first: str = ""
    start_market: dict[FuelKind, tuple[int, ...]] = {}
    coal_storage_price: int = 0
    phase_out_plant: int = 0
    nuclear: NuclearAreas = NuclearAreas()
    garbage_discount_city: str = ""
    offers_ecological_plant: bool = False
    removes_lowest_plant: bool = False
    deal: Deal = Deal()
    rows: Rows = Rows()
    edition: dict[str, bool] = {}
    keeps_ecological_plants: bool = False
    decline_removes: bool = False
    unsold_plants: int = 1
    discount_buys_again: bool = False
    orders_after_auction: bool = False
    networks: Networks = Networks()
    ends_within_reach: bool = False
    full_map_begins_step2: bool = False
    blocking: Blocking = Blocking()
    not_offered: NotOffered = NotOffered()
    fuel_sales: FuelSales = FuelSales()
    uranium_market: UraniumMarket | None = None
    outage: Outage | None = None
    must_power_most: bool = False
