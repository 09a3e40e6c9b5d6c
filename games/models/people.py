"""The people on the seats of games, and the addresses of their profiles."""

from functools import lru_cache

from django.db.models import Prefetch, QuerySet
from django.urls import reverse

from accounts import names
from accounts.calendars import load_vacations, with_vacations
from accounts.models import User
from accounts.statements import written_once
from games.models import Game, Seat


def seats_with_people() -> Prefetch[str]:
    """To be prefetched with games: their seats with their people, and when these are here or away, in two queries."""
    seats = Seat.objects.select_related("user__presence")
    return Prefetch("seats", seats.prefetch_related(with_vacations("user__")))


@written_once
def _seats(game: int) -> QuerySet[Seat]:
    return Seat.objects.filter(game=game).select_related("user__presence")


def read_seats(game: Game) -> None:
    """Read the same for one game, as each look at one needs them."""
    seats = _seats(game.pk)
    keep_seats(game, seats)
    load_vacations({seat.user for seat in seats if seat.user})


def keep_seats(game: Game, seats: list[Seat]) -> None:
    """Have a game know its seats, as if they had been prefetched."""
    for seat in seats:
        seat.game = game
    known = game.seats.all()
    known._result_cache = seats
    known._prefetch_done = True  # type: ignore[attr-defined]  # as Django keeps them
    game._prefetched_objects_cache = {"seats": known}  # type: ignore[attr-defined]


def profile_of(user: User | None) -> str:
    """The address of a person's profile; empty for bots, guests, former players, and odd names that staff gave."""
    if user is None or user.is_guest or user.left_at is not None or not is_address(user.name):
        return ""
    return _address(user.name)


@lru_cache(maxsize=1000)
def _address(name: str) -> str:
    return reverse("games:profile", args=[name])


def is_address(name: str) -> bool:
    """Whether a person can be found by this name."""
    return bool(name) and name.isprintable() and len(names.tidy(name)) <= names.LONGEST
