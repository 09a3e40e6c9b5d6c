"""The game page as an answer to whoever asks."""

from collections.abc import Sequence
from dataclasses import replace

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _

import rules
from accounts.requests import PlayerRequest, VisitorRequest
from games.models import Game
from games.pages.access import get_game_or_404
from games.pages.dashboard.waiting import next_game
from games.pages.game import parts
from games.pages.game.page import Page, look
from games.pages.plans.plan_form import Planned
from games.pages.problem import Problem, still_meant, too_late
from games.turns import play

WHOLE = "games/detail.html"


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
    """The page for whoever asks; the parameters are those of :func:`games.pages.game.page.look`."""
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
    """The page of somebody whose action was not taken, with the reason and what they had composed.

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
    """The page of somebody who was too late, with a word on it where what they composed has another price now."""
    cost = getattr(page.turn.panel, "total", None) if page.turn else None
    if page.problem is None or cost is None or sent.get("cost", "") in {"", str(cost)}:
        return page
    line = _("What you composed costs {cost} Elektro now.").format(cost=cost)
    return replace(page, problem=replace(page.problem, meanwhile=(*page.problem.meanwhile, line)))
