"""Deciding by a link from a mail, without logging in: a page that asks once more, then the outcome."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

import rules
from accounts.calendars import zone_of
from accounts.models import User
from accounts.requests import VisitorRequest
from games.alerts.action_links import words
from games.alerts.action_links.offers import Offer, Outdated, find, use
from games.alerts.action_links.tickets import Kind, NoTicket, Ticket, read
from games.models import Game, Seat
from games.pages.access import get_game_or_404
from games.pages.panels.pieces import PlantCard
from games.pages.panels.strip import terms
from games.pages.plans.planner import Planner
from games.pages.table_view import TableView, present_sight
from games.plans import active
from games.plans import words as plan_words
from games.replay import history
from games.replay.history import Position
from games.story import questions, story
from games.story.names import Names


@dataclass(frozen=True, slots=True)
class Preview:
    """What a link would do, for the owner of the seat only.

    ``heading`` says it in a few words, as the button does, ``consequences`` what it means, and ``plan`` what the plan
    says that goes on, if any. ``question`` is what the seat is asked, if it is. ``plants`` are those that would run.
    ``is_left_to_plan``: a plan answers, after a while.
    """

    is_offer: ClassVar[bool] = True

    game: Game
    terms: Sequence[str]
    seat: Seat
    table_view: TableView
    heading: str
    plan: Sequence[str]
    consequences: Sequence[str]
    question: str
    plants: Sequence[PlantCard]
    recap: Sequence[str]
    is_left_to_plan: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the question that a link was for. It shows what everybody sees: old links tell no secrets."""

    is_offer: ClassVar[bool] = False

    game: Game
    terms: Sequence[str]
    table_view: TableView
    heading: str
    sentence: str
    since: Sequence[str]
    is_asked: bool
    """Whether the owner of the link is to move."""


@require_http_methods(["GET", "HEAD", "POST"])
@csrf_exempt  # A person who knows the address may act; and without a referrer there is no origin to check.
@never_cache
def act(request: VisitorRequest, token: str) -> HttpResponse:
    """Show what a link would do, and do it once its button is pressed."""
    response = _answer(request, token)
    response["Referrer-Policy"] = "no-referrer"  # other sites, and their logs, would learn the address
    return response


def _answer(request: VisitorRequest, token: str) -> HttpResponse:
    try:
        ticket = read(token)
    except NoTicket:
        sentence = _("This site did not send this address, or a part of it is missing. Open the mail again.")
        return _refuse(request, _("This link does not work"), sentence, status=404)
    owner = User.objects.filter(pk=ticket.user, is_active=True).first()
    if owner is None:
        sentence = _("The account that this link was sent to is closed, so the link does nothing.")
        return _refuse(request, _("This account is closed"), sentence, status=403)
    if request.user.is_authenticated and request.user != owner:
        sentence = _("You are logged in to another account. Log out first, or open the link in another browser.")
        return _refuse(request, _("This link is not for you"), sentence, status=403)
    with timezone.override(zone_of(owner)):
        return _use(request, token, ticket, owner) if request.method == "POST" else _show(request, ticket, owner)


def _use(request: VisitorRequest, token: str, ticket: Ticket, owner: User) -> HttpResponse:
    try:
        game = use(ticket, now=timezone.now())
    except Outdated:
        return _show(request, ticket, owner, status=409)
    messages.success(request, _done(ticket.kind, game))
    return redirect("games:act", token)


def _done(kind: Kind, game: Game) -> str:
    match kind:
        case Kind.RENEW:
            return _("Your plan is saved. You are asked only if it cannot answer.")
        case Kind.CONFIRM if not game.plans_answer_at_once:
            return _("Your plan goes on, and answers within two minutes.")
        case Kind.CONFIRM:
            return _("Your plan goes on, and has answered.")
        case _:
            return _("Your answer counts.")


def _show(request: VisitorRequest, ticket: Ticket, owner: User, *, status: int = 200) -> HttpResponse:
    """What a link would do, or what became of its question."""
    game, seat = get_game_or_404(owner, ticket.game)
    mine = seat if seat is not None and seat.number == ticket.seat else None
    page = look(ticket, game, mine, timezone.now())
    return render(request, "games/act.html", {"page": page}, status=status)


def _refuse(request: VisitorRequest, heading: str, sentence: str, *, status: int) -> HttpResponse:
    return render(request, "games/act_refused.html", {"heading": heading, "sentence": sentence}, status=status)


def look(ticket: Ticket, game: Game, mine: Seat | None, now: datetime) -> Preview | Outcome:
    """The page of a link.

    :param game: with its seats and people, which are prefetched.
    :param mine: the seat that the owner of the link has in it now, if any.
    """
    positions, names = history.positions(game), Names.of(game)
    offer = find(ticket, game, mine, positions[-1].state) if mine else None
    if mine is None or offer is None:
        return _outcome(ticket, game, mine, positions, names, now)
    return _preview(offer, game, mine, positions, names, now)


def _preview(
    offer: Offer, game: Game, mine: Seat, positions: Sequence[Position], names: Names, now: datetime
) -> Preview:
    state = positions[-1].state
    planner = Planner(state, rules.Seat(mine.number), names, game.get_absolute_url())
    since = story.tell(positions, names, story.Reader.of(game, mine)).since_turn_of(mine)
    runs = offer.action.plants if isinstance(offer.action, rules.RunPlants) else ()
    return Preview(
        game=game,
        terms=terms(state.options, state.setup.players),
        seat=mine,
        table_view=present_sight(game, mine, positions, names, composed=(), since=since, now=now),
        heading=words.button(offer, planner),
        plan=tuple(line for row in offer.rows for line in plan_words.sentences(active.read(row), names)),
        consequences=tuple(words.consequences(offer, planner)),
        question=questions.sentence(state, planner.seat, names) if mine.is_to_move else "",
        plants=tuple(PlantCard(state.plants[run.number]) for run in runs),
        recap=since.recap(),
        is_left_to_plan=offer.ticket.kind is Kind.CONFIRM and not game.plans_answer_at_once,
    )


def _outcome(
    ticket: Ticket, game: Game, mine: Seat | None, positions: Sequence[Position], names: Names, now: datetime
) -> Outcome:
    state = positions[-1].state
    since = story.tell(positions, names).after(ticket.sequence)
    heading, sentence = _what_became(ticket, game, mine, since)
    return Outcome(
        game=game,
        terms=terms(state.options, state.setup.players),
        table_view=present_sight(game, None, positions, names, composed=(), since=since, now=now),
        heading=heading,
        sentence=sentence,
        since=since.recap(),
        is_asked=mine is not None and mine.is_to_move,
    )


def _what_became(ticket: Ticket, game: Game, mine: Seat | None, since: story.Story) -> tuple[str, str]:
    """Why there is nothing to do by a link, as a heading and a sentence."""
    if game.is_over:
        return _("The game is over"), _("There is nothing left to decide.")
    if mine is None:
        words = _("%(name)s has taken over your seat and plays on for you.")
        return _("This seat is no longer yours"), words % {"name": since.names.player(ticket.seat)}
    if mine.plays_itself:
        return _("A bot stands in for you"), _("Come back to the game first, then decide.")
    if ticket.given_at and ticket.kind is Kind.RENEW:  # plans are shown only after logging in
        return _("This is no longer open"), _(
            "You have planned already, or are asked now. See your plans in the game."
        )
    if ticket.given_at:
        return _("This is settled"), _("Your plan goes on, or you have decided yourself. See your plans in the game.")
    if any(entry.seat == mine.number and entry.undo is None for entry in since.entries):
        return _("This is decided"), _("This was answered, so the link is used up.")
    return _("You are no longer asked this"), _("The game has gone another way, so this link does nothing.")
