"""The number of each request, which stands in every line logged meanwhile and in a header of the answer."""

import logging
import re
import secrets
from collections.abc import Callable
from time import perf_counter
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from structlog import contextvars

from powergrid.monitoring import metrics

logger = logging.getLogger(__name__)

HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
"""What a proxy can call a request: nothing that could be more than a number in a log."""
STATIC = "static"
UNKNOWN = "unknown"  # in place of a route, so that the number of labels stays bounded
METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})


class _Queries:
    def __init__(self) -> None:
        self.number = 0

    def __call__(self, execute: Callable[..., Any], *arguments: Any) -> Any:
        self.number += 1
        return execute(*arguments)


def accounted(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Give a request its number, and write a line about it when it is answered."""

    def respond(request: HttpRequest) -> HttpResponse:
        began = perf_counter()
        request_id = id_of(request)
        contextvars.clear_contextvars()
        contextvars.bind_contextvars(request_id=request_id)
        queries = _Queries()
        with connection.execute_wrapper(queries):
            response = get_response(request)
        response[HEADER] = request_id
        _tell(request, response, perf_counter() - began, queries.number)
        return response

    return respond


def id_of(request: HttpRequest) -> str:
    """The number that our proxy has given a request, or one of our own. Visitors cannot choose theirs."""
    given = request.META.get("HTTP_X_REQUEST_ID", "") if settings.ALLAUTH_TRUSTED_PROXY_COUNT else ""
    return given if WELL_FORMED.fullmatch(given) else secrets.token_hex(8)


def current_id() -> str:
    return str(contextvars.get_contextvars().get("request_id", ""))


def route_of(request: HttpRequest) -> str:
    """The name of the route. Unlike the path, it holds no name of a person and no secret."""
    match = request.resolver_match
    if match is not None:
        return match.view_name or UNKNOWN
    return STATIC if request.path_info.startswith(settings.STATIC_URL) else UNKNOWN


def _tell(request: HttpRequest, response: HttpResponse, seconds: float, queries: int) -> None:
    route = route_of(request)
    method = str(request.method) if request.method in METHODS else "other"
    metrics.REQUESTS.labels(route, method, response.status_code).inc()
    metrics.REQUEST_SECONDS.labels(route).observe(seconds)
    if route == STATIC and response.status_code < 400:
        return  # each page comes with several files
    fields: dict[str, Any] = {
        "method": method,
        "route": route,
        "status": response.status_code,
        "ms": round(seconds * 1000, 1),
        "queries": queries,
    }
    # Log who asked only if that is known by now, without asking the database.
    user = getattr(request, "_cached_user", None)
    if user is not None and user.pk is not None:
        fields["user"] = user.pk
    logger.info("%s %s: %s", method, route, response.status_code, extra=fields)
