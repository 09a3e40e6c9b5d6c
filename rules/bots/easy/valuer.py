"""What plants are worth to a bot, in Elektro."""

from hashlib import sha256

from rules.actions import DiscardPlant, Drop
from rules.decisions import DiscardDecision, DiscardOffer
from rules.fuel import Fuel, FuelKind
from rules.fuel_market import market_prices
from rules.plants import Plant
from rules.state import Seat
from rules.view import CompanyView, View

CITY_VALUE = 9
"""What powering one more city brings in a round, about (table 3.2)."""

SHARE = 0.32
"""The part of a plant's future yield that is worth paying for it: the rest is fuel markets, houses and risk."""

_NEVER_AGAIN = 60.0
"""The price of a token that will not come back: more than any city pays."""

_URANIUM_SALE = 3.0
"""What a mine is paid in a round for each city on it, about: the dearest free place (MAP-AUS-9)."""

_USUAL_PRICE: dict[FuelKind, float] = {"coal": 3.0, "oil": 3.5, "garbage": 5.0, "uranium": 8.0}


def fuel_price(sight: View, kind: FuelKind) -> float:
    """What a token will cost, about: half today's price, half the usual one."""
    markets = (market_prices(sight, kind, market)[:4] for market in range(len(sight.board.markets)))
    averages = [sum(on_sale) / len(on_sale) for on_sale in markets if on_sale]
    today = min(averages, default=_price_sold_out(sight, kind))
    return (today + _USUAL_PRICE[kind]) / 2


def _price_sold_out(sight: View, kind: FuelKind) -> float:
    """What a token that is sold out may cost: a storage may have some, or there may never be more."""
    storage = sight.board.rules.coal_storage_price
    if kind == "coal" and storage:
        return storage
    return _NEVER_AGAIN if kind == "uranium" and sight.phased_out else 12.0


def yield_of(sight: View, plant: Plant) -> float:
    """Elektro a plant earns in a round beyond its fuel, with enough cities to power."""
    if plant.is_mine:
        return plant.cities * _URANIUM_SALE
    if not plant.need:
        return plant.powers * CITY_VALUE
    return plant.powers * CITY_VALUE - plant.need * min(fuel_price(sight, kind) for kind in plant.burns)


def rounds_left(sight: View) -> float:
    """How many rounds the game may still last."""
    largest = max(len(company.cities) for company in sight.companies)
    return max(1.0, (sight.thresholds.end - largest) / 2.2)


def capacity(sight: View, company: CompanyView) -> int:
    """Cities the plants of a company could power with fuel for all of them."""
    return sum(plant.powers for plant in sight.plants.of(company.plants))


def limit(sight: View, seat: Seat, plant: int, seed: str) -> int:
    """The most a bot pays for a plant now; negative where it does not want it."""
    company = sight.companies[seat]
    money = company.money or 0
    gain = _gain(sight, company, sight.plants[plant])
    if gain <= 0:
        return -1
    worth = gain * rounds_left(sight) * SHARE * _mood(seed, sight, seat, plant)
    price = least_bid(sight, plant)
    if price > worth and _needs_capacity(sight, company, sight.plants[plant]):
        worth = price + gain / 3
    return int(min(worth, money - _reserve(sight, company)))


def least_bid(sight: View, plant: int) -> int:
    """What a plant costs at least (AUC-5, RCH-9)."""
    return 1 if plant == sight.discount else plant


def discard(sight: View, seat: Seat, decision: DiscardDecision) -> DiscardPlant:
    """Scrap the plant that earns least; where coal and oil compete, keep them in even numbers."""
    offer = min(decision.plants, key=lambda offer: (yield_of(sight, sight.plants[offer.plant]), offer.plant))
    if not offer.choose:
        return DiscardPlant(offer.plant)
    return DiscardPlant(offer.plant, even_drop(sight.companies[seat].fuel, offer))


def _gain(sight: View, company: CompanyView, plant: Plant) -> float:
    """What a plant adds to the yield of a company, which may have to scrap its worst plant for it."""
    new, owned = yield_of(sight, plant), sight.plants.without_mines(company.plants)
    if plant.is_mine or len(owned) < sight.thresholds.plants:
        return new
    return new - min(yield_of(sight, old) for old in owned)


def _needs_capacity(sight: View, company: CompanyView, plant: Plant) -> bool:
    """Whether a company outgrows its plants, so that a plant may cost more than its yield."""
    worst, owned = 0, sight.plants.without_mines(company.plants)
    if len(owned) == sight.thresholds.plants:
        worst = min(old.powers for old in owned)
    grows = plant.powers > worst
    return grows and capacity(sight, company) < min(len(company.cities) + 3, sight.thresholds.end)


def _reserve(sight: View, company: CompanyView) -> float:
    """Money kept back for one run of the plants owned and, late, for houses."""
    fuel = sum(
        max(0, plant.need - _held_for(company.fuel, plant)) * fuel_price(sight, plant.burns[0])
        for plant in sight.plants.of(company.plants)
        if plant.need
    )
    return min(fuel, 25) if company.cities else 0


def _held_for(fuel: Fuel, plant: Plant) -> int:
    return sum(fuel[kind] for kind in plant.burns)


def _mood(seed: str, sight: View, seat: Seat, plant: int) -> float:
    """A factor from 0.9 to 1.1 that differs between seeds, seats, rounds and plants."""
    byte = sha256(f"{seed}:{seat}:{sight.round}:{plant}".encode()).digest()[0]
    return 0.9 + 0.2 * byte / 255


def even_drop(held: Fuel, offer: DiscardOffer) -> Drop:
    coal, oil, left = offer.must.coal, offer.must.oil, offer.choose
    while left:
        if (held.coal - coal >= held.oil - oil and coal < offer.may.coal) or oil >= offer.may.oil:
            coal += 1
        else:
            oil += 1
        left -= 1
    return Drop(coal=coal, oil=oil, garbage=offer.must.garbage, uranium=offer.must.uranium)
