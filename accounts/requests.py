"""Requests, for annotations, with what the middleware adds to them; views of forms; and numbers in addresses."""

import ipaddress
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST
from django_htmx.middleware import HtmxDetails

from accounts.models import User

Thing = TypeVar("Thing")
View = Callable[..., HttpResponse]


class VisitorRequest(HttpRequest):
    htmx: HtmxDetails
    # Of forms with a number: see powergrid.receipts.
    store: Callable[[], object]
    is_refused: bool


class PlayerRequest(VisitorRequest):
    user: User


def takes_forms_of(page: str, *slots: str) -> Callable[[View], View]:
    """Take the forms of a page, and nothing else: ``takes_forms_of("games:detail", "pk")``.

    A browser asks for the address of a form, too: to show a refusal again, or once its person has logged in. It gets
    the page.

    :param slots: those of the address that the page has as well.
    """

    def decorate(view: View) -> View:
        only = require_POST(view)

        @wraps(view)
        def answered(request: HttpRequest, **given: Any) -> HttpResponse:
            if request.method in {"GET", "HEAD"}:
                return redirect(page, *(given[slot] for slot in slots))
            return only(request, **given)

        return answered

    return decorate


def sent_by_player(page: str, *slots: str) -> Callable[[View], View]:
    """The same for forms that players alone send."""
    return lambda view: login_required(takes_forms_of(page, *slots)(view))


def store(request: VisitorRequest) -> None:
    """Store what a form has asked for, once it is done: nobody has to wait for the page that is drawn then.

    Else it is stored with the answer, where its form has a number (``powergrid.receipts``).
    """
    request.store()


def refuse(request: VisitorRequest, words: str, level: int = messages.WARNING) -> None:
    """Say on the next page why a form was not done. The same may be sent again."""
    messages.add_message(request, level, words)
    request.is_refused = True


def found_or_404(thing: Thing | None) -> Thing:
    if thing is None:
        raise Http404
    return thing


def number_in(text: str) -> int | None:
    """The number of a row, as it was sent; None where it can be none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def length_of(request: HttpRequest) -> int:
    """How many bytes a request says that it has; none where it says nothing, or no number: Django reads none then."""
    try:
        return int(request.headers.get("Content-Length") or 0)
    except ValueError:
        return 0


def address(request: HttpRequest) -> str:
    """The address that asks; for IPv6 its network, as people have whole networks of addresses."""
    try:
        found = str(get_adapter().get_client_ip(request))
    except PermissionDenied:  # a probe that comes by a socket, and has none
        return ""
    if ":" not in found:
        return found
    return str(ipaddress.IPv6Network((found, settings.ALLAUTH_RATE_LIMIT_IPV6_PREFIX), strict=False))
