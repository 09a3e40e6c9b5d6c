"""The plans with which a seat would have done what it did in a phase."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import rules
from games.plans.answers import run
from games.plans.language import (
    AreaPlan,
    AuctionPlan,
    BuildPlan,
    BuyPlan,
    CityWish,
    FuelWish,
    Plan,
    PowerPlan,
    StandingPass,
    Wish,
)


class Decided(NamedTuple):
    """What a seat did in a position in which it was asked."""

    state: rules.State
    seat: rules.Seat
    action: rules.Action


def fit_decided(decided: Iterable[Decided]) -> tuple[Plan, ...]:
    """The plans that answer as one seat decided in a phase, or in the rest of it; empty where it decided nothing.

    There are no plans for start cities and houses of the Trust.
    """
    decided = tuple(decided)
    if not decided:
        return ()
    match decided[0].state.phase:
        case rules.Phase.SETUP:
            return _areas(decided)
        case rules.Phase.AUCTION:
            return (_auctions(decided),)
        case _:
            return (_whole(decided[0]),)


def _areas(decided: Sequence[Decided]) -> tuple[Plan, ...]:
    taken = tuple(each.action.area for each in decided if isinstance(each.action, rules.ChooseArea))
    return (AreaPlan(taken),) if taken else ()


def _auctions(decided: Sequence[Decided]) -> Plan:
    """A wish for each plant, up to the seat's last bid. Plants that it put up come first, in that order."""
    openings: dict[int, int] = {}
    bids: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    scraps: dict[int, rules.DiscardPlant] = {}
    for state, _, action in decided:
        match action:
            case rules.OpenAuction(plant=plant, bid=bid):
                openings[plant] = bid
            case rules.Bid(amount=amount) if state.auction is not None:
                bids[state.auction.plant].append((state.auction.bid, amount))
            case rules.DiscardPlant():
                scraps[state.new_plant] = action
    plants = dict.fromkeys((*openings, *bids, *scraps))
    if not plants:
        return StandingPass()
    return AuctionPlan(
        tuple(
            Wish(
                plant,
                limit=max((openings.get(plant, 0), *(bid for _, bid in bids[plant]))),
                opening=openings.get(plant),
                leaps=_leaps(bids[plant]),
                scrap=scraps.get(plant),
            )
            for plant in plants
        )
    )


def _leaps(bids: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """All bids up to the last that was more than one above the others'.

    :param bids: each with the bid of the others before it.
    """
    last = max((bid for others, bid in bids if bid > others + 1), default=0)
    return tuple(bid for _, bid in bids if bid <= last)


def _whole(decided: Decided) -> Plan:
    """The plan for a phase in which a seat decides once."""
    match decided.action, rules.legal(decided.state, decided.seat):
        case rules.BuyResources() as action, rules.PurchaseDecision() as question:
            bought = ((offer, action.fuel[offer.kind]) for offer in question.in_market_of(action).fuels)
            return BuyPlan(tuple(FuelWish(offer.kind, n, offer.prices[n - 1]) for offer, n in bought if n))
        case rules.BuildCities(cities=cities), _:
            quote = rules.quote(decided.state, decided.seat, cities)
            return BuildPlan(tuple(CityWish(step.city, step.cost) for step in quote.steps))
        case rules.RunPlants() as action, rules.PoweringDecision() as question:
            by_rule = (PowerPlan(), PowerPlan(kept="coal"), PowerPlan(kept="oil"))
            return next((plan for plan in by_rule if run(plan, question) == action), PowerPlan(runs=action))
    raise ValueError(f"{decided.action} does not decide a phase.")
