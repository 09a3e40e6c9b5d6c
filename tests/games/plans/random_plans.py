"""Plans at random, for whatever may be asked, sensible or not."""

from random import Random

from msgspec.structs import replace

import rules
from games.plans.language import (
    AreaPlan,
    AuctionPlan,
    BuildPlan,
    BuyPlan,
    CityWish,
    Condition,
    FuelWish,
    Plan,
    PowerPlan,
    ProxyBid,
    StandingPass,
    Wish,
)
from rules import network


def random_plans(state: rules.State, seat: rules.Seat, chance: Random) -> tuple[Plan, ...]:
    """Some plans of a seat: mostly for what the phase asks, sometimes two for the same, in any order."""
    return tuple(_for_phase(state, seat, chance) for _ in range(chance.randint(1, 2)))


def auction_plan(
    state: rules.State, seat: rules.Seat, chance: Random, *, has_conditions: bool = False
) -> AuctionPlan:
    """Each plant is wished for once at most."""
    plants = list({*state.market, chance.randint(3, 50)})
    wished = chance.sample(plants, chance.randint(0, len(plants)))
    floor = chance.choice((0, 0, 0, 10, 30))
    return AuctionPlan(
        tuple(_wish(plant, state, seat, chance, has_conditions) for plant in wished),
        floor,
        chance.choice(("pass", "pass", "ask")),
        second=state.bonus is not None and chance.random() < 0.5,
    )


def round_plans(state: rules.State, seat: rules.Seat, chance: Random) -> tuple[Plan, ...]:
    """What somebody who wants to get on may say at once for fuel, cities and power."""
    return _refuelling(state, seat, chance), _growing(state, seat, chance), _powering(state, seat, chance)


def _refuelling(state: rules.State, seat: rules.Seat, chance: Random) -> BuyPlan:
    """Fuel for own plants, sometimes more of it at another price."""
    kinds = [kind for plant in state.plants.of(state.players[seat].plants) for kind in plant.burns]
    wished = chance.choices(kinds, k=chance.randint(0, 4)) if kinds else []
    wishes = (FuelWish(kind, chance.randint(1, 3), chance.choice((3, 5, 8, 16))) for kind in wished)
    return _somewhere(
        BuyPlan(tuple(wishes), chance.choice((0, 0, 10)), chance.choice(("less", "less", "ask"))), state, seat
    )


def _somewhere(plan: BuyPlan, state: rules.State, seat: rules.Seat) -> BuyPlan:
    """The same purchase, in any of several markets or in none in particular, beside what the seat holds."""
    markets = (None, *(market.id or None for market in state.board.markets))
    return replace(plan, market=markets[len(plan.fuels) % len(markets)], held=state.players[seat].fuel)


def _growing(state: rules.State, seat: rules.Seat, chance: Random) -> BuildPlan:
    """Some of the cities that are near, and sometimes one again at another price."""
    near = network.offers(state, seat)[:8]
    wished = chance.choices(near, k=chance.randint(1, 8)) if near else []
    wishes = (CityWish(offer.city, offer.cost + chance.choice((-3, 0, 5, 20)), offer.free_start) for offer in wished)
    return BuildPlan(
        tuple(wishes),
        chance.choice((0, 0, 10)),
        chance.choice(("less", "next", "next", "ask")),
        chance.choice((None, 1, 2, 3)),
    )


def _for_phase(state: rules.State, seat: rules.Seat, chance: Random) -> Plan:
    match state.phase:
        case rules.Phase.SETUP:
            areas = [area.id for area in state.board.areas]
            return AreaPlan(tuple(chance.sample(areas, chance.randint(1, len(areas)))))
        case rules.Phase.AUCTION:
            return _for_auctions(state, seat, chance)
        case rules.Phase.RESOURCES:
            return _purchase(state, seat, chance)
        case rules.Phase.BUILDING:
            return _building(state, chance)
        case _:
            return _powering(state, seat, chance)


def _for_auctions(state: rules.State, seat: rules.Seat, chance: Random) -> Plan:
    plants = [*state.market, chance.randint(3, 50)]
    plant = state.auction.plant if state.auction else state.new_plant or chance.choice(plants)
    match chance.randrange(4):
        case 0:
            plants = chance.choices(plants, k=chance.randint(0, 2))
            return StandingPass(chance.choice((None, plant)), unless=tuple(plants))
        case 1:
            return ProxyBid(
                plant,
                plant + chance.randint(-3, 15),
                chance.choice(("pass", "ask")),
                _leaps(plant, chance),
                _scrap(state, seat, chance),
            )
        case _:
            return auction_plan(state, seat, chance, has_conditions=True)


def _wish(plant: int, state: rules.State, seat: rules.Seat, chance: Random, has_conditions: bool) -> Wish:
    limit = max(0, plant + chance.randint(-4, 12))
    opening = chance.choice((None, 0, plant, max(0, limit - 2)))
    given = tuple(_condition(state, chance) for _ in range(chance.choice((0, 0, 1, 2)) * has_conditions))
    return Wish(plant, limit, opening, _leaps(plant, chance), _scrap(state, seat, chance), given)


def _condition(state: rules.State, chance: Random) -> Condition:
    plant = chance.choice([*state.market, 20])
    holds = chance.random() < 0.5
    if chance.random() < 0.5:
        return Condition("drawn", plant, holds=holds)
    buyer = chance.choice((None, *range(state.setup.players)))
    return Condition("bought", chance.choice((None, plant)), buyer, holds=holds)


def _leaps(plant: int, chance: Random) -> tuple[int, ...]:
    return tuple(plant + chance.randint(1, 12) for _ in range(chance.choice((0, 0, 1, 3))))


def _scrap(state: rules.State, seat: rules.Seat, chance: Random) -> rules.DiscardPlant | None:
    plants = (*state.players[seat].plants, 3)
    drops = (None, None, rules.Drop(coal=1), rules.Drop(oil=chance.randint(0, 3)))
    return chance.choice((None, rules.DiscardPlant(chance.choice(plants), chance.choice(drops))))


def _purchase(state: rules.State, seat: rules.Seat, chance: Random) -> BuyPlan:
    wishes = (
        FuelWish(chance.choice(rules.KINDS), chance.randint(0, 4), chance.choice((2, 4, 6, 9, 16)))
        for _ in range(chance.randint(0, 4))
    )
    return _somewhere(BuyPlan(tuple(wishes), chance.choice((0, 0, 20)), chance.choice(("less", "ask"))), state, seat)


def _building(state: rules.State, chance: Random) -> BuildPlan:
    cities = list(state.board.cities_in(state.areas))
    wishes = (CityWish(chance.choice(cities), chance.choice((12, 20, 30, 60))) for _ in range(chance.randint(0, 5)))
    return BuildPlan(
        tuple(wishes),
        chance.choice((0, 0, 20)),
        chance.choice(("less", "next", "next", "ask")),
        chance.choice((None, None, 1, 2)),
    )


def _powering(state: rules.State, seat: rules.Seat, chance: Random) -> PowerPlan:
    plants = state.players[seat].plants
    match chance.randrange(4):
        case 0:
            return PowerPlan()
        case 1:
            return PowerPlan(kept="coal")
        case 2:
            return PowerPlan(kept="oil")
        case _:
            chosen = chance.sample(plants, chance.randint(0, len(plants)))
            return PowerPlan(runs=rules.RunPlants(tuple(map(rules.Run, chosen))))
