"""What the panels of the game page show: one value for each, so that templates hold no arithmetic and no rule.

Everything here comes from a :class:`rules.View`, so a panel cannot show what its viewer may not see. Money is in
Elektro. What the viewer can do is in :mod:`games.pages.composing`.
"""

from games.pages.panels.awaited import Clock, Waiting, clock_of, waiting_for
from games.pages.panels.cities import Cities, cities
from games.pages.panels.ending import Result, result
from games.pages.panels.fuel_market import Basket, Baskets, FuelMarket, FuelTrack, MarketBoard, Supply, fuel_market
from games.pages.panels.pieces import FUEL_NAMES, Companies, Company, FuelAmount, PlantCard, companies, trust
from games.pages.panels.plant_market import PlantMarket, plant_market
from games.pages.panels.strip import Status, status, terms
from games.pages.panels.turn_order import AuctionBox, PlayerRow, RowChange, TrustRow, auction, players

__all__ = [
    "FUEL_NAMES",
    "AuctionBox",
    "Basket",
    "Baskets",
    "Cities",
    "Clock",
    "Companies",
    "Company",
    "FuelAmount",
    "FuelMarket",
    "FuelTrack",
    "MarketBoard",
    "PlantCard",
    "PlantMarket",
    "PlayerRow",
    "Result",
    "RowChange",
    "Status",
    "Supply",
    "TrustRow",
    "Waiting",
    "auction",
    "cities",
    "clock_of",
    "companies",
    "fuel_market",
    "plant_market",
    "players",
    "result",
    "status",
    "terms",
    "trust",
    "waiting_for",
]
