"""What players agree on about their time: voting, changing one's mind, giving time to others."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

import rules
from accounts.requests import PlayerRequest
from games import forms, votes
from games.models import Game, Seat
from games.problem import Problem, only_watching
from games.views import parts
from games.views.access import get_game_or_404
from games.views.showing import page_for, show, show_whole
from games.votes import Motion


@require_POST
@login_required
@vary_on_headers("HX-Request", "HX-Target")
def cast_vote(request: PlayerRequest, pk: int) -> HttpResponse:
    """Vote to pause, to go on or to end the game."""

    def step(game: Game, mine: Seat) -> None:
        pauses = forms.read_count(request.POST, "pauses")
        votes.cast(game, mine, _motion(request), pauses=pauses, now=timezone.now())

    return _take_step(request, pk, step)


@require_POST
@login_required
@vary_on_headers("HX-Request", "HX-Target")
def withdraw_vote(request: PlayerRequest, pk: int) -> HttpResponse:
    """Take one's vote back."""

    def step(game: Game, mine: Seat) -> None:
        votes.withdraw(game, mine, _motion(request))

    return _take_step(request, pk, step)


@require_POST
@login_required
@vary_on_headers("HX-Request", "HX-Target")
def give_time(request: PlayerRequest, pk: int) -> HttpResponse:
    """Give somebody who is asked more time."""

    def step(game: Game, mine: Seat) -> None:
        number, asked = forms.read_count(request.POST, "number"), forms.read_count(request.POST, "asked")
        votes.give_time(game, mine, number, asked=asked, now=timezone.now())

    return _take_step(request, pk, step)


def _motion(request: PlayerRequest) -> Motion:
    sent = request.POST.get("motion", "")
    if sent not in Motion.values:
        raise rules.ActionSyntaxError(_("This does not say what to vote on. Please choose below."))
    return Motion(sent)


def _take_step(request: PlayerRequest, pk: int, step: Callable[[Game, Seat], None]) -> HttpResponse:
    """Do what somebody wants, or say why not, and show what changed."""
    game, mine = get_game_or_404(request.user, pk)
    if mine is None:
        return show(request, page_for(request, game, problem=only_watching()), status=403)
    seen, problem, status = game.sequence, None, 200
    try:
        seen = forms.read_count(request.POST, "expected")
        step(game, mine)
    except rules.ActionSyntaxError as error:
        problem, status = Problem(str(error)), 400
    except votes.Refused as refusal:
        problem, status = Problem(str(refusal)), 422
    if not request.htmx and problem is None:
        return redirect(game)
    game, mine = get_game_or_404(request.user, pk)
    page = page_for(request, game, problem=problem, seen=seen)
    if not request.htmx:
        return show_whole(request, page, status=status)
    return parts.send(request, page, parts.since(page, mine, seen, ""), status=status)
