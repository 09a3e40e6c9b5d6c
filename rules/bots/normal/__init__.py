"""The bot that keeps accounts: plants, fuel and houses for what they bring until the likely end of the game."""

from rules.actions import Action
from rules.bots import easy
from rules.bots.normal import auctions, building, fuel
from rules.bots.normal.outlook import Outlook
from rules.bots.normal.weights import WEIGHTS
from rules.decisions import (
    BiddingDecision,
    BuildingDecision,
    DiscardDecision,
    OpeningDecision,
    PoweringDecision,
    PurchaseDecision,
)
from rules.engine import legal
from rules.state import Seat, State


def decide(state: State, seat: Seat) -> Action:
    """What a player who keeps accounts would do: always a legal action. Chance has no part in it.

    :raises RuleError: the seat is not asked.
    """
    return decide_by(Outlook(state, seat, WEIGHTS))


def decide_by(outlook: Outlook) -> Action:
    """What follows from an outlook for the seat that has it.

    :raises RuleError: the seat is not asked.
    """
    state = outlook.state
    match legal(state, outlook.seat):
        case OpeningDecision() as decision:
            return auctions.open_auction(outlook, decision)
        case BiddingDecision() as decision:
            return auctions.bid(outlook, decision)
        case DiscardDecision() as decision:
            return auctions.discard(outlook, decision)
        case PurchaseDecision() as decision:
            return fuel.purchase(outlook, decision)
        case BuildingDecision() as decision:
            return building.build(outlook, decision)
        case PoweringDecision(best=best):
            return best
        case _:
            return easy.decide(state, outlook.seat)  # before the first round there are no accounts to keep
