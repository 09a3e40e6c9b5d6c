"""The private board on which the owner of a seat tries what could come next."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRedirect, replace_url

import rules
from accounts.requests import PlayerRequest, refuse, sent_by_player, takes_forms_of
from games.models import Game, Seat
from games.pages import forms
from games.pages.access import get_own_game
from games.pages.game import parts
from games.pages.problem import Problem, happened_since
from games.pages.whatif import plans as whatif_plans
from games.pages.whatif.page import WhatIfPage, address, look, refused
from games.story.names import Names
from games.turns import edit_plans, whatif
from games.turns.whatif import Line

TEMPLATE = "games/what_if.html"

PARTS = (
    *("action-panel", "line", "line-plans", "news"),
    *parts.ON_DESKS,
)
"""What changes with a move."""


@require_safe
@login_required
def what_if(request: PlayerRequest, pk: int) -> HttpResponse:
    """Lead to the end of the player's line."""
    game, mine = get_own_game(request.user, pk)
    if game.is_over:
        return redirect(game)
    return redirect(address(game, len(whatif.read(game, mine).moves)))


@require_safe
@login_required
@vary_on_headers("HX-Request", "HX-Target")
def what_if_at(request: PlayerRequest, pk: int, number: int) -> HttpResponse:
    """Show a line after its first moves. The address may carry an action that is being composed."""
    game, mine = get_own_game(request.user, pk)
    if game.is_over:
        return _lead(request, game.get_absolute_url())
    line = whatif.read(game, mine)
    if number > len(line.moves):
        return _lead(request, address(game, len(line.moves)))
    if "action" not in request.GET:
        return _show_whole(request, look(game, mine, line, number))
    try:
        draft, trail = forms.read_action(request.GET), forms.read_trail(request.GET)
    except rules.ActionSyntaxError as error:
        return _show(request, look(game, mine, line, number, problem=Problem(str(error))), status=400)
    page = look(game, mine, line, number, draft=draft, trail=trail)
    target = request.htmx.target
    panel = page.turn.panel if page.turn else None
    if target == "action-panel" or (target == "composed" and page.turn and page.turn.panel.is_recalculated):
        shown_in = panel.shown_in if panel else ()
        return replace_url(_send(request, page, (target, *shown_in, "news")), request.get_full_path())
    return _show(request, page)


@login_required
@takes_forms_of("games:what_if", "pk")
@vary_on_headers("HX-Request", "HX-Target")
def what_if_play(request: PlayerRequest, pk: int, number: int) -> HttpResponse:
    """Go on with an action of the seat that decides next."""

    def play(line: Line) -> None:
        whatif.play(line, number, forms.read_answer(request.POST))

    return _go_on(request, pk, number, play)


@login_required
@takes_forms_of("games:what_if", "pk")
@vary_on_headers("HX-Request", "HX-Target")
def what_if_bots(request: PlayerRequest, pk: int, number: int) -> HttpResponse:
    """Go on with what bots would do: one for the seat that decides next, or all others until the viewer does."""

    def let_bots_decide(line: Line) -> None:
        if request.POST.get("who") == "others":
            whatif.let_others_decide(line, number)
        else:
            whatif.let_decide(line, number)

    return _go_on(request, pk, number, let_bots_decide)


@sent_by_player("games:what_if", "pk")
def what_if_start_over(request: PlayerRequest, pk: int) -> HttpResponse:
    """Begin anew at the present position, with other cards."""
    game, mine = get_own_game(request.user, pk)
    try:
        whatif.start_over(whatif.read(game, mine), game)
    except whatif.Changed:
        refuse(request, _changed())
    return redirect("games:what_if", game.pk)


@sent_by_player("games:what_if", "pk")
def what_if_carry_on(request: PlayerRequest, pk: int) -> HttpResponse:
    """Let a line that the game has overtaken go on from the present position, as far as it fits."""
    game, mine = get_own_game(request.user, pk)
    try:
        line = _line_as_seen(request, game, mine, 0)
        found = whatif.carry_on(line, game)
    except rules.ActionSyntaxError as error:
        refuse(request, str(error))
    except whatif.Changed:
        refuse(request, _changed())
    else:
        if found.misfit is None:
            messages.success(request, _("Your line goes on from the game as it is now."))
        else:
            messages.info(request, _("Your line goes on from the game as it is now, as far as it fits."))
    return redirect("games:what_if", game.pk)


@login_required
@takes_forms_of("games:what_if", "pk")
def what_if_plans(request: PlayerRequest, pk: int, number: int) -> HttpResponse:
    """Make plans of what the player decides in their line."""
    game, mine = get_own_game(request.user, pk)
    try:
        line = _line_as_seen(request, game, mine, number)
        plans = whatif_plans.proposals(game, mine, line, number, Names.of(game))
        whatif_plans.give(game, mine, plans, now=timezone.now())
    except (rules.ActionSyntaxError, edit_plans.PlanRefused) as refusal:
        refuse(request, str(refusal))
        return redirect("games:what_if", game.pk)
    except whatif.Changed:
        refuse(request, _changed())
        return redirect("games:what_if", game.pk)
    if not plans:
        refuse(request, _("You can no longer plan any decision of yours in this line."))
        return redirect(address(game, number))
    made = ngettext("Your plan is saved.", "Your {count} plans are saved.", len(plans)).format(count=len(plans))
    messages.success(request, made)
    return redirect(game)


def _line_as_seen(request: PlayerRequest, game: Game, mine: Seat, number: int) -> Line:
    begins, version = forms.read_count(request.POST, "begins"), forms.read_count(request.POST, "expected")
    return whatif.read_as_seen(game, mine, begins=begins, version=version, number=number)


def _go_on(request: PlayerRequest, pk: int, number: int, step: Callable[[Line], None]) -> HttpResponse:
    """Take a step after the first moves of a line, and show what comes of it."""
    game, mine = get_own_game(request.user, pk)
    if game.is_over:
        return _lead(request, game.get_absolute_url())
    try:
        line = _line_as_seen(request, game, mine, number)
        step(line)
    except rules.ActionSyntaxError as error:
        problem, status = Problem(str(error)), 400
    except whatif.Changed:
        problem, status = _overtaken(request, game, mine) or Problem(_changed()), 409
    except rules.RuleError as refusal:
        problem = refused(refusal, line, number, Names.of(game))
        draft = forms.read_action(request.POST)
        return _show(request, look(game, mine, line, number, draft=draft, problem=problem), status=422)
    else:
        return _lead_on(request, game, mine)
    line = whatif.read(game, mine)
    return _show(request, look(game, mine, line, len(line.moves), problem=problem), status=status)


def _lead_on(request: PlayerRequest, game: Game, mine: Seat) -> HttpResponse:
    """Show the end of a line that has just grown."""
    line = whatif.read(game, mine)
    end = address(game, len(line.moves))
    if not request.htmx:
        return redirect(end)
    return replace_url(_show(request, look(game, mine, line, len(line.moves))), end)


def _lead(request: PlayerRequest, to: str) -> HttpResponse:
    """Another page, whole."""
    return HttpResponseClientRedirect(to) if request.htmx else redirect(to)


def _overtaken(request: PlayerRequest, game: Game, mine: Seat) -> Problem | None:
    """Why the first move of a line was not played, where the game has gone on since its player saw it."""
    begins = forms.read_count(request.POST, "begins")
    line = whatif.read(game, mine)
    if line.moves or not begins < game.sequence:
        return None
    sentence = _("The game went on meanwhile, so your move was not played. You see the game as it is now.")
    return Problem(sentence, meanwhile=happened_since(game, begins))


def _changed() -> str:
    return _("This line has changed meanwhile, maybe on another page of yours. You see it as it is now.")


def _show(request: PlayerRequest, page: WhatIfPage, *, status: int = 200) -> HttpResponse:
    """The page, for htmx all parts of it that can change."""
    if request.htmx:
        return _send(request, page, PARTS, status=status)
    return _show_whole(request, page, status=status)


def _show_whole(request: PlayerRequest, page: WhatIfPage, *, status: int = 200) -> HttpResponse:
    return render(request, TEMPLATE, {"page": page}, status=status)


def _send(request: PlayerRequest, page: WhatIfPage, changed: tuple[str, ...], *, status: int = 200) -> HttpResponse:
    return parts.send(request, page, changed, template=TEMPLATE, status=status)
