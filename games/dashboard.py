"""What a person sees of their games at a glance."""

from dataclasses import dataclass
from typing import Self

from django.db.models import prefetch_related_objects

from accounts.models import User
from games.models import Seat

MOST_FINISHED = 10


@dataclass(frozen=True, slots=True)
class Dashboard:
    """The seats of one person, each with its game and everybody in it.

    ``your_turn`` has those who are to move, the longest asked first; ``waiting`` the others whose game runs, and
    ``finished`` the last few whose game is over, the latest first in both.
    """

    your_turn: list[Seat]
    waiting: list[Seat]
    finished: list[Seat]

    @classmethod
    def of(cls, user: User) -> Self:
        """Three queries, whatever the number of games."""
        seats = Seat.objects.filter(user=user).select_related("game").defer("game__setup")
        running = list(seats.filter(game__finished_at=None).order_by("asked_at", "-game__moved_at"))
        finished = list(seats.exclude(game__finished_at=None).order_by("-game__finished_at")[:MOST_FINISHED])
        prefetch_related_objects([seat.game for seat in (*running, *finished)], "seats")
        return cls(
            your_turn=[seat for seat in running if seat.is_to_move],
            waiting=[seat for seat in running if not seat.is_to_move],
            finished=finished,
        )
