"""Saying which areas one wishes for, where all do so at once."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.vary import vary_on_headers

import rules
from accounts.requests import PlayerRequest
from games.pages import forms
from games.pages.access import get_game_or_404, takes_forms_of
from games.pages.game import parts
from games.pages.game.showing import page_for, show
from games.pages.problem import Problem, only_watching
from games.plans.language import AreaPlan
from games.turns import edit_plans


@login_required
@takes_forms_of("games:detail")
@vary_on_headers("HX-Request", "HX-Target")
def wish_for_areas(request: PlayerRequest, pk: int) -> HttpResponse:
    """Keep the order in which somebody wishes for the areas, and show what comes of it."""
    game, mine = get_game_or_404(request.user, pk)
    if mine is None:
        return show(request, page_for(request, game, problem=only_watching()), status=403)
    try:
        areas = forms.read_order(request.POST, [area.id for area in game.board.areas])
        edit_plans.give(game, mine, AreaPlan(areas), now=timezone.now())
    except rules.ActionSyntaxError as error:
        return show(request, page_for(request, game, problem=Problem(str(error))), status=400)
    except edit_plans.PlanRefused as refusal:
        game, mine = get_game_or_404(request.user, pk)
        return show(request, page_for(request, game, problem=Problem(str(refusal))), status=409)
    if not request.htmx:
        return redirect(game)
    game, mine = get_game_or_404(request.user, pk)
    page = page_for(request, game)
    return parts.send(request, page, parts.moved(page))
