"""What the Hard bot would have done: all decisions of a player, and one of them with the answer of the coach."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.models import User
from accounts.parts import draw_part
from accounts.requests import PlayerRequest
from games.models import Game, Seat
from games.pages.access import get_past_or_404
from games.pages.coach.decisions import may_ask
from games.pages.coach.page import CoachPage, look, look_through
from games.replay.history import NoSuchPosition

TEMPLATE = "games/coach.html"


@require_safe
@login_required
def review(request: PlayerRequest, pk: int) -> HttpResponse:
    """List a player's decisions in a game."""
    game, mine = _get_advised(request.user, pk)
    return render(request, "games/review.html", {"page": look_through(game, mine)})


@require_safe
@login_required
def coach(request: PlayerRequest, pk: int, number: int) -> HttpResponse:
    """Show a decision of the player. The answer comes when it is asked for, as it takes time."""
    return render(request, TEMPLATE, {"page": _page(request, pk, number)})


@require_safe
@login_required
@vary_on_headers("HX-Request")
def coach_answer(request: PlayerRequest, pk: int, number: int) -> HttpResponse:
    """The same with the answer; for htmx the answer alone."""
    page = _page(request, pk, number, is_answered=True)
    if request.htmx:
        return HttpResponse(draw_part(request, TEMPLATE, "coach-answer", {"page": page}))
    return render(request, TEMPLATE, {"page": page})


def _page(request: PlayerRequest, pk: int, number: int, *, is_answered: bool = False) -> CoachPage:
    game, mine = _get_advised(request.user, pk)
    try:
        return look(game, mine, number, is_answered=is_answered)
    except NoSuchPosition as error:
        raise Http404 from error


def _get_advised(user: User, pk: int) -> tuple[Game, Seat]:
    """A game in which the user may be advised, and their seat."""
    game, mine = get_past_or_404(user, pk)
    if mine is None or not may_ask(game, mine):
        raise PermissionDenied
    return game, mine
