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

_ABOVE_LEAST = 2
"""So much more than the least bid a plant may cost before Step 3, as another one comes soon."""


def decide(state: State, seat: Seat, seed: str = "", *, is_thrifty: bool = True) -> Action:
    """What follows from rules of thumb: always a legal action.

    :param seed: two seeds value plants a little differently; the same seed always decides the same way.
    :param is_thrifty: it never bids far above the number of a plant. Without that it is the bot that all others are
        measured by, which must not change.
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
            return _bid(sight, seat, decision, seed, is_thrifty=is_thrifty)
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


def _bid(sight: View, seat: Seat, decision: BiddingDecision, seed: str, *, is_thrifty: bool) -> Action:
    limit = min(decision.most, most_for(sight, seat, decision.plant, seed, is_thrifty=is_thrifty))
    return Bid(decision.least) if decision.least <= limit else PassBid()


def most_for(sight: View, seat: Seat, plant: int, seed: str, *, is_thrifty: bool = True) -> int:
    """The most this bot bids for a plant now; negative where it does not want it."""
    limit = valuer.limit(sight, seat, plant, seed)
    if is_thrifty and sight.step < 3:
        return min(limit, valuer.least_bid(sight, plant) + _ABOVE_LEAST)
    return limit
