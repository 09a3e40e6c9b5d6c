"""Playing again with the same people, and the places that are kept for them meanwhile."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.requests import PlayerRequest
from games.models import Game
from matchmaking import rematches, tables
from matchmaking.access import go, invitations, registered_only
from matchmaking.forms import SeatForm
from matchmaking.models import Table
from matchmaking.refusals import Refusal

REVERSED = "reversed"
"""What is sent as ``seats`` by those who want them in the opposite order."""


@require_POST
@login_required
@registered_only
def play_again(request: PlayerRequest, game: int) -> HttpResponse:
    """Open a table for the people of a game, or sit down at that which one of them has opened."""
    over = get_object_or_404(Game.objects.visible_to(request.user), pk=game)
    is_reversed = request.POST.get("seats") == REVERSED
    try:
        table = rematches.play_again(over, request.user, is_reversed=is_reversed, now=timezone.now())
    except Refusal as refusal:
        messages.warning(request, str(refusal))
        return redirect("games:result" if over.is_over else "games:detail", over.pk)
    return redirect(table.game or table)


@require_POST
@login_required
@registered_only
def release(request: PlayerRequest, pk: int) -> HttpResponse:
    """Keep a place no longer: for oneself, or as the host for somebody else."""
    table = get_object_or_404(Table.objects.visible_to(request.user, invitations(request)), pk=pk)
    form = SeatForm(request.POST)
    own = table.kept_for(request.user)
    if not form.is_valid():
        messages.warning(request, _("This table has no such seat."))
        return go(request, table)
    try:
        tables.release(table, request.user, number=form.cleaned_data["number"])
    except Refusal as refusal:
        messages.warning(request, str(refusal))
        return go(request, table)
    if own is None:
        return go(request, table)
    messages.success(request, _("No seat is kept for you at the table “%(table)s” any more.") % {"table": table.name})
    return go(request, "matchmaking:lobby")
