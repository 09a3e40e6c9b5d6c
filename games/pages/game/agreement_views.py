"""What players agree on beside the game itself, each a small step: about their time, and about what is taken back."""

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import redirect

import rules
from accounts.requests import PlayerRequest
from games.models import Game, Seat
from games.pages import forms
from games.pages.access import get_game_or_404
from games.pages.game import parts
from games.pages.game.showing import page_for, show, show_whole
from games.pages.problem import Problem, only_watching, too_late
from games.turns import play, undo, votes

Step = Callable[[Game, Seat, int], None]
"""What the owner of a seat wants; the number is how many actions they had seen."""


def take_step(request: PlayerRequest, pk: int, step: Step) -> HttpResponse:
    """Do what somebody wants, or say why not, and show what changed."""
    game, mine = get_game_or_404(request.user, pk)
    if mine is None:
        return show(request, page_for(request, game, problem=only_watching()), status=403)
    expected, problem, status = game.sequence, None, 200
    try:
        expected = forms.read_count(request.POST, "expected")
        step(game, mine, expected)
    except rules.ActionSyntaxError as error:
        problem, status = Problem(str(error)), 400
    except (undo.UndoRefused, votes.VoteRefused) as refusal:
        problem, status = Problem(str(refusal)), 422
    except play.Stale:
        problem, status = too_late(get_game_or_404(request.user, pk)[0], expected), 409
    if not request.htmx and problem is None:
        return redirect(game)
    game, mine = get_game_or_404(request.user, pk)
    page = page_for(request, game, problem=problem, seen=expected)
    if not request.htmx:
        return show_whole(request, page, status=status)
    return parts.send(request, page, parts.since(page, mine, expected, ""), status=status)
