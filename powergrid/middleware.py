"""What happens to every request and answer on the way through."""

from collections.abc import Callable
from contextlib import nullcontext
from datetime import datetime, timedelta, tzinfo
from functools import cache, cached_property
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

from accounts import times
from accounts.calendars import zone_of
from accounts.requests import VisitorRequest, length_of
from announcements import maintenance, said
from announcements.views import closed
from powergrid.limits import SAFE

Answer = Callable[[HttpRequest], HttpResponse]
AnswerToVisitor = Callable[[VisitorRequest], HttpResponse]

LARGEST = 5_000_000
"""Bytes. The record of a long game is the largest thing sent here. deploy/Caddyfile has the same limits."""
LONGEST_TARGET = 4096  # bytes of an address without its host
LARGEST_HEADERS = 16 * 1024  # bytes of all together

UNUSED = (
    *("accelerometer", "browsing-topics", "camera", "display-capture", "geolocation", "gyroscope", "hid"),
    *("magnetometer", "microphone", "midi", "payment", "serial", "usb"),
)
"""What browsers can do and no page of ours asks for."""

PERMISSIONS = ", ".join(f"{feature}=()" for feature in UNUSED)


def of_bounded_size(get_response: Answer) -> Answer:
    """Refuse what is too large, or does not say how large it is: Django would read nothing of that.

    Nothing before this reads an address, or any other text that somebody sent, further than its first characters.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        if len(request.META["PATH_INFO"]) + len(request.META["QUERY_STRING"]) > LONGEST_TARGET:
            return HttpResponse(_page("414.html"), status=414)
        if sum(len(name) + len(value) for name, value in request.META.items() if _is_header(name)) > LARGEST_HEADERS:
            return HttpResponse(_page("431.html"), status=431)
        if "Transfer-Encoding" in request.headers:
            return HttpResponse("Send a Content-Length.\n", status=411, content_type="text/plain")
        if length_of(request) > LARGEST:
            return HttpResponse(render_to_string("413.html", {"most": LARGEST // 1_000_000}), status=413)
        return get_response(request)

    return respond


def _is_header(name: str) -> bool:
    return name.startswith("HTTP_") or name == "CONTENT_TYPE"


@cache
def _page(name: str) -> str:
    return render_to_string(name)


def closed_to_others(get_response: Answer) -> Answer:
    """Keep other sites from showing or reading our pages, and our pages from features they do not use."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response

    return respond


def stamped(get_response: Answer) -> Answer:
    """Say with each answer to htmx which release gave it, what is announced, and the time: open pages follow."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "HX-Request" in request.headers:
            response["Site-Release"], response["Site-Said"] = settings.RELEASE_STAMP, said.stamp()
            response["Site-Now"] = str(times.milliseconds())
        return response

    return respond


def kept_by_nobody(get_response: Answer) -> Answer:
    """Let no cache show a page to another person, unless the view has decided on that itself.

    A page shown in a session is not stored at all, so that going back after logging out shows nothing. Browsers may
    keep other pages, but ask each time whether they are still good.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not response.has_header("Cache-Control"):
            has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
            response["Cache-Control"] = "private, no-store" if has_session else "private, no-cache"
        return response

    return respond


def in_the_time_of_the_reader(get_response: AnswerToVisitor) -> AnswerToVisitor:
    """Say times in the zone of the reader's account. Scripts use that of the device, which is more often right."""

    def respond(request: VisitorRequest) -> HttpResponse:
        # Without a session there is nobody to look up.
        has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        with timezone.override(_ZoneOfReader(request)) if has_session else nullcontext():
            return get_response(request)

    return respond


class _ZoneOfReader(tzinfo):
    """The time zone of the reader, who is looked up when the first time is said."""

    def __init__(self, request: VisitorRequest) -> None:
        self._request = request

    @cached_property
    def _zone(self) -> tzinfo:
        user = self._request.user
        return zone_of(user) if user.is_authenticated else timezone.get_default_timezone()

    def utcoffset(self, moment: datetime | None, /) -> timedelta | None:
        return self._zone.utcoffset(moment)

    def dst(self, moment: datetime | None, /) -> timedelta | None:
        return self._zone.dst(moment)

    def tzname(self, moment: datetime | None, /) -> str | None:
        return self._zone.tzname(moment)

    def fromutc(self, moment: datetime, /) -> datetime:
        return self._zone.fromutc(moment.replace(tzinfo=self._zone))

    def __str__(self) -> str:
        return str(self._zone)


OPEN_IN_MAINTENANCE = frozenset(
    {
        *("account_login", "account_logout", "account_reauthenticate"),
        *("mfa_authenticate", "mfa_login_webauthn", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"),
        *("notifications:push_move", "notifications:stop", "notifications:never", "games:here", "arrived"),
    }
)
"""Where those who run the site log in (others are refused there once it is known who they are), and what browsers and
mail programs send by themselves, perhaps only once: it changes no game, and concerns its sender alone.
"""


class ReadOnly:
    """During maintenance, only the pages for those who run the site can change anything."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        match = request.resolver_match
        if request.method in SAFE or match is None:
            return None
        if match.app_name == "admin" or match.view_name in OPEN_IN_MAINTENANCE:
            return None
        current = maintenance.current()
        return closed(request, current) if current else None


def back_to_the_page(get_response: AnswerToVisitor) -> AnswerToVisitor:
    """Lead a person who was logged out back to the page they were on, once they have logged in.

    A view knows only the address that a form was sent to, where there may be no page. And htmx would put the log-in
    page into a part of the open page: site.js says instead that you are logged out, and what you compose stays.
    """

    def respond(request: VisitorRequest) -> HttpResponse:
        response = get_response(request)
        if not _asks_to_log_in_first(request, response):
            return response
        if request.htmx:
            return HttpResponse(status=401)
        if request.method == "POST":
            response["Location"] = _log_in(request, back_to=request.headers.get("Referer"))
        return response

    return respond


def _asks_to_log_in_first(request: VisitorRequest, response: HttpResponse) -> bool:
    """Whether this is what Django's ``login_required`` answers: log in, then here again."""
    if response.status_code != 302:
        return False
    there = urlsplit(response["Location"])
    return there.path == resolve_url(settings.LOGIN_URL) and parse_qs(there.query).get(REDIRECT_FIELD_NAME) == [
        request.get_full_path()
    ]


def _log_in(request: VisitorRequest, *, back_to: str | None) -> str:
    address = resolve_url(settings.LOGIN_URL)
    if back_to is None or not url_has_allowed_host_and_scheme(back_to, {request.get_host()}):
        return address
    page = urlsplit(back_to)._replace(scheme="", netloc="").geturl()
    return redirect_to_login(page, address).url
