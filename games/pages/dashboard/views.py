"""The page with all of one's games."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.parts import draw_part
from accounts.requests import PlayerRequest
from games.pages.dashboard import page as dashboards
from games.pages.dashboard.page import Dashboard


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
