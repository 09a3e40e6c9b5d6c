"""Looking at one's games, of which pages tell by themselves."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.requests import PlayerRequest
from games.models import Game
from notifications import presence
from notifications.presence import LIST_OF_GAMES


@require_POST
@login_required
def here(request: PlayerRequest, pk: int = LIST_OF_GAMES) -> HttpResponse:
    """Note that somebody looks at a game in which they have a seat, or at the list of their games."""
    if pk != LIST_OF_GAMES and not Game.objects.filter(pk=pk, seats__user=request.user).exists():
        raise Http404
    presence.see(request.user, pk, now=timezone.now())
    return HttpResponse(status=204)
