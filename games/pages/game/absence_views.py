"""Leaving a game, and coming back to it."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from accounts.requests import PlayerRequest, takes_forms_of
from games.models import levels
from games.pages.access import get_game_or_404, get_own_game
from games.pages.game.showing import page_for, show_whole
from games.pages.problem import Problem
from games.turns import absence
from games.turns.absence import presence


class LeaveForm(forms.Form):
    is_cautious = forms.BooleanField(
        label=gettext_lazy("Let the bot play with caution"), help_text=levels.CAUTION, required=False
    )


@require_http_methods(["GET", "POST"])
@login_required
def leave(request: PlayerRequest, pk: int) -> HttpResponse:
    """Say what it means to leave a game, and do so."""
    game, mine = get_own_game(request.user, pk)
    if request.method == "GET":
        stands = presence(game, mine, request.user)
        if not stands.may_leave:
            return redirect(game)
        form = LeaveForm(initial={"is_cautious": request.user.is_cautious_while_away})
        return render(request, "games/leave.html", {"game": game, "presence": stands, "form": form})
    form = LeaveForm(request.POST)
    form.full_clean()
    try:
        game = absence.leave(game, request.user, now=timezone.now(), is_cautious=form.cleaned_data["is_cautious"])
    except absence.AbsenceRefused as refusal:
        return show_whole(request, page_for(request, game, problem=Problem(str(refusal))), status=422)
    messages.success(request, _ended(game.name) if game.is_over else _left(game.name))
    return redirect("games:dashboard")


def _ended(name: str) -> str:
    return _("“%(game)s” has ended early.") % {"game": name}


def _left(name: str) -> str:
    return _("You have left “%(game)s”. A bot stands in for you.") % {"game": name}


@login_required
@takes_forms_of("games:detail", "pk")
def come_back(request: PlayerRequest, pk: int) -> HttpResponse:
    """Play on where a bot stood in. Most of the page is another one then, so it is loaded again."""
    game, _mine = get_game_or_404(request.user, pk)
    try:
        absence.come_back(game, request.user, now=timezone.now())
    except absence.AbsenceRefused as refusal:
        game, _mine = get_game_or_404(request.user, pk)
        return show_whole(request, page_for(request, game, problem=Problem(str(refusal))), status=422)
    return redirect(game)
