"""The lobby, how a table or a practice game begins, and taking over a seat."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

import rules
from accounts import guests
from accounts.models import favourites_of
from accounts.parts import draw_part
from accounts.requests import PlayerRequest, VisitorRequest, found_or_404, number_in, refuse, takes_forms_of
from games.models import Absence, Game, Seat
from games.models.terms import agreed, map_name
from games.pages import panels
from games.pages.game.page import Page, look
from games.story import pace_terms
from matchmaking import practice as practice_games
from matchmaking import shares, substitutes, table_terms, tables
from matchmaking.access import opened_links, registered_only
from matchmaking.beside import WaitingTables
from matchmaking.forms import CHOICES, PracticeForm, TableForm, draw_practice
from matchmaking.lobby import Lobby, draw_wishes, wished_for
from matchmaking.models import TableRefused

PARTS = ("about-board", "paces", "unusual", "more-choices", "in-words")
"""The parts of the form for a new table that depend on what is chosen in others."""

LAST_CHOICES = "last_table"
"""Where a session keeps what its person chose for the table that they opened last."""


@require_safe
@vary_on_headers("HX-Request", "HX-Target")
def lobby(request: VisitorRequest) -> HttpResponse:
    """Show the tables that fit the wishes; to an open page only where they are not as they were ``seen``."""
    wishes = wished_for(request.GET)
    before = number_in(request.GET.get("before", ""))
    seen = request.GET.get("seen") if request.htmx else None
    tables_that_wait = Lobby.of(request.user, opened_links(request), wishes, before, seen)
    if tables_that_wait is None:
        return HttpResponse(status=204)
    favourites = favourites_of(request.user)
    context = {
        "lobby": tables_that_wait,
        "wishes": draw_wishes(tuple(wishes.items()), favourites, get_language()),
        "wished": urlencode(wishes),
        "before": before,
        "practice": draw_practice(_is_new(request), favourites, get_language()),
    }
    if request.htmx.target == "lobby-tables":
        return HttpResponse(draw_part(request, "matchmaking/lobby.html", "lobby-tables", {**context, "oob": True}))
    return render(request, "matchmaking/lobby.html", context)


@require_safe
@login_required
def mine(request: PlayerRequest) -> HttpResponse:
    """The tables at which a player waits, and those they are invited to: a part for pages of other rooms.

    Without htmx the lobby shows them. Where they are as they were ``seen``, there is nothing to answer.
    """
    if not request.htmx:
        return redirect("matchmaking:lobby")
    waiting = WaitingTables.of(request, seen=request.GET.get("seen"))
    return (
        HttpResponse(status=204)
        if waiting is None
        else render(request, "matchmaking/mine.html", {"waiting": waiting})
    )


@require_http_methods(["GET", "POST"])
@registered_only
def create(request: PlayerRequest) -> HttpResponse:
    if request.method == "GET":
        return _show_form(request, TableForm(host=request.user, initial=_wishes(request)))
    form = TableForm(request.POST, host=request.user)
    if not form.is_valid():
        return _show_form(request, form, status=400)
    table, words = form.table(), form.cleaned_data["share"]
    secret = shares.promised(request.session, table.token)
    if words and secret is None:
        form.add_error("share", _("The site has promised another secret since. See above, and send this again."))
        return _show_form(request, form, status=409)
    table.secret = secret or table.secret
    try:
        table = tables.create(table, bots=form.cleaned_data["bots"], now=timezone.now(), share=words)
    except TableRefused as refusal:
        form.add_error(None, str(refusal))
        return _show_form(request, form, status=409)
    chosen = {name: request.POST[name] for name in CHOICES if name in form.cleaned_data}
    request.session[LAST_CHOICES] = {**_last_choices(request), **chosen}
    return redirect(table.game or table)


@registered_only
@takes_forms_of("matchmaking:create")
def favourite(request: PlayerRequest) -> HttpResponse:
    """Make a map one of a person's favourites, or no longer: a star in the form for a new table."""
    is_favourite = "favourite" in request.POST
    map_id = request.POST.get("favourite" if is_favourite else "no_more", "")
    if map_id not in rules.MAPS:
        raise Http404
    request.user.like_map(map_id, is_favourite=is_favourite)
    if not request.htmx:
        return redirect("matchmaking:create")
    context = {"map": map_id, "name": map_name(rules.board(map_id)), "is_favourite": is_favourite}
    return render(request, "matchmaking/favourite.html", context)


def _wishes(request: PlayerRequest) -> dict[str, Any]:
    """What the form is to begin with, from the address, else from the last one.

    Never the token: it is a secret.
    """
    names = TableForm.base_fields.keys() - {"token", "name", "share"}
    wishes = {name: request.GET[name] for name in names if name in request.GET}
    return {**_last_choices(request), **wishes, "chosen_areas": request.GET.getlist("chosen_areas")}


def _last_choices(request: PlayerRequest) -> dict[str, str]:
    last: dict[str, str] = request.session.get(LAST_CHOICES, {})
    return last


def _show_form(request: PlayerRequest, form: TableForm, *, status: int = 200) -> HttpResponse:
    if request.htmx:
        response = HttpResponse("".join(_parts_of_form(request, form)))
    else:
        commitment = shares.promise(request.session, str(form["token"].value()))
        follows_last = request.method == "GET" and not request.GET and bool(_last_choices(request))
        context = {"form": form, "commitment": commitment, "follows_last": follows_last}
        response = render(request, "matchmaking/create.html", context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _parts_of_form(request: PlayerRequest, form: TableForm) -> Iterator[str]:
    """What depends on other choices. The maps depend on the edition alone, which asks for them itself."""
    target = request.htmx.target
    for part in (*PARTS, *(["maps"] if target == "maps" else [])):
        context = {"form": form, "oob": part != target}
        yield draw_part(request, "matchmaking/create.html", part, context)


@takes_forms_of("matchmaking:lobby")
def practice(request: VisitorRequest) -> HttpResponse:
    form = PracticeForm(request.POST, is_new=_is_new(request), favourites=favourites_of(request.user))
    if not form.is_valid():
        return render(request, "matchmaking/practice.html", {"form": form}, status=400)
    user = guests.current_or_new(request)
    try:
        thinks_for = guests.network_of(request) if user.is_guest else ""
        game = practice_games.start(
            user, form.options, bots=form.cleaned_data["bots"], bot_level=form.level, thinks_for=thinks_for
        )
    except TableRefused as refusal:
        form.add_error(None, str(refusal))
        return render(request, "matchmaking/practice.html", {"form": form}, status=409)
    return redirect(game)


def _is_new(request: VisitorRequest) -> bool:
    """Whether this person may have never played: the short game is for them."""
    return not request.user.is_authenticated or request.user.is_guest


@require_safe
def substitute(request: VisitorRequest, game: int, number: int) -> HttpResponse:
    return _show_briefing(request, _seat_or_404(request, game, number))


@registered_only
@takes_forms_of("matchmaking:substitute", "game", "number")
def take_over(request: PlayerRequest, game: int, number: int) -> HttpResponse:
    seat = _seat_or_404(request, game, number)
    try:
        taken = substitutes.take_over(seat, request.user, now=timezone.now())
    except TableRefused as refusal:
        return _show_briefing(request, _seat_or_404(request, game, number), refusal=str(refusal))
    return redirect(taken)


def _seat_or_404(request: VisitorRequest, game: int, number: int) -> Seat:
    return found_or_404(substitutes.find(request.user, opened_links(request), game, number))


def _show_briefing(request: VisitorRequest, seat: Seat, *, refusal: str = "") -> HttpResponse:
    """The briefing, unless the seat is no longer free or the game is the visitor's own: then where to go instead."""
    if seat.game.seat_of(request.user):
        return redirect(seat.game)
    if seat.absent_since is None or seat.game.is_over:
        refuse(request, refusal or _("This seat is no longer free."))
        # Those who only had its link cannot see the game, and find other tables.
        is_seen = Game.objects.visible_to(request.user).filter(pk=seat.game_id).exists()
        return redirect(seat.game if is_seen else "matchmaking:lobby")
    objection = refusal or (substitutes.objection(seat.game, request.user) if request.user.is_authenticated else "")
    page = look(seat.game, AnonymousUser())
    context = {"briefing": {**_briefing(seat, page), "objection": objection}, "page": page}
    return render(request, "matchmaking/substitute.html", context, status=409 if refusal else 200)


def _briefing(seat: Seat, page: Page) -> dict[str, Any]:
    """All that a possible substitute needs to know, such as the place of the seat in the order of play.

    :param page: the game as everybody sees it.
    """
    rows = [row for row in page.table_view.players if isinstance(row, panels.PlayerRow)]
    place, row = next((place, row) for place, row in enumerate(rows, 1) if row.company.seat == seat.number)
    if table := substitutes.table_of(seat.game):
        terms = table_terms.terms(table)
    else:
        setup = seat.game.read_setup()
        terms = [*agreed(setup.options, setup.players), *pace_terms.terms(seat.game)]
    return {
        "seat": seat,
        "reason": _reason(seat),
        "picture": replace(page.table_view.map, seat=seat.number),  # its houses stand out
        "row": row,
        "place": place,
        "neighbours": len(rows),
        "terms": terms,
    }


def _reason(seat: Seat) -> str:
    began = next(row for row in reversed(seat.game.past_absences) if row.seat_id == seat.pk)
    if began.reason == Absence.Reason.LEFT:
        return _("{name} left the game.").format(name=seat.name)
    words = ngettext("{name} missed {count} turn.", "{name} missed {count} turns in a row.", Absence.MOST_MISSES)
    return words.format(name=seat.name, count=Absence.MOST_MISSES)
