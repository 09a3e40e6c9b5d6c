"""Where the cards of a game come from, and that nobody could choose them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.requests import VisitorRequest
from games.pages.access import get_game_or_404, log_in_to_see
from games.pages.game.proof import proof as prove


@require_safe
def fair_deck(request: HttpRequest) -> HttpResponse:
    """Explain why nobody can choose the cards of a game."""
    return render(request, "games/fair_deck.html")


@require_safe
@log_in_to_see
def proof(request: VisitorRequest, pk: int) -> HttpResponse:
    """Show what was promised of the cards of a game and, once it is over, that the promise was kept."""
    game, _mine = get_game_or_404(request.user, pk)
    return render(request, "games/proof.html", {"game": game, "proof": prove(game)})
