"""Who may see which game."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpResponse

from accounts.models import User
from accounts.requests import VisitorRequest
from accounts.statements import written_once
from games.models import Game, Seat
from games.models.people import keep_seats, read_seats

View = Callable[..., HttpResponse]

SHOWN_OF_SEATS = ("game", "number", "name", "is_bot", "bot_level", "user__name", "user__is_guest", "user__left_at")
"""What the past shows of who plays: a tenth of what is known of seats and people."""


@written_once
def _present(pk: int) -> QuerySet[Game]:
    return Game.objects.filter(pk=pk).select_related("undo_request", "snapshot").defer("snapshot__state")


@written_once
def _past(pk: int) -> QuerySet[Game]:
    return Game.objects.filter(pk=pk).select_related("snapshot")


@written_once
def _seats_shown(game: int) -> QuerySet[Seat]:
    return Seat.objects.filter(game=game).select_related("user").only(*SHOWN_OF_SEATS)


def is_number(pk: int) -> bool:
    """Whether a row can have such a number; databases do not read a greater one."""
    return pk < 2**63


def get_game_or_404(user: User | AnonymousUser, pk: int) -> tuple[Game, Seat | None]:
    """A game with its seats and what is kept of its course, and the seat that the user has in it, if any."""
    return _visible(_present, read_seats, user, pk)


def get_own_game(user: User, pk: int) -> tuple[Game, Seat]:
    """A game and the seat that the user has in it, for what those who only watch cannot do."""
    game, mine = get_game_or_404(user, pk)
    if mine is None:
        raise PermissionDenied
    return game, mine


def get_past_or_404(user: User | AnonymousUser, pk: int) -> tuple[Game, Seat | None]:
    """A game to look back at with what is kept of its course, and the seat that the user has in it, if any."""
    return _visible(_past, _read_seats_shown, user, pk)


def _read_seats_shown(game: Game) -> None:
    keep_seats(game, _seats_shown(game.pk))


def _visible(
    find: Callable[[int], list[Game]], read: Callable[[Game], None], user: User | AnonymousUser, pk: int
) -> tuple[Game, Seat | None]:
    """The row of most games says that anybody may see them: only of others is it asked who may."""
    found = find(pk) if is_number(pk) else []
    if not found:
        raise Http404
    (game,) = found
    read(game)
    mine = game.seat_of(user)
    if not (game.is_public or mine or Game.objects.visible_to(user).filter(pk=pk).exists()):
        raise Http404
    return game, mine


def log_in_to_see(view: View) -> View:
    """Ask visitors to log in where they find no game: it may be theirs, and its address have come by mail.

    They are asked for any number, so that the answer does not tell whether there is such a game.
    """

    @wraps(view)
    def seen(request: VisitorRequest, pk: int, **kwargs: int) -> HttpResponse:
        try:
            return view(request, pk, **kwargs)
        except Http404:
            if request.user.is_authenticated:
                raise
            return redirect_to_login(request.get_full_path())

    return seen
