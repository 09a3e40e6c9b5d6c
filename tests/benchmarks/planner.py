"""Plans as a person with the judgement of a bot would give them, by what their seat knows at the time.

What others will do is not known: they are expected to buy for all their plants, and to want the same cities.
"""

from collections.abc import Iterable, Iterator

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
from rules.bots import easy
from rules.bots.easy import builder, buyer, valuer
from rules.phases import building, resources

DEARER = 3
"""So much more than expected a token may cost when the turn to buy comes."""

SLACK = 5
"""So much more than expected a city may cost: another may have built in it."""

HOPED = 5
"""So much more money than expected may be left for cities."""

SPARE = 2
"""So many more cities are named than are wanted."""

TRIES = 3
"""So many times others may take the cities that are wanted most."""

AMPLE = 9999
MOST_WISHES = 42


def plans_of(state: rules.State, seat: rules.Seat, seed: str) -> list[Plan]:
    """The plans of a seat for the auctions, or after them for all that is left of the round.

    :param seed: as a bot has it.
    """
    if state.phase is rules.Phase.AUCTION:
        return [_auctions(state, seat, seed)]
    return [*_shopping(_as_guessed(state, seat), seat), PowerPlan()]


def _auctions(state: rules.State, seat: rules.Seat, seed: str) -> AuctionPlan:
    """Every plant that is worth its price, be it on offer or maybe still to be drawn, by what it is worth beyond."""
    view = rules.view(state, seat)
    worth = {plant: valuer.limit(view, seat, plant, seed) for plant in _possible_plants(view)}
    surplus = {plant: most - valuer.least_bid(view, plant) for plant, most in worth.items()}
    wanted = [plant for plant in surplus if surplus[plant] >= 0]
    scrap = _scrap(view, seat)
    return AuctionPlan(
        tuple(
            Wish(plant, easy.most_for(view, seat, plant, seed), opening=0, scrap=scrap)
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


def _scrap(view: rules.View, seat: rules.Seat) -> rules.DiscardPlant | None:
    """The plant that earns least, where there is none too few."""
    plants = view.companies[seat].plants
    if len(plants) < view.thresholds.plants:
        return None
    return rules.DiscardPlant(min(plants, key=lambda plant: (valuer.yield_of(view, rules.PLANTS[plant]), plant)))


def _shopping(state: rules.State, seat: rules.Seat) -> Iterator[Plan]:
    """What to buy after all who come before, and where to build with what is then left."""
    held, bought = state.players[seat].fuel, list[BuyPlan]()
    while state.phase is rules.Phase.RESOURCES:
        if seat in state.to_move:
            purchase = buyer.purchase(rules.view(state, seat), seat, resources.legal(state, seat))
            bought.append(_limited(state, seat, purchase))
            state = rules.apply(state, seat, purchase)
        else:
            state = _bought(state)
    if bought:  # where turns go round, each of them buys one token (MAP-IN-7)
        fuels = tuple(wish for purchase in bought for wish in purchase.fuels)
        yield BuyPlan(fuels, otherwise="less", market=bought[0].market, held=held)
    if state.phase is rules.Phase.BUILDING and seat not in state.acted:
        yield _building(state, seat)


def _as_guessed(state: rules.State, seat: rules.Seat) -> rules.State:
    """The position as a seat may see it: others have as much money as it has, for all that it knows."""
    money = state.players[seat].money
    return replace(state, players=tuple(replace(player, money=money) for player in state.players))


def _bought(state: rules.State) -> rules.State:
    """The position after the next seat has bought what all its plants need to run once, as far as one can tell."""
    other = state.to_move[0]
    decision = resources.legal(state, other)
    return rules.apply(state, other, rules.fuel_to_run_all(state.players[other], decision))


def _limited(state: rules.State, seat: rules.Seat, purchase: rules.BuyResources) -> BuyPlan:
    """A purchase with a limit to each price, as others may buy before."""
    market = resources.legal(state, seat).in_market_of(purchase)
    prices = {offer.kind: offer.prices for offer in market.fuels}
    wanted = [(kind, tokens) for kind, tokens in purchase.fuel.items() if tokens]
    return BuyPlan(
        tuple(FuelWish(kind, tokens, prices[kind][tokens - 1] + DEARER) for kind, tokens in wanted),
        market=purchase.market,
    )


def _building(state: rules.State, seat: rules.Seat) -> BuildPlan:
    """As many houses as would be built now: where it is cheapest, else where it would be if others took that.

    Whatever is still wanted then may cost more.
    """
    wanted = len(_chosen(state, seat, state.players[seat].money + HOPED))
    if not wanted:
        return BuildPlan()
    best: list[rules.CityOffer] = []
    spare: list[rules.CityOffer] = []
    for _ in range(TRIES):
        steps = _chosen(state, seat, AMPLE, wanted + SPARE)
        best += steps[:wanted]
        spare += steps[wanted:]
        state = _taken(state, seat, steps[:wanted])
    wishes = [CityWish(step.city, step.cost, step.free_start) for step in best]
    wishes += [CityWish(step.city, step.cost + SLACK, step.free_start) for step in (*best, *spare)]
    return BuildPlan(tuple(wishes[:MOST_WISHES]), otherwise="next", houses=wanted)


def _chosen(state: rules.State, seat: rules.Seat, money: int, most: int = MOST_WISHES) -> tuple[rules.CityOffer, ...]:
    """The cities in which a bot with so much money would build, and how."""
    decision = building.legal(state, seat)
    possible = replace(decision, money=money, most=min(decision.most, most))
    built = builder.build(state, rules.view(state, seat), seat, possible)
    return rules.quote(state, seat, built.cities, built.free_start).steps


def _taken(state: rules.State, seat: rules.Seat, steps: Iterable[rules.CityOffer]) -> rules.State:
    """The position as it would be, had another seat built in these cities."""
    other = next(other for other in state.order if other != seat)
    player = state.players[other]
    houses = (rules.House(step.city, step.slot) for step in steps)
    return state.with_player(other, replace(player, cities=(*player.cities, *houses)))
