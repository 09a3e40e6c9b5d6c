"""The game page as an answer, and the views that take its forms."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.vary import vary_on_headers

import rules
from accounts.requests import PlayerRequest, VisitorRequest, takes_forms_of
from games.models import Game, Seat
from games.pages.access import get_game_or_404
from games.pages.dashboard.waiting import next_game
from games.pages.game import parts
from games.pages.game.page import Page, look
from games.pages.plans.plan_form import Planned
from games.pages.problem import Problem, only_watching, still_meant, too_late
from games.turns import play

WHOLE = "games/detail.html"


def of_player(
    view: Callable[[PlayerRequest, Game, Seat], HttpResponse],
) -> Callable[[PlayerRequest, int], HttpResponse]:
    """Make a view that takes a form of the page from the owner of a seat. Others see that they only watch."""

    @login_required
    @takes_forms_of("games:detail", "pk")
    @vary_on_headers("HX-Request", "HX-Target")
    @wraps(view)
    def taken(request: PlayerRequest, pk: int) -> HttpResponse:
        game, mine = get_game_or_404(request.user, pk)
        if mine is None:
            return show(request, page_for(request, game, problem=only_watching()), status=403)
        return view(request, game, mine)

    return taken


def page_for(
    request: VisitorRequest,
    game: Game,
    *,
    draft: rules.Action | None = None,
    trail: Sequence[rules.Action] = (),
    problem: Problem | None = None,
    seen: int | None = None,
    planned: Planned | None = None,
) -> Page:
    """The page for the user; the parameters are those of :func:`games.pages.game.page.look`."""
    waiting = next_game(request, game.pk)
    return look(
        game, request.user, draft=draft, trail=trail, problem=problem, seen=seen, next_game=waiting, planned=planned
    )


def show_whole(request: VisitorRequest, page: Page, *, status: int = 200) -> HttpResponse:
    return render(request, WHOLE, {"page": page}, status=status)


def show(request: VisitorRequest, page: Page, *, status: int) -> HttpResponse:
    """The page, for htmx all parts of it that can change. What is composed on it is still there."""
    if request.htmx:
        return parts.send(request, page, parts.moved(page), status=status)
    return show_whole(request, page, status=status)


def show_refused(
    request: PlayerRequest,
    game: Game,
    refusal: rules.ActionSyntaxError | rules.RuleError | play.Stale,
    *,
    draft: rules.Action | None,
    expected: int,
) -> HttpResponse:
    """The page of a player whose action was not taken, with the reason and what they had composed.

    :param draft: the action, as far as it could be read.
    :param expected: how many actions they had seen.
    """
    match refusal:
        case rules.ActionSyntaxError():
            return show(request, page_for(request, game, draft=draft, problem=Problem(str(refusal))), status=400)
        case rules.RuleError():
            problem = Problem.refused(refusal, game.read_setup().options)
            return show(request, page_for(request, game, draft=draft, problem=problem), status=422)
        case play.Stale():
            game, _mine = get_game_or_404(request.user, game.pk)
            draft = still_meant(game, draft, expected)
            page = page_for(request, game, draft=draft, problem=too_late(game, expected))
            return show(request, _with_new_cost(page, request.POST), status=409)


def _with_new_cost(page: Page, sent: QueryDict) -> Page:
    """The page of a player who was too late. It says so where what they composed has another price now."""
    cost = getattr(page.turn.panel, "total", None) if page.turn else None
    if page.problem is None or not cost or sent.get("cost", "") in {"", str(cost)}:
        return page
    line = _("What you composed costs {cost} Elektro now.").format(cost=cost)
    return replace(page, problem=replace(page.problem, meanwhile=(*page.problem.meanwhile, line)))
