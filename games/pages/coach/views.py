"""What the Hard bot would have done: all decisions of a player, and one of them with the answer of the coach."""

from http import HTTPStatus
from threading import Semaphore

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
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

FREE = Semaphore()
"""A process thinks about one answer at a time, or a few of them would leave no thread for other pages."""

SOON = 2
"""After so many seconds an answer should be ready, and the next one can be asked for."""


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
    return render(request, TEMPLATE, {"page": _page(request, pk, number), "again_after": None})


@require_safe
@login_required
@vary_on_headers("HX-Request")
def coach_answer(request: PlayerRequest, pk: int, number: int) -> HttpResponse:
    """The same with the answer; for htmx the answer alone."""
    if not FREE.acquire(blocking=False):
        return _ask_again(request, _page(request, pk, number))
    try:
        context = {"page": _page(request, pk, number, is_answered=True), "again_after": None}
    finally:
        FREE.release()
    if request.htmx:
        return HttpResponse(draw_part(request, TEMPLATE, "coach-answer", context))
    return render(request, TEMPLATE, context)


def _ask_again(request: PlayerRequest, page: CoachPage) -> HttpResponse:
    """The page without an answer, to ask again soon; htmx does so by itself, and shows nothing that is an error."""
    context = {"page": page, "again_after": SOON}
    if request.htmx:
        answer = draw_part(request, TEMPLATE, "coach-answer", context)
        return HttpResponse(answer, status=HTTPStatus.ACCEPTED)
    response = render(request, TEMPLATE, context, status=HTTPStatus.SERVICE_UNAVAILABLE)
    response["Retry-After"] = str(SOON)
    return response


def _page(request: PlayerRequest, pk: int, number: int, *, is_answered: bool = False) -> CoachPage:
    game, mine = _get_advised(request.user, pk)
    try:
        return look(game, mine, number, is_answered=is_answered)
    except NoSuchPosition as error:
        raise Http404 from error


def _get_advised(user: User, pk: int) -> tuple[Game, Seat]:
    """A game in which the user may be advised, and their seat."""
    game, mine = get_past_or_404(user, pk)
    if mine is None:
        raise PermissionDenied
    if not may_ask(game, mine):
        raise PermissionDenied(
            _("While people play against each other, the coach advises nobody. Ask it when the game is over.")
        )
    return game, mine
