"""Inviting people to a table, taking an invitation back, and declining one."""

from allauth.core.ratelimit import consume
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.requests import PlayerRequest
from matchmaking import inviting
from matchmaking.access import go, invitations, registered_only
from matchmaking.invitation_forms import InviteForm, WithdrawForm
from matchmaking.refusals import Refusal
from matchmaking.table_page import invite_form, refused, show_table, visible_or_404


@require_POST
@login_required
@registered_only
def invite_people(request: PlayerRequest, pk: int) -> HttpResponse:
    """Invite those who were chosen, and who was named."""
    table = visible_or_404(request, pk)
    form = invite_form(table, request.user, request.POST)
    if not form.is_valid():
        return show_table(request, table, inviting=form, status=400)
    if form.email and not _may_send(request, form):
        words = _("No more invitations by mail today. Invite players by their names, or come back tomorrow.")
        form.add_error("who", words)
        return show_table(request, table, inviting=form, status=429)
    try:
        inviting.invite(table, request.user, form.invited, form.email, now=timezone.now())
    except Refusal as refusal:
        return refused(request, table, refusal, inviting=form)
    messages.success(request, _("Invited. They are told, and you see here who has not answered yet."))
    return go(request, f"{table.get_absolute_url()}#messages")  # the form led to itself, below the message


def _may_send(request: PlayerRequest, form: InviteForm) -> bool:
    """Whether one more mail may go out for this person, and to this address; it counts either way of the address."""
    by_person = consume(request, action="invite_by_mail", user=request.user)
    return bool(by_person and consume(request, action="invite_address", key=form.email))


@require_POST
@login_required
@registered_only
def withdraw(request: PlayerRequest, pk: int) -> HttpResponse:
    """Take an invitation back."""
    table = visible_or_404(request, pk)
    form = WithdrawForm(request.POST)
    if not form.is_valid():
        return show_table(request, table, refusal=_("There is no such invitation."), status=400)
    try:
        inviting.withdraw(table, request.user, form.cleaned_data["number"])
    except Refusal as refusal:
        return refused(request, table, refusal)
    return go(request, table)


@require_POST
@login_required
@registered_only
def decline(request: PlayerRequest, pk: int) -> HttpResponse:
    """Say that one does not come."""
    table = visible_or_404(request, pk)
    try:
        is_done = inviting.decline(table, request.user, invitations(request))
    except Refusal as refusal:
        return refused(request, table, refusal)
    if not is_done:
        return show_table(
            request, table, refusal=_("You are not invited to this table, or have declined."), status=409
        )
    messages.success(request, _("You have declined to play at “%(table)s”.") % {"table": table.name})
    return go(request, "games:dashboard")
