"""Which plants to put up, how far to bid, and what to scrap."""

from rules.actions import Action, Bid, DeclineAuction, DiscardPlant, OpenAuction, PassBid
from rules.bots.easy.valuer import even_drop
from rules.bots.normal.outlook import Outlook
from rules.decisions import BiddingDecision, DiscardDecision, OpeningDecision
from rules.plant_market import actual, least_bid


def open_auction(outlook: Outlook, decision: OpeningDecision) -> Action:
    """Put up the plant that leaves the most between its worth and what it will cost."""
    rivals = _rivals(outlook)
    without = outlook.worth(outlook.seat, outlook.plants[outlook.seat], outlook.money[outlook.seat])
    surplus = {}
    for offer in decision.plants:
        least = offer.least
        price = max([least, *(min(offer.most, limit(outlook, rival, offer.plant) + 1) for rival in rivals)])
        price = min(price, max(least, limit(outlook, outlook.seat, offer.plant)))
        surplus[offer.plant] = _with(outlook, outlook.seat, offer.plant, price) - without
    best = max(decision.plants, key=lambda offer: (surplus[offer.plant], offer.plant), default=None)
    if best is None or (surplus[best.plant] < outlook.weights.patience and decision.may_decline):
        return DeclineAuction()
    return OpenAuction(best.plant, best.least)


def bid(outlook: Outlook, decision: BiddingDecision) -> Action:
    most = min(decision.most, _limit_in_auction(outlook, decision.plant))
    return Bid(decision.least) if decision.least <= most else PassBid()


def discard(outlook: Outlook, decision: DiscardDecision) -> DiscardPlant:
    owned, money = outlook.plants[outlook.seat], outlook.money[outlook.seat]

    def kept(number: int) -> float:
        return outlook.worth(outlook.seat, tuple(plant for plant in owned if plant.number != number), money)

    offer = max(decision.plants, key=lambda offer: (kept(offer.plant), -offer.plant))
    if not offer.choose:
        return DiscardPlant(offer.plant)
    return DiscardPlant(offer.plant, even_drop(outlook.state.players[outlook.seat].fuel, offer))


def _with(outlook: Outlook, seat: int, plant: int, price: float) -> float:
    """How a company would stand with a plant for this price."""
    return outlook.worth(seat, outlook.best_with(seat, outlook.cards[plant]), outlook.money[seat] - price)


def limit(outlook: Outlook, seat: int, plant: int) -> int:
    """The most a company pays for a plant: as much as leaves it where the next best one, or none, would."""
    state, weights, money = outlook.state, outlook.weights, outlook.money[seat]
    least = least_bid(state, plant)
    nothing = outlook.worth(seat, outlook.plants[seat], money)
    others = [
        _with(outlook, seat, number, least_bid(state, number))
        for number in actual(state)
        if number != plant and least_bid(state, number) <= money
    ]
    instead = nothing + weights.rival * max(0.0, max(others, default=nothing) - nothing)
    low, high = _with(outlook, seat, plant, least), _with(outlook, seat, plant, least + 20)
    if low < instead:
        return min(money, least - 1)
    slope = max(0.5, (low - high) / 20)
    return int(min(money, least + (low - instead) / slope))


def _limit_in_auction(outlook: Outlook, plant: int) -> int:
    """The limit of the seat that bids, reckoned once for all bids of an auction."""
    state = outlook.state
    key = state.setup.seed, state.round, state.acted, outlook.seat, plant, state.players, outlook.weights
    found = _LIMITS.get(key)
    if found is None:
        if len(_LIMITS) > 500: _LIMITS.clear()
        found = _LIMITS[key] = limit(outlook, outlook.seat, plant)
    return found


_LIMITS: dict[object, int] = {}


def _rivals(outlook: Outlook) -> list[int]:
    state = outlook.state
    return [seat for seat in state.order if seat not in state.acted and seat != outlook.seat]
