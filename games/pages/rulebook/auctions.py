"""The worked example of the auctions: three people play the first ones of a game, and the page of a game tells it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, takewhile

import rules
from games.pages.rulebook.scenes import ANA, BOB, CID, cards, start
from games.pages.rulebook.tables import PlantRows
from games.story import sentences
from games.story.names import Names
from rules import events


@dataclass(frozen=True, slots=True)
class Sale:
    """The plant market before and after the first sale: the plants that left and came, by their labels."""

    before: PlantRows
    after: PlantRows
    sold: str
    drawn: str


@dataclass(frozen=True, slots=True)
class AuctionExample:
    """What happened, in sentences. ``order`` is the player order, ``seats`` how they sit clockwise from its first."""

    order: str
    seats: str
    lines: tuple[str, ...]
    sale: Sale


def auction_example(options: rules.Options) -> AuctionExample:
    opening = start(options)
    names = _names(opening)
    positions = list(_play(opening))
    happened = chain.from_iterable(state.happened for state in positions)
    auctions = takewhile(lambda event: not isinstance(event, events.PhaseBegan), happened)
    first, count = opening.order[0], opening.setup.players
    return AuctionExample(
        order=names.players(opening.order),
        seats=names.players((first + place) % count for place in range(count)),
        lines=tuple(line.words for line in sentences.lines(auctions, names)),
        sale=_first_sale(opening, positions),
    )


def _names(state: rules.State) -> Names:
    """Ana is first in player order, then comes Bob, then Cid, wherever they sit."""
    of_seats = dict(zip(state.order, (ANA, BOB, CID), strict=True))
    board = rules.board(state.options.map, state.options.edition)
    return Names(tuple(of_seats[rules.Seat(seat)] for seat in range(state.setup.players)), board)


def _play(state: rules.State) -> Iterator[rules.State]:
    """The first opener is outbid, opens again and buys; the last one pays the lowest bid. Yields each position."""
    (opener,) = state.to_move
    offers = _offers(state, opener)
    contested = offers[len(offers) // 2]
    yield (state := _act(state, rules.OpenAuction(contested.plant, contested.least)))
    yield (state := _act(state, rules.Bid(contested.least + 1)))
    yield (state := _act(state, rules.PassBid()))
    yield (state := _act(state, rules.Bid(contested.least + 3)))
    yield (state := _act(state, rules.Bid(contested.least + 4)))
    yield (state := _act(state, rules.PassBid()))
    cheapest = _offers(state, opener)[0]
    yield (state := _act(state, rules.OpenAuction(cheapest.plant, cheapest.least)))
    yield (state := _act(state, rules.PassBid()))
    (last,) = state.to_move
    left = _offers(state, last)[0]
    yield _act(state, rules.OpenAuction(left.plant, left.least))


def _offers(state: rules.State, seat: rules.Seat) -> tuple[rules.PlantOffer, ...]:
    decision = rules.legal(state, seat)
    if not isinstance(decision, rules.OpeningDecision):
        raise TypeError(f"Seat {seat} is not asked to open an auction, but {decision!r}.")
    return decision.plants


def _act(state: rules.State, action: rules.Action) -> rules.State:
    return rules.apply(state, state.to_move[0], action)


def _first_sale(opening: rules.State, positions: list[rules.State]) -> Sale:
    sold_in = next(state for state in positions if state.bought)
    (sold,) = cards(set(opening.market) - set(sold_in.market))
    (drawn,) = cards(set(sold_in.market) - set(opening.market))
    return Sale(PlantRows.of(opening), PlantRows.of(sold_in), sold.label, drawn.label)
