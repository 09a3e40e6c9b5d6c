"""Webhooks: adding one, and what a program needs to trust what it is sent."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import PlayerRequest
from notifications import hooks, trials
from notifications.channels import webhook
from notifications.forms import HookForm
from notifications.views.alerts import back_to, refuse_too_many, show_alerts

NEW_SECRET = "new_secret"  # noqa: S105  (where the session has it until it was shown)


@require_POST
@login_required
def add(request: PlayerRequest) -> HttpResponse:
    form = HookForm(request.POST)
    if not form.is_valid():
        return show_alerts(request, status=400, hook_form=form)
    refuse_too_many(request)
    now = timezone.now()
    try:
        hook = hooks.add(request.user, **form.cleaned_data, now=now)
    except hooks.WebhookRefused as refusal:
        form.add_error(None, str(refusal))
        return show_alerts(request, status=422, hook_form=form)
    trials.start(hook, now=now)
    messages.success(request, _("Added. A test is on its way there."))
    if not hook.secret:
        return back_to(hook.pk)
    request.session[NEW_SECRET] = hook.secret
    return redirect("notifications:hook", hook.pk)


@require_safe
@login_required
def hook(request: PlayerRequest, pk: int) -> HttpResponse:
    """Show how a program can tell what comes from this site; its secret only right after it was made."""
    found = get_object_or_404(hooks.programs_of(request.user), pk=pk)
    new_secret = request.session.pop(NEW_SECRET, "")
    context = {
        "hook": found,
        "secret": found.secret if new_secret == found.secret else "",
        "example": webhook.example(found, now=timezone.now()),
    }
    return render(request, "notifications/hook.html", context)


@require_POST
@login_required
def renew(request: PlayerRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(hooks.programs_of(request.user), pk=pk)
    request.session[NEW_SECRET] = hooks.renew_secret(found)
    messages.success(request, _("The secret is a new one. What comes from now on is signed with it."))
    return redirect("notifications:hook", pk)
