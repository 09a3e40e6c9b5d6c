"""The people on the seats of games, and where they are told of."""

from functools import lru_cache

from django.db.models import Prefetch, QuerySet
from django.urls import reverse

from accounts import names
from accounts.calendars import with_vacations
from accounts.models import User, Vacation
from accounts.prepared import Prepared
from games.models import Game, Seat


def seats_with_people() -> Prefetch[str]:
    """To be prefetched with games: their seats with who has each, and when these are here or away, in two queries."""
    seats = Seat.objects.select_related("user__presence")
    return Prefetch("seats", seats.prefetch_related(with_vacations("user__")))


SEATS = Prepared(lambda pk: Seat.objects.filter(game=pk).select_related("user__presence"))
VACATIONS = Prepared(lambda pk: Vacation.objects.filter(user__seats__game=pk))


def read_seats(game: Game) -> None:
    """Read the same for one game, as each look at one needs them."""
    keep_seats(game, SEATS(game.pk))
    people = {seat.user_id: seat.user for seat in game.seats.all() if seat.user}
    for person in people.values():
        person.known_vacations = []
    for vacation in VACATIONS(game.pk):
        people[vacation.user_id].known_vacations.append(vacation)


def keep_seats(game: Game, seats: QuerySet[Seat]) -> None:
    """Have a game know its seats, as if they had been prefetched."""
    for seat in seats:
        seat.game = game
    game._prefetched_objects_cache = {"seats": seats}  # type: ignore[attr-defined]  # as Django keeps them


def profile_of(user: User | None) -> str:
    """The address of somebody's profile; empty for those who have none: bots, guests, former players, odd names.

    No such name passes the checks of the site; but staff can give somebody any.
    """
    if user is None or user.is_guest or user.left_at is not None or not is_address(user.name):
        return ""
    return _address(user.name)


@lru_cache(maxsize=1000)
def _address(name: str) -> str:
    return reverse("games:profile", args=[name])


def is_address(name: str) -> bool:
    """Whether somebody of that name can be found by it."""
    return bool(name) and name.isprintable() and len(names.tidy(name)) <= names.LONGEST
