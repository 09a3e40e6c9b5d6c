"""The page of one game: looking, composing, acting, and following what others do."""

from collections.abc import Sequence

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.db.models import prefetch_related_objects
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import replace_url

import rules
from accounts.requests import VisitorRequest
from games import forms, story, turns
from games.models import Game
from games.page import Page, Problem, look
from games.views.access import get_game_or_404, log_in_to_see

PARTS = (
    *("action-panel", "news", "status", "guide"),
    *("board", "legend", "plant-market", "fuel-market", "players", "cities"),
    *("recap", "feed", "seal", "jump"),
)
"""What changes when the game moves: the names of partials in the template and of elements in the page."""

BESIDE_THE_ANSWER = ("takeback", *PARTS[1:])
"""The same where somebody may be composing an answer: the panel stays, but for what can be taken back."""

COMPOSED = {"action-panel": ("action-panel", "board", "summary"), "composed": ("composed", "summary")}
"""What changes while an action is composed, by the element that asks for it."""


@require_safe
@vary_on_headers("HX-Request", "HX-Target")
@log_in_to_see
def detail(request: VisitorRequest, pk: int) -> HttpResponse:
    """Show a game. The address may carry an action that is being composed."""
    game, mine = get_game_or_404(request.user, pk)
    if request.htmx.target in COMPOSED and request.user.is_anonymous:
        return redirect_to_login(request.get_full_path())  # they were logged in when they began to compose
    draft = problem = None
    if mine is not None and "action" in request.GET:
        try:
            draft = forms.read_action(request.GET)
        except rules.ActionSyntaxError as error:
            problem = Problem(str(error))
    page = look(game, mine, draft=draft, problem=problem)
    status = 400 if problem else 200
    if request.htmx.target not in COMPOSED:
        return render(request, "games/detail.html", {"page": page}, status=status)
    if not _is_composed_there(page, request.htmx.target):
        return replace_url(_parts(request, page, PARTS), game.get_absolute_url())
    return replace_url(_parts(request, page, COMPOSED[request.htmx.target], status=status), request.get_full_path())


@require_POST
@login_required
@vary_on_headers("HX-Request", "HX-Target")
def play(request: VisitorRequest, pk: int) -> HttpResponse:
    """Take one action in a game and show what changed."""
    game, mine = get_game_or_404(request.user, pk)
    if mine is None:
        problem = Problem(_("You are watching this game. Only those who have a seat in it can act."))
        return _show(request, look(game, mine, problem=problem), status=403)
    draft, expected = None, game.sequence
    try:
        draft = forms.read_action(request.POST)
        expected = forms.read_count(request.POST, "expected")
        turns.play(game, mine, draft, expected=expected)
    except rules.ActionSyntaxError as error:
        return _show(request, look(game, mine, draft=draft, problem=Problem(str(error))), status=400)
    except rules.RuleError as refusal:
        problem = Problem.refused(refusal, game.read_setup().options)
        return _show(request, look(game, mine, draft=draft, problem=problem), status=422)
    except turns.Stale:
        game, mine = get_game_or_404(request.user, pk)
        return _show(request, look(game, mine, draft=draft, problem=_too_late(game, expected)), status=409)
    if not request.htmx:
        return redirect(game)
    game, mine = get_game_or_404(request.user, pk)
    return replace_url(_parts(request, look(game, mine, seen=expected), PARTS), game.get_absolute_url())


@require_safe
@log_in_to_see
def updates(request: VisitorRequest, pk: int) -> HttpResponse:
    """What changed since the page was made; 204 where nothing did.

    The action panel is left out while the viewer is still asked the same: they may be composing an answer in it.
    For the same reason a page made for a seat, which ``seat`` says, stays as it is for those who were logged out.
    """
    if "seat" in request.GET and request.user.is_anonymous:
        return redirect_to_login(request.get_full_path())
    game = get_object_or_404(Game.objects.visible_to(request.user), pk=pk)
    try:
        seen = forms.read_count(request.GET, "seen")
    except rules.ActionSyntaxError as error:
        return HttpResponse(str(error), status=400, content_type="text/plain")
    if seen == game.sequence:
        return HttpResponse(status=204)
    prefetch_related_objects([game], "seats")
    mine = game.seat_of(request.user)
    is_asked_the_same = mine is not None and mine.asked_sequence is not None and mine.asked_sequence <= seen
    return _parts(request, look(game, mine, seen=seen), BESIDE_THE_ANSWER if is_asked_the_same else PARTS)


def _is_composed_there(page: Page, target: str) -> bool:
    """Whether an element belongs to what is asked now; it does not where this was answered on another page."""
    return page.panel is not None and (target == "action-panel" or hasattr(page.panel, "composed_template"))


def _too_late(game: Game, expected: int) -> Problem:
    sentence = _("The game went on while you were deciding, so nothing was sent. Have another look, please.")
    return Problem(sentence, meanwhile=tuple(story.of(game).after(expected).recap()))


def _show(request: VisitorRequest, page: Page, *, status: int) -> HttpResponse:
    """The page after something was not done: what was composed is still there."""
    if request.htmx:
        return _parts(request, page, PARTS, status=status)
    return render(request, "games/detail.html", {"page": page}, status=status)


def _parts(request: VisitorRequest, page: Page, parts: Sequence[str], *, status: int = 200) -> HttpResponse:
    """Some parts of the page, each to replace its element: that which was asked for, and the others out of band."""
    html = [
        render_to_string(
            f"games/detail.html#{part}", {"page": page, "part": part, "oob": part != request.htmx.target}, request
        )
        for part in parts
    ]
    return HttpResponse("".join(html), status=status)
