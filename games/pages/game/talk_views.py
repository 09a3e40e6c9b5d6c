"""Saying something in a game, and writing down what nobody else shall read."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.vary import vary_on_headers

from accounts.parts import draw_part
from accounts.requests import PlayerRequest, sent_by_player, store
from games.models import Game
from games.pages import talking
from games.pages.access import get_own_game
from games.pages.game import notes as notebook
from games.pages.game import parts
from games.pages.game.showing import page_for, show_whole
from talk.conversations import MessageRefused
from talk.forms import SayForm


@sent_by_player("games:detail", "pk")
@vary_on_headers("HX-Request")
def say(request: PlayerRequest, pk: int) -> HttpResponse:
    """Say something to everybody in a game."""
    game, _mine = get_own_game(request.user, pk)
    form = talking.say_form(game, request.POST)
    if not form.is_valid():
        return _not_said(request, game, form, status=400)
    try:
        talking.say(game, request.user, form.cleaned_data["text"], now=timezone.now())
    except MessageRefused as refusal:
        form.add_error("text", str(refusal))
        return _not_said(request, game, form, status=422)
    if not request.htmx:
        return redirect(f"{game.get_absolute_url()}#say")
    store(request)
    game, _mine = get_own_game(request.user, pk)
    return parts.send(request, page_for(request, game), ("say", "feed"))


def _not_said(request: PlayerRequest, game: Game, form: SayForm, *, status: int) -> HttpResponse:
    """The field with what was written, and why it was not taken."""
    if request.htmx:
        return HttpResponse(draw_part(request, "talk/_talk.html", "say", {"form": form}), status=status)
    page = replace(page_for(request, game), say=form)
    return show_whole(request, page, status=status)


@sent_by_player("games:detail", "pk")
@vary_on_headers("HX-Request")
def notes(request: PlayerRequest, pk: int) -> HttpResponse:
    """Store private notes."""
    game, _mine = get_own_game(request.user, pk)
    panel = notebook.read(game, request.user, request.POST)
    if request.htmx and panel.is_as_stored:
        return HttpResponse(status=204)
    if panel.form.is_valid():
        note = notebook.write(game, request.user, **panel.form.cleaned_data)
        panel = replace(panel, note=note, is_saved=True)
    if request.htmx:
        html = draw_part(request, "games/_notes.html", "notes-state", {"notes": panel})
        return HttpResponse(html, status=200 if panel.is_saved else 400)
    if panel.is_saved:
        messages.success(request, _("Your notes are saved."))
        return redirect(f"{game.get_absolute_url()}#notes")
    page = replace(page_for(request, game), notes=panel)
    return show_whole(request, page, status=400)
