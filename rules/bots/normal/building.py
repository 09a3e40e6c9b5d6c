"""Where and how much to build."""

from itertools import accumulate

from rules.actions import BuildCities
from rules.bots.normal.ending import best_of_others, may_end
from rules.bots.normal.outlook import Outlook
from rules.decisions import BuildingDecision, CityOffer
from rules.powering import most_cities
from rules.scoring import payment

def costs_of_growing(outlook: Outlook) -> list[int]:
    """What the next houses cost in all, one by one."""
    return list(accumulate(offer.cost for offer in outlook.houses))


def build(outlook: Outlook, decision: BuildingDecision) -> BuildCities:
    spent = costs_of_growing(outlook)
    houses = [offer for offer, cost in zip(outlook.houses, spent, strict=True) if cost <= decision.money][: decision.most]
    count = _how_many(outlook, houses, decision.money)
    built = houses[:count]
    free = next((offer.city for offer in built if offer.free_start), None)
    return BuildCities(tuple(offer.city for offer in built), free)


def _how_many(outlook: Outlook, houses: list[CityOffer], money: int) -> int:
    state, seat, weights = outlook.state, outlook.seat, outlook.weights
    plants, fuel = outlook.plants[seat], state.players[seat].fuel
    cities, end = outlook.cities[seat], outlook.end
    powered = most_cities(plants, fuel, 99)
    to_end = end - cities
    others = best_of_others(outlook)
    ended = any(number >= end for number in outlook.cities)
    if not ended and len(houses) >= to_end:
        if min(powered, end) > others or (min(powered, end) == others and money - _cost(houses, to_end) > _richest(outlook)):
            return max(to_end, min(len(houses), powered - cities))
    if ended or (may_end(outlook) and others >= powered):
        return max(0, min(len(houses), powered - cities))
    most = max(0, min(len(houses), end - 1 - cities))
    best, spent = (float("-inf"), 0), 0
    for count in range(most + 1):
        spent = _cost(houses, count)
        income = payment(min(powered, cities + count))
        best = max(best, (outlook.later(money - spent + income, count) + weights.early * count, count))
    return best[1]


def _cost(houses: list[CityOffer], count: int) -> int:
    return sum(offer.cost for offer in houses[:count])


def _richest(outlook: Outlook) -> int:
    return max(money for seat, money in enumerate(outlook.money) if seat != outlook.seat)
