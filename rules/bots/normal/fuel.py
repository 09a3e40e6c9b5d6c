"""How much fuel to buy: for the best run of this round, and for later where it will be dearer."""

from rules.actions import BuyResources
from rules.bots.normal.building import costs_of_growing
from rules.bots.normal.ending import may_end
from rules.bots.normal.outlook import Outlook
from rules.decisions import PurchaseDecision
from rules.fuel import NO_FUEL, Fuel
from rules.plants import storage_of
from rules.powering import best_run
from rules.refuelling import choices_of, may_buy, missing_fuel
from rules.scoring import payment


def purchase(outlook: Outlook, decision: PurchaseDecision) -> BuyResources:
    player = outlook.state.players[outlook.seat]
    costs = costs_of_growing(outlook)
    last = may_end(outlook)
    best = None
    for market in decision.markets:
        for plants in choices_of(decision.plants):
            for missing in missing_fuel(plants, player.fuel):
                if not may_buy(market, decision.plants, player.fuel, missing):
                    continue
                price = market.price(missing) or 0
                capacity = best_run(decision.plants, player.fuel + missing, 99).cities
                merit = _merit(outlook, capacity, decision.money - price, costs, last)
                if best is None or merit > best[0]:
                    best = merit, market, missing
    assert best is not None
    _merit_found, market, wanted = best
    if not last:
        wanted = _with_stock(outlook, market, player.fuel, wanted, costs)
    return market.buying(wanted)


def _merit(outlook: Outlook, capacity: int, money: int, costs: list[int], last: bool) -> tuple[float, float]:
    """What a run brings together with the houses that it makes worth building."""
    network = outlook.cities[outlook.seat]
    houses = 0
    while houses < len(costs) and costs[houses] <= money and network + houses < capacity:
        houses += 1
    spent = costs[houses - 1] if houses else 0
    powered = min(capacity, network + houses)
    if last:
        return powered, money - spent
    return outlook.later(money - spent + payment(powered), houses), 0.0


def _with_stock(outlook: Outlook, market: PurchaseDecision, held: Fuel, wanted: Fuel, costs: list[int]) -> Fuel:
    """Add tokens that will be dearer, while they fit and leave money for houses."""
    capacity = storage_of(market.plants)
    weights = outlook.weights
    keep = weights.stock_keep
    need = outlook.burnt(outlook.seat)
    for offer in market.fuels:
        if not need[offer.kind]:
            continue
        later = outlook.fuel_price(offer.kind, outlook.seat, need[offer.kind]) * weights.stock
        while held[offer.kind] + wanted[offer.kind] < 2 * need[offer.kind]:
            more = wanted + Fuel(**{offer.kind: 1})
            price = market.price(more)
            if (
                price is None
                or not capacity.holds(held + more)
                or offer.prices[more[offer.kind] - 1] > later
                or price + keep > market.money
            ):
                break
            wanted = more
    return wanted
