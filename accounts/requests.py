"""Who asks: requests, for annotations, with what the middleware adds to them."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from accounts.models import User


class VisitorRequest(HttpRequest):
    """From anybody."""

    htmx: HtmxDetails


class PlayerRequest(VisitorRequest):
    """From somebody who is logged in."""

    user: User
