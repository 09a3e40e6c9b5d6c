"""What players agree on beside the game itself: their time, and what is taken back."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

import rules
from accounts.requests import PlayerRequest, store
from games.models import Game, Seat
from games.pages import forms
from games.pages.access import get_game_or_404
from games.pages.game import parts
from games.pages.game.showing import of_player, page_for, show_whole
from games.pages.problem import Problem, too_late
from games.turns import play, undo, votes
from games.turns.votes import Motion

Change = Callable[[PlayerRequest, Game, Seat, int], object]
"""What the owner of a seat wants; the number is how many actions they had seen."""


def _view(change: Change) -> Callable[[PlayerRequest, int], HttpResponse]:
    """Make a view: do what a player wants, or say why not, and show what changed."""

    @of_player
    @wraps(change)
    def view(request: PlayerRequest, game: Game, mine: Seat) -> HttpResponse:
        expected, problem, status = game.sequence, None, 200
        try:
            expected = forms.read_count(request.POST, "expected")
            change(request, game, mine, expected)
        except rules.ActionSyntaxError as error:
            problem, status = Problem(str(error)), 400
        except (undo.UndoRefused, votes.VoteRefused) as refusal:
            problem, status = Problem(str(refusal)), 422
        except play.Stale:
            problem, status = too_late(get_game_or_404(request.user, game.pk)[0], expected), 409
        if problem is None:
            store(request)
            if not request.htmx:
                return redirect(game)
        game, _mine = get_game_or_404(request.user, game.pk)
        page = page_for(request, game, problem=problem, seen=expected)
        if not request.htmx:
            return show_whole(request, page, status=status)
        return parts.send(request, page, parts.since(page, expected, ""), status=status)

    return view


@_view
def take_back(request: PlayerRequest, game: Game, mine: Seat, expected: int) -> None:
    """Take back the player's last action, or ask the others to agree to that."""
    undo.take_back(game, mine, expected=expected)


@_view
def agree_to_undo(request: PlayerRequest, game: Game, mine: Seat, expected: int) -> None:
    """Let another player take back what they asked for."""
    undo.agree(game, mine, asker=forms.read_count(request.POST, "asker"), expected=expected)


@_view
def refuse_undo(request: PlayerRequest, game: Game, mine: Seat, expected: int) -> None:
    """Refuse what another player asked to take back, or withdraw an own request."""
    undo.refuse(game, mine, asker=forms.read_count(request.POST, "asker"), expected=expected)


@_view
def cast_vote(request: PlayerRequest, game: Game, mine: Seat, expected: int) -> None:
    """Vote to pause, to go on or to end the game."""
    pauses = forms.read_count(request.POST, "pauses")
    votes.cast(game, mine, _motion(request), pauses=pauses, now=timezone.now())


@_view
def withdraw_vote(request: PlayerRequest, game: Game, mine: Seat, expected: int) -> None:
    """Withdraw a vote."""
    votes.withdraw(game, mine, _motion(request))


@_view
def give_time(request: PlayerRequest, game: Game, mine: Seat, expected: int) -> None:
    """Give a player who is asked more time."""
    number, asked = forms.read_count(request.POST, "number"), forms.read_count(request.POST, "asked")
    votes.give_time(game, mine, number, asked=asked, now=timezone.now())


def _motion(request: PlayerRequest) -> Motion:
    sent = request.POST.get("motion", "")
    if sent not in Motion.values:
        raise rules.ActionSyntaxError(_("This does not say what to vote on. Please choose below."))
    return Motion(sent)
