"""Which plants to put up, how far to bid, and what to scrap."""

from rules.actions import Action, Bid, DeclineAuction, DiscardPlant, OpenAuction, PassBid
from rules.bots.easy.valuer import even_drop
from rules.bots.normal.outlook import Outlook
from rules.decisions import BiddingDecision, DiscardDecision, DiscardOffer, OpeningDecision
from rules.plant_market import actual, least_bid

_FURTHER = 20
"""How many Elektro more tell what each of them is worth."""

_SALE = 2
"""What a mine brings in a round for each city on it, about, as it comes bit by bit (MAP-AUS-9)."""


def open_auction(outlook: Outlook, decision: OpeningDecision) -> Action:
    """Put up the plant that leaves the company best off at the price to expect, if any does."""
    surplus = surpluses(outlook, decision)
    best = max(decision.plants, key=lambda offer: (surplus[offer.plant], offer.plant), default=None)
    if best is None or (surplus[best.plant] < 0 and decision.may_decline):
        return DeclineAuction()
    return OpenAuction(best.plant, best.least)


def surpluses(outlook: Outlook, decision: OpeningDecision) -> dict[int, float]:
    """By plant: how much better off the company is with it, at the price that the others would drive it to."""
    state, seat = outlook.state, outlook.seat
    rivals = [other for other in state.order if other not in state.acted and other != seat]
    nothing = outlook.worth(seat, outlook.plants[seat], outlook.money[seat])
    surplus = {}
    for offer in decision.plants:
        driven = max([min(offer.most, limit(outlook, rival, offer.plant) + 1) for rival in rivals], default=0)
        price = max(offer.least, min(driven, limit(outlook, seat, offer.plant)))
        surplus[offer.plant] = _worth_with(outlook, seat, offer.plant, price) - nothing
    return surplus


def bid(outlook: Outlook, decision: BiddingDecision) -> Action:
    """Raise by 1 up to the limit."""
    most = min(decision.most, limit(outlook, outlook.seat, decision.plant))
    return Bid(decision.least) if decision.least <= most else PassBid()


def discard(outlook: Outlook, decision: DiscardDecision) -> DiscardPlant:
    """Scrap the plant without which the company is best off."""
    seat, owned = outlook.seat, outlook.plants[outlook.seat]

    def worth_without(number: int) -> float:
        kept = tuple([plant for plant in owned if plant.number != number])
        return outlook.worth(seat, kept, outlook.money[seat])

    return scrap(outlook, max(decision.plants, key=lambda offer: (worth_without(offer.plant), -offer.plant)))


def scrap(outlook: Outlook, offer: DiscardOffer) -> DiscardPlant:
    """Scrap a plant; where coal and oil compete, keep them in even numbers."""
    if not offer.choose:
        return DiscardPlant(offer.plant)
    return DiscardPlant(offer.plant, even_drop(outlook.state.players[outlook.seat].fuel, offer))


def limit(outlook: Outlook, seat: int, plant: int) -> int:
    """The most a company pays for a plant: as much as leaves it where the next best one, or none, would."""
    money, least = outlook.money[seat], least_bid(outlook.state, plant)
    nothing = outlook.worth(seat, outlook.plants[seat], money)
    at_least = _worth_with(outlook, seat, plant, least)
    others = [worth for number, worth in worths_on_offer(outlook, seat).items() if number != plant]
    instead = nothing + outlook.weights.rival * max(0.0, max(others, default=nothing) - nothing)
    if at_least < instead:
        return min(money, least - 1)
    each = (at_least - _worth_with(outlook, seat, plant, least + _FURTHER)) / _FURTHER
    return int(min(money, least + (at_least - instead) / max(0.5, each)))


def worths_on_offer(outlook: Outlook, seat: int) -> dict[int, float]:
    """By plant that a company can pay now: where it would end with the plant, bought for the least bid."""
    found = outlook.on_offer_to.get(seat)
    if found is None:
        prices = {number: least_bid(outlook.state, number) for number in actual(outlook.state)}
        found = outlook.on_offer_to[seat] = {
            number: _worth_with(outlook, seat, number, price)
            for number, price in prices.items()
            if price <= outlook.money[seat]
        }
    return found


def _worth_with(outlook: Outlook, seat: int, plant: int, price: float) -> float:
    card, money = outlook.cards[plant], outlook.money[seat] - price
    if card.is_mine:
        return outlook.worth(seat, outlook.plants[seat], money + _SALE * card.cities * (outlook.rounds - 1))
    return outlook.worth(seat, outlook.best_with(seat, card), money)
