"""What the panels of the game page show: one value for each, so that templates hold no arithmetic and no rule.

Everything here comes from a :class:`rules.View`, so a panel cannot show what its viewer may not see. Money is in
Elektro. What the viewer can do is in :mod:`games.pages.composing`.
"""

from games.pages.panels.awaited import Awaited, Waiting, waiting_for
from games.pages.panels.cities import Cities, CityRow, cities
from games.pages.panels.clock import Clock, clock_of
from games.pages.panels.ending import Result, StandingRow, result
from games.pages.panels.fuel_market import Basket, FuelTrack, Place, Refill, Space, Storage, fuel_market, refills_due
from games.pages.panels.pieces import (
    FUEL_NAMES,
    Companies,
    Company,
    FuelAmount,
    PlantCard,
    companies,
    fuel_amounts,
    plant_card,
    trust,
)
from games.pages.panels.plant_market import MarketPlant, PlantMarket, Sign, plant_market, why_barred
from games.pages.panels.strip import Chip, Pip, Status, status, terms
from games.pages.panels.turn_order import AuctionBox, PlayerRow, RowChange, TrustRow, auction, players

__all__ = [
    "FUEL_NAMES",
    "AuctionBox",
    "Awaited",
    "Basket",
    "Chip",
    "Cities",
    "CityRow",
    "Clock",
    "Companies",
    "Company",
    "FuelAmount",
    "FuelTrack",
    "MarketPlant",
    "Pip",
    "Place",
    "PlantCard",
    "PlantMarket",
    "PlayerRow",
    "Refill",
    "Result",
    "RowChange",
    "Sign",
    "Space",
    "StandingRow",
    "Status",
    "Storage",
    "TrustRow",
    "Waiting",
    "auction",
    "cities",
    "clock_of",
    "companies",
    "fuel_amounts",
    "fuel_market",
    "plant_card",
    "plant_market",
    "players",
    "refills_due",
    "result",
    "status",
    "terms",
    "trust",
    "waiting_for",
    "why_barred",
]
