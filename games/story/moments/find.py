"""All moments of a game, in their order."""

from collections.abc import Sequence

from games.replay.history import Position
from games.story.moments import auctions, building, buying, stages
from games.story.moments.moment import Moment
from games.story.names import Cast


def decisive(leading: Sequence[Position], cast: Cast) -> tuple[Moment, ...]:
    """The moments that decided a game, or might have, in their order. They tell what was hidden while it ran.

    Nothing is told that the game does not prove: a rule that finds nothing says nothing.

    :param leading: the positions in force of a game that is over, from its start.
    """
    found = [
        building.lead_for_good(leading, cast),
        building.way_past_full_cities(leading, cast),
        auctions.dearest_plant(leading, cast),
        auctions.short_by_one(leading, cast),
        *stages.steps(leading, cast),
        buying.last_chance(leading, cast),
    ]
    return tuple(sorted(filter(None, found), key=lambda moment: moment.sequence))
