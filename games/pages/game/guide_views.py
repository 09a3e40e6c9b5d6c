"""Doing without the guide."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from accounts import guidance
from accounts.parts import draw_part
from accounts.requests import PlayerRequest
from games.pages.access import get_game_or_404


@require_POST
@login_required
@vary_on_headers("HX-Request")
def skip_guide(request: PlayerRequest, pk: int) -> HttpResponse:
    """End somebody's guide, and go on with the game in which they have had enough of it."""
    game, _seat = get_game_or_404(request.user, pk)
    guidance.end(request.user)
    if request.htmx:
        return HttpResponse(draw_part(request, "games/detail.html", "guide-skipped", {}))
    messages.success(request, _("The guide is over. In the settings you can begin it again."))
    return redirect(game)
