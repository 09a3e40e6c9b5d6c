"""Requests, for annotations, with what the middleware adds to them; and numbers in addresses."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from accounts.models import User


class VisitorRequest(HttpRequest):
    htmx: HtmxDetails


class PlayerRequest(VisitorRequest):
    user: User


def number_in(text: str) -> int | None:
    """The number of a row, as it was sent; None where it can be none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None
