"""The page on which people say how they want to be told, and how often."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.views.decorators.http import require_safe

from accounts.requests import PlayerRequest
from notifications.views.showing import show_alerts


@require_safe
@login_required
def alerts(request: PlayerRequest) -> HttpResponse:
    """All ways to reach somebody, when they may be used, and what came by them last."""
    return show_alerts(request)
