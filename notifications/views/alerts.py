"""The page on which people say how and when they want to be told."""

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.requests import PlayerRequest
from notifications import destinations, trying, ways, wishes
from notifications.forms import FrequencyForm, InvitationsForm, TimesForm
from notifications.models import Destination, times_of
from notifications.views.showing import show_alerts
from notifications.ways import Way


@require_safe
@login_required
def alerts(request: PlayerRequest) -> HttpResponse:
    """All ways to reach somebody, when they may be used, and what came by them last."""
    return show_alerts(request)


@require_POST
@login_required
def times(request: PlayerRequest) -> HttpResponse:
    """Choose the quiet hours, and when the daily digest comes."""
    form = TimesForm(request.POST, instance=times_of(request.user))
    if not form.is_valid():
        return show_alerts(request, times=form, status=400)
    wishes.choose_times(form.save(commit=False), now=timezone.now())
    messages.success(request, _("Saved. Alerts that wait go by it, too."))
    return redirect("notifications:alerts")


@require_POST
@login_required
def invitations(request: PlayerRequest) -> HttpResponse:
    """Choose whether to be told when one can plan ahead."""
    form = InvitationsForm(request.POST)
    form.full_clean()
    is_invited = form.cleaned_data["is_invited_to_plan"]
    User.objects.filter(pk=request.user.pk).update(is_invited_to_plan=is_invited)
    told = _("You are told when you can plan ahead.") if is_invited else _("You are told when it is your turn, only.")
    messages.success(request, told)
    return redirect("notifications:alerts")


@require_POST
@login_required
@transaction.atomic
def frequency(request: PlayerRequest, number: int) -> HttpResponse:
    """Choose how often to be told by one way."""
    destination = get_destination_or_404(request.user, number)
    form = FrequencyForm.of(get_way_or_404(request.user, number), request.POST)
    if not form.is_valid():
        return show_alerts(request, refused={number: form}, status=400)
    how_often = form.cleaned_data["how_often"]
    wishes.choose(destination, how_often, now=timezone.now())
    messages.success(request, _("%(way)s: %(words)s.") % {"way": destination.name, "words": how_often.words})
    return back_to(number)


@require_http_methods(["GET", "POST"])
@login_required
def test(request: PlayerRequest, number: int) -> HttpResponse:
    """Send a test by one way, and say what became of the last one."""
    if request.method == "POST":
        refuse_too_many(request)
        with transaction.atomic():
            trying.start(get_destination_or_404(request.user, number), now=timezone.now())
    way = get_way_or_404(request.user, number)
    if not request.htmx:
        return back_to(number)
    if request.method == "GET" and way.test is not None and way.test.is_under_way:
        return HttpResponse(status=204)
    return render(request, "notifications/_way_test.html", {"way": way})


@require_POST
@login_required
@transaction.atomic
def turn_on(request: PlayerRequest, number: int) -> HttpResponse:
    """Use a way again that the site had given up, beginning with a test."""
    destination = get_destination_or_404(request.user, number)
    refuse_too_many(request)
    destinations.take_up(destination)
    trying.start(destination, now=timezone.now())
    return back_to(number)


@require_POST
@login_required
@transaction.atomic
def remove(request: PlayerRequest, number: int) -> HttpResponse:
    """Forget a way; mails can only be stopped, as their address is that of the account."""
    destination = get_destination_or_404(request.user, number)
    if number == ways.MAIL:
        raise Http404
    name = destination.name
    destination.delete()
    messages.success(request, _("Removed: %(way)s. Nothing is sent there any more.") % {"way": name})
    return redirect("notifications:alerts")


def refuse_too_many(request: PlayerRequest) -> None:
    """Let nobody send so many tests that others could take offence.

    :raises ImmediateHttpResponse: these would be too many; the answer says so.
    """
    if not consume(request, action="test_alert", user=request.user):
        raise ImmediateHttpResponse(respond_429(request))


def get_destination_or_404(user: User, number: int) -> Destination:
    """The row of a way; nobody else changes or removes it until the transaction ends."""
    destination = ways.destination_of(user, number)
    if destination is None:
        raise Http404
    return destination


def get_way_or_404(user: User, number: int) -> Way:
    way = ways.find(user, number)
    if way is None:
        raise Http404
    return way


def back_to(number: int) -> HttpResponse:
    """Lead back to a way on the page."""
    return redirect(f"{reverse('notifications:alerts')}#way-{number}")
