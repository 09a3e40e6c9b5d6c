"""What every page can show."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.template.backends.utils import csrf_input
from django.utils.functional import SimpleLazyObject

from accounts import guests
from announcements import said
from games.pages.dashboard.waiting import waiting_games
from powergrid import receipts


def site(request: HttpRequest) -> dict[str, Any]:
    """Values for every template. What may take a query is looked up only if the page shows it."""
    return {
        # One token for all forms of a page, as there may be a hundred, and a number by which each is done once.
        "csrf_input": SimpleLazyObject(lambda: csrf_input(request) + receipts.number_input()),
        "keeps_mails": settings.KEEPS_MAILS,
        "announcements": SimpleLazyObject(lambda: said.on_page(request)),
        "has_social_login": bool(settings.SOCIALACCOUNT_PROVIDERS),
        "waiting_games": SimpleLazyObject(lambda: len(waiting_games(request))),
        "pending_address": SimpleLazyObject(lambda: _pending_address(request)),
    }


def _pending_address(request: HttpRequest) -> str:
    user = getattr(request, "user", None)  # an unreadable request is answered before it has one
    return guests.pending_address(user) or "" if user is not None and user.is_authenticated else ""
