"""The page of alerts as an answer to whoever asks: whole, with what was just sent put in its place."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render

from accounts.models import User
from accounts.requests import PlayerRequest
from notifications import feeds, hooks, subjects, wishes
from notifications.browsers import Panel
from notifications.forms import FrequencyForm, InvitationsForm, TimesForm
from notifications.hook_forms import HookForm
from notifications.models import times_of
from notifications.record import record
from notifications.ways import MAIL, ways_of

LAST = 6
"""Of about how many moments the page tells what became of their alerts; all others are a page further."""


def show_alerts(
    request: PlayerRequest, *, status: int = 200, refused: Mapping[int, FrequencyForm] | None = None, **given: Any
) -> HttpResponse:
    """Show the page of alerts.

    :param refused: the form of a way, by its number, where what was sent by it is not accepted.
    :param given: what else takes the place of what the page would show by itself, such as another form that was
        refused, by the name that the template has for it.
    """
    context = _page(request.user, refused or {}) | given
    return render(request, "notifications/alerts.html", context, status=status)


def _page(user: User, refused: Mapping[int, FrequencyForm]) -> dict[str, Any]:
    ways = ways_of(user)
    forms = [refused.get(way.number) or FrequencyForm.of(way) for way in ways]
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
        "games_apart": _by_name(user),
        "record": record(user, size=LAST * len(ways)),
    }


def _by_name(user: User) -> list[subjects.Subject]:
    """The games of which somebody wants to hear otherwise than as usual."""
    found = subjects.find(user, wishes.games_apart(user))
    return sorted(found.values(), key=lambda subject: subject.name.casefold())
