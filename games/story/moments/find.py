"""All moments of a game, in their order."""

from collections.abc import Sequence

from games.replay.history import Position
from games.story.moments import auctions, building, buying, stages
from games.story.moments.moment import Moment
from games.story.names import Names


def decisive(leading: Sequence[Position], names: Names) -> tuple[Moment, ...]:
    """The moments that decided a game, or might have, in their order. They tell what was hidden while it ran.

    Nothing is told that the game does not prove: a rule that finds nothing says nothing.

    :param leading: the positions in force of a game that is over, from its start.
    """
    found = [
        building.lead_for_good(leading, names),
        building.way_past_full_cities(leading, names),
        auctions.dearest_plant(leading, names),
        auctions.short_by_one(leading, names),
        *stages.steps(leading, names),
        buying.last_chance(leading, names),
    ]
    return tuple(sorted(filter(None, found), key=lambda moment: moment.sequence))
