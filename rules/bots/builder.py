"""Where and how much a bot builds."""

from rules import network
from rules.actions import BuildCities
from rules.bots.valuer import capacity, thresholds
from rules.decisions import BuildingDecision, CityOffer
from rules.powering import most_cities
from rules.state import Seat, State
from rules.view import CompanyView, View


def build(state: State, sight: View, seat: Seat, decision: BuildingDecision) -> BuildCities:
    """Build the cheapest cities one by one as long as each is worth its price."""
    company = sight.companies[seat]
    money, built = decision.money, list[str]()
    goal = _goal(sight, company, decision.money)
    offers = decision.cities
    while offers and len(built) < decision.most:
        cities = len(company.cities) + len(built)
        best = offers[0] if cities else _start(state, sight, offers)
        if best.cost > money or cities >= goal:
            break
        built.append(best.city)
        money -= best.cost
        state = state.with_player(seat, network.with_house(state.players[seat], best))
        offers = network.offers(state, seat)
    return BuildCities(tuple(built))


def _goal(sight: View, company: CompanyView, money: int) -> int:
    """How many cities to have after this turn."""
    powered = most_cities(company.plants, company.fuel, 99)
    end = thresholds(sight).end
    if powered >= end - 1:
        return end
    ahead = 1 if money < 60 else 2 + (money - 60) // 50
    return min(max(powered, len(company.cities)) + ahead, max(capacity(company) + ahead, 3))


def _start(state: State, sight: View, offers: tuple[CityOffer, ...]) -> CityOffer:
    """Start where many cities are near, and away from where others are."""
    routes = network.routes(state)
    taken = {house.city for company in sight.companies for house in company.cities}

    def remoteness(offer: CityOffer) -> tuple[int, str]:
        costs = sorted(cost for city, cost in routes.to(offer.city).cost.items() if city not in taken)
        return offer.cost + sum(costs[:6]), offer.city

    return min(offers, key=remoteness)
