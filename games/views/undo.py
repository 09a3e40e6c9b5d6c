"""Taking back: asking for it, agreeing to it, refusing it."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

import rules
from accounts.requests import PlayerRequest
from games import forms, turns, undo
from games.models import Game, Seat
from games.problem import Problem, only_watching, too_late
from games.views import parts
from games.views.access import get_game_or_404
from games.views.showing import page_for, show, show_whole


@require_POST
@login_required
@vary_on_headers("HX-Request", "HX-Target")
def take_back(request: PlayerRequest, pk: int) -> HttpResponse:
    """Take back one's last action, or ask the others to agree to that."""

    def step(game: Game, mine: Seat, expected: int) -> None:
        undo.take_back(game, mine, expected=expected)

    return _take_step(request, pk, step)


@require_POST
@login_required
@vary_on_headers("HX-Request", "HX-Target")
def agree_to_undo(request: PlayerRequest, pk: int) -> HttpResponse:
    """Let somebody else take back what they asked for."""

    def step(game: Game, mine: Seat, expected: int) -> None:
        undo.agree(game, mine, asker=forms.read_count(request.POST, "asker"), expected=expected)

    return _take_step(request, pk, step)


@require_POST
@login_required
@vary_on_headers("HX-Request", "HX-Target")
def refuse_undo(request: PlayerRequest, pk: int) -> HttpResponse:
    """Let what somebody asked to take back stand, or withdraw one's own request."""

    def step(game: Game, mine: Seat, expected: int) -> None:
        undo.refuse(game, mine, asker=forms.read_count(request.POST, "asker"), expected=expected)

    return _take_step(request, pk, step)


def _take_step(request: PlayerRequest, pk: int, step: Callable[[Game, Seat, int], None]) -> HttpResponse:
    """Take a step towards taking something back, and show what changed."""
    game, mine = get_game_or_404(request.user, pk)
    if mine is None:
        return show(request, page_for(request, game, problem=only_watching()), status=403)
    expected, problem, status = game.sequence, None, 200
    try:
        expected = forms.read_count(request.POST, "expected")
        step(game, mine, expected)
    except rules.ActionSyntaxError as error:
        problem, status = Problem(str(error)), 400
    except undo.Refused as refusal:
        problem, status = Problem(str(refusal)), 422
    except turns.Stale:
        problem, status = too_late(get_game_or_404(request.user, pk)[0], expected), 409
    if not request.htmx and problem is None:
        return redirect(game)
    game, mine = get_game_or_404(request.user, pk)
    page = page_for(request, game, problem=problem, seen=expected)
    if not request.htmx:
        return show_whole(request, page, status=status)
    return parts.send(request, page, parts.since(page, mine, expected, ""), status=status)
