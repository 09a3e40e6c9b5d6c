"""The page of a table, and what can be done there."""

from collections.abc import Callable
from functools import wraps

from allauth.core.ratelimit import consume
from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import mail_budget
from accounts.parts import draw_part
from accounts.requests import PlayerRequest, VisitorRequest, number_in, refuse, takes_forms_of
from games.models import Game
from games.pages.access import log_in_to_see
from matchmaking import invitations, rematches, table_talk, tables
from matchmaking.access import go, opened_links, registered_only, remember_link, visible_or_404
from matchmaking.models import Answer, Invitation, InvitationQuerySet, Table, TableRefused
from matchmaking.shares import ShareForm
from matchmaking.table_page import invite_form, refused, show_table
from talk.conversations import MessageRefused

NO_INVITATION = 0  # the number that none has


def _at_table(change: Callable[[PlayerRequest, Table], HttpResponse]) -> Callable[..., HttpResponse]:
    """What a button at a table does, for players who may see it. A refusal is shown on the page of the table."""

    @registered_only
    @takes_forms_of("matchmaking:detail", "pk")
    @wraps(change)
    def press(request: PlayerRequest, pk: int) -> HttpResponse:
        table = visible_or_404(request, pk)
        try:
            return change(request, table)
        except TableRefused as refusal:
            return refused(request, table, refusal)

    return press


@require_safe
@log_in_to_see
def detail(request: VisitorRequest, pk: int) -> HttpResponse:
    try:
        return show_table(request, visible_or_404(request, pk))
    except Http404:
        theirs = Invitation.objects.to(request.user, opened_links(request))
        return _say_if_withdrawn(request, theirs.filter(table__in=Table.objects.filter(pk=pk)))


@require_safe
def updates(request: VisitorRequest, pk: int) -> HttpResponse:
    table = visible_or_404(request, pk)
    if request.GET.get("seen") == str(table.version):
        return HttpResponse(status=204)
    return show_table(request, table)


@require_safe
def invite(request: VisitorRequest, token: str) -> HttpResponse:
    """Show a table to a visitor with its share link, or with one for them alone, and remember the link."""
    by_mail = Invitation.objects.standing().filter(token=token).values("table")
    tables = Table.objects.select_related("host", "game").filter(Q(token=token) | Q(pk__in=by_mail))
    table = tables.first()
    if table is None:
        return _say_if_withdrawn(request, Invitation.objects.filter(token=token))
    remember_link(request, token)
    return show_table(request, table)


@_at_table
def join(request: PlayerRequest, table: Table) -> HttpResponse:
    form = ShareForm(request.POST)
    if not form.is_valid():
        return show_table(request, table, share=form, status=400)
    try:
        words, tokens = form.cleaned_data["share"], opened_links(request)
        return _changed(request, tables.join(table, request.user, share=words, tokens=tokens))
    except TableRefused as refusal:
        return refused(request, table, refusal, share=form)


@_at_table
def share(request: PlayerRequest, table: Table) -> HttpResponse:
    form = ShareForm(request.POST)
    if not form.is_valid():
        return show_table(request, table, share=form, status=400)
    words = form.cleaned_data["share"]
    try:
        table = tables.add_share(table, request.user, words)
    except TableRefused as refusal:
        return refused(request, table, refusal, share=form)
    is_added = _("Your words will be part of the seed. You can change them until the game begins.")
    messages.success(request, is_added if words else _("You add nothing to the seed."))
    return go(request, table)


@_at_table
def leave(request: PlayerRequest, table: Table) -> HttpResponse:
    tables.leave(table, request.user, now=timezone.now())
    messages.success(request, _("You have left the table “%(table)s”.") % {"table": table.name})
    return go(request, "matchmaking:lobby")


@_at_table
def add_bot(request: PlayerRequest, table: Table) -> HttpResponse:
    return _changed(request, tables.add_bot(table, request.user, number=_seat(request, table)))


@_at_table
def remove_bot(request: PlayerRequest, table: Table) -> HttpResponse:
    return _changed(request, tables.remove_bot(table, request.user, number=_seat(request, table)))


@_at_table
def release(request: PlayerRequest, table: Table) -> HttpResponse:
    own = table.kept_for(request.user)
    tables.release(table, request.user, number=_seat(request, table))
    if own is None:
        return go(request, table)
    messages.success(request, _("You have given up your seat at the table “%(table)s”.") % {"table": table.name})
    return go(request, "matchmaking:lobby")


@_at_table
def close(request: PlayerRequest, table: Table) -> HttpResponse:
    tables.close(table, request.user, now=timezone.now())
    messages.success(request, _("The table “%(table)s” is closed.") % {"table": table.name})
    return go(request, "matchmaking:lobby")


@_at_table
def invite_people(request: PlayerRequest, table: Table) -> HttpResponse:
    form = invite_form(table, request.user, request.POST)
    if not form.is_valid():
        return show_table(request, table, inviting=form, status=400)
    if form.email and not _may_send(request, form.email):
        words = _("No more invitations by mail today. Invite players by their names, or come back tomorrow.")
        form.add_error("who", words)
        return show_table(request, table, inviting=form, status=429)
    try:
        asked_already = invitations.invite(table, request.user, form.invited, form.email, now=timezone.now())
    except TableRefused as refusal:
        return refused(request, table, refusal, inviting=form)
    for name in asked_already:
        messages.info(request, _("%(name)s is invited already, and has not answered yet.") % {"name": name})
    if len(asked_already) < len(form.invited) + bool(form.email):
        messages.success(request, _("Invited. We tell them, and you see here who has not answered yet."))
    return go(request, f"{table.get_absolute_url()}#messages")  # the form led to itself, below the message


@_at_table
def withdraw(request: PlayerRequest, table: Table) -> HttpResponse:
    invitations.withdraw(table, request.user, number_in(request.POST.get("number", "")) or NO_INVITATION)
    messages.success(request, _("The invitation is withdrawn."))
    return go(request, table)


@_at_table
def decline(request: PlayerRequest, table: Table) -> HttpResponse:
    if not invitations.decline(table, request.user, opened_links(request)):
        raise TableRefused(_("You are not invited to this table, or have already declined."))
    messages.success(request, _("You have declined to play at “%(table)s”.") % {"table": table.name})
    return go(request, "games:dashboard")


@_at_table
def say(request: PlayerRequest, table: Table) -> HttpResponse:
    form = table_talk.say_form(table, request.POST)
    status = 400
    if form.is_valid():
        try:
            table = table_talk.say(table, request.user, form.cleaned_data["text"], now=timezone.now())
        except (TableRefused, MessageRefused) as refusal:
            form.add_error("text", str(refusal))
            status = 409
        else:
            return _said(request, table)
    if request.htmx:
        return HttpResponse(draw_part(request, "talk/_talk.html", "say", {"form": form}), status=status)
    return show_table(request, table, say=form, status=status)


@require_safe
def talk(request: VisitorRequest, pk: int) -> HttpResponse:
    """Answer a page that follows the talk: nothing where the last word is the one ``seen``."""
    said = table_talk.talk_at(visible_or_404(request, pk), request.user)
    has_new_words = request.GET.get("seen") != str(said.stretch.newest)
    has_new_rights = ("seat" in request.GET) != (said.say is not None)
    if not has_new_words and not has_new_rights:
        return HttpResponse(status=204)
    html = draw_part(request, "talk/_talk.html", "conversation", {"talk": said})
    if has_new_rights:
        html += draw_part(request, "talk/_talk.html", "say-place", {"talk": said, "oob": True})
    return HttpResponse(html)


@registered_only
@takes_forms_of("games:detail", "game")
def play_again(request: PlayerRequest, game: int) -> HttpResponse:
    over = get_object_or_404(Game.objects.visible_to(request.user), pk=game)
    is_reversed = request.POST.get("seats") == "reversed"
    try:
        table = rematches.play_again(over, request.user, is_reversed=is_reversed, now=timezone.now())
    except TableRefused as refusal:
        refuse(request, str(refusal))
        return redirect("games:result" if over.is_over else "games:detail", over.pk)
    return redirect(table.game or table)


def _seat(request: PlayerRequest, table: Table) -> int:
    number = number_in(request.POST.get("number", ""))
    if number is None or number >= table.players:
        raise TableRefused(_("This table has no such seat."))
    return number


def _say_if_withdrawn(request: VisitorRequest, invited: InvitationQuerySet) -> HttpResponse:
    """Lead on a person whose invitation was withdrawn; for all others there is nothing (404)."""
    if not invited.filter(answer=Answer.WITHDRAWN).exists():
        raise Http404
    messages.info(request, _("The host has withdrawn this invitation. You can join another table here."))
    return redirect("matchmaking:lobby")


def _may_send(request: PlayerRequest, email: str) -> bool:
    """Whether one more mail may go out for this person, and to this address; it counts either way of the address."""
    by_person = consume(request, action="invite_by_mail", user=request.user)
    return by_person and mail_budget.take(request, email)


def _changed(request: PlayerRequest, table: Table) -> HttpResponse:
    return show_table(request, table) if request.htmx else redirect(table.game or table)


def _said(request: PlayerRequest, table: Table) -> HttpResponse:
    """An empty field, and the talk with what was in it; where the game has begun, all of that is there."""
    if table.game or not request.htmx:
        return go(request, table.game or table)
    context = {"talk": table_talk.talk_at(table, request.user), "form": table_talk.say_form(table), "oob": True}
    parts = (draw_part(request, "talk/_talk.html", part, context) for part in ("say", "conversation"))
    return HttpResponse("".join(parts))
