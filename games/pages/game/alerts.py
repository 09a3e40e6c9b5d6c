"""How much a player wants to hear of one game."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.requests import PlayerRequest
from games.pages.access import get_own_game
from notifications import wishes
from notifications.forms import GameForm
from notifications.record import record
from notifications.ways import ways_of

LAST = 20
"""Of how many alerts the page tells what became of them."""


@require_http_methods(["GET", "POST"])
@login_required
def alerts(request: PlayerRequest, pk: int) -> HttpResponse:
    """Choose how often to be told of a game by each channel, and see what one was told of it."""
    game, _mine = get_own_game(request.user, pk)
    sent = request.POST if request.method == "POST" else None
    form = GameForm.of(ways_of(request.user), wishes.for_game(request.user, pk), sent)
    if form.is_valid():
        wishes.choose_for_game(request.user, pk, form.chosen(), now=timezone.now())
        messages.success(request, _("Saved. This also counts for alerts that wait."))
        return redirect("games:alerts", pk)
    context = {"game": game, "form": form, "record": record(request.user, subject_id=pk, size=LAST)}
    return render(request, "games/alerts.html", context, status=400 if form.errors else 200)
