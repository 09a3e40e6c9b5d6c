"""The page with all of one's games."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from accounts.parts import draw_part
from accounts.requests import PlayerRequest
from games.models import Game
from games.pages.dashboard import page as dashboards
from games.pages.dashboard.page import Dashboard
from notifications import presence
from notifications.presence import LIST_OF_GAMES


@require_safe
@login_required
def dashboard(request: PlayerRequest) -> HttpResponse:
    """Games that wait for oneself, games that wait for others, and those that are over."""
    return render(request, "games/dashboard.html", _lists(request))


@require_safe
@login_required
def dashboard_updates(request: PlayerRequest) -> HttpResponse:
    """Answer a page that waits: nothing while all games are as they were ``seen``, else the lists anew."""
    if request.GET.get("seen") == dashboards.now(request.user):
        return HttpResponse(status=204)
    return HttpResponse(draw_part(request, "games/dashboard.html", "news", _lists(request)))


def _lists(request: PlayerRequest) -> dict[str, Any]:
    whole = "all" in request.GET
    return {"dashboard": Dashboard.of(request.user, whole=whole), "whole": whole}


@require_POST
@login_required
def here(request: PlayerRequest, pk: int = LIST_OF_GAMES) -> HttpResponse:
    """Note that somebody looks at a game in which they have a seat, or at the list of their games."""
    if pk != LIST_OF_GAMES and not Game.objects.filter(pk=pk, seats__user=request.user).exists():
        raise Http404
    presence.see(request.user, pk, now=timezone.now())
    return HttpResponse(status=204)
