"""Plans as a person with the judgement of a bot would give them, by what their seat knows at the time."""

from collections.abc import Iterator

from msgspec.structs import replace

import rules
from games.plans.language import (
    AuctionPlan,
    BuildPlan,
    BuyPlan,
    CityWish,
    FuelWish,
    Plan,
    PowerPlan,
    Wish,
)
from rules.bots import builder, buyer, valuer
from rules.phases import building, resources

DEARER = 3
"""So much more than today a token may cost when the turn to buy comes."""


def plans_of(state: rules.State, seat: rules.Seat, seed: str) -> list[Plan]:
    """The plans of a seat for the rest of a phase, and for what follows in the round as far as that can be foreseen.

    :param seed: as a bot has it.
    """
    match state.phase:
        case rules.Phase.AUCTION:
            return [_auctions(state, seat, seed)]
        case rules.Phase.RESOURCES:
            purchase = _purchase(state, seat)
            return [_limited(state, seat, purchase), _building(_after(state, seat, purchase), seat), PowerPlan()]
        case rules.Phase.BUILDING:
            return [_building(state, seat), PowerPlan()]
        case rules.Phase.BUREAUCRACY:
            return [PowerPlan()]
    return []


def _auctions(state: rules.State, seat: rules.Seat, seed: str) -> AuctionPlan:
    """Every plant that is worth its price, be it on offer or maybe still to be drawn, by what it is worth beyond."""
    view = rules.view(state, seat)
    limits = {plant: valuer.limit(view, seat, plant, seed) for plant in _possible_plants(view)}
    surplus = {plant: limit - _least(view, plant) for plant, limit in limits.items()}
    wanted = [plant for plant in limits if surplus[plant] >= 0]
    scrap = _scrap(view, seat)
    return AuctionPlan(
        tuple(
            Wish(plant, limits[plant], opening=0, scrap=scrap)
            for plant in sorted(wanted, key=lambda plant: (surplus[plant], plant), reverse=True)
        )
    )


def _possible_plants(view: rules.View) -> Iterator[int]:
    """The plants in the market, and those that nobody has seen go."""
    gone = {
        *view.removed,
        *view.buried,
        *(plant for company in view.companies for plant in company.plants),
    }
    return (plant for plant in rules.PLANTS if plant not in gone)


def _least(view: rules.View, plant: int) -> int:
    return 1 if plant == view.discount else plant


def _scrap(view: rules.View, seat: rules.Seat) -> rules.DiscardPlant | None:
    """The plant that earns least, where there is none too few."""
    plants = view.companies[seat].plants
    if len(plants) < view.thresholds.plants:
        return None
    return rules.DiscardPlant(min(plants, key=lambda plant: (valuer.yield_of(view, rules.PLANTS[plant]), plant)))


def _purchase(state: rules.State, seat: rules.Seat) -> rules.BuyResources:
    return buyer.purchase(rules.view(state, seat), seat, resources.legal(state, seat))


def _limited(state: rules.State, seat: rules.Seat, purchase: rules.BuyResources) -> BuyPlan:
    """A purchase with a limit to each price, as others may buy before."""
    prices = {offer.kind: offer.prices for offer in resources.legal(state, seat).fuels}
    wanted = [(kind, tokens) for kind, tokens in purchase.fuel.items() if tokens]
    return BuyPlan(
        tuple(FuelWish(kind, tokens, prices[kind][tokens - 1] + DEARER) for kind, tokens in wanted), otherwise="less"
    )


def _after(state: rules.State, seat: rules.Seat, purchase: rules.BuyResources) -> rules.State:
    """The position as it would be, had the seat bought this now."""
    player, fuel = state.players[seat], purchase.fuel
    price = resources.legal(state, seat).price(fuel) or 0
    return state.with_player(seat, replace(player, money=player.money - price, fuel=player.fuel + fuel))


def _building(state: rules.State, seat: rules.Seat) -> BuildPlan:
    """The cities that would be built now, at the prices of now: where others come first, think again."""
    action = builder.build(state, rules.view(state, seat), seat, building.legal(state, seat))
    costs = rules.quote(state, seat, action.cities).steps
    return BuildPlan(tuple(CityWish(step.city, step.cost) for step in costs))
