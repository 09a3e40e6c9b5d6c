"""The page of one game: looking, composing, acting, and following what others do."""

from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import replace_url

import rules
from accounts.requests import PlayerRequest, VisitorRequest, number_in, store, takes_forms_of
from accounts.statements import written_once
from games.models import Game
from games.pages import forms
from games.pages.access import get_game_or_404, is_number, log_in_to_see
from games.pages.game import guide, parts
from games.pages.game.showing import page_for, show, show_refused, show_whole
from games.pages.plans.plan_form import Planned
from games.pages.plans.round_panel import RoundPanel
from games.pages.problem import Problem, only_watching, still_meant, too_late
from games.turns import play as turns

Draft = tuple[rules.Action | None, tuple[rules.Action, ...]]
"""What is composed, and what was before it."""

COMPOSED = {"action-panel", "composed"}
"""The elements that ask for what is composed in them."""

PLANNED = {"planning"}
"""The one that asks for what is planned in it."""


@require_safe
@vary_on_headers("HX-Request", "HX-Target")
@log_in_to_see
def detail(request: VisitorRequest, pk: int) -> HttpResponse:
    """Show a game. The address may carry an action that is being composed."""
    game, mine = get_game_or_404(request.user, pk)
    if request.htmx.target in COMPOSED | PLANNED and request.user.is_anonymous:
        return redirect_to_login(request.get_full_path())  # they were logged in when they began to compose
    fields = forms.each_once(request.GET)
    draft: rules.Action | None = None
    trail: tuple[rules.Action, ...] = ()
    problem: Problem | None = None
    planned = Planned(fields) if mine is not None and "plan" in fields else None
    if mine is not None:
        try:
            trail = forms.read_trail(fields)
            draft = forms.read_action(fields) if "action" in fields and planned is None else None
        except rules.ActionSyntaxError as error:
            problem = Problem(str(error))
    page = page_for(request, game, draft=draft, trail=trail, problem=problem, planned=planned)
    is_unreadable = page.sitting is not None and bool(page.sitting.unreadable)
    status = 400 if problem or is_unreadable else 200
    address = f"{request.path}?{fields.urlencode()}"
    if page.plans and request.htmx.target in PLANNED:
        shown = address if page.plans.open_plan else game.get_absolute_url()
        return replace_url(parts.send(request, page, PLANNED), shown)
    if request.htmx.target not in COMPOSED:
        return show_whole(request, page, status=status)
    panel = page.panel
    is_answered = draft is not None and isinstance(page.sitting, RoundPanel) and page.sitting.purchase is None
    if panel is None or is_answered or (request.htmx.target == "composed" and not panel.is_recalculated):
        # What they composed was answered on another page of theirs.
        return replace_url(parts.send(request, page, parts.moved(page)), game.get_absolute_url())
    changed = (request.htmx.target, *panel.shown_in, "summary", *(PLANNED if page.sitting else ()))
    return replace_url(parts.send(request, page, changed, status=status), address)


@login_required
@takes_forms_of("games:detail", "pk")
@vary_on_headers("HX-Request", "HX-Target")
def play(request: PlayerRequest, pk: int) -> HttpResponse:
    """Take one action in a game and show what changed."""
    draft, expected = None, 0
    try:
        draft = forms.read_answer(request.POST)
        expected = forms.read_count(request.POST, "expected")
        with guide.following(request.user, pk):
            turns.act(request.user, pk, draft, expected=expected)
    except turns.NotSeated:
        game, _none = get_game_or_404(request.user, pk)
        return show(request, page_for(request, game, problem=only_watching()), status=403)
    except (rules.ActionSyntaxError, rules.RuleError, turns.Stale) as refusal:
        game, _mine = get_game_or_404(request.user, pk)
        return show_refused(request, game, refusal, draft=draft, expected=expected)
    if not request.htmx:
        return redirect("games:detail", pk)
    store(request)
    game, _mine = get_game_or_404(request.user, pk)
    page = page_for(request, game, seen=expected)
    return replace_url(parts.send(request, page, parts.moved(page)), game.get_absolute_url())


@require_safe
@log_in_to_see
def updates(request: VisitorRequest, pk: int) -> HttpResponse:
    """What changed since the page was made; 204 where nothing did.

    The action panel is left out while the viewer is still asked the same: they may be composing an answer in it.
    For the same reason a page made for a seat, which ``seat`` says, stays as it is for those who were logged out.
    """
    if _is_logged_out(request) or ("seat" in request.GET and request.user.is_anonymous):
        return redirect_to_login(request.get_full_path())
    game, mine = get_game_or_404(request.user, pk)
    try:
        seen, news = forms.read_count(request.GET, "seen"), forms.read_count(request.GET, "news")
    except rules.ActionSyntaxError as error:
        return HttpResponse(str(error), status=400, content_type="text/plain")
    if news == game.news:
        return HttpResponse(status=204)
    draft, trail = _composed_on(request)
    planned = _planned_on(request)
    is_asked_anew = mine is not None and mine.asked_sequence is not None and mine.asked_sequence > seen
    problem = too_late(game, seen) if draft and is_asked_anew else None
    draft = still_meant(game, draft, seen)
    page = page_for(request, game, draft=draft, trail=trail, problem=problem, seen=seen, planned=planned)
    have, was_asked = request.GET.get("have", ""), "asked" in request.GET
    return parts.send(request, page, parts.since(page, seen, have, was_asked=was_asked))


@require_safe
@login_required
def players(request: PlayerRequest, pk: int) -> HttpResponse:
    """The table of players, for a page that shows who is online; without htmx, that page."""
    game, mine = get_game_or_404(request.user, pk)
    if mine is None:
        raise Http404
    return parts.send(request, page_for(request, game), ["players"]) if request.htmx else redirect(game)


def nothing_new(request: HttpRequest, pk: int) -> bool:
    """Whether a poll finds nothing new, and anybody may know it: then nobody asks who sends it.

    A page made for a seat is to say that its player is logged out, where there is no session any more.
    """
    known = number_in(request.GET.get("news", ""))
    if known is None or not is_number(pk) or _is_logged_out(request):
        return False
    return bool(_public_as_known(pk, known))


def _is_logged_out(request: HttpRequest) -> bool:
    return "seat" in request.GET and settings.SESSION_COOKIE_NAME not in request.COOKIES


@written_once
def _public_as_known(pk: int, news: int) -> QuerySet[Game, tuple[int]]:
    return Game.objects.filter(pk=pk, is_public=True, news=news).values_list("pk")


def _composed_on(request: VisitorRequest) -> Draft:
    """What is being composed on the page that looks for news: its address says it."""
    fields = _fields_on(request)
    try:
        trail = forms.read_trail(fields)
        return (None if "plan" in fields or "action" not in fields else forms.read_action(fields)), trail
    except rules.ActionSyntaxError:
        return None, ()  # The panel has told why when it was opened.


def _planned_on(request: VisitorRequest) -> Planned | None:
    """What is being planned on that page."""
    fields = _fields_on(request)
    return Planned(fields) if "plan" in fields else None


def _fields_on(request: VisitorRequest) -> QueryDict:
    try:
        return forms.each_once(QueryDict(urlsplit(request.htmx.current_url or "").query))
    except ValueError:  # no browser is at such an address
        return QueryDict()
