"""The page with all of one's games."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.requests import PlayerRequest
from games.dashboard import Dashboard


@require_safe
@login_required
def dashboard(request: PlayerRequest) -> HttpResponse:
    """Games that wait for oneself, games that wait for others, and those that are over."""
    games = Dashboard.of(request.user)
    return render(request, "games/dashboard.html", {"dashboard": games, "waiting_games": len(games.your_turn)})
