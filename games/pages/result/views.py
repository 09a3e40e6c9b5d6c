"""A game as a whole: its curves, and how it ended."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.requests import VisitorRequest
from games.pages.access import get_game_or_404, log_in_to_see
from games.pages.result import curves as figures
from games.pages.result import page


@require_safe
@log_in_to_see
def curves(request: VisitorRequest, pk: int) -> HttpResponse:
    """Show the curves of a game, be it over or not."""
    game, mine = get_game_or_404(request.user, pk)
    return render(request, "games/curves.html", {"page": figures.look(game, mine)})


@require_safe
@log_in_to_see
def result(request: VisitorRequest, pk: int) -> HttpResponse:
    """Show how a game ended; of one that is not over, nothing but that."""
    game, mine = get_game_or_404(request.user, pk)
    if not game.is_over:
        return render(request, "games/not_over.html", {"game": game})
    return render(request, "games/result.html", {"page": page.look(game, mine)})
