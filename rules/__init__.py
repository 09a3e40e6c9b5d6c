"""The rules of Power Grid, usable without any site.

>>> import rules
>>> setup = rules.new_setup(rules.Options(map="germany"), players=3, seed="0123")
>>> state = rules.start(setup)
>>> seat = state.to_move[0]
>>> decision = rules.legal(state, seat)
>>> [offer.plant for offer in decision.plants]
[3, 4, 5, 6]
>>> state = rules.apply(state, seat, rules.parse_action("open 4 4"))
>>> state.auction.plant, state.auction.bid
(4, 4)
>>> rules.apply(state, state.to_move[0], rules.Bid(3))
Traceback (most recent call last):
rules.errors.RuleError: The bid stands at 4 Elektro; yours must be higher.

What ``__all__`` lists is public; all else may change.
"""

from rules.actions import (
    MOST_ELEKTRO,
    Action,
    Bid,
    BuildCities,
    BuyResources,
    ChooseArea,
    ChooseStartCity,
    DeclineAuction,
    DiscardPlant,
    Drop,
    OpenAuction,
    PassBid,
    PlaceTrustHouse,
    Run,
    RunPlants,
    action_from_data,
    action_from_json,
    action_to_json,
)
from rules.boards import MAPS, SLOTS, Area, Board, City, board, board_names
from rules.chance_tables import chance_tables
from rules.decisions import (
    AreaDecision,
    BiddingDecision,
    BuildingDecision,
    CityOffer,
    Decision,
    DiscardDecision,
    DiscardOffer,
    FuelOffer,
    OpeningDecision,
    PlantOffer,
    PoweringDecision,
    PurchaseDecision,
    StartCityDecision,
    TrustHouseDecision,
)
from rules.digest import digest
from rules.editions import Edition, Thresholds, applies, check_options, edition, has_trust, settled, thresholds
from rules.engine import apply, forced, legal, obvious, positions, replay, secretly_forced, start
from rules.errors import ActionSyntaxError, RecordError, RuleError
from rules.events import Event
from rules.fairness import LONGEST_SHARE, commitment, secret_of, seed_of, shares_of
from rules.fuel import KINDS, NO_FUEL, Fuel, FuelKind
from rules.fuel_market import market_prices, on_sale, price_spaces, refill_due, refill_of, refills_due, refills_of
from rules.fuel_tracks import FuelMarket
from rules.invariants import BrokenInvariant, check
from rules.map_rules import MapRules
from rules.network import Pair, Quote, paid_links, quote
from rules.notation import parse_action
from rules.options import MAX_PLAYERS, MIN_PLAYERS, Options, options_from_data, values_of
from rules.outage import loss_per_city as outage_loss
from rules.plant_market import may_acquire
from rules.plants import PLANTS, Capacity, Plant, Plants, storage_of
from rules.powering import Powering, all_runs, best_run, most_cities, only_sensible_run
from rules.proof import Draw, Proof, Turned, prove, shuffled_decks, turned
from rules.record import LARGEST_RECORD, Record, Result, read_record, recorded_positions, result_of, write_record
from rules.redrawing import redrawn
from rules.refuelling import fuel_to_power_most, fuel_to_run_all
from rules.scoring import PAYMENTS, income, payment
from rules.setup import new_setup
from rules.state import (
    TRUST_PLACERS,
    Auction,
    House,
    Marker,
    Phase,
    Player,
    Seat,
    Setup,
    Standing,
    State,
    Step3Card,
    Trust,
)
from rules.uranium_market import sales as uranium_sales
from rules.versions import NEWEST, VERSION
from rules.view import CompanyView, MarketView, View, view

__all__ = [
    "KINDS",
    "LARGEST_RECORD",
    "LONGEST_SHARE",
    "MAPS",
    "MAX_PLAYERS",
    "MIN_PLAYERS",
    "MOST_ELEKTRO",
    "NEWEST",
    "NO_FUEL",
    "PAYMENTS",
    "PLANTS",
    "SLOTS",
    "TRUST_PLACERS",
    "VERSION",
    "Action",
    "ActionSyntaxError",
    "Area",
    "AreaDecision",
    "Auction",
    "Bid",
    "BiddingDecision",
    "Board",
    "BrokenInvariant",
    "BuildCities",
    "BuildingDecision",
    "BuyResources",
    "Capacity",
    "ChooseArea",
    "ChooseStartCity",
    "City",
    "CityOffer",
    "CompanyView",
    "Decision",
    "DeclineAuction",
    "DiscardDecision",
    "DiscardOffer",
    "DiscardPlant",
    "Draw",
    "Drop",
    "Edition",
    "Event",
    "Fuel",
    "FuelKind",
    "FuelMarket",
    "FuelOffer",
    "House",
    "MapRules",
    "Marker",
    "MarketView",
    "OpenAuction",
    "OpeningDecision",
    "Options",
    "Pair",
    "PassBid",
    "Phase",
    "PlaceTrustHouse",
    "Plant",
    "PlantOffer",
    "Plants",
    "Player",
    "Powering",
    "PoweringDecision",
    "Proof",
    "PurchaseDecision",
    "Quote",
    "Record",
    "RecordError",
    "Result",
    "RuleError",
    "Run",
    "RunPlants",
    "Seat",
    "Setup",
    "Standing",
    "StartCityDecision",
    "State",
    "Step3Card",
    "Thresholds",
    "Trust",
    "TrustHouseDecision",
    "Turned",
    "View",
    "action_from_data",
    "action_from_json",
    "action_to_json",
    "all_runs",
    "applies",
    "apply",
    "best_run",
    "board",
    "board_names",
    "chance_tables",
    "check",
    "check_options",
    "commitment",
    "digest",
    "edition",
    "forced",
    "fuel_to_power_most",
    "fuel_to_run_all",
    "has_trust",
    "income",
    "legal",
    "market_prices",
    "may_acquire",
    "most_cities",
    "new_setup",
    "obvious",
    "on_sale",
    "only_sensible_run",
    "options_from_data",
    "outage_loss",
    "paid_links",
    "parse_action",
    "payment",
    "positions",
    "price_spaces",
    "prove",
    "quote",
    "read_record",
    "recorded_positions",
    "redrawn",
    "refill_due",
    "refill_of",
    "refills_due",
    "refills_of",
    "replay",
    "result_of",
    "secret_of",
    "secretly_forced",
    "seed_of",
    "settled",
    "shares_of",
    "shuffled_decks",
    "start",
    "storage_of",
    "thresholds",
    "turned",
    "uranium_sales",
    "values_of",
    "view",
    "write_record",
]
