"""What players agree on about their time: voting, changing one's mind, giving time to others."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.vary import vary_on_headers

import rules
from accounts.requests import PlayerRequest
from games.models import Game, Seat
from games.pages import forms
from games.pages.access import takes_forms_of
from games.pages.game.agreement_views import take_step
from games.turns import votes
from games.turns.votes import Motion


@login_required
@takes_forms_of("games:detail")
@vary_on_headers("HX-Request", "HX-Target")
def cast_vote(request: PlayerRequest, pk: int) -> HttpResponse:
    """Vote to pause, to go on or to end the game."""

    def step(game: Game, mine: Seat, _expected: int) -> None:
        pauses = forms.read_count(request.POST, "pauses")
        votes.cast(game, mine, _motion(request), pauses=pauses, now=timezone.now())

    return take_step(request, pk, step)


@login_required
@takes_forms_of("games:detail")
@vary_on_headers("HX-Request", "HX-Target")
def withdraw_vote(request: PlayerRequest, pk: int) -> HttpResponse:
    """Take one's vote back."""

    def step(game: Game, mine: Seat, _expected: int) -> None:
        votes.withdraw(game, mine, _motion(request))

    return take_step(request, pk, step)


@login_required
@takes_forms_of("games:detail")
@vary_on_headers("HX-Request", "HX-Target")
def give_time(request: PlayerRequest, pk: int) -> HttpResponse:
    """Give somebody who is asked more time."""

    def step(game: Game, mine: Seat, _expected: int) -> None:
        number, asked = forms.read_count(request.POST, "number"), forms.read_count(request.POST, "asked")
        votes.give_time(game, mine, number, asked=asked, now=timezone.now())

    return take_step(request, pk, step)


def _motion(request: PlayerRequest) -> Motion:
    sent = request.POST.get("motion", "")
    if sent not in Motion.values:
        raise rules.ActionSyntaxError(_("This does not say what to vote on. Please choose below."))
    return Motion(sent)
