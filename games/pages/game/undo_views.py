"""Taking back: asking for it, agreeing to it, refusing it."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.views.decorators.vary import vary_on_headers

from accounts.requests import PlayerRequest
from games.models import Game, Seat
from games.pages import forms
from games.pages.access import takes_forms_of
from games.pages.game.agreement_views import take_step
from games.turns import undo


@login_required
@takes_forms_of("games:detail")
@vary_on_headers("HX-Request", "HX-Target")
def take_back(request: PlayerRequest, pk: int) -> HttpResponse:
    """Take back one's last action, or ask the others to agree to that."""

    def step(game: Game, mine: Seat, expected: int) -> None:
        undo.take_back(game, mine, expected=expected)

    return take_step(request, pk, step)


@login_required
@takes_forms_of("games:detail")
@vary_on_headers("HX-Request", "HX-Target")
def agree_to_undo(request: PlayerRequest, pk: int) -> HttpResponse:
    """Let somebody else take back what they asked for."""

    def step(game: Game, mine: Seat, expected: int) -> None:
        undo.agree(game, mine, asker=forms.read_count(request.POST, "asker"), expected=expected)

    return take_step(request, pk, step)


@login_required
@takes_forms_of("games:detail")
@vary_on_headers("HX-Request", "HX-Target")
def refuse_undo(request: PlayerRequest, pk: int) -> HttpResponse:
    """Let what somebody asked to take back stand, or withdraw one's own request."""

    def step(game: Game, mine: Seat, expected: int) -> None:
        undo.refuse(game, mine, asker=forms.read_count(request.POST, "asker"), expected=expected)

    return take_step(request, pk, step)
