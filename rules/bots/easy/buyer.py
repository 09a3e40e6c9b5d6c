"""How a bot buys fuel: for the run that pays best, and a little ahead where fuel is cheap."""

from rules.actions import BuyResources
from rules.decisions import PurchaseDecision
from rules.fuel import NO_FUEL, Fuel, FuelKind
from rules.plants import Plant, storage_of
from rules.powering import most_cities
from rules.refuelling import choices_of, may_buy, missing_fuel
from rules.scoring import payment
from rules.state import Seat
from rules.view import View

_CHEAP: dict[FuelKind, int] = {"coal": 3, "oil": 3, "garbage": 4, "uranium": 5}
"""A token at this price is worth having for the next round."""

_HOUSE_COST = 18
"""What one more city costs, about, with its connection."""


def purchase(sight: View, seat: Seat, decision: PurchaseDecision) -> BuyResources:
    """Buy what the best paying run of this round needs; then, with money to spare, cheap fuel for the next."""
    company = sight.companies[seat]
    cities = len(company.cities) + min(5, 1 + decision.money // (2 * _HOUSE_COST))
    market, wanted = max(
        (
            (market, missing)
            for market in decision.markets
            for plants in choices_of(decision.plants)
            for missing in missing_fuel(plants, company.fuel)
        ),
        key=lambda choice: _merit(choice[0], decision.plants, company.fuel, choice[1], cities),
    )
    if market.price(wanted) is None or (market.price(wanted) or 0) > decision.money:
        wanted = NO_FUEL
    if not _ends_soon(sight):
        wanted = _with_cheap_fuel(market, decision.plants, company.fuel, wanted)
    return market.buying(wanted)


def _merit(
    decision: PurchaseDecision, plants: tuple[Plant, ...], held: Fuel, missing: Fuel, cities: int
) -> tuple[float, int]:
    if not may_buy(decision, plants, held, missing):
        return -1000.0, 0
    price = decision.price(missing) or 0
    powered = most_cities(plants, held + missing, cities)
    return payment(powered) - price, -price


def _ends_soon(sight: View) -> bool:
    largest = max(len(company.cities) for company in sight.companies)
    return largest >= sight.thresholds.end - 2


def _with_cheap_fuel(decision: PurchaseDecision, plants: tuple[Plant, ...], held: Fuel, wanted: Fuel) -> Fuel:
    """Add single tokens while they are cheap, fit, and leave money for houses."""
    capacity = storage_of(plants)
    for offer in decision.fuels:
        while True:
            more = wanted + Fuel(**{offer.kind: 1})
            price = decision.price(more)
            if (
                price is None
                or not capacity.holds(held + more)
                or offer.prices[more[offer.kind] - 1] > _CHEAP[offer.kind]
                or price + 2 * _HOUSE_COST > decision.money
            ):
                break
            wanted = more
    return wanted
