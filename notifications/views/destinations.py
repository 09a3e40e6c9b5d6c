"""Webhooks and browsers that want to be told, what they need for that, and the program that shows it there."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import PlayerRequest, sent_by_player
from notifications import browsers, hooks, trials
from notifications.channels import webhook
from notifications.forms import UNREADABLE, EndpointForm, HookForm, SubscriptionForm
from notifications.views.alerts import back_to, refuse_too_many, show_alerts

NEW_SECRET = "new_secret"  # noqa: S105  (where the session has it until it was shown)


@sent_by_player("notifications:alerts")
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


@sent_by_player("notifications:hook", "pk")
def renew(request: PlayerRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(hooks.programs_of(request.user), pk=pk)
    request.session[NEW_SECRET] = hooks.renew_secret(found)
    messages.success(request, _("You have a new secret. It signs all calls from now on."))
    return redirect("notifications:hook", pk)


@sent_by_player("notifications:alerts")
def turn_on_push(request: PlayerRequest) -> HttpResponse:
    if not settings.VAPID_PRIVATE_KEY:
        raise Http404
    form = SubscriptionForm(request.POST)
    if not form.is_valid():
        return show_alerts(request, status=400, push_refusal=UNREADABLE)
    try:
        browsers.turn_on(request.user, form.subscription, request.headers.get("User-Agent", ""), now=timezone.now())
    except browsers.BrowserRefused as refusal:
        return show_alerts(request, status=409, push_refusal=refusal)
    messages.success(request, _("This browser shows your alerts from now on."))
    return redirect("notifications:alerts")


@sent_by_player("notifications:alerts")
def turn_off_push(request: PlayerRequest) -> HttpResponse:
    form = EndpointForm(request.POST)
    if not form.is_valid():
        return show_alerts(request, status=400, push_refusal=UNREADABLE)
    browsers.turn_off(request.user, form.cleaned_data["endpoint"])
    messages.success(request, _("This browser no longer shows your alerts."))
    return redirect("notifications:alerts")


@csrf_exempt
@require_POST
def move_push(request: HttpRequest) -> HttpResponse:
    """Follow a browser to another address.

    It says so in the background, maybe without a session: what only it and the site know proves that it is the one.
    So no other site can have it done either.
    """
    old, new = SubscriptionForm(request.POST, prefix="old"), SubscriptionForm(request.POST)
    if not (old.is_valid() and new.is_valid()):
        return HttpResponse(status=400)
    is_known = browsers.move(old.subscription, new.subscription)
    return HttpResponse(status=204 if is_known else 404)


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """What a browser runs when a message comes. It is in the top folder, as it may lead to every page."""
    return render(request, "notifications/service-worker.js", content_type="text/javascript")
