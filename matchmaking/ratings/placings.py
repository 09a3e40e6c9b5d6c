"""Who counts in a game that is over, and at which place.

Bots are left out, as if they had not sat there. As opponents of a fixed strength they would be something to gain
points from without end, by playing with one friend and four of them; and their strength changes with the site.

A seat is that of the player who had it from the start. They get its place; but if they are away when the game ends,
or another player has their seat by then, they are last, together with all others who left: to leave is never better
than to lose. A substitute counts only if they had the seat for at least half of all actions: nobody loses points for
having helped out, and nobody gets them for a game that others have played.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from games.models import Absence, Game, Seat

FEWEST_PEOPLE = 2

LAST = float("inf")  # the place of those who were away when the game ended


class Placing(NamedTuple):
    user: int
    rank: int


def placings(game: Game, seats: Iterable[Seat], absences: Iterable[Absence]) -> list[Placing]:
    """The people who count in a game that was played to its end, in the order of the seats.

    Nobody where fewer than two do, nor where all of them have left it to others: none of them has won that game.
    """
    handed_over: dict[int, list[Absence]] = {}
    for absence in absences:
        if absence.substitute_id is not None:
            handed_over.setdefault(absence.seat_id, []).append(absence)
    places: dict[int, float] = {}
    for seat in seats:
        if seat.user_id is not None:
            places.update(_of_seat(game, seat, handed_over.get(seat.pk, [])))
    if len(places) < FEWEST_PEOPLE or min(places.values()) == LAST:
        return []
    return [Placing(user, 1 + sum(other < place for other in places.values())) for user, place in places.items()]


def _of_seat(game: Game, seat: Seat, handed_over: list[Absence]) -> dict[int, float]:
    held: Counter[int] = Counter()
    since = 0
    for absence in handed_over:
        until = absence.ended_sequence or 0
        held[absence.user_id] += until - since
        since = until
    assert seat.user_id is not None  # noqa: S101  (for the type checker: the caller left out bots)
    held[seat.user_id] += game.sequence - since
    first = handed_over[0].user_id if handed_over else seat.user_id
    counting = [user for user, actions in held.items() if user == first or 2 * actions >= game.sequence]
    is_there = seat.absent_since is None
    return {user: seat.rank if is_there and user == seat.user_id and seat.rank else LAST for user in counting}
