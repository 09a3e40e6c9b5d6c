"""Moments of building."""

from collections.abc import Sequence
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import rules
from games.replay.history import Position
from games.story.moments.moment import Moment
from games.story.names import Names, in_words
from rules import events


def lead_for_good(leading: Sequence[Position], names: Names) -> Moment | None:
    """When the lead in cities was taken from somebody for the last time; none where it never changed hands.

    It is with whoever was the last to have more cities than anybody else.
    """
    holder: int | None = None
    changes = 0
    last: tuple[Position, int, int, int] | None = None
    for before, after in pairwise(leading):
        leader = _leader(after.state)
        if leader is None or leader == holder:
            continue
        if holder is not None:
            changes += 1
            last = (after, before.state.round, leader, holder)
        holder = leader
    if last is None:
        return None
    after, number, leader, former = last
    sizes = [player.network_size for player in after.state.players]
    names = names.as_of(after.sequence)
    sentence = ngettext(
        "The lead in cities changed hands once: in round {round}, when {leader} came to {more} and {former} had"
        " {fewer}.",
        "The lead in cities changed hands {changes} times, last in round {round}, when {leader} came to {more} and"
        " {former} had {fewer}.",
        changes,
    )
    words = sentence.format(
        changes=changes,
        round=number,
        leader=names.player(leader),
        more=sizes[leader],
        former=names.player(former),
        fewer=sizes[former],
    )
    return Moment("lead", after.sequence, number, words)


def way_past_full_cities(leading: Sequence[Position], names: Names) -> Moment | None:
    """The dearest connections of those that led through cities in which the builder found no free site."""
    ways = [
        (event.connection, before.state, after.sequence, event, full)
        for before, after in pairwise(leading)
        for event in after.state.happened
        if isinstance(event, events.CityBuilt) and (full := _full_between(before.state, event))
    ]
    if not ways:
        return None
    _cost, state, sequence, event, full = max(ways, key=lambda way: way[0])
    sentence = _(
        "In round {round} {name} went through {full}, where no site was free, to {city}: {cost} Elektro for the"
        " connections alone."
    )
    words = sentence.format(
        round=state.round,
        full=in_words(names.city(city) for city in full),
        name=names.as_of(sequence).player(event.seat),
        city=names.city(event.city),
        cost=event.connection,
    )
    return Moment("past-full-cities", sequence, state.round, words)


def _leader(state: rules.State) -> int | None:
    """Who has more cities than anybody else."""
    sizes = [player.network_size for player in state.players]
    most = max(sizes)
    return sizes.index(most) if sizes.count(most) == 1 else None


def _full_between(state: rules.State, event: events.CityBuilt) -> list[str]:
    """The cities on the way to a new one in which the builder has no house, and could build none."""
    own = {house.city for house in state.players[event.seat].cities}
    slots = set(rules.open_slots(state.step))
    return [
        city for city in event.path[1:-1] if city not in own and slots <= {slot for _seat, slot in state.houses(city)}
    ]
