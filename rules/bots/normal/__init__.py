"""The bot that keeps accounts: plants, fuel and houses for what they bring until the likely end of the game."""

from rules.actions import Action, ChooseArea, ChooseStartCity, PlaceTrustHouse
from rules.bots.easy import builder
from rules.bots.normal import auctions, building, fuel
from rules.bots.normal.outlook import Outlook
from rules.bots.normal.weights import WEIGHTS, Weights
from rules.decisions import (
    AreaDecision,
    BiddingDecision,
    BuildingDecision,
    DiscardDecision,
    OpeningDecision,
    PoweringDecision,
    PurchaseDecision,
    StartCityDecision,
    TrustHouseDecision,
)
from rules.engine import legal
from rules.state import Seat, State


def decide(state: State, seat: Seat, seed: str = "", weights: Weights = WEIGHTS) -> Action:
    """What a sensible player would do: always a legal action.

    :raises RuleError: the seat is not asked.
    """
    decision = legal(state, seat)
    match decision:
        case AreaDecision():
            return ChooseArea(decision.areas[0])
        case TrustHouseDecision():
            return PlaceTrustHouse(builder.city_to_spare(state, decision.cities))
        case StartCityDecision():
            return ChooseStartCity(builder.city_to_start_in(state, decision.cities))
        case PoweringDecision():
            return decision.best
    outlook = Outlook(state, seat, weights)
    match decision:
        case OpeningDecision():
            return auctions.open_auction(outlook, decision)
        case BiddingDecision():
            return auctions.bid(outlook, decision)
        case DiscardDecision():
            return auctions.discard(outlook, decision)
        case PurchaseDecision():
            return fuel.purchase(outlook, decision)
        case BuildingDecision():
            return building.build(outlook, decision)
