"""The past of a game: the position after each of its actions, what people note about it, and pictures of it."""

from dataclasses import replace
from functools import partial

from django.contrib import messages
from django.http import HttpResponse, HttpResponseNotFound, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

import rules
from accounts.requests import PlayerRequest, VisitorRequest, found_or_404, sent_by_player
from games.models import Game, Seat
from games.pages import forms, sharing
from games.pages.access import get_past_or_404, log_in_to_see
from games.pages.game import parts
from games.pages.past import position_notes
from games.pages.past.page import look_back
from games.pages.past.position_notes import MOST, PositionNoteForm
from games.replay import history as past

TEMPLATE = "games/history.html"
DAY, YEAR = 86400, 365 * 86400


@require_safe
@vary_on_headers("HX-Request")
@log_in_to_see
def history(request: VisitorRequest, pk: int, number: int) -> HttpResponse:
    """Show a game as it stood after an action; with ``?since=`` also what differs from another position.

    ``?turns=`` says whose turns to step through, and ``?to=`` leads to another position.
    """
    game, mine = get_past_or_404(request.user, pk)
    try:
        since, turns = _read(request.GET, "since"), _read(request.GET, "turns")
        if "to" in request.GET:
            return redirect(_address(game, forms.read_count(request.GET, "to"), since, turns))
        page = look_back(game, mine, number, since=since, turns=turns)
    except (rules.ActionSyntaxError, past.NoSuchPosition):
        return _no_such_position(request, game)
    if request.user.is_authenticated:
        page = replace(page, notes=position_notes.read(game, request.user, number))
    if request.htmx:
        return parts.send(request, page, ("position", *parts.ON_DESKS), template=TEMPLATE)
    return render(request, TEMPLATE, {"page": page})


@require_safe
@log_in_to_see
def last_position(request: VisitorRequest, pk: int) -> HttpResponse:
    """Lead to the present position, where one begins to look back."""
    game, _mine = get_past_or_404(request.user, pk)
    return redirect("games:history", game.pk, game.sequence)


@sent_by_player("games:history", "pk", "number")
def position_note(request: PlayerRequest, pk: int, number: int) -> HttpResponse:
    """Pin a private note to a position, change it, or take it away by emptying it."""
    game, mine = get_past_or_404(request.user, pk)
    try:
        past.checked(game, number)
    except past.NoSuchPosition:
        return _no_such_position(request, game)
    form = PositionNoteForm(request.POST)
    if not form.is_valid():
        return _not_noted(request, game, mine, number, status=400)
    try:
        position_notes.write(game, request.user, number, **form.cleaned_data, now=timezone.now())
    except position_notes.Overtaken:
        return _not_noted(request, game, mine, number, is_overtaken=True, status=409)
    except position_notes.TooMany:
        messages.error(request, _("You can have notes on {count} positions. Delete one first.").format(count=MOST))
        return _not_noted(request, game, mine, number, status=422)
    saved = _("Your note is saved.") if form.cleaned_data["text"].strip() else _("There is no note here now.")
    messages.success(request, saved)
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    return redirect(f"{reverse('games:history', args=[pk, number])}{query}#position-note")


@require_safe
@log_in_to_see
def board_picture(request: VisitorRequest, pk: int, number: int) -> HttpResponse:
    """Show the board after an action as an image, for links that are shared: of public games, as strangers see it."""
    game = found_or_404(sharing.public_game(pk))
    try:
        past.checked(game, number)
    except past.NoSuchPosition:
        return HttpResponseNotFound(content_type="image/png")
    drawn = partial(sharing.draw, game, number)
    return sharing.as_picture(request, (pk, number), drawn, max_age=YEAR if game.is_over else DAY)


def _not_noted(
    request: PlayerRequest, game: Game, mine: Seat | None, number: int, *, status: int, is_overtaken: bool = False
) -> HttpResponse:
    """The page with what was written, and why it was not saved."""
    notes = position_notes.read(game, request.user, number, request.POST, is_overtaken=is_overtaken)
    try:
        page = look_back(game, mine, number, since=_read(request.GET, "since"), turns=_read(request.GET, "turns"))
    except (rules.ActionSyntaxError, past.NoSuchPosition):
        page = look_back(game, mine, number)  # what was written matters more than a made-up address
    page = replace(page, notes=notes)
    return render(request, TEMPLATE, {"page": page}, status=status)


def _no_such_position(request: VisitorRequest, game: Game) -> HttpResponse:
    return render(request, "games/no_such_position.html", {"game": game}, status=404)


def _read(fields: QueryDict, field: str) -> int | None:
    """A number in an address; None where there is none, or an empty one, as forms send it."""
    return forms.read_count(fields, field) if fields.get(field) else None


def _address(game: Game, number: int, since: int | None, turns: int | None) -> str:
    fields = QueryDict(mutable=True)
    fields.update({field: str(value) for field, value in (("since", since), ("turns", turns)) if value is not None})
    address = reverse("games:history", args=[game.pk, number])
    return f"{address}?{fields.urlencode()}" if fields else address
