"""The briefing for somebody who may take over a seat, and taking it over."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import PlayerRequest, VisitorRequest
from games.models import Game, Seat
from matchmaking import substitutes
from matchmaking.access import opened_links, registered_only
from matchmaking.models import TableRefused
from matchmaking.substitutes import Briefing


@require_safe
def substitute(request: VisitorRequest, game: int, number: int) -> HttpResponse:
    return _show(request, _seat_or_404(request, game, number))


@require_POST
@registered_only
def take_over(request: PlayerRequest, game: int, number: int) -> HttpResponse:
    seat = _seat_or_404(request, game, number)
    try:
        taken = substitutes.take_over(seat, request.user, now=timezone.now())
    except TableRefused as refusal:
        return _show(request, _seat_or_404(request, game, number), refusal=str(refusal))
    return redirect(taken)


def _seat_or_404(request: VisitorRequest, game: int, number: int) -> Seat:
    seat = substitutes.find(request.user, opened_links(request), game, number)
    if seat is None:
        raise Http404
    return seat


def _show(request: VisitorRequest, seat: Seat, *, refusal: str = "") -> HttpResponse:
    """The briefing. Where there is nothing to take over any more, or it is one's own game, that says more."""
    if seat.game.seat_of(request.user):
        return redirect(seat.game)
    if seat.absent_since is None or seat.game.is_over:
        messages.info(request, refusal or _("This seat is not free any more."))
        return redirect(_where_it_is_seen(request, seat.game))
    briefing = Briefing.of(seat, request.user, objection=refusal)
    context = {"briefing": briefing, "page": briefing.page}
    return render(request, "matchmaking/substitute.html", context, status=409 if refusal else 200)


def _where_it_is_seen(request: VisitorRequest, game: Game) -> str:
    """The game itself for those who may see it; those who only had its link find other tables."""
    is_seen = Game.objects.visible_to(request.user).filter(pk=game.pk).exists()
    return game.get_absolute_url() if is_seen else reverse("matchmaking:lobby")
