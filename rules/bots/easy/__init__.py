"""The bot that teaches: what it does can be followed by rule of thumb."""

from rules.actions import (
    Action,
    Bid,
    ChooseArea,
    ChooseStartCity,
    DeclineAuction,
    OpenAuction,
    PassBid,
    PlaceTrustHouse,
)
from rules.bots.easy import builder, buyer, valuer
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
from rules.view import View, view


def decide(state: State, seat: Seat, seed: str = "") -> Action:
    """What a sensible player would do: always a legal action.

    :param seed: two seeds value plants a little differently; the same seed always decides the same way.
    :raises RuleError: the seat is not asked.
    """
    decision = legal(state, seat)
    sight = view(state, seat)
    match decision:
        case AreaDecision():
            return ChooseArea(decision.areas[0])
        case TrustHouseDecision():
            return PlaceTrustHouse(builder.city_to_spare(state, decision.cities))
        case StartCityDecision():
            return ChooseStartCity(builder.city_to_start_in(state, decision.cities))
        case OpeningDecision():
            return _open(sight, seat, decision, seed)
        case BiddingDecision():
            return _bid(sight, seat, decision, seed)
        case DiscardDecision():
            return valuer.discard(sight, seat, decision)
        case PurchaseDecision():
            return buyer.purchase(sight, seat, decision)
        case BuildingDecision():
            return builder.build(state, sight, seat, decision)
        case PoweringDecision():
            return decision.best


def _open(sight: View, seat: Seat, decision: OpeningDecision, seed: str) -> Action:
    """Put up the plant that leaves the most between its worth and its price, if any is worth it."""
    surplus = {offer.plant: valuer.limit(sight, seat, offer.plant, seed) - offer.least for offer in decision.plants}
    best = max(decision.plants, key=lambda offer: (surplus[offer.plant], offer.plant), default=None)
    if best is None or (surplus[best.plant] < 0 and decision.may_decline):
        return DeclineAuction()
    return OpenAuction(best.plant, best.least)


def _bid(sight: View, seat: Seat, decision: BiddingDecision, seed: str) -> Action:
    limit = min(decision.most, valuer.limit(sight, seat, decision.plant, seed))
    return Bid(decision.least) if decision.least <= limit else PassBid()
