"""Where and how much to build."""

from collections.abc import Iterator
from itertools import accumulate

from rules.actions import BuildCities
from rules.bots.normal import ending
from rules.bots.normal.outlook import Outlook
from rules.decisions import BuildingDecision, CityOffer
from rules.network import HOUSES
from rules.powering import most_cities
from rules.scoring import payment

_EITHER_WAY = 2
"""So many houses more or fewer are worth a thought."""


def build(outlook: Outlook, decision: BuildingDecision) -> BuildCities:
    """Build as many of the cheapest houses as lead furthest."""
    houses = _affordable(outlook, decision)
    return _building(houses[: _how_many(outlook, houses, decision.money)])


def alternatives(outlook: Outlook, decision: BuildingDecision, first: BuildCities) -> Iterator[BuildCities]:
    """A few houses more or fewer than the first choice."""
    houses, count = _affordable(outlook, decision), len(first.cities)
    for number in range(max(0, count - _EITHER_WAY), min(len(houses), count + _EITHER_WAY) + 1):
        yield _building(houses[:number])


def costs(outlook: Outlook) -> list[int]:
    """What the next houses cost in all, one by one."""
    return list(accumulate(offer.cost for offer in outlook.houses))


def _affordable(outlook: Outlook, decision: BuildingDecision) -> list[CityOffer]:
    count = sum(cost <= decision.money for cost in costs(outlook))
    return outlook.houses[: min(count, decision.most)]


def _building(houses: list[CityOffer]) -> BuildCities:
    free_start = next((offer.city for offer in houses if offer.free_start), None)
    return BuildCities(tuple(offer.city for offer in houses), free_start)


def _how_many(outlook: Outlook, houses: list[CityOffer], money: int) -> int:
    seat, end = outlook.seat, outlook.end
    cities = outlook.cities[seat]
    powers = most_cities(outlook.plants[seat], outlook.state.players[seat].fuel, HOUSES)
    spent = [0, *accumulate(offer.cost for offer in houses)]
    missing = end - cities
    powered = max(0, min(len(houses), powers - cities))
    if ending.is_certain(outlook):
        return powered
    if len(houses) >= missing and ending.would_win(outlook, min(powers, end), money - spent[missing]):
        return max(missing, powered)
    if ending.may_end(outlook) and ending.best_of_others(outlook) >= powers:
        return powered  # another company would win a game that ends now, so do not end it

    def merit(count: int) -> tuple[float, int]:
        income = payment(min(powers, cities + count))
        return outlook.worth_later(money - spent[count] + income, count), count

    return max(range(max(0, min(len(houses), missing - 1)) + 1), key=merit)
