"""The past of a game: the position after each of its actions."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

import rules
from accounts.requests import VisitorRequest
from games import forms
from games import history as past
from games.page import look_back
from games.views.access import get_game_or_404, log_in_to_see


@require_safe
@log_in_to_see
def history(request: VisitorRequest, pk: int, number: int) -> HttpResponse:
    """Show a game as it stood after an action; ``?to=`` leads to another one."""
    game, mine = get_game_or_404(request.user, pk)
    try:
        if "to" in request.GET:
            return redirect("games:history", game.pk, forms.read_count(request.GET, "to"))
        page = look_back(game, mine, number)
    except (rules.ActionSyntaxError, past.NoSuchPosition):
        return render(request, "games/no_such_position.html", {"game": game}, status=404)
    return render(request, "games/history.html", {"page": page})
