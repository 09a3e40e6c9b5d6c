"""The briefing for a person who may take over a seat, and taking it over."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import PlayerRequest, VisitorRequest
from games.models import Absence, Game, Seat
from games.models.terms import agreed
from games.pages import panels
from games.pages.game.page import Page, look
from games.story import pace_terms
from matchmaking import substitutes, table_terms
from matchmaking.access import opened_links, registered_only
from matchmaking.models import TableRefused


@require_safe
def substitute(request: VisitorRequest, game: int, number: int) -> HttpResponse:
    return _show(request, _seat_or_404(request, game, number))


@require_POST
@registered_only
def take_over(request: PlayerRequest, game: int, number: int) -> HttpResponse:
    seat = _seat_or_404(request, game, number)
    try:
        taken = substitutes.take_over(seat, request.user, now=timezone.now())
    except TableRefused as refusal:
        return _show(request, _seat_or_404(request, game, number), refusal=str(refusal))
    return redirect(taken)


def _seat_or_404(request: VisitorRequest, game: int, number: int) -> Seat:
    seat = substitutes.find(request.user, opened_links(request), game, number)
    if seat is None:
        raise Http404
    return seat


def _show(request: VisitorRequest, seat: Seat, *, refusal: str = "") -> HttpResponse:
    """The briefing, unless the seat is no longer free or the game is the visitor's own: then where to go instead."""
    if seat.game.seat_of(request.user):
        return redirect(seat.game)
    if seat.absent_since is None or seat.game.is_over:
        messages.info(request, refusal or _("This seat is no longer free."))
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
