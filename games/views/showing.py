"""The game page as an answer to whoever asks."""

from collections.abc import Sequence

from django.http import HttpResponse
from django.shortcuts import render

import rules
from accounts.requests import VisitorRequest
from games.models import Game
from games.page import Page, look
from games.plans_panel import Planned
from games.problem import Problem
from games.views import parts
from games.waiting import next_game


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
    """The page for whoever asks; the parameters are those of :func:`games.page.look`."""
    waiting = next_game(request, game.pk)
    return look(
        game, request.user, draft=draft, trail=trail, problem=problem, seen=seen, next_game=waiting, planned=planned
    )


def show_whole(request: VisitorRequest, page: Page, *, status: int = 200) -> HttpResponse:
    return render(request, "games/detail.html", {"page": page}, status=status)


def show(request: VisitorRequest, page: Page, *, status: int) -> HttpResponse:
    """The page, for htmx all parts of it that can change. What is composed on it is still there."""
    if request.htmx:
        return parts.send(request, page, parts.PARTS, status=status)
    return show_whole(request, page, status=status)
