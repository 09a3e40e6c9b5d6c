"""Requests, for annotations, with what the middleware adds to them; who may send them; and numbers in addresses."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest
from django.views.decorators.http import require_POST
from django_htmx.middleware import HtmxDetails

from accounts.models import User

Thing = TypeVar("Thing")
View = TypeVar("View", bound=Callable[..., Any])


class VisitorRequest(HttpRequest):
    htmx: HtmxDetails


class PlayerRequest(VisitorRequest):
    user: User


def sent_by_player(view: View) -> View:
    """A view for forms that players alone send."""
    return require_POST(login_required(view))


def found_or_404(thing: Thing | None) -> Thing:
    if thing is None:
        raise Http404
    return thing


def number_in(text: str) -> int | None:
    """The number of a row, as it was sent; None where it can be none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None
