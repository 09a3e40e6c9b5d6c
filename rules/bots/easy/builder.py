"""Where and how much a bot builds."""

from rules import network
from rules.actions import BuildCities
from rules.bots.easy.valuer import capacity
from rules.decisions import BuildingDecision, CityOffer
from rules.powering import most_cities
from rules.state import Seat, State
from rules.view import CompanyView, View

_NEAR = 6
"""So many cities make a neighbourhood."""


def build(state: State, sight: View, seat: Seat, decision: BuildingDecision) -> BuildCities:
    """Build the cheapest cities one by one as long as each is worth its price."""
    company = sight.companies[seat]
    money, built, free_start = decision.money, list[str](), None
    goal = _goal(sight, company, decision.money)
    offers = decision.cities
    while offers and len(built) < decision.most:
        cities = len(company.cities) + len(built)
        chosen = best(state, seat, offers, money) if cities else start(state, offers)
        if chosen.cost > money or cities >= goal:
            break
        built.append(chosen.city)
        money -= chosen.cost
        free_start = chosen.city if chosen.free_start else free_start
        state = state.with_player(seat, network.with_house(state.players[seat], chosen))
        offers = network.offers(state, seat)
    return BuildCities(tuple(built), free_start)


def best(state: State, seat: Seat, offers: tuple[CityOffer, ...], money: int) -> CityOffer:
    """The cheapest, or a start on a further island, if it takes that to end the game.

    It cannot wait: in time no city there may be empty (MAP-UKI-4).
    """
    cities = state.board.cities
    own = {cities[house.city].island for house in state.players[seat].cities}
    if sum(cities[city].island in own for city in network.routes(state).cities) >= state.thresholds.end:
        return offers[0]
    further = (offer for offer in offers if cities[offer.city].island not in own and offer.cost <= money)
    return next(further, offers[0])


def _goal(sight: View, company: CompanyView, money: int) -> int:
    """How many cities to have after this turn."""
    powered = most_cities(sight.plants.of(company.plants), company.fuel, 99)
    end = sight.thresholds.end
    if powered >= end - 1:
        return end
    ahead = 1 if money < 60 else 2 + (money - 60) // 50
    return min(max(powered, len(company.cities)) + ahead, max(capacity(sight, company) + ahead, 3))


def city_to_start_in(state: State, cities: tuple[str, ...]) -> str:
    """Where many cities are near, away from where others are."""
    return min(cities, key=lambda city: _remoteness(state, city))


def city_to_spare(state: State, cities: tuple[str, ...]) -> str:
    """The city that a network misses least: far from all others."""
    return max(cities, key=lambda city: _remoteness(state, city))


def start(state: State, offers: tuple[CityOffer, ...]) -> CityOffer:
    def merit(offer: CityOffer) -> tuple[int, int, int, str]:
        missing, cost, city = _remoteness(state, offer.city)
        return missing, offer.slot, cost, city

    return min(offers, key=merit)


def _remoteness(state: State, city: str) -> tuple[int, int, str]:
    """How many of the next few cities that nobody has are out of reach, and what the others would cost."""
    costs = sorted(cost for other, cost in network.routes(state).to(city).cost.items() if not state.houses(other))
    near = costs[:_NEAR]
    return _NEAR - len(near), sum(near), city
