"""The page on which people say how and when they want to be told."""

from collections.abc import Mapping
from typing import Any

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.ratelimit import consume, respond_429
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.requests import PlayerRequest, found_or_404, number_in, sent_by_player
from notifications import destinations, feeds, hooks, subjects, trials, ways, wishes
from notifications.browsers import Panel
from notifications.forms import FrequencyForm, HookForm, InvitationsForm, TimesForm
from notifications.models import Destination, times_of
from notifications.record import record, told_of
from notifications.ways import MAIL, Way, ways_of


@require_safe
@login_required
def alerts(request: PlayerRequest) -> HttpResponse:
    return show_alerts(request)


@sent_by_player("notifications:alerts")
def times(request: PlayerRequest) -> HttpResponse:
    form = TimesForm(request.POST, instance=times_of(request.user))
    if not form.is_valid():
        return show_alerts(request, times=form, status=400)
    wishes.choose_times(form.save(commit=False), now=timezone.now())
    messages.success(request, _("Saved. This also counts for alerts that wait."))
    return redirect("notifications:alerts")


@sent_by_player("notifications:alerts")
def invitations(request: PlayerRequest) -> HttpResponse:
    form = InvitationsForm(request.POST)
    form.full_clean()
    is_invited = form.cleaned_data["is_invited_to_plan"]
    User.objects.filter(pk=request.user.pk).update(is_invited_to_plan=is_invited)
    if is_invited:
        told = _("We tell you when you can say what you want in all auctions, or for the rest of a round.")
    else:
        told = _("We tell you only when it is your turn.")
    messages.success(request, told)
    return redirect("notifications:alerts")


@sent_by_player("notifications:alerts")
@transaction.atomic
def frequency(request: PlayerRequest, number: int) -> HttpResponse:
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
            trials.start(get_destination_or_404(request.user, number), now=timezone.now())
    way = get_way_or_404(request.user, number)
    if not request.htmx:
        return back_to(number)
    if request.method == "GET" and way.test is not None and way.test.is_under_way:
        return HttpResponse(status=204)
    return render(request, "notifications/_way_test.html", {"way": way})


@sent_by_player("notifications:alerts")
@transaction.atomic
def turn_on(request: PlayerRequest, number: int) -> HttpResponse:
    """Use a way again that the site had given up, beginning with a test."""
    destination = get_destination_or_404(request.user, number)
    refuse_too_many(request)
    destinations.take_up(destination)
    trials.start(destination, now=timezone.now())
    return back_to(number)


@sent_by_player("notifications:alerts")
@transaction.atomic
def remove(request: PlayerRequest, number: int) -> HttpResponse:
    """Forget a way; mails can only be stopped, as their address is that of the account."""
    destination = get_destination_or_404(request.user, number)
    if number == ways.MAIL:
        raise Http404
    name = destination.name
    destination.delete()
    messages.success(request, _("Removed: %(way)s. We no longer send anything there.") % {"way": name})
    return redirect("notifications:alerts")


def refuse_too_many(request: PlayerRequest) -> None:
    """Let nobody send so many tests that others could take offence: the answer is raised."""
    if not consume(request, action="test_alert", user=request.user):
        raise ImmediateHttpResponse(respond_429(request))


def get_destination_or_404(user: User, number: int) -> Destination:
    """The row of a way; nobody else changes or removes it until the transaction ends."""
    return found_or_404(ways.destination_of(user, number))


def get_way_or_404(user: User, number: int) -> Way:
    return found_or_404(ways.find(user, number))


def back_to(number: int) -> HttpResponse:
    return redirect(f"{reverse('notifications:alerts')}#way-{number}")


LAST = 6  # of about how many moments the page tells what became of their alerts; all others are a page further


def show_alerts(
    request: PlayerRequest, *, status: int = 200, refused: Mapping[int, FrequencyForm] | None = None, **given: Any
) -> HttpResponse:
    """Show the page of alerts.

    :param refused: the form of a way, by its number, where what was sent by it is not accepted.
    :param given: what takes the place of what the page would show by itself, by its name in the template.
    """
    context = _page(request.user, refused or {}) | given
    return render(request, "notifications/alerts.html", context, status=status)


def _page(user: User, refused: Mapping[int, FrequencyForm]) -> dict[str, Any]:
    ways = ways_of(user)
    forms = [refused.get(way.number) or FrequencyForm.of(way) for way in ways]
    games_apart = subjects.find(user, wishes.games_apart(user))
    return {
        "ways": list(zip(ways, forms, strict=True)),
        "mail": next(way for way in ways if way.number == MAIL),
        "times": TimesForm(instance=times_of(user)),
        "invitations": InvitationsForm(initial={"is_invited_to_plan": user.is_invited_to_plan}),
        "push": Panel.of(user),
        "push_refusal": "",
        "hook_form": HookForm(),
        "programs": hooks.programs_of(user),
        "site_url": settings.SITE_URL,
        "feed": feeds.of(user),
        "games_apart": sorted(games_apart.values(), key=lambda subject: subject.name.casefold()),
        "record": record(user, size=LAST * len(ways)),
    }


@require_safe
@login_required
def alert_record(request: PlayerRequest) -> HttpResponse:
    game = number_in(request.GET.get("game", ""))
    before = number_in(request.GET.get("before", ""))
    context = {
        "record": record(request.user, subject_id=game, before=before),
        "games": told_of(request.user),
        "game": game,
        "is_first_page": before is None,
    }
    return render(request, "notifications/record.html", context)
