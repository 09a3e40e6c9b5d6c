"""Moments of auctions."""

from collections.abc import Sequence
from itertools import pairwise

from django.utils.translation import gettext as _

import rules
from games.replay.history import Position
from games.story.moments.moment import Moment
from games.story.names import Names
from rules import events


def dearest_plant(leading: Sequence[Position], names: Names) -> Moment | None:
    """The first of those plants that were sold furthest above their number; none where all went for it or less."""
    sold = [
        (event.price - event.plant, -after.sequence, before.state.round, event)
        for before, after in pairwise(leading)
        for event in after.state.happened
        if isinstance(event, events.PlantBought)
    ]
    above, sequence, number, event = max(sold, key=lambda sale: sale[:2], default=(0, 0, 0, None))
    if event is None or above <= 0:
        return None
    sentence = _(
        "No plant went further above its number than plant {plant}: {name} paid {price} Elektro in round {round}."
    )
    names = names.as_of(-sequence)
    words = sentence.format(
        plant=names.plant(event.plant), name=names.player(event.seat), price=event.price, round=number
    )
    return Moment("dearest-plant", -sequence, number, words)


def short_by_one(leading: Sequence[Position], names: Names) -> Moment | None:
    """Somebody who had to pass with as much money as was bid: of such passes that for the highest plant."""
    missed = [
        (event.plant, after, before.state)
        for before, after in pairwise(leading)
        for event in after.state.happened
        if isinstance(event, events.BidPassed) and _was_short_by_one(before.state, event)
    ]
    if not missed:
        return None
    plant, after, state = max(missed, key=lambda each: each[0])
    seat = next(event.seat for event in after.state.happened if isinstance(event, events.BidPassed))
    buyer = _buyer(leading, plant)
    if buyer is None:
        return None
    names = names.as_of(after.sequence)
    sentence = _(
        "In round {round} {name} had {money} Elektro, one too few to bid more for plant {plant}. It went to {buyer}."
    )
    words = sentence.format(
        round=state.round,
        name=names.player(seat),
        money=state.players[seat].money,
        plant=names.plant(plant),
        buyer=names.player(buyer),
    )
    return Moment("short-by-one", after.sequence, state.round, words)


def _was_short_by_one(state: rules.State, event: events.BidPassed) -> bool:
    running = state.auction
    return running is not None and running.plant == event.plant and state.players[event.seat].money == running.bid


def _buyer(leading: Sequence[Position], plant: int) -> int | None:
    """Who bought a plant in the end: none where the game ended early."""
    bought = (event for each in leading for event in each.state.happened if isinstance(event, events.PlantBought))
    return next((event.seat for event in bought if event.plant == plant), None)
