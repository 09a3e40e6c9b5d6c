"""Polls of open pages: most find nothing new, and are answered before the site asks who sends them.

They are four in five of all requests. To pass through all that a page needs takes most of the time of one.
"""

import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import resolve

from games.pages.game.views import nothing_new
from powergrid import limits

Answer = Callable[[HttpRequest], HttpResponse]


def answered_first(get_response: Answer) -> Answer:
    def respond(request: HttpRequest) -> HttpResponse:
        is_poll = request.method == "GET" and request.path_info.endswith("/updates/")
        return (_answer(request) if is_poll else None) or get_response(request)

    return respond


def _answer(request: HttpRequest) -> HttpResponse | None:
    """None where there may be news, or where somebody polls too often: then the view, or the limits, answer."""
    match = resolve(request.path_info)
    if match.view_name != "games:updates" or not nothing_new(request, **match.kwargs):
        return None
    if settings.RATE_LIMITS and limits.FOLLOWING.take(limits.address(request), time.monotonic()):
        return None
    request.resolver_match = match
    return HttpResponse(status=204, headers={"Cache-Control": "private, no-store"})
