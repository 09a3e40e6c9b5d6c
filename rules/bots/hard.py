"""The bot that tries things out: it plays each choice on, in deals that could be, and takes what ended best."""

from collections.abc import Iterator
from itertools import count
from math import exp, sqrt

from msgspec.structs import replace

from rules.actions import Action, Bid, BuildCities, DeclineAuction, OpenAuction, PassBid
from rules.bots import normal
from rules.bots.normal import auctions, building, fuel
from rules.bots.normal.outlook import Outlook
from rules.bots.normal.weights import WEIGHTS
from rules.decisions import (
    BiddingDecision,
    BuildingDecision,
    Decision,
    DiscardDecision,
    OpeningDecision,
    PurchaseDecision,
)
from rules.engine import apply, legal
from rules.redrawing import redrawn
from rules.state import Auction, Seat, State

ROUNDS = 3
"""How many rounds each playout goes on, this one included, unless the game ends before."""

_AHEAD = 28
"""So many Elektro more make a company e times as likely to win.

This and what follows was fitted to which companies won, from all rounds of a thousand games of Normal bots that
did something else now and then.
"""

_CITY, _LATER = 24, 1.25
"""What a city is worth in the last round, and how much less for each round that is left."""

_POWER = 10
"""What it is worth to be able to power a city more."""

_FUEL = 0.85
"""What fuel in hand is worth, as a part of what it will cost."""

_BURNS = 0.33
"""Which part of what its plants burn in a round counts against a company, for each round that is left."""

_NEAR = 6
"""So far beyond the limit of the normal bot it is clear that a bid is too much. Below it, to pass is often better."""

_LEAST, _SURE = 6, 2.0
"""After so many deals a choice is given up that is worse than the best one by so many standard errors."""


def thoughts(state: State, seat: Seat, seed: str = "") -> Iterator[Action]:
    """What the bot would do, over and over, each time after one more playout; it ends when there is no doubt left.

    :raises RuleError: the seat is not asked.
    """
    outlook = Outlook(state, seat, WEIGHTS)
    tallies = [_Tally(choice) for choice in _choices(outlook)]
    best = tallies[0]
    for number in count():
        if len(tallies) == 1:
            yield best.choice
            return
        deal = as_it_could_be(outlook, f"{seed}-{number}")
        for tally in tallies:
            tally.values.append(chance_with(tally.choice, deal, outlook))
            yield best.choice  # the best in all deals that every choice was tried in
        best = max(tallies, key=_Tally.mean)
        tallies = _still_possible(tallies, best)


def chance_with(choice: Action, deal: State, outlook: Outlook) -> float:
    """How likely a seat with this outlook wins, of 1, that makes a choice in a deal."""
    end = deal.round + outlook.rounds - 1
    return _chance(_played_on(apply(deal, outlook.seat, choice), end), outlook.seat)


class _Tally:
    """What came of a choice: its chance to win in each deal."""

    def __init__(self, choice: Action) -> None:
        self.choice, self.values = choice, list[float]()

    def mean(self) -> float:
        return sum(self.values) / len(self.values)


def _still_possible(tallies: list[_Tally], best: _Tally) -> list[_Tally]:
    """The best so far, and those that may be better in the end."""
    if len(best.values) < _LEAST:
        return tallies
    return [tally for tally in tallies if tally is best or not _is_no_better(tally, best)]


def _is_no_better(tally: _Tally, best: _Tally) -> bool:
    behind = [one - other for one, other in zip(best.values, tally.values, strict=True)]
    mean = sum(behind) / len(behind)
    spread = sqrt(sum((value - mean) ** 2 for value in behind) / (len(behind) - 1) / len(behind))
    return mean >= _SURE * spread


def as_it_could_be(outlook: Outlook, seed: str) -> State:
    """A position that looks the same to a seat: other cards where nobody has seen them, hidden money guessed."""
    state = redrawn(outlook.state, seed)
    if state.options.money_visible:
        return state
    bid, holder = (state.auction.bid, state.auction.bidder) if state.auction else (0, None)
    players = tuple(
        replace(player, money=max(outlook.money[number], bid if number == holder else 0))
        for number, player in enumerate(state.players)
    )
    return replace(state, players=players)


def choices(state: State, seat: Seat) -> list[Action]:
    """What is worth a thought: first what the normal bot does.

    :raises RuleError: the seat is not asked.
    """
    return _choices(Outlook(state, seat, WEIGHTS))


def _choices(outlook: Outlook) -> list[Action]:
    first = normal.decide_by(outlook)
    return list(dict.fromkeys([first, *_others(outlook, legal(outlook.state, outlook.seat), first)]))


def _others(outlook: Outlook, decision: Decision, first: Action) -> Iterator[Action]:
    match decision:
        case OpeningDecision():
            yield from _openings(outlook, decision)
        case BiddingDecision() if decision.least <= decision.most:
            yield PassBid()
            if decision.least <= auctions.limit(outlook, outlook.seat, decision.plant) + _NEAR:
                yield Bid(decision.least)
        case DiscardDecision():
            yield from (auctions.scrap(outlook, offer) for offer in decision.plants)
        case PurchaseDecision():
            yield from fuel.alternatives(outlook, decision)
        case BuildingDecision() if isinstance(first, BuildCities):
            yield from building.alternatives(outlook, decision, first)


def _openings(outlook: Outlook, decision: OpeningDecision) -> Iterator[Action]:
    surplus = auctions.surpluses(outlook, decision)
    best = sorted(decision.plants, key=lambda offer: -surplus[offer.plant])[:3]
    yield from (OpenAuction(offer.plant, offer.least) for offer in best)
    if decision.may_decline:
        yield DeclineAuction()


def _played_on(state: State, end: int) -> State:
    """The position when a few rounds are over, all seats being played by the normal bot.

    :param end: the round with which the game is expected to end.
    """
    last = state.round + ROUNDS
    while not state.is_over and state.round < last:
        outlook = Outlook(state, state.to_move[0], WEIGHTS, knows_all=True, rounds=max(1, end + 1 - state.round))
        if state.auction is None:
            state = apply(state, outlook.seat, normal.decide_by(outlook))
        if state.auction is not None:  # what the plant is worth to all follows from the outlook before it, too
            state = _settled(state, state.auction, outlook)
    return state


def _settled(state: State, auction: Auction, outlook: Outlook) -> State:
    """The position after an auction that ends as if all raised by 1 up to their limits; who comes second leaps."""
    limits = {bidder: auctions.limit(outlook, bidder, auction.plant) for bidder in auction.bidders}
    limits[auction.bidder] = max(limits[auction.bidder], auction.bid)
    first, second, *_ = sorted(auction.bidders, key=lambda bidder: (-limits[bidder], bidder != auction.bidder))
    while state.auction and state.auction.plant == auction.plant:
        seat, bid = state.auction.turn, state.auction.bid
        most = min(limits[second], limits[first] - 1) if seat == second else bid + (seat == first)
        state = apply(state, seat, Bid(most) if bid < most <= limits[seat] else PassBid())
    return state


def _chance(state: State, seat: Seat) -> float:
    """How likely a seat wins from here, of 1."""
    if state.is_over:
        winners = [entry.seat for entry in state.standing if entry.rank == 1]
        return (seat in winners) / len(winners)
    outlook = Outlook(state, seat, WEIGHTS, knows_all=True)
    worths = [_worth(outlook, Seat(number)) for number in range(len(state.players))]
    return 1 / sum([exp(min(50.0, (worth - worths[seat]) / _AHEAD)) for worth in worths])


def _worth(outlook: Outlook, seat: Seat) -> float:
    """All that a company has, in Elektro."""
    left = outlook.rounds - 1
    houses = (_CITY - _LATER * left) * outlook.cities[seat]
    plants = _POWER * outlook.powers(seat) - _BURNS * left * outlook.fuel_cost(seat)
    return outlook.money[seat] + houses + plants + _FUEL * outlook.fuel_worth(seat)
