"""What the panels of the game page show: one value for each, so that templates hold no arithmetic and no rule.

Everything here comes from a :class:`rules.View`, so a panel cannot show what its viewer may not see. Money is in
Elektro. What the viewer can do is in :mod:`games.composing`.
"""

from games.panels.ending import Result, StandingRow, result
from games.panels.markets import FuelTrack, PlantMarket, Space, fuel_market, plant_market
from games.panels.pieces import (
    FUEL_NAMES,
    Companies,
    Company,
    FuelAmount,
    PlantCard,
    companies,
    fuel_amounts,
    plant_card,
)
from games.panels.strip import Chip, Pip, Status, Waiting, status, terms, waiting_for
from games.panels.turn_order import AuctionBox, PlayerRow, auction, players

__all__ = [
    "FUEL_NAMES",
    "AuctionBox",
    "Chip",
    "Companies",
    "Company",
    "FuelAmount",
    "FuelTrack",
    "Pip",
    "PlantCard",
    "PlantMarket",
    "PlayerRow",
    "Result",
    "Space",
    "StandingRow",
    "Status",
    "Waiting",
    "auction",
    "companies",
    "fuel_amounts",
    "fuel_market",
    "plant_card",
    "plant_market",
    "players",
    "result",
    "status",
    "terms",
    "waiting_for",
]
