"""The record of alerts: what somebody was told, when and by which way, and what was not."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.requests import PlayerRequest, number_in
from notifications.record import record, told_of


@require_safe
@login_required
def alert_record(request: PlayerRequest) -> HttpResponse:
    """What somebody was told, the last first; ``game`` is of which game, ``before`` from which alert on."""
    game = number_in(request.GET.get("game", ""))
    before = number_in(request.GET.get("before", ""))
    context = {
        "record": record(request.user, subject_id=game, before=before),
        "games": told_of(request.user),
        "game": game,
        "is_first_page": before is None,
    }
    return render(request, "notifications/record.html", context)
