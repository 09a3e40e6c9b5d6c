"""Polls of open pages: most find nothing new, and are answered before the site asks who sends them.

They are four in five of all requests. Most of what a request takes is for what only pages need.
"""

import re
import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.urls import ResolverMatch

from accounts.requests import address
from games.pages.game.views import nothing_new, updates
from powergrid import limits

Answer = Callable[[HttpRequest], HttpResponse]

ADDRESS = re.compile(r"/games/([0-9]+)/updates/")
ROUTE = ResolverMatch(updates, (), {}, "updates", app_names=["games"], namespaces=["games"])
"""What resolving the address would find, for the log and the metrics."""


def answered_first(get_response: Answer) -> Answer:
    def respond(request: HttpRequest) -> HttpResponse:
        poll = ADDRESS.fullmatch(request.path_info) if request.method == "GET" else None
        return (_answer(request, int(poll[1])) if poll else None) or get_response(request)

    return respond


def _answer(request: HttpRequest, game: int) -> HttpResponse | None:
    """None where there may be news, or where somebody polls too often: then the view, or the limits, answer."""
    now, who = time.monotonic(), address(request)
    if settings.RATE_LIMITS and limits.FOLLOWING.wait(who, now, room_for=1):
        return None
    try:
        if not nothing_new(request, game):
            return None
    except SuspiciousOperation:  # it has too many fields, which the view refuses with all that a page has
        return None
    if settings.RATE_LIMITS:
        limits.FOLLOWING.take(who, now)
    request.resolver_match = ROUTE
    return HttpResponse(status=204, headers={"Cache-Control": "private, no-store"})
