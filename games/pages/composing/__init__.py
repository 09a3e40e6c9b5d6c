"""What the action panel shows: the decision asked for, and the answer that is being composed, with all that follows.

What is composed is itself an action (see :mod:`games.pages.forms`), only not taken yet. It is tried on a copy of the
position, so the panel objects with the very words that would refuse it. Nothing here changes anything.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

import rules
from games.pages.composing.asked import Asked, Panel
from games.pages.composing.auction import bidding_panel, discard_panel, opening_panel
from games.pages.composing.building import building_panel
from games.pages.composing.powering import powering_panel
from games.pages.composing.purchase import purchase_panel
from games.pages.composing.setup import area_panel, start_city_panel, trust_house_panel
from games.story import questions

__all__ = ["Asked", "Panel", "Turn", "fitting", "panel"]

_PANELS: dict[type[rules.Decision], tuple[type[rules.Action], Callable[..., Panel]]] = {
    rules.AreaDecision: (rules.ChooseArea, area_panel),
    rules.TrustHouseDecision: (rules.PlaceTrustHouse, trust_house_panel),
    rules.StartCityDecision: (rules.ChooseStartCity, start_city_panel),
    rules.OpeningDecision: (rules.OpenAuction, opening_panel),
    rules.BiddingDecision: (rules.Bid, bidding_panel),
    rules.DiscardDecision: (rules.DiscardPlant, discard_panel),
    rules.PurchaseDecision: (rules.BuyResources, purchase_panel),
    rules.BuildingDecision: (rules.BuildCities, building_panel),
    rules.PoweringDecision: (rules.RunPlants, powering_panel),
}
"""For each decision what is composed as an answer, and where. To decline and to pass take no composing."""


def fitting(asked: Asked, draft: rules.Action | None) -> rules.Action | None:
    """A draft for the present question; None for one that was begun for another, as in an address from before."""
    answer, _ = _PANELS[type(asked.decision)]
    return draft if isinstance(draft, answer) else None


def panel(asked: Asked, draft: rules.Action | None) -> Panel:
    """The decision that a seat is asked for, with what it has composed.

    :param draft: a fitting one, or none.
    """
    _, make = _PANELS[type(asked.decision)]
    return make(asked, asked.decision, draft)


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player is asked, and what they have composed as an answer.

    ``objection`` says why the rules would refuse that; None where they would not.
    """

    asked: Asked
    question: str
    draft: rules.Action | None
    panel: Panel
    objection: rules.RuleError | None

    @property
    def part(self) -> str:
        """The part of the page in which the answer is composed: ``markets`` or ``board``."""
        return self.panel.part

    @classmethod
    def of(cls, asked: Asked, draft: rules.Action | None) -> Self:
        """The turn of a seat that is to move; a draft that was begun for another question is left out."""
        draft = fitting(asked, draft)
        return cls(
            asked=asked,
            question=questions.asking(asked.decision, asked.state.auction, asked.names),
            draft=draft,
            panel=panel(asked, draft),
            objection=asked.objection(draft) if draft and not _has_only_market(draft) else None,
        )


def _has_only_market(draft: rules.Action) -> bool:
    """Whether a purchase has begun with the choice of a market, which is no answer yet (MAP-KR-5)."""
    return isinstance(draft, rules.BuyResources) and not draft.fuel
