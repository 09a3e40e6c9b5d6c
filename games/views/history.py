"""The past of a game: the position after each of its actions."""

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

import rules
from accounts.requests import VisitorRequest
from games import forms
from games import history as past
from games.models import Game
from games.past_page import look_back
from games.views.access import get_game_or_404, log_in_to_see


@require_safe
@vary_on_headers("HX-Request")
@log_in_to_see
def history(request: VisitorRequest, pk: int, number: int) -> HttpResponse:
    """Show a game as it stood after an action; with ``?since=`` also what differs from another position.

    ``?turns=`` says whose turns one steps through, and ``?to=`` leads to another position.
    """
    game, mine = get_game_or_404(request.user, pk)
    try:
        since, turns = _read(request.GET, "since"), _read(request.GET, "turns")
        if "to" in request.GET:
            return redirect(_address(game, forms.read_count(request.GET, "to"), since, turns))
        page = look_back(game, mine, number, since=since, turns=turns)
    except (rules.ActionSyntaxError, past.NoSuchPosition):
        return render(request, "games/no_such_position.html", {"game": game}, status=404)
    template = "games/history.html#position" if request.htmx else "games/history.html"
    return render(request, template, {"page": page})


def _read(fields: QueryDict, field: str) -> int | None:
    """A number in an address; None where there is none, or an empty one, as forms send it."""
    return forms.read_count(fields, field) if fields.get(field) else None


def _address(game: Game, number: int, since: int | None, turns: int | None) -> str:
    fields = QueryDict(mutable=True)
    fields.update({field: str(value) for field, value in (("since", since), ("turns", turns)) if value is not None})
    address = reverse("games:history", args=[game.pk, number])
    return f"{address}?{fields.urlencode()}" if fields else address
