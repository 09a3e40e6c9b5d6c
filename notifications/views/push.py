"""Browsers that want messages pushed to them, and the program that shows these there."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import PlayerRequest
from notifications import browsers
from notifications.forms import UNREADABLE, EndpointForm, SubscriptionForm
from notifications.views.alerts import show_alerts


@require_POST
@login_required
def turn_on(request: PlayerRequest) -> HttpResponse:
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


@require_POST
@login_required
def turn_off(request: PlayerRequest) -> HttpResponse:
    form = EndpointForm(request.POST)
    if not form.is_valid():
        return show_alerts(request, status=400, push_refusal=UNREADABLE)
    browsers.turn_off(request.user, form.cleaned_data["endpoint"])
    messages.success(request, _("This browser shows no alerts any more."))
    return redirect("notifications:alerts")


@csrf_exempt
@require_POST
def move(request: HttpRequest) -> HttpResponse:
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
