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
from games.models import Question
from games.questions import question_of

__all__ = ["Asked", "BuildingPanel", "CityChoice", "Panel", "fitting", "panel", "prospects"]


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


COMPOSED: dict[Question, type[rules.Action]] = {
    Question.CHOOSE_AREA: rules.ChooseArea,
    Question.OPEN_AUCTION: rules.OpenAuction,
    Question.BID: rules.Bid,
    Question.DISCARD_PLANT: rules.DiscardPlant,
    Question.BUY_RESOURCES: rules.BuyResources,
    Question.BUILD_CITIES: rules.BuildCities,
    Question.RUN_PLANTS: rules.RunPlants,
}
"""What is composed as an answer to each question. To decline and to pass take no composing."""


def fitting(asked: Asked, draft: rules.Action | None) -> rules.Action | None:
    """A draft for the present question; None for one that was begun for another, as in an address from before."""
    return draft if isinstance(draft, COMPOSED[question_of(asked.state)]) else None
