"""How a bot buys fuel: for the run that pays best, and a little ahead where fuel is cheap."""

from collections.abc import Iterator
from itertools import combinations

from rules.actions import BuyResources
from rules.bots.valuer import thresholds
from rules.decisions import PurchaseDecision
from rules.fuel import KINDS, NO_FUEL, Fuel, FuelKind
from rules.plants import PLANTS, storage_of
from rules.powering import best_run
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
    wanted = max(
        _runs(company.plants, company.fuel),
        key=lambda missing: _merit(decision, company.plants, company.fuel, missing, cities),
    )
    if decision.price(wanted) is None or (decision.price(wanted) or 0) > decision.money:
        wanted = NO_FUEL
    if not _ends_soon(sight):
        wanted = _with_cheap_fuel(decision, company.plants, company.fuel, wanted)
    return BuyResources(wanted.coal, wanted.oil, wanted.garbage, wanted.uranium)


def _runs(plants: tuple[int, ...], held: Fuel) -> Iterator[Fuel]:
    """What is missing for every choice of plants and every mix of its hybrids."""
    for count in range(len(plants) + 1):
        for chosen in combinations(plants, count):
            yield from _missing(chosen, held)


def _missing(chosen: tuple[int, ...], held: Fuel) -> Iterator[Fuel]:
    needs = dict.fromkeys((*KINDS, "hybrid"), 0)
    for number in chosen:
        plant = PLANTS[number]
        if plant.need:
            needs[plant.kind] += plant.need
    for coal in range(needs["hybrid"] + 1):
        oil = needs["hybrid"] - coal
        burnt = (needs["coal"] + coal, needs["oil"] + oil, needs["garbage"], needs["uranium"])
        yield Fuel(*(max(0, need - held[kind]) for need, kind in zip(burnt, KINDS, strict=True)))


def _merit(
    decision: PurchaseDecision, plants: tuple[int, ...], held: Fuel, missing: Fuel, cities: int
) -> tuple[float, int]:
    price = decision.price(missing)
    if price is None or price > decision.money or not storage_of(plants).holds(held + missing):
        return -1000.0, 0
    powered = best_run(plants, held + missing, cities).cities
    return payment(powered) - price, -price


def _ends_soon(sight: View) -> bool:
    largest = max(len(company.cities) for company in sight.companies)
    return largest >= thresholds(sight).end - 2


def _with_cheap_fuel(decision: PurchaseDecision, plants: tuple[int, ...], held: Fuel, wanted: Fuel) -> Fuel:
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
