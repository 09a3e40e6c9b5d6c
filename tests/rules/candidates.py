"""Actions to try in a position, allowed and not, and what of them a decision offers by its own words."""

from collections.abc import Iterator
from random import Random

import rules
from rules.state import Seat, State
from tests.rules.random_play import all_runs, can_build, drops, may_buy, with_city

MOST_OFFERED = 40
"""So many of the actions on offer are tried where there are more."""


def offered(decision: rules.Decision, dice: Random) -> list[rules.Action]:
    """What a decision offers: all of it, or as much as one can try."""
    found = list(_offered(decision))
    return found if len(found) <= MOST_OFFERED else dice.sample(found, MOST_OFFERED)


def candidates(state: State, seat: Seat, decision: rules.Decision, dice: Random) -> list[rules.Action]:
    """Actions near the border between allowed and not."""
    return [*_candidates(state, seat, decision, dice), rules.DeclineAuction(), rules.PassBid()]


def is_offered(state: State, seat: Seat, decision: rules.Decision, action: rules.Action) -> bool:
    """Whether an action is within a decision, judged by that alone (and by the quote of several cities)."""
    match decision, action:
        case rules.AreaDecision(areas=areas), rules.ChooseArea(area=area):
            return area in areas
        case rules.TrustHouseDecision(cities=cities), rules.PlaceTrustHouse(city=city):
            return city in cities
        case rules.StartCityDecision(cities=cities), rules.ChooseStartCity(city=city):
            return city in cities
        case rules.OpeningDecision(plants=offers), rules.OpenAuction(plant=plant, bid=bid):
            return any(offer.plant == plant and offer.least <= bid <= offer.most for offer in offers)
        case rules.OpeningDecision(may_decline=may_decline), rules.DeclineAuction():
            return may_decline
        case rules.BiddingDecision(least=least, most=most), rules.Bid(amount=amount):
            return least <= amount <= most
        case rules.BiddingDecision(), rules.PassBid():
            return True
        case rules.DiscardDecision(plants=plants), rules.DiscardPlant(plant=plant, drop=drop):
            return any(offer.plant == plant and _is_offered_drop(offer, drop) for offer in plants)
        case rules.PurchaseDecision(), rules.BuyResources():
            market = decision.in_market_of(action)
            return may_buy(market, action.fuel) and action == market.buying(action.fuel)
        case rules.BuildingDecision(), rules.BuildCities():
            return _is_offered_building(state, seat, decision, action)
        case rules.PoweringDecision(), rules.RunPlants(plants=chosen):
            return _is_offered_run(decision, chosen)
    return False


def _offered(decision: rules.Decision) -> Iterator[rules.Action]:
    match decision:
        case rules.AreaDecision(areas=areas):
            yield from map(rules.ChooseArea, areas)
        case rules.TrustHouseDecision(cities=cities):
            yield from map(rules.PlaceTrustHouse, cities)
        case rules.StartCityDecision(cities=cities):
            yield from map(rules.ChooseStartCity, cities)
        case rules.OpeningDecision(plants=offers, may_decline=may_decline):
            yield from (rules.OpenAuction(offer.plant, bid) for offer in offers for bid in {offer.least, offer.most})
            yield from [rules.DeclineAuction()] * may_decline
        case rules.BiddingDecision(least=least, most=most):
            yield rules.PassBid()
            yield from (rules.Bid(amount) for amount in {least, most} if least <= most)
        case rules.DiscardDecision(plants=plants):
            for offer in plants:
                yield from (rules.DiscardPlant(offer.plant, _dropping(drop)) for drop in drops(offer))
                yield from [rules.DiscardPlant(offer.plant)] * (not offer.choose)
        case rules.PurchaseDecision():
            for market in decision.markets:
                amounts = (rules.Fuel(**{offer.kind: n}) for offer in market.fuels for n in range(offer.room + 1))
                yield from (market.buying(fuel) for fuel in amounts if may_buy(market, fuel))
        case rules.BuildingDecision(cities=sites, money=money):
            yield rules.BuildCities(())
            yield from (with_city(rules.BuildCities(()), site) for site in sites if site.cost <= money)
        case rules.PoweringDecision():
            yield from all_runs(decision)


def _candidates(state: State, seat: Seat, decision: rules.Decision, dice: Random) -> Iterator[rules.Action]:
    match decision:
        case rules.AreaDecision():
            yield from (rules.ChooseArea(area.id) for map in rules.MAPS for area in rules.board(map).areas)
        case rules.TrustHouseDecision():
            yield from map(rules.PlaceTrustHouse, _somewhere(state, dice, 12))
        case rules.StartCityDecision():
            yield from map(rules.ChooseStartCity, _somewhere(state, dice, 12))
        case rules.OpeningDecision():
            yield from _openings(state, seat)
        case rules.BiddingDecision(least=least, most=most):
            yield from (
                rules.Bid(amount) for amount in {0, least - 2, least - 1, least + 1, most - 1, most, most + 1}
            )
        case rules.DiscardDecision():
            yield from _discards(state, seat, dice)
        case rules.PurchaseDecision():
            yield from _purchases(decision, dice)
        case rules.BuildingDecision():
            yield from _buildings(state, decision, dice)
        case rules.PoweringDecision():
            yield from _runs(state, seat, dice)


def _somewhere(state: State, dice: Random, count: int) -> list[str]:
    """Some cities of the board, in play or not, and one of nowhere."""
    return [*dice.sample(list(state.board.cities), count), "atlantis"]


def _openings(state: State, seat: Seat) -> Iterator[rules.Action]:
    money = state.players[seat].money
    for plant in (*state.market, 2, 99, *state.players[seat].plants):
        yield from (rules.OpenAuction(plant, bid) for bid in {0, 1, plant - 1, plant, plant + 1, money, money + 1})


def _discards(state: State, seat: Seat, dice: Random) -> Iterator[rules.Action]:
    player = state.players[seat]
    yield from map(rules.DiscardPlant, (*player.plants, *state.market[:2]))
    for plant in player.plants:
        for _ in range(20):
            amounts = (dice.randint(0, held + (dice.random() < 0.1)) for _, held in player.fuel.items())
            yield rules.DiscardPlant(plant, rules.Drop(*amounts))


def _purchases(decision: rules.PurchaseDecision, dice: Random) -> Iterator[rules.BuyResources]:
    """Amounts of each kind, mostly in a market that there is."""
    markets = [market.market or None for market in decision.markets]
    amounts = [[dice.randint(1, 7) if dice.random() < 0.35 else 0 for _ in rules.KINDS] for _ in range(12)]
    amounts += [[dice.randint(1, 4) if kind == only else 0 for kind in rules.KINDS] for only in rules.KINDS]
    for each in ([0, 0, 0, 0], *amounts):
        yield rules.BuyResources.of(rules.Fuel(*each), dice.choice(markets))
    yield rules.BuyResources.of(rules.Fuel(*amounts[-1]), "nowhere")
    yield rules.BuyResources.of(rules.Fuel(*amounts[-2]))


def _buildings(state: State, decision: rules.BuildingDecision, dice: Random) -> Iterator[rules.BuildCities]:
    near = [offer.city for offer in decision.cities[:6]]
    for city in _somewhere(state, dice, 6):
        yield from (rules.BuildCities((city,)), rules.BuildCities((city,), free_start=city))
    for count in (2, 2, 3, 4) if near else ():
        cities = tuple(dice.choices(near, k=count))
        yield rules.BuildCities(cities, dice.choice((None, None, *cities)))


def _runs(state: State, seat: Seat, dice: Random) -> Iterator[rules.Action]:
    """Own plants and a strange one, each with some mix or none."""
    plants = [*state.players[seat].plants, state.market[0] if state.market else 3]
    mixes = [(0, 0), (2, 0), (0, 2), (1, 1), (1, 0), (3, 0), (2, 1), (1, 2), (0, 3)]
    for _ in range(12):
        chosen = dice.sample(plants, dice.randint(1, min(3, len(plants))))
        mixed = (state.plants[plant].kind == "hybrid" or dice.random() < 0.05 for plant in chosen)
        mix = [dice.choice(mixes) if is_mixed else (0, 0) for is_mixed in mixed]
        yield rules.RunPlants(tuple(rules.Run(plant, *amounts) for plant, amounts in zip(chosen, mix, strict=True)))


def _dropping(fuel: rules.Fuel) -> rules.Drop:
    return rules.Drop(**dict(fuel.items()))


def _is_offered_drop(offer: rules.DiscardOffer, drop: rules.Drop | None) -> bool:
    return not offer.choose if drop is None else drop.fuel in drops(offer)


def _is_offered_building(
    state: State, seat: Seat, decision: rules.BuildingDecision, action: rules.BuildCities
) -> bool:
    if len(action.cities) == 1:
        sites = (site for site in decision.cities if site.cost <= decision.money)
        return decision.most > 0 and any(with_city(rules.BuildCities(()), site) == action for site in sites)
    return len(action.cities) <= decision.most and can_build(state, seat, action, decision.money)


def _is_offered_run(decision: rules.PoweringDecision, chosen: tuple[rules.Run, ...]) -> bool:
    def in_order(runs: tuple[rules.Run, ...]) -> list[rules.Run]:
        return sorted(runs, key=lambda run: run.number)

    return any(in_order(offer.plants) == in_order(chosen) for offer in all_runs(decision))
