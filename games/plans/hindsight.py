"""The plans with which a seat would have done what it did in a phase."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
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
        case rules.Phase.RESOURCES if decided[0].state.board.rules.fuel_sales.token_by_token:
            return (_token_by_token(decided),)
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
        ),
        second=any(each.state.bonus == each.seat for each in decided),
    )


def _leaps(bids: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """All bids up to the last that was more than one above the others'.

    :param bids: each with the bid of the others before it.
    """
    last = max((bid for others, bid in bids if bid > others + 1), default=0)
    return tuple(bid for _, bid in bids if bid <= last)


def _token_by_token(decided: Sequence[Decided]) -> Plan:
    """A wish for the tokens of a kind that a seat bought one after the other, each for at most what the last cost."""
    bought = [wish for each in decided for wish in _wishes(each)]
    runs = (list(run) for _, run in groupby(bought, attrgetter("kind")))
    wishes = tuple(FuelWish(run[0].kind, len(run), max(wish.most for wish in run)) for run in runs)
    return BuyPlan(wishes, held=decided[0].state.players[decided[0].seat].fuel)


def _wishes(decided: Decided) -> Iterator[FuelWish]:
    """The fuel that was bought in a turn, each token for at most what the last of its kind cost."""
    match decided.action, rules.legal(decided.state, decided.seat):
        case rules.BuyResources() as action, rules.PurchaseDecision() as question:
            for offer in question.in_market_of(action).fuels:
                if tokens := action.fuel[offer.kind]:
                    yield FuelWish(offer.kind, tokens, offer.prices[tokens - 1])


def _whole(decided: Decided) -> Plan:
    """The plan for a phase in which a seat decides once."""
    match decided.action, rules.legal(decided.state, decided.seat):
        case rules.BuyResources(market=market), _:
            return BuyPlan(tuple(_wishes(decided)), market=market)
        case rules.BuildCities(cities=cities, free_start=free_start), _:
            quote = rules.quote(decided.state, decided.seat, cities, free_start)
            return BuildPlan(tuple(CityWish(step.city, step.cost, step.free_start) for step in quote.steps))
        case rules.RunPlants() as action, rules.PoweringDecision() as question:
            by_rule = (PowerPlan(), PowerPlan(kept="coal"), PowerPlan(kept="oil"))
            return next((plan for plan in by_rule if run(plan, question) == action), PowerPlan(runs=action))
    raise ValueError(f"{decided.action} does not decide a phase.")
