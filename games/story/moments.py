"""What decided a game: moments that its positions and events prove, each told in one sentence."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from games.replay.history import Position
from games.story.last_chance import best_chance
from games.story.names import Names, in_words
from rules import events

Event = TypeVar("Event")


@dataclass(frozen=True, slots=True)
class Moment:
    """Something worth a look back: its kind, the position that it led to, its round, and what happened."""

    kind: str
    sequence: int
    round: int
    sentence: str


def decisive(leading: Sequence[Position], names: Names) -> tuple[Moment, ...]:
    """The moments that decided a game, or might have, in their order. They tell what was hidden while it ran.

    :param leading: the positions in force of a game that is over, from its start.
    """
    found = [
        lead_for_good(leading, names),
        way_past_full_cities(leading, names),
        dearest_plant(leading, names),
        short_by_one(leading, names),
        *steps(leading, names),
        last_chance(leading, names),
    ]
    return tuple(sorted(filter(None, found), key=lambda moment: moment.sequence))


def lead_for_good(leading: Sequence[Position], names: Names) -> Moment | None:
    """When the lead in cities changed hands for the last time; None where it never did.

    The last to have more cities than anybody else has the lead.
    """
    states = ((before.state, after, _leader(after.state)) for before, after in pairwise(leading))
    leads = [(before, after, leader) for before, after, leader in states if leader is not None]
    changes = [(former, *lead) for (_before, _after, former), lead in pairwise(leads) if former != lead[2]]
    if not changes:
        return None
    former, before, after, leader = changes[-1]
    sizes, names = [player.network_size for player in after.state.players], names.as_of(after.sequence)
    words = ngettext(
        "The lead in cities changed hands once: in round {round}, when {leader} came to {more} and {former} had"
        " {fewer}.",
        "The lead in cities changed hands {changes} times, last in round {round}, when {leader} came to {more} and"
        " {former} had {fewer}.",
        len(changes),
    ).format(
        changes=len(changes),
        round=before.round,
        leader=names.player(leader),
        more=sizes[leader],
        former=names.player(former),
        fewer=sizes[former],
    )
    return Moment("lead", after.sequence, before.round, words)


def _leader(state: rules.State) -> int | None:
    """Who has more cities than anybody else."""
    sizes = [player.network_size for player in state.players]
    most = max(sizes)
    return sizes.index(most) if sizes.count(most) == 1 else None


def way_past_full_cities(leading: Sequence[Position], names: Names) -> Moment | None:
    """The dearest connections of those that led through cities without a free site for the builder."""
    ways = [
        (before, after, event, full)
        for before, after, event in _all(events.CityBuilt, leading)
        if (full := _full_between(before, event))
    ]
    if not ways:
        return None
    before, after, event, full = max(ways, key=lambda way: way[2].connection)
    words = _(
        "In round {round} {name} went through {full}, where no slot was free, to {city}: {cost} Elektro for the"
        " connections alone."
    ).format(
        round=before.round,
        full=in_words(names.city(city) for city in full),
        name=names.as_of(after.sequence).player(event.seat),
        city=names.city(event.city),
        cost=event.connection,
    )
    return Moment("past-full-cities", after.sequence, before.round, words)


def _full_between(state: rules.State, event: events.CityBuilt) -> list[str]:
    """The cities on the way to a new one in which the builder has no house, and could build none."""
    own = {house.city for house in state.players[event.seat].cities}
    between = (state.board.cities[city] for city in event.path[1:-1] if city not in own)
    return [
        city.id
        for city in between
        if not city.free_slots(state.step, (slot for _seat, slot in state.houses(city.id)))
    ]


def dearest_plant(leading: Sequence[Position], names: Names) -> Moment | None:
    """The first of those plants that were sold furthest above their number; None where all went for it or less."""
    sold = [sale for sale in _all(events.PlantBought, leading) if sale[2].price > sale[2].plant]
    if not sold:
        return None
    before, after, event = max(sold, key=lambda sale: sale[2].price - sale[2].plant)
    names = names.as_of(after.sequence)
    words = _(
        "No plant went further above its number than plant {plant}: {name} paid {price} Elektro in round {round}."
    ).format(plant=names.plant(event.plant), name=names.player(event.seat), price=event.price, round=before.round)
    return Moment("dearest-plant", after.sequence, before.round, words)


def short_by_one(leading: Sequence[Position], names: Names) -> Moment | None:
    """A pass with just as much money as was bid: of several that for the highest plant, if it was bought at all."""
    passes = _all(events.BidPassed, leading)
    missed = [(before, after, event) for before, after, event in passes if _was_short_by_one(before, event)]
    if not missed:
        return None
    before, after, event = max(missed, key=lambda each: each[2].plant)
    sales = _all(events.PlantBought, leading)
    buyer = next((sale.seat for _before, _after, sale in sales if sale.plant == event.plant), None)
    if buyer is None:  # the game ended early
        return None
    names = names.as_of(after.sequence)
    words = _(
        "In round {round} {name} had {money} Elektro, one too few to bid more for plant {plant}. It went to {buyer}."
    ).format(
        round=before.round,
        name=names.player(event.seat),
        money=before.players[event.seat].money,
        plant=names.plant(event.plant),
        buyer=names.player(buyer),
    )
    return Moment("short-by-one", after.sequence, before.round, words)


def _was_short_by_one(state: rules.State, event: events.BidPassed) -> bool:
    running = state.auction
    return running is not None and running.plant == event.plant and state.players[event.seat].money == running.bid


def _all(kind: type[Event], leading: Sequence[Position]) -> Iterator[tuple[rules.State, Position, Event]]:
    """All events of a kind, each with the state before it and the position after it."""
    for before, after in pairwise(leading):
        yield from ((before.state, after, event) for event in after.state.happened if isinstance(event, kind))


def steps(leading: Sequence[Position], names: Names) -> Iterator[Moment]:
    """One moment for each position with which a Step began; two can begin together."""
    for before, after in pairwise(leading):
        begun = [event.step for event in after.state.happened if isinstance(event, events.StepBegan)]
        if begun:
            words = _steps_in_words(begun, before.state, after.state, names.as_of(after.sequence))
            yield Moment("steps", after.sequence, before.state.round, words)


def _steps_in_words(begun: Sequence[int], before: rules.State, after: rules.State, names: Names) -> str:
    if len(begun) > 1:
        return _("Step 2 and Step 3 began together, in round {round}.").format(round=before.round)
    needed = after.thresholds.step2
    seats = [seat for seat, player in enumerate(after.players) if 0 < needed <= player.network_size]
    if begun == [2] and seats:
        words = ngettext(
            "Step 2 began in round {round}: {names} had at least {needed} cities.",
            "Step 2 began in round {round}: {names} each had at least {needed} cities.",
            len(seats),
        )
        return words.format(round=before.round, names=names.players(seats), needed=needed)
    if after.round != before.round:
        return _("Step {step} began at the end of round {round}.").format(step=begun[0], round=before.round)
    return _("Step {step} began in round {round}.").format(step=begun[0], round=before.round)


def last_chance(leading: Sequence[Position], names: Names) -> Moment | None:
    """What another purchase in the last round would have changed."""
    chance = best_chance(leading)
    if chance is None:
        return None
    position, number = chance.position, leading[-1].state.round
    words = (
        _(
            "With {fuel} more in round {round}, for {price} Elektro, {name} would have finished in place {place}"
            " instead of {rank}, all else being equal."
        )
        if chance.more > 0
        else _(
            "With {fuel} less in round {round}, and so {price} Elektro more left, {name} would have finished in"
            " place {place} instead of {rank}, all else being equal."
        )
    )
    words = words.format(
        fuel=names.fuel(rules.Fuel(**{chance.kind: abs(chance.more)})),
        round=number,
        price=abs(chance.price),
        name=names.as_of(position.sequence).player(chance.seat),
        place=chance.new_rank,
        rank=chance.rank,
    )
    return Moment("last-chance", position.sequence, number, words)
