"""How somebody who looks at a game stands to a seat of it: whether they play, or a bot or another instead of them."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.models import Absence, Game, Seat
from games.story.reliability import MISSES_OF_AN_ABSENCE


@dataclass(frozen=True, slots=True)
class Presence:
    """What the game page has to say about it.

    ``is_absent``: a bot stands in for the viewer, who may come back; ``has_left`` where they wanted it so.
    ``successor`` is who has taken over their seat; empty where nobody has. ``may_leave``: they play, and the game
    goes on. ``is_alone``: only bots play with them. ``misses`` is how many decisions in a row they have missed
    where they did not leave; ``price`` how many missed ones it counts to be absent.
    """

    is_absent: bool = False
    has_left: bool = False
    successor: str = ""
    may_leave: bool = False
    is_alone: bool = False
    misses: int = Absence.MOST_MISSES
    price: int = MISSES_OF_AN_ABSENCE


def presence(game: Game, mine: Seat | None, viewer: User | AnonymousUser) -> Presence:
    """What there is to say to a viewer; uses seats that were prefetched. A query only where somebody was absent."""
    own = [absence for absence in game.past_absences if absence.user_id == viewer.pk]
    if mine is None:
        return Presence(successor=own[-1].seat.name if own else "")
    if game.is_over:
        return Presence()
    if mine.absent_since is not None:
        return Presence(is_absent=True, has_left=own[-1].reason == Absence.Reason.LEFT)
    return Presence(may_leave=True, is_alone=sum(not seat.is_bot for seat in game.seats.all()) == 1)
