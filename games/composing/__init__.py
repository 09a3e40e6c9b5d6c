"""What the action panel shows: the decision asked for, and the answer that is being composed, with all that follows.

What is composed is itself an action (see :mod:`games.forms`), only not taken yet. It is tried on a copy of the
position, so the panel objects with the very words that would refuse it. Nothing here changes anything.
"""

import rules
from games.composing.areas import AreaPanel, area_panel
from games.composing.asked import Asked
from games.composing.auction import (
    BiddingPanel,
    DiscardPanel,
    OpeningPanel,
    bidding_panel,
    discard_panel,
    opening_panel,
)
from games.composing.building import BuildingPanel, CityChoice, building_panel, prospects
from games.composing.powering import PoweringPanel, powering_panel
from games.composing.purchase import PurchasePanel, purchase_panel

__all__ = ["Asked", "BuildingPanel", "CityChoice", "Panel", "panel", "prospects"]


Panel = AreaPanel | OpeningPanel | BiddingPanel | DiscardPanel | PurchasePanel | BuildingPanel | PoweringPanel


def panel(asked: Asked, draft: rules.Action | None) -> Panel:
    """The decision that a seat is asked for, with what it has composed; a draft for another decision is left out."""
    match rules.legal(asked.state, asked.seat):
        case rules.AreaDecision() as decision:
            return area_panel(asked, decision, draft if isinstance(draft, rules.ChooseArea) else None)
        case rules.OpeningDecision() as decision:
            return opening_panel(asked, decision, draft if isinstance(draft, rules.OpenAuction) else None)
        case rules.BiddingDecision() as decision:
            return bidding_panel(asked, decision, draft if isinstance(draft, rules.Bid) else None)
        case rules.DiscardDecision() as decision:
            return discard_panel(asked, decision, draft if isinstance(draft, rules.DiscardPlant) else None)
        case rules.PurchaseDecision() as decision:
            return purchase_panel(asked, decision, draft if isinstance(draft, rules.BuyResources) else None)
        case rules.BuildingDecision() as decision:
            return building_panel(asked, decision, draft if isinstance(draft, rules.BuildCities) else None)
        case rules.PoweringDecision() as decision:
            return powering_panel(asked, decision, draft if isinstance(draft, rules.RunPlants) else None)
