"""Deciding by a link from a mail: a page that asks once more, then what came of it. Nobody has to log in for it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.calendars import zone_of
from accounts.models import User
from accounts.requests import VisitorRequest
from games.alerts import action_links
from games.alerts.action_links import Kind, Ticket
from games.alerts.action_page import look
from games.models import Game
from games.pages.access import get_game_or_404


@require_http_methods(["GET", "HEAD", "POST"])
@csrf_exempt  # Who knows the address may act, and needs no forgery; and without a referrer there is no origin.
@never_cache
def act(request: VisitorRequest, token: str) -> HttpResponse:
    """Show what a link would do, and do it once its button is pressed."""
    response = _answer(request, token)
    response["Referrer-Policy"] = "no-referrer"  # other sites, and their logs, would learn the address
    return response


def _answer(request: VisitorRequest, token: str) -> HttpResponse:
    try:
        ticket = action_links.read(token)
    except action_links.NoTicket:
        sentence = _("The address is not one that we have sent, or a part of it is missing. Open the mail again.")
        return _refuse(request, _("This link leads nowhere"), sentence, status=404)
    owner = User.objects.filter(pk=ticket.user, is_active=True).first()
    if owner is None:
        sentence = _("The account that this link was sent to is closed, so nothing can be done with it.")
        return _refuse(request, _("This account is closed"), sentence, status=403)
    if request.user.is_authenticated and request.user != owner:
        sentence = _("You are logged in as somebody else. Log out first, or open the link in another browser.")
        return _refuse(request, _("This link is not for you"), sentence, status=403)
    with timezone.override(zone_of(owner)):
        return _use(request, token, ticket, owner) if request.method == "POST" else _show(request, ticket, owner)


def _use(request: VisitorRequest, token: str, ticket: Ticket, owner: User) -> HttpResponse:
    try:
        game = action_links.use(ticket, now=timezone.now())
    except action_links.Outdated:
        return _show(request, ticket, owner, status=409)
    messages.success(request, _done(ticket.kind, game))
    return redirect("games:act", token)


def _done(kind: Kind, game: Game) -> str:
    match kind:
        case Kind.RENEW:
            return _("It is planned. You are asked only where the plan cannot answer.")
        case Kind.CONFIRM if not game.plans_answer_at_once:
            return _("Your plan goes on, and answers within two minutes.")
        case Kind.CONFIRM:
            return _("Your plan goes on, and has answered.")
        case _:
            return _("It is done as you wished.")


def _show(request: VisitorRequest, ticket: Ticket, owner: User, *, status: int = 200) -> HttpResponse:
    """What a link would do, or what has become of the question that it was for."""
    game, seat = get_game_or_404(owner, ticket.game)
    mine = seat if seat is not None and seat.number == ticket.seat else None
    page = look(ticket, game, mine, timezone.now())
    return render(request, "games/act.html", {"page": page}, status=status)


def _refuse(request: VisitorRequest, heading: str, sentence: str, *, status: int) -> HttpResponse:
    return render(request, "games/act_refused.html", {"heading": heading, "sentence": sentence}, status=status)
