"""How much fuel to buy: for the run of this round that leads furthest, and more where it will be dearer."""

from collections.abc import Iterator

from rules.actions import BuyResources
from rules.bots.normal import building
from rules.bots.normal.ending import may_end
from rules.bots.normal.outlook import Outlook
from rules.decisions import PurchaseDecision
from rules.fuel import Fuel
from rules.network import HOUSES
from rules.plants import storage_of
from rules.powering import most_cities
from rules.refuelling import choices_of, may_buy, missing_fuel
from rules.scoring import payment


def purchase(outlook: Outlook, decision: PurchaseDecision) -> BuyResources:
    """Fuel for the run that leads furthest, and for the next round what will be dearer then."""
    market, wanted = _best_run(outlook, decision)
    return market.buying(wanted if may_end(outlook) else _with_stock(outlook, market, wanted))


def alternatives(outlook: Outlook, decision: PurchaseDecision) -> Iterator[BuyResources]:
    """Other sensible purchases: what this round takes, a run of all plants, and one kind as far as it fits."""
    market, wanted = _best_run(outlook, decision)
    yield market.buying(wanted)
    held = outlook.state.players[outlook.seat].fuel
    for missing in missing_fuel(decision.plants, held):
        if may_buy(market, decision.plants, held, missing):
            yield market.buying(missing)
            break
    for offer in market.fuels:
        more = wanted + Fuel(**{offer.kind: max(0, min(offer.room, len(offer.prices)) - wanted[offer.kind])})
        if may_buy(market, decision.plants, held, more):
            yield market.buying(more)


def _best_run(outlook: Outlook, decision: PurchaseDecision) -> tuple[PurchaseDecision, Fuel]:
    """The market and the missing fuel for the plants that are best run this round."""
    costs, last = building.costs(outlook), may_end(outlook)
    cheapest = _cheapest_runs(decision, outlook.state.players[outlook.seat].fuel)

    def merit(powers: int) -> tuple[float, float]:
        price, _market, _missing = cheapest[powers]
        return _merit(outlook, powers, decision.money - price, costs, last=last)

    _price, market, missing = cheapest[max(cheapest, key=merit)]
    return market, missing


def _cheapest_runs(decision: PurchaseDecision, held: Fuel) -> dict[int, tuple[int, PurchaseDecision, Fuel]]:
    """By how many cities can be powered then: the cheapest purchase for it, its price and its market."""
    found: dict[int, tuple[int, PurchaseDecision, Fuel]] = {}
    for market in decision.markets:
        for plants in choices_of(decision.plants):
            for missing in missing_fuel(plants, held):
                price = market.price(missing)
                if price is None or not may_buy(market, decision.plants, held, missing):
                    continue
                powers = most_cities(decision.plants, held + missing, HOUSES)
                if powers not in found or price < found[powers][0]:
                    found[powers] = price, market, missing
    return found


def _merit(outlook: Outlook, powers: int, money: int, costs: list[int], *, last: bool) -> tuple[float, float]:
    """Where a run leads, with the houses that it makes worth building; in the last round: cities, then money."""
    network = outlook.cities[outlook.seat]
    houses = sum(cost <= money for cost in costs[: max(0, powers - network)])
    left = money - (costs[houses - 1] if houses else 0)
    powered = min(powers, network + houses)
    if last:
        return powered, left
    return outlook.worth_later(left + payment(powered), houses), 0.0


def _with_stock(outlook: Outlook, market: PurchaseDecision, wanted: Fuel) -> Fuel:
    """Add tokens for one more round that will be dearer then, while they fit and leave money for houses."""
    seat, held, capacity = outlook.seat, outlook.state.players[outlook.seat].fuel, storage_of(market.plants)
    powers = most_cities(market.plants, held + wanted, HOUSES)
    planned = building.costs(outlook)[: max(0, powers - outlook.cities[seat]) + 1]
    money = market.money - max(planned, default=0)
    for offer in market.fuels:
        burnt = outlook.burnt[seat][offer.kind]
        later = outlook.fuel_price(offer.kind, seat, burnt)
        while held[offer.kind] + wanted[offer.kind] < 2 * burnt:
            more = wanted + Fuel(**{offer.kind: 1})
            price = market.price(more)
            is_cheap = price is not None and offer.prices[more[offer.kind] - 1] <= later
            if not is_cheap or not capacity.holds(held + more) or (price or 0) > money:
                break
            wanted = more
    return wanted
