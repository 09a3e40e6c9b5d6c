"""The lobby, the page of a table, and what can be done there."""

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from accounts import guests
from accounts.parts import draw_part
from accounts.requests import PlayerRequest, VisitorRequest, number_in
from games.pages.access import log_in_to_see
from matchmaking import practice as practice_games
from matchmaking import shares, tables, talking
from matchmaking.access import go, invitations, registered_only, remember_invitation
from matchmaking.forms import PracticeForm, SeatForm, TableForm, draw_practice
from matchmaking.inviting import asked_to
from matchmaking.lobby import Lobby, draw_wishes, load_seats, moment, wished_for
from matchmaking.models import Invitation, Table
from matchmaking.refusals import Refusal
from matchmaking.shares import ShareForm
from matchmaking.table_page import refused, show_table, visible_or_404
from talk.conversations import TooFast

PARTS = ("how-many-bots", "reliability", "which-areas", "variants", "paces", "more-options")
"""The parts of the form for a new table that depend on what is chosen in others."""


@require_safe
@vary_on_headers("HX-Request", "HX-Target")
def lobby(request: VisitorRequest) -> HttpResponse:
    """Show the tables that wait: the visitor's own, those of invitations, and the others listed, as they wish.

    An open page that looks for news is answered only where there are some since it was ``seen``.
    """
    wishes = wished_for(request.GET)
    before = number_in(request.GET.get("before", ""))
    seen = request.GET.get("seen") if request.htmx else None
    tables_that_wait = Lobby.of(request.user, invitations(request), wishes, before, seen)
    if tables_that_wait is None:
        return HttpResponse(status=204)
    context = {
        "lobby": tables_that_wait,
        "wishes": draw_wishes(tuple(wishes.items()), get_language()),
        "wished": urlencode(wishes),
        "before": before,
        "practice": draw_practice("first" if _is_new(request) else "classic", get_language()),
    }
    if request.htmx.target == "lobby-tables":
        return HttpResponse(draw_part(request, "matchmaking/lobby.html", "lobby-tables", {**context, "oob": True}))
    return render(request, "matchmaking/lobby.html", context)


@require_safe
@login_required
def mine(request: PlayerRequest) -> HttpResponse:
    """The tables at which somebody waits, and those they are invited to: a part for pages of other rooms.

    Without htmx the lobby shows them. Where they are as they were ``seen``, there is nothing to answer.
    """
    if not request.htmx:
        return redirect("matchmaking:lobby")
    tokens = invitations(request)
    tables = list(Table.objects.open().known_to(request.user, tokens).select_related("host").order_by("-pk"))
    seen = moment(tables)
    if request.GET.get("seen") == seen:
        return HttpResponse(status=204)
    load_seats(tables)
    invited = [table for table in tables if not table.seat_of(request.user)]
    asked = asked_to(invited, request.user, tokens)
    context = {
        "own": [table for table in tables if table not in invited],
        "invited": invited,
        "asked": asked,
        "at_once": {pk for pk, is_at_once in asked.items() if is_at_once},
        "seen": seen,
    }
    return render(request, "matchmaking/mine.html", context)


@require_http_methods(["GET", "POST"])
@login_required
@registered_only
def create(request: PlayerRequest) -> HttpResponse:
    """Ask for the terms of a new table, and open it."""
    if request.method == "GET":
        return _show_form(request, TableForm(host=request.user, initial=_wishes(request)))
    form = TableForm(request.POST, host=request.user)
    if not form.is_valid():
        return _show_form(request, form, status=400)
    table, words = form.table(), form.cleaned_data["share"]
    secret = shares.promised(request.session, table.token)
    if words and secret is None:
        form.add_error("share", _("The site has promised another secret by now: see above, and send this once more."))
        return _show_form(request, form, status=409)
    table.secret = secret or table.secret
    try:
        table = tables.create(table, bots=form.cleaned_data["bots"], now=timezone.now(), share=words)
    except Refusal as refusal:
        form.add_error(None, str(refusal))
        return _show_form(request, form, status=409)
    return redirect(table.game or table)


def _wishes(request: PlayerRequest) -> dict[str, Any]:
    """What the form is to begin with, from the address; never the token, which is for nobody else to know."""
    names = TableForm.base_fields.keys() - {"token", "name", "share"}
    wishes = {name: request.GET[name] for name in names if name in request.GET}
    return {**wishes, "chosen_areas": request.GET.getlist("chosen_areas")}


def _show_form(request: PlayerRequest, form: TableForm, *, status: int = 200) -> HttpResponse:
    if request.htmx:
        response = HttpResponse("".join(_parts_of_form(request, form)))
    else:
        commitment = shares.promise(request.session, str(form["token"].value()))
        context = {"form": form, "commitment": commitment}
        response = render(request, "matchmaking/create.html", context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _parts_of_form(request: PlayerRequest, form: TableForm) -> Iterator[str]:
    """What depends on other choices. The maps depend on the edition alone, which asks for them itself."""
    target = request.htmx.target
    for part in (*PARTS, *(["maps"] if target == "maps" else [])):
        context = {"form": form, "oob": part != target}
        yield draw_part(request, "matchmaking/create.html", part, context)


@require_safe
@log_in_to_see
def detail(request: VisitorRequest, pk: int) -> HttpResponse:
    """Show a table, or the game that came of it. Alerts lead there, and their reader may have to log in first."""
    return show_table(request, visible_or_404(request, pk))


@require_safe
def updates(request: VisitorRequest, pk: int) -> HttpResponse:
    """Answer a page that waits: nothing while the table is as it was ``seen``, else the part that shows it."""
    table = visible_or_404(request, pk)
    if request.GET.get("seen") == str(table.version):
        return HttpResponse(status=204)
    return show_table(request, table)


@require_safe
def invite(request: VisitorRequest, token: str) -> HttpResponse:
    """Show a table to somebody who has its share link, or one for them alone, and remember that they have."""
    by_mail = Invitation.objects.standing().filter(token=token).values("table")
    tables = Table.objects.select_related("host", "game").filter(Q(token=token) | Q(pk__in=by_mail))
    table = get_object_or_404(tables)
    remember_invitation(request, token)
    return show_table(request, table)


@require_POST
@login_required
@registered_only
def join(request: PlayerRequest, pk: int) -> HttpResponse:
    """Take a seat, and add to the seed if so wished."""
    table = visible_or_404(request, pk)
    form = ShareForm(request.POST)
    if not form.is_valid():
        return show_table(request, table, share=form, status=400)
    try:
        words, tokens = form.cleaned_data["share"], invitations(request)
        return _changed(request, tables.join(table, request.user, share=words, tokens=tokens))
    except Refusal as refusal:
        return refused(request, table, refusal, share=form)


@require_POST
@login_required
@registered_only
def share(request: PlayerRequest, pk: int) -> HttpResponse:
    """Add to the seed of the game, or change what one has added."""
    table = visible_or_404(request, pk)
    form = ShareForm(request.POST)
    if not form.is_valid():
        return show_table(request, table, share=form, status=400)
    try:
        table = tables.add_share(table, request.user, form.cleaned_data["share"])
    except Refusal as refusal:
        return refused(request, table, refusal, share=form)
    if form.cleaned_data["share"]:
        messages.success(
            request, _("Your words will be part of the seed. You can change them until the game begins.")
        )
    else:
        messages.success(request, _("You add nothing to the seed."))
    return go(request, table)


@require_POST
@login_required
@registered_only
def leave(request: PlayerRequest, pk: int) -> HttpResponse:
    """Give up one's seat."""
    table = visible_or_404(request, pk)
    try:
        tables.leave(table, request.user, now=timezone.now())
    except Refusal as refusal:
        return refused(request, table, refusal)
    messages.success(request, _("You have left the table “%(table)s”.") % {"table": table.name})
    return go(request, "matchmaking:lobby")


@require_POST
@login_required
@registered_only
def add_bot(request: PlayerRequest, pk: int) -> HttpResponse:
    """Put a bot on a seat."""
    return _change_bot(request, pk, tables.add_bot)


@require_POST
@login_required
@registered_only
def remove_bot(request: PlayerRequest, pk: int) -> HttpResponse:
    """Send a bot away."""
    return _change_bot(request, pk, tables.remove_bot)


@require_POST
@login_required
@registered_only
def close(request: PlayerRequest, pk: int) -> HttpResponse:
    """Give up a table."""
    table = visible_or_404(request, pk)
    try:
        tables.close(table, request.user, now=timezone.now())
    except Refusal as refusal:
        return refused(request, table, refusal)
    messages.success(request, _("The table “%(table)s” is closed.") % {"table": table.name})
    return go(request, "matchmaking:lobby")


@require_POST
@login_required
@registered_only
def say(request: PlayerRequest, pk: int) -> HttpResponse:
    """Say something to everybody at a table."""
    table = visible_or_404(request, pk)
    form = talking.say_form(table, request.POST)
    status = 400
    if form.is_valid():
        try:
            table = talking.say(table, request.user, form.cleaned_data["text"], now=timezone.now())
        except (Refusal, TooFast) as refusal:
            form.add_error("text", str(refusal))
            status = 409
        else:
            return _said(request, table)
    if request.htmx:
        return HttpResponse(draw_part(request, "talk/_talk.html", "say", {"form": form}), status=status)
    return show_table(request, table, say=form, status=status)


@require_safe
def talk(request: VisitorRequest, pk: int) -> HttpResponse:
    """Answer a page that follows the talk: nothing where the last word is the one ``seen``."""
    table = visible_or_404(request, pk)
    said = talking.talk_at(table, request.user)
    has_new_words = request.GET.get("seen") != str(said.stretch.newest)
    has_new_rights = ("seat" in request.GET) != (said.say is not None)
    if not has_new_words and not has_new_rights:
        return HttpResponse(status=204)
    html = draw_part(request, "talk/_talk.html", "conversation", {"talk": said})
    if has_new_rights:
        html += draw_part(request, "talk/_talk.html", "say-place", {"talk": said, "oob": True})
    return HttpResponse(html)


@require_POST
def practice(request: VisitorRequest) -> HttpResponse:
    """Start a game against bots at once, for anybody."""
    form = PracticeForm(request.POST)
    if not form.is_valid():
        return render(request, "matchmaking/practice.html", {"form": form}, status=400)
    user = guests.current_or_new(request)
    try:
        game = practice_games.start(user, form.options, bots=form.cleaned_data["bots"])
    except Refusal as refusal:
        form.add_error(None, str(refusal))
        return render(request, "matchmaking/practice.html", {"form": form}, status=409)
    return redirect(game)


def _is_new(request: VisitorRequest) -> bool:
    """Whether this may be somebody who has never played: the short game is for them."""
    return not request.user.is_authenticated or request.user.is_guest


def _changed(request: PlayerRequest, table: Table) -> HttpResponse:
    return show_table(request, table) if request.htmx else redirect(table.game or table)


def _said(request: PlayerRequest, table: Table) -> HttpResponse:
    """An empty field, and the talk with what was in it; where the game has begun, all of that is there."""
    if table.game or not request.htmx:
        return go(request, table.game or table)
    context = {"talk": talking.talk_at(table, request.user), "form": talking.say_form(table), "oob": True}
    return HttpResponse(
        "".join(draw_part(request, "talk/_talk.html", part, context) for part in ("say", "conversation"))
    )


def _change_bot(request: PlayerRequest, pk: int, change: Callable[..., Table]) -> HttpResponse:
    table = visible_or_404(request, pk)
    form = SeatForm(request.POST)
    if not form.is_valid():
        return show_table(request, table, refusal=_("This table has no such seat."), status=400)
    try:
        return _changed(request, change(table, request.user, number=form.cleaned_data["number"]))
    except Refusal as refusal:
        return refused(request, table, refusal)
